/** Rows of a recorded session are read around its signals only, and fill them as the whole session does. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type BacktestResult,
  BacktestRun,
  type QueueFills,
  readRule,
  type SessionFacts,
} from '@undertow/backtest';
import { openRun, streamRuns } from '@undertow/feeds';
import { CME_CALENDAR, type Instrument, instrumentBySymbol, MINUTE_MS, ROW_LENGTH } from '@undertow/market';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RowsOfSession } from '#ports/backtests/backtests.ts';
import { QUEUE_RULE, queueMarket } from '#testing/recordings/queue-market.ts';
import { EVENING_MS, HandSession, openedRecordings } from '#testing/recordings/recorded-session.ts';
import { readSession } from './read-session.ts';
import { SessionRows } from './session-rows.ts';

const ES = instrumentBySymbol('ES') as Instrument;
const START = EVENING_MS + 11 * MINUTE_MS;
const EPISODES = 6;

let root = '';
let paths: readonly string[] = [];
let facts: SessionFacts;
beforeAll(async () => {
  root = join(mkdtempSync(join(tmpdir(), 'undertow-rows-')), 'recordings');
  const { recordings } = openedRecordings(root);
  const session = new HandSession(recordings);
  session.snapshot(START);
  for (const row of queueMarket(START, EPISODES)) session.take(row);
  session.recording.close();
  await recordings.close();
  paths = (await recordings.list({ owner: null, product: 'ES' })).map(({ path }) => path);
  const of = { instrumentId: ES.id, source: 'databento', tradingDay: '2026-03-03', detectors: '1' };
  const read = await readSession({ ...of, paths, priorBars: [], isLastOfContract: false }, () => undefined);
  if (read === null) throw new Error('expected facts');
  facts = read;
});
afterAll(() => rmSync(join(root, '..'), { recursive: true }));

type Feed = (fills: QueueFills, rows: SessionRows) => Promise<void>;

async function filled(feed: Feed, of: RowsOfSession | null): Promise<BacktestResult> {
  const { rule, faults } = readRule(QUEUE_RULE, () => ES);
  if (rule === null) throw new Error(faults[0]?.message);
  const run = new BacktestRun({
    rule,
    instrument: ES,
    calendar: CME_CALENDAR,
    seed: 1,
    chosenPerDay: null,
    sets: 9,
  });
  const rows = new SessionRows();
  const fills = run.addSession(facts, rows.bookFor(facts, of));
  if (fills !== null) await feed(fills, rows);
  return run.result({ tried: { pValues: [], sharpes: [] }, zone: 'UTC' });
}

/** How many rows the fills receive. */
function counting(fills: QueueFills): () => number {
  let rows = 0;
  const applyRow = fills.applyRow.bind(fills);
  fills.applyRow = (...row) => {
    rows += 1;
    applyRow(...row);
  };
  return () => rows;
}

test('signals are filled as by all rows of the session, from a part of them', async () => {
  const recorded = { kind: 'recordings', paths } as const;
  const counts = { all: () => 0, some: () => 0 };
  const whole = await filled(async (fills) => {
    counts.all = counting(fills);
    const { openMs, closeMs } = facts.session;
    for await (const { rows, count } of streamRuns(
      paths.map((path) => () => openRun(path)),
      openMs - 1,
      closeMs,
    ))
      for (let at = 0; at < count * ROW_LENGTH; at += ROW_LENGTH) fills.applyRow(rows, at);
  }, recorded);
  const part = await filled(async (fills, rows) => {
    counts.some = counting(fills);
    await rows.feed(fills, facts, recorded);
  }, recorded);
  expect(whole.counts).toEqual({ signals: 6, trades: 3, inPosition: 0, unfilled: 3, undecided: 0 });
  expect(part).toEqual(whole);
  expect(counts.some()).toBeLessThan(counts.all() / 2);
});

test('a file of a user is read in one pass, with the same fills', async () => {
  const file = { kind: 'file', path: paths[0] ?? '' } as const;
  const result = await filled((fills, rows) => rows.feed(fills, facts, file), file);
  expect(result.counts).toMatchObject({ trades: 3, unfilled: 3 });
  expect(result.fills).toEqual({
    model: 'queue',
    sources: ['by_order'],
    rows: { withRows: 1, withoutRows: 0 },
  });
});

test.each<[what: string, of: RowsOfSession | null]>([
  ['no rows', null],
  ['a recording that was removed', { kind: 'recordings', paths: ['/nowhere.dbn.zst'] }],
  ['a file that was removed', { kind: 'file', path: '/nowhere.dbn' }],
])('with %s nothing is filled, and the result says so', async (_what, of) => {
  const { counts, fills } = await filled((queue, rows) => rows.feed(queue, facts, of), of);
  expect(counts).toMatchObject({ signals: 6, trades: 0, undecided: 6 });
  expect(fills.rows).toEqual({ withRows: 0, withoutRows: 1 });
});
