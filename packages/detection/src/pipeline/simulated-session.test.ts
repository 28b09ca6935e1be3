import { type FlowEvent, InstrumentMarket, MINUTE_MS, SIMULATED_CALENDAR } from '@undertow/market';
import { CLEAN, createSession, type Label, type Prevalence, RowBuffer } from '@undertow/simulator';
import { expect, test } from 'vitest';
import { TRUTH_TYPES } from '#evaluation/truth-label.ts';
import { ES } from '#testing/hand-tape.ts';
import type { DetectionCounters } from '#view/detector.ts';
import { createPipeline } from './pipeline.ts';

const START_MS = Date.parse('2026-11-18T15:00:00Z');
const MINUTES = 45;

interface Played {
  readonly events: ReadonlyMap<string, FlowEvent>;
  readonly labels: readonly Label[];
  readonly counters: Readonly<DetectionCounters>;
}

function play(seed: number, agents?: Partial<Prevalence>): Played {
  const events = new Map<string, FlowEvent>();
  const market = new InstrumentMarket({
    instrument: ES,
    tier: 'L3',
    calendar: SIMULATED_CALENDAR,
  });
  const pipeline = createPipeline({
    instrument: ES,
    tier: 'L3',
    market,
    emit: (event) => events.set(event.id, event),
  });
  const exchange = createSession({
    instrument: ES,
    seed,
    startMs: START_MS,
    openTicks: ES.basePriceTicks,
    ...(agents === undefined ? {} : { agents }),
  });
  const rows = new RowBuffer();
  const labels: Label[] = [];
  for (let minute = 1; minute <= MINUTES; minute += 1) {
    rows.clear();
    exchange.advance(START_MS + minute * MINUTE_MS, rows);
    market.applyBatch(rows, (event) => pipeline.onMatch(event));
    labels.push(...exchange.takeLabels());
  }
  labels.push(...exchange.finish());
  return { events, labels, counters: pipeline.counters };
}

/** One session suffices daily: each costs as much as all other tests of this folder. */
const SEEDS = process.env['LONG_TESTS'] === '1' ? [1, 2] : [1];
const sessions = new Map(SEEDS.map((seed) => [seed, play(seed, { stopClustersPerHour: 12 })]));

function session(seed: number): Played {
  const played = sessions.get(seed);
  if (!played) throw new Error(`session ${seed} was not played`);
  return played;
}

/** Those that the exchange manages, which are facts; chains of slices come with a probability. */
const icebergs = ({ events }: Played): FlowEvent[] =>
  [...events.values()].filter(({ type, sub }) => type === 'iceberg' && sub === 'native');

test.each(SEEDS)(
  'in simulated session %i every native iceberg of four refills is found, and nothing else is called one',
  (seed) => {
    const played = session(seed);
    const found = new Map(
      icebergs(played).map((event) => [String((event.evidence['orderIds'] as string[])[0]), event]),
    );
    const labels = played.labels.filter(({ type }) => type === 'iceberg');
    // Swept away by the trade that would have shown it: nothing was left to raise.
    const stayed = labels.filter(({ tEvidentNs, t1Ns }) => tEvidentNs !== null && tEvidentNs < t1Ns);
    const shown = stayed.filter(({ params }) => Number(params['refills']) >= 4);
    expect(shown.length).toBeGreaterThanOrEqual(5);
    for (const label of shown) {
      const event = found.get(String(label.orderIds[0]));
      expect(event).toMatchObject({ side: label.side, exact: true, startNs: label.tEvidentNs });
      // A single sweep through several tranches shows only a multiple of the display size.
      expect(Number(event?.evidence['displaySize']) % Number(label.params['display'])).toBe(0);
      expect(event?.size).toBeLessThanOrEqual(label.qty);
    }
    const labelled = new Set(labels.flatMap(({ orderIds }) => orderIds));
    expect([...found.keys()].filter((orderId) => !labelled.has(orderId))).toEqual([]);
  },
);

test.each(SEEDS)(
  'in simulated session %i every elected stop is counted, also one that rests without trading',
  (seed) => {
    const { counters, events, labels } = session(seed);
    const elections = labels.filter(({ type }) => type === 'stop_election');
    const elected = new Set(elections.flatMap(({ orderIds }) => orderIds)).size;
    expect(counters.electedStops).toBe(elected);
    const runs = [...events.values()].filter(({ type }) => type === 'stop_run');
    expect(runs.length).toBeGreaterThan(0);
    for (const run of runs) {
      const inside = elections.filter(
        ({ side, t0Ns }) =>
          side === run.side && t0Ns >= run.startNs && t0Ns <= BigInt(String(run.evidence['lastNs'])),
      );
      const orders = new Set(inside.flatMap(({ orderIds }) => orderIds));
      expect(run.evidence['stops']).toBeLessThanOrEqual(orders.size);
      expect(run.evidence['stops']).toBeGreaterThanOrEqual(orders.size * 0.8);
    }
  },
);

test('a market without icebergs and stops raises nothing that the exchange would label', () => {
  const { events, counters } = play(3, CLEAN);
  const labelled: readonly string[] = TRUTH_TYPES;
  expect([...events.values()].filter(({ type }) => labelled.includes(type))).toEqual([]);
  expect(counters).toMatchObject({ icebergRefills: 0, electedStops: 0 });
});
