/** The history of an account feed: requested once, bounded, and never blocking live data. */

import { type Bar, CME_CALENDAR, DAY_MS, MINUTE_MS } from '@undertow/market';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { plantBar } from '#testing/account-tape.ts';
import { testClock } from '#testing/clock.ts';
import { withDayAverages } from './day-averages.ts';
import { PlantHistory } from './plant-history.ts';

const NOW = Date.UTC(2026, 10, 20, 16, 30);

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

function makePlant(everyMs: number, days: number) {
  const clock = { nowMs: NOW };
  const requests: { fromMs: number; toMs: number }[] = [];
  const response = { of: (bars: readonly Bar[]) => Promise.resolve(bars) };
  const all: Bar[] = [];
  for (let startMs = NOW - days * DAY_MS; startMs < NOW + DAY_MS; startMs += everyMs)
    all.push(plantBar(startMs, 20_000 + all.length));
  const feed = {
    nowMs: testClock(() => clock.nowMs).nowMs,
    contractOf: (instrumentId: number) => ({ instrumentId, code: 'ESZ6', expiry: null }),
    minuteBars(_instrumentId: number, fromMs: number, toMs: number) {
      requests.push({ fromMs, toMs });
      const known = all.filter(({ startMs }) => startMs >= fromMs && startMs < toMs);
      return response.of(known.filter(({ startMs }) => startMs <= clock.nowMs));
    },
  };
  return { clock, requests, response, all, history: new PlantHistory({ feed, log: silent }) };
}

test('history that is final is requested once, however often it is read', async () => {
  const { requests, history } = makePlant(MINUTE_MS, 3);
  const read = () => history.listBars(1, '', NOW - DAY_MS, NOW - 10 * MINUTE_MS);
  const [first, second] = await Promise.all([read(), read()]);
  expect(first).toHaveLength(24 * 60 - 10);
  expect(second).toEqual(first);
  await read();
  expect(requests).toHaveLength(1);
});

test('the last minutes are requested again after half a minute, and not before', async () => {
  const { requests, clock, history } = makePlant(MINUTE_MS, 1);
  const newest = async () => (await history.listBars(1, '', NOW - DAY_MS, clock.nowMs)).at(-1)?.startMs;
  expect(await newest()).toBe(NOW - MINUTE_MS);
  clock.nowMs = NOW + 20_000;
  await newest();
  expect(requests).toHaveLength(1);
  clock.nowMs = NOW + MINUTE_MS + 1;
  expect(await newest()).toBe(NOW + MINUTE_MS);
  expect(requests).toHaveLength(2);
  // Only the day that was open is requested again
  expect(requests[1]?.fromMs).toBe(Math.floor(NOW / DAY_MS) * DAY_MS);
});

test('a request for years is limited to three weeks', async () => {
  const { requests, history } = makePlant(3_600_000, 400);
  await history.listBars(1, '', 0, NOW);
  const [request] = requests;
  expect(requests).toHaveLength(1);
  expect(((request?.toMs ?? 0) - (request?.fromMs ?? 0)) / DAY_MS).toBeLessThanOrEqual(21);
});

test('the history of a past chart is requested where the chart ends', async () => {
  const { requests, all, history } = makePlant(3_600_000, 100);
  const endMs = NOW - 60 * DAY_MS;
  const bars = await history.listBars(1, '', endMs - DAY_MS, endMs);
  expect(bars.map(({ startMs }) => startMs)).toEqual(
    all.map(({ startMs }) => startMs).filter((startMs) => startMs >= endMs - DAY_MS && startMs < endMs),
  );
  expect((requests[0]?.toMs ?? 0) - endMs).toBeLessThanOrEqual(DAY_MS);
});

test('a plant that fails returns no bars, is not queried for fifteen seconds, and then is retried', async () => {
  const { requests, response, clock, history } = makePlant(MINUTE_MS, 1);
  const read = async () => (await history.listBars(1, '', NOW - DAY_MS, NOW)).length;
  response.of = () => Promise.reject(new Error('no history here'));
  expect(await read()).toBe(0);
  expect(await read()).toBe(0);
  expect(requests).toHaveLength(1);
  response.of = (bars) => Promise.resolve(bars);
  clock.nowMs += 15_000;
  expect(await read()).toBe(24 * 60);
});

test('a plant that never answers blocks nothing longer than ten seconds', async () => {
  const { response, history } = makePlant(MINUTE_MS, 1);
  response.of = () => new Promise(() => undefined);
  const last = history.lastBar(1, 'rithmic');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await last).toBeUndefined();
});

test('a plant that never answers does not hold up the end, after which nothing is requested', async () => {
  const { requests, response, history } = makePlant(MINUTE_MS, 2);
  response.of = () => new Promise(() => undefined);
  const read = history.listBars(1, '', NOW - DAY_MS, NOW);
  await vi.advanceTimersByTimeAsync(10);
  history.close();
  expect(await read).toEqual([]);
  expect(await history.listBars(2, '', NOW - DAY_MS, NOW)).toEqual([]);
  expect(requests).toHaveLength(1);
});

test('whatever is read in whatever order equals what the plant has', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(20 * 24), fc.nat(48), fc.nat(90)), { minLength: 1, maxLength: 12 }),
      async (reads) => {
        const { all, clock, history } = makePlant(3_600_000, 25);
        for (const [hoursAgo, hours, seconds] of reads) {
          clock.nowMs += seconds * 1000;
          const fromMs = NOW - hoursAgo * 3_600_000;
          const toMs = Math.min(fromMs + hours * 3_600_000, NOW - 130_000);
          const bars = await history.listBars(1, '', fromMs, toMs);
          const expected = all.filter(({ startMs }) => startMs >= fromMs && startMs < toMs);
          expect(bars.map(({ startMs }) => startMs)).toEqual(expected.map(({ startMs }) => startMs));
        }
      },
    ),
  );
});

test('bars of history carry the average of their trading day, which begins on the evening before', async () => {
  const { all, history } = makePlant(MINUTE_MS, 3);
  const bars = await history.listBars(1, '', NOW - 10 * MINUTE_MS, NOW);
  // 17:00 in Chicago the day before
  const opened = Date.UTC(2026, 10, 19, 23);
  for (const bar of bars) {
    const ofDay = all.filter(({ startMs }) => startMs >= opened && startMs <= bar.startMs);
    const average = ofDay.reduce((sum, { closeTicks }) => sum + closeTicks, 0) / ofDay.length;
    expect(bar.vwapTicks).toBeCloseTo(average, 6);
  }
  expect(bars).toHaveLength(10);
});

test('a day whose beginning or one of whose minutes is missing has no average from there on', () => {
  const opened = Date.UTC(2026, 10, 19, 23);
  const minutes = [0, 1, 2].map((n) => plantBar(opened + n * MINUTE_MS, 20_000 + n));
  const averages = (bars: readonly Bar[], fromMs: number) =>
    withDayAverages(CME_CALENDAR, bars, fromMs).map(({ vwapTicks }) => vwapTicks);
  expect(averages(minutes, opened - 1)).toEqual([20_000, 20_000.5, 20_001]);
  expect(averages(minutes, opened)).toEqual([null, null, null]);
  const holed = minutes.map((bar, n) => (n === 1 ? { ...bar, vwapTicks: null } : bar));
  expect(averages(holed, opened - 1)).toEqual([20_000, null, null]);
});
