/** The player: what it plays, how far, and where it stops, over rows written by hand. */
import type { ReplayAct } from '@undertow/contracts';
import {
  ACTION_ADD,
  ACTION_CLEAR,
  COL_ACTION,
  COL_FLAGS,
  COL_INSTRUMENT,
  COL_ORDER_LO,
  COL_PRICE_TICKS,
  COL_SEQUENCE,
  COL_SIDE,
  COL_SIZE,
  COL_TIME_HI,
  COL_TIME_LO,
  FLAG_LAST,
  FLAG_SNAPSHOT,
  NO_PRICE,
  NS_PER_MS,
  nsHi,
  nsLo,
  ROW_LENGTH,
  SIDE_BID,
} from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RecordedBatch } from './recorded-rows.ts';
import type { PlayerState, ReplayNews } from './replay-messages.ts';
import { ReplayPlayer, TICK_MS } from './replay-player.ts';

/** 2026-11-20 16:00 UTC, a Friday morning in Chicago. */
const START = Date.UTC(2026, 10, 20, 16);
const NO_PAST = { storedBars: [], storedEvents: [], resumes: false };

/** A snapshot of an empty book, then an order for each time, each a message of its own. */
function batchOf(timesMs: readonly number[]): RecordedBatch {
  const rows = new Int32Array((timesMs.length + 1) * ROW_LENGTH);
  for (const [at, timeMs] of [timesMs[0] ?? START, ...timesMs].entries()) {
    const row = rows.subarray(at * ROW_LENGTH, (at + 1) * ROW_LENGTH);
    const timeNs = BigInt(Math.floor(timeMs)) * NS_PER_MS;
    row[COL_ACTION] = at === 0 ? ACTION_CLEAR : ACTION_ADD;
    row[COL_FLAGS] = at === 0 ? FLAG_SNAPSHOT | FLAG_LAST : FLAG_LAST;
    row[COL_INSTRUMENT] = 1;
    row[COL_SIDE] = at === 0 ? 0 : SIDE_BID;
    row[COL_PRICE_TICKS] = at === 0 ? NO_PRICE : 20_000 - (at % 50);
    row[COL_SIZE] = at === 0 ? 0 : 1;
    row[COL_ORDER_LO] = at;
    row[COL_SEQUENCE] = at;
    row[COL_TIME_HI] = nsHi(timeNs);
    row[COL_TIME_LO] = nsLo(timeNs);
  }
  return { rows, count: timesMs.length + 1, contract: 'ESZ6', tier: 'L3' };
}

/** A player at 10 s after the first rows, whose real time the test moves. */
function playerOf(timesMs: readonly number[], limitMs = Number.MAX_SAFE_INTEGER) {
  let realMs = 0;
  const news: ReplayNews[] = [];
  const player = new ReplayPlayer({
    ...{ startMs: START + 10_000, limitMs, instrumentId: 1, source: 'simulated', run: 'replay' },
    monotonicMs: () => realMs,
    post: (one) => news.push(one),
  });
  player.take({ kind: 'add', instrumentId: 1, past: NO_PAST });
  player.take({ kind: 'rows', instrumentId: 1, batch: batchOf(timesMs) });
  player.take({ kind: 'end', instrumentId: 1, failure: null });
  const tick = (count = 1): void => {
    for (let at = 0; at < count; at += 1) {
      realMs += TICK_MS;
      player.tick();
    }
  };
  const state = (): PlayerState | undefined =>
    news.findLast((one) => one.kind === 'state')?.state as PlayerState | undefined;
  const act = (one: ReplayAct): void => player.take({ kind: 'act', act: one, types: [] });
  return { player, news, tick, state, act };
}

const seconds = (...of: number[]): number[] => of.map((second) => START + second * 1000);

test('the market of the instant is built, and nothing after it is played before somebody plays', () => {
  const { tick, state } = playerOf(seconds(1, 2, 9, 11, 12));
  tick(5);
  expect(state()).toMatchObject({ mode: 'paused', atMs: START + 10_000, messages: 3, firstMs: START + 1000 });
});

test('a step by message plays one, at its own instant, and the one before it is known', () => {
  const { tick, state, act } = playerOf(seconds(1, 9, 11.25, 12));
  tick();
  act({ act: 'step', by: 'message', count: 1 });
  tick();
  expect(state()).toMatchObject({
    mode: 'paused',
    atMs: START + 11_250,
    messages: 3,
    previousMs: START + 9000,
  });
});

test('two messages of one instant are two steps', () => {
  const { tick, state, act } = playerOf(seconds(1, 11, 11, 12));
  tick();
  for (const messages of [2, 3]) {
    act({ act: 'step', by: 'message', count: 1 });
    tick();
    expect(state()).toMatchObject({ atMs: START + 11_000, messages });
  }
});

test('a step by bar ends where the bar does, and the next one a bar later', () => {
  const { tick, state, act } = playerOf(seconds(1, 30, 61, 200, 400));
  tick();
  act({ act: 'step', by: 'bar', minutes: 1 });
  tick(3);
  expect(state()).toMatchObject({ mode: 'paused', atMs: START + 60_000, messages: 2 });
  act({ act: 'step', by: 'bar', minutes: 5 });
  tick(3);
  expect(state()?.atMs).toBe(START + 300_000);
});

test('it plays at its speed, a quarter and four times as fast, and stands still while it is paused', () => {
  const { tick, state, act } = playerOf(seconds(1, 9, 500));
  tick();
  for (const [speed, ms] of [
    [1, 1000],
    [0.25, 250],
    [4, 4000],
  ] as const) {
    const before = state()?.atMs ?? 0;
    act({ act: 'speed', speed });
    act({ act: 'play' });
    tick(10);
    act({ act: 'pause' });
    tick(10);
    expect((state()?.atMs ?? 0) - before, `${speed}`).toBe(ms);
  }
});

test('at the end of the recording it ends, whatever the speed', () => {
  const { tick, state, act } = playerOf(seconds(1, 20, 90));
  tick();
  act({ act: 'speed', speed: 'max' });
  act({ act: 'play' });
  tick(5);
  expect(state()).toMatchObject({ mode: 'ended', messages: 3 });
});

test('rows that cannot be read further fail it with the reason', () => {
  const { player, tick, state } = playerOf(seconds(1, 2));
  player.take({ kind: 'end', instrumentId: 1, failure: 'The recording is damaged.' });
  tick(2);
  expect(state()).toMatchObject({ mode: 'failed', failure: 'The recording is damaged.' });
});

const anAct = fc.oneof(
  fc.constantFrom<ReplayAct>({ act: 'play' }, { act: 'pause' }, { act: 'step', by: 'event' }),
  fc.constantFrom<ReplayAct>(
    { act: 'speed', speed: 0.25 },
    { act: 'speed', speed: 10 },
    { act: 'speed', speed: 'max' },
  ),
  fc.record({
    act: fc.constant('step' as const),
    by: fc.constant('message' as const),
    count: fc.integer({ min: 1, max: 9 }),
  }),
  fc.record({
    act: fc.constant('step' as const),
    by: fc.constant('bar' as const),
    minutes: fc.integer({ min: 1, max: 60 }),
  }),
);

test('whatever is requested, the instant never goes back, never passes the limit, and nothing later than it is published', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 300_000 }), { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 10_000, max: 200_000 }),
      fc.array(anAct, { minLength: 1, maxLength: 12 }),
      (gaps, limit, acts) => {
        const times = gaps.toSorted((one, other) => one - other).map((ms) => START + ms);
        const { news, tick, act } = playerOf(times, START + limit);
        tick();
        for (const one of acts) {
          act(one);
          tick(3);
        }
        let lastMs = START + 10_000;
        for (const one of news) {
          if (one.kind === 'update') expect(one.update.asOfMs).toBeLessThanOrEqual(START + limit);
          if (one.kind !== 'state') continue;
          expect(one.state.atMs).toBeGreaterThanOrEqual(lastMs);
          expect(one.state.atMs).toBeLessThanOrEqual(START + limit);
          lastMs = one.state.atMs;
          const due = times.filter((timeMs) => timeMs <= one.state.atMs).length;
          expect(one.state.messages).toBeLessThanOrEqual(due);
        }
        expect(news.filter(({ kind }) => kind === 'fault')).toEqual([]);
      },
    ),
    { numRuns: 25 },
  );
});
