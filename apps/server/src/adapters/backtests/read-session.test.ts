/** A recorded session becomes facts as it was traded live: with the windows around releases, and with the levels of the day before. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BacktestRun, readRule, type SessionFacts } from '@undertow/backtest';
import {
  CME_CALENDAR,
  type ContractBar,
  DAY_MS,
  type Instrument,
  instrumentBySymbol,
  MINUTE_MS,
  NEAR_LEVELS,
  type NearLevel,
  newsRow,
} from '@undertow/market';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Recordings } from '#ports/recordings.ts';
import { EVENING_MS, HandSession, openedRecordings } from '#testing/recordings/recorded-session.ts';
import { readSession } from './read-session.ts';

const ES = instrumentBySymbol('ES') as Instrument;
const DAY = '2026-03-03';
/** Ten minutes after the open of the trading day. */
const START = EVENING_MS + 11 * MINUTE_MS;

let root = '';
let recordings: Recordings;
beforeEach(() => {
  root = join(mkdtempSync(join(tmpdir(), 'undertow-session-')), 'recordings');
  recordings = openedRecordings(root).recordings;
});
afterEach(async () => {
  await recordings.close();
  rmSync(join(root, '..'), { recursive: true });
});

/** The facts of what is recorded, as the job reads them. */
async function factsOf(session: HandSession, priorBars: readonly ContractBar[] = []): Promise<SessionFacts> {
  session.recording.close();
  const of = { owner: null, product: 'ES' };
  await expect.poll(async () => (await recordings.list(of)).length).toBe(1);
  const paths = (await recordings.list(of)).map(({ path }) => path);
  const task = {
    paths,
    instrumentId: ES.id,
    source: 'databento',
    tradingDay: DAY,
    detectors: '1',
    priorBars,
  };
  const facts = await readSession({ ...task, isLastOfContract: false }, () => undefined);
  if (facts === null) throw new Error('expected facts');
  return facts;
}

/** Trades a minute apart, at 20,000 and then on both sides of 20,010 every other minute. */
function traded(
  session: HandSession,
  minutes: number,
  before: (minute: number) => void = () => undefined,
): void {
  session.snapshot(START);
  for (let minute = 0; minute < minutes; minute += 1) {
    before(minute);
    session.add(START + minute * MINUTE_MS);
    session.trade(START + minute * MINUTE_MS + 1000, minute % 2 === 0 ? 20_000 : 20_020);
  }
}

function signals(facts: SessionFacts, news: string): number {
  const text = `name: Crossing
product: ES
entry: {price: "5002.50", test: crosses_above}
filters: {news: ${news}}
exits: {stop: 8 ticks}
costs: {round_turn: 0 USD}
`;
  const { rule, faults } = readRule(text, () => ES);
  if (rule === null) throw new Error(faults[0]?.message);
  const of = { rule, instrument: ES, calendar: CME_CALENDAR, seed: 1, chosenPerDay: null, sets: 0 };
  const run = new BacktestRun(of);
  run.addSession(facts);
  return run.result({ tried: { pValues: [], sharpes: [] }, zone: 'UTC' }).counts.signals;
}

test('a window that was recorded is a filter of rules, up to where its release was called off', async () => {
  const session = new HandSession(recordings);
  const window = { kind: 'cpi', startMs: START + 4 * MINUTE_MS, endMs: START + 34 * MINUTE_MS } as const;
  traded(session, 20, (minute) => {
    const atMs = START + minute * MINUTE_MS;
    if (minute === 4) session.take(newsRow(ES.id, atMs, window));
    if (minute === 10) session.take(newsRow(ES.id, atMs, null));
  });
  const facts = await factsOf(session);
  const windows = facts.spans.filter(({ kind }) => kind === 'news');
  expect(windows.map(({ fromMs, toMs }) => [fromMs - START, toMs - START])).toEqual([
    [4 * MINUTE_MS, 10 * MINUTE_MS],
  ]);
  // It crosses in each odd minute
  expect(['any', 'inside', 'outside'].map((news) => signals(facts, news))).toEqual([10, 3, 7]);
});

test('the levels of the day before are known from the first minute on, those of another contract are not', async () => {
  const session = new HandSession(recordings);
  traded(session, 3);
  const barAt = (startMs: number, ticks: number, contract = 'ESH6'): ContractBar => ({
    ...{ startMs, contract, openTicks: ticks, highTicks: ticks + 5, lowTicks: ticks - 5, closeTicks: ticks },
    ...{ volume: 10, buyVolume: 5, sellVolume: 5, trades: 2, vwapTicks: ticks },
  });
  const noon = EVENING_MS - DAY_MS / 4;
  const facts = await factsOf(session, [
    barAt(noon, 19_900),
    barAt(noon + MINUTE_MS, 19_950),
    barAt(noon + 2 * MINUTE_MS, 30_000, 'ESM6'),
  ]);
  const { minutes } = facts;
  const level = (name: NearLevel, row: number) =>
    (minutes.levels[row * NEAR_LEVELS.length + NEAR_LEVELS.indexOf(name)] ?? Number.NaN) / 100;
  expect([...minutes.minute]).toEqual([10, 11, 12]);
  for (const row of minutes.minute.keys())
    expect([level('prior_high', row), level('prior_low', row), level('prior_settlement', row)]).toEqual([
      19_955, 19_895, 19_950,
    ]);
  // Today's own levels are those of today
  expect([level('value_area_high', 2), level('overnight_low', 2)]).toEqual([20_020, 20_000]);
});
