import { InstrumentMarket, SIMULATED_CALENDAR } from '@undertow/market';
import { createSession, RowBuffer } from '@undertow/simulator';
import { expect, test } from 'vitest';
import { createPipeline } from '#pipeline/pipeline.ts';
import { ES } from '#testing/hand-tape.ts';
import { canonicalText, type TrackRow } from './track-row.ts';

const START_MS = Date.parse('2026-03-02T15:00:00Z');
const MINUTES = 130;

function play(seed: number, minutes: number): TrackRow[] {
  const rows: TrackRow[] = [];
  const market = new InstrumentMarket({
    instrument: ES,
    tier: 'L3',
    calendar: SIMULATED_CALENDAR,
  });
  const pipeline = createPipeline({
    instrument: ES,
    tier: 'L3',
    market,
    types: ['iceberg', 'stop_run'],
    emit: () => undefined,
    onTrackRow: (row) => rows.push(row),
  });
  const session = createSession({ instrument: ES, seed, startMs: START_MS, openTicks: ES.basePriceTicks });
  const batch = new RowBuffer();
  for (let minute = 1; minute <= minutes; minute += 1) {
    batch.clear();
    session.advance(START_MS + minute * 60_000, batch);
    market.applyBatch(batch, (event) => pipeline.onMatch(event));
  }
  return rows;
}

const rows = play(21, MINUTES);

test('what is raised is settled once, later, by the outcome declared for it', () => {
  const raised = rows.filter((row) => row.kind === 'raised');
  const settled = rows.filter((row) => row.kind === 'settled');
  expect(raised.length).toBeGreaterThan(5);
  expect(new Set(settled.map(({ signalId }) => signalId)).size).toBe(settled.length);
  for (const row of settled) {
    const declared = raised.find(({ signalId }) => signalId === row.signalId);
    expect(declared?.declared.rule).not.toBeNull();
    expect(BigInt(row.atNs)).toBeGreaterThan(BigInt(declared?.atNs ?? row.atNs));
  }
  expect(settled.length).toBeGreaterThan(raised.length / 2);
});

test('what is decided is settled beside how often the same came about before', () => {
  const settled = rows.filter((row) => row.kind === 'settled');
  const decided = settled.filter(({ hit }) => hit !== null);
  const compared = decided.filter(({ base }) => base !== null);
  expect(compared.length).toBeGreaterThan(decided.length / 2);
  for (const { base } of compared) {
    expect(base?.resolved).toBeGreaterThan(0);
    expect(base?.rate).toBeGreaterThanOrEqual(0);
    expect(base?.rate).toBeLessThanOrEqual(1);
  }
  expect(settled.filter(({ hit, base }) => hit === null && base !== null)).toEqual([]);
});

test('calm and restless minutes of a market are distinguished, however little it moves in a second', () => {
  const thirds = new Set(rows.flatMap((row) => ('condition' in row ? [row.condition?.volatility] : [])));
  expect([...thirds].toSorted()).toEqual(['high', 'low', 'middle']);
});

test('two runs of the same market give the same rows', () => {
  const again = play(21, MINUTES / 2).map(canonicalText);
  expect(again.length).toBeGreaterThan(5);
  expect(again).toEqual(rows.slice(0, again.length).map(canonicalText));
});
