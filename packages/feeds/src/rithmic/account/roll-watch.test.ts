/** When front months are resolved again, and when a contract may change: never in the middle of a trading day. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { RollWatch } from './roll-watch.ts';

const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000] as const;
const ES = 1;
/** Thursday, 10 December 2026, in Chicago: six hours behind UTC. */
const chicago = (hour: number, minute = 0, day = 10) => Date.UTC(2026, 11, day, hour + 6, minute);
const contract = (expiry: string | null) => ({ instrumentId: ES, code: 'ESZ6', expiry });

let nowMs: number;
let expiry: string | null;
let resolved: number[];
let answer: () => Promise<void>;
let watch: RollWatch;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  expiry = '2026-12-18';
  resolved = [];
  answer = () => Promise.resolve();
});
afterEach(() => {
  watch.close();
  vi.useRealTimers();
});

function begin(atMs: number): void {
  nowMs = atMs;
  watch = new RollWatch({
    nowMs: () => nowMs,
    contracts: () => [contract(expiry)],
    resolve: () => {
      resolved.push(nowMs);
      return answer();
    },
  });
}
/** Lets time pass until then, as the clock of the feed and that of the watch. */
async function until(endMs: number): Promise<readonly number[]> {
  const before = resolved.length;
  for (; nowMs < endMs; ) {
    nowMs += 30_000;
    await vi.advanceTimersByTimeAsync(30_000);
  }
  return resolved.slice(before);
}

describe('front months are resolved', () => {
  test('not while the market is open, however long', async () => {
    begin(chicago(0));
    expect(await until(chicago(15, 59))).toEqual([]);
  });

  test('when the next trading day begins at five in the afternoon, not a look sooner', async () => {
    begin(chicago(16, 45));
    expect(await until(chicago(17) - 30_000)).toEqual([]);
    expect(await until(chicago(17))).toEqual([chicago(17)]);
    expect(await until(chicago(23))).toEqual([]);
  });

  test('each half hour while the venue pauses: gateways change at times of their own', async () => {
    begin(chicago(15));
    // The pause is from four to five; the last time before it was at three
    expect(await until(chicago(16, 59))).toEqual([chicago(16), chicago(16, 30)]);
  });

  test('each half hour of a weekend', async () => {
    // Saturday, noon
    begin(chicago(12, 0, 12));
    const times = await until(chicago(18, 0, 12));
    expect(times).toEqual(Array.from({ length: 12 }, (_, at) => chicago(12, 30 * (at + 1), 12)));
  });

  test('at every look once a contract has expired, until it is another', async () => {
    expiry = '2026-12-09';
    begin(chicago(9));
    expect(await until(chicago(9, 2))).toEqual([1, 2, 3, 4].map((look) => chicago(9) + look * 30_000));
    expiry = '2027-03-19';
    expect(await until(chicago(10))).toEqual([]);
  });

  test('not on the last day of a contract, nor for one whose last day is not known', async () => {
    expiry = '2026-12-10';
    begin(chicago(9));
    expect(await until(chicago(10))).toEqual([]);
    expiry = null;
    expect(await until(chicago(11))).toEqual([]);
  });

  test('again at the next look where the gateway gave none', async () => {
    answer = () => Promise.reject(new Error('in maintenance'));
    begin(chicago(16, 59));
    await until(chicago(17, 1));
    expect(resolved).toEqual([chicago(17), chicago(17) + 30_000, chicago(17, 1)]);
    answer = () => Promise.resolve();
    await until(chicago(18));
    expect(resolved.slice(3)).toEqual([chicago(17, 1) + 30_000]);
  });

  test('never twice at a time', async () => {
    let settle = (): void => undefined;
    answer = () =>
      new Promise((resolve) => {
        settle = resolve;
      });
    begin(chicago(16, 59));
    expect(await until(chicago(17, 30))).toEqual([chicago(17)]);
    settle();
    // Resolved for the day in which the request was made
    expect(await until(chicago(18))).toEqual([]);
  });

  test('not any more after closing', async () => {
    begin(chicago(16, 59));
    watch.close();
    expect(await until(chicago(18))).toEqual([]);
  });
});

describe('a contract', () => {
  const moments: readonly (readonly [string, number, number, boolean])[] = [
    ['at the instant at which it was resolved', chicago(9), chicago(9), false],
    ['hours later in the same trading day', chicago(9), chicago(15, 59), false],
    ['in the evening that belongs to that day', chicago(18, 0, 9), chicago(9), false],
    ['in the pause after it', chicago(9), chicago(16, 30), true],
    ['when the next trading day has begun', chicago(9), chicago(17), true],
    ['days later', chicago(9), chicago(9) + 4 * DAY_MS, true],
    ['at a weekend', chicago(12, 0, 12), chicago(13, 0, 12), true],
  ];
  test.each(moments)('may change or not %s', async (_, resolvedMs, atMs, mayRoll) => {
    begin(resolvedMs);
    nowMs = atMs;
    expect(watch.mayRoll(contract('2026-12-18'))).toBe(mayRoll);
  });

  test('that expired before today may change in the middle of the day, on its last day it may not', () => {
    begin(chicago(9));
    nowMs = chicago(10);
    const days = ['2026-12-08', '2026-12-09', '2026-12-10', '2026-12-11', null];
    expect(days.map((day) => watch.mayRoll(contract(day)))).toEqual([true, true, false, false, false]);
  });

  test('may not change in the day that has begun once front months were resolved in it', async () => {
    begin(chicago(16, 59));
    nowMs = chicago(17);
    expect(watch.mayRoll(contract('2026-12-18'))).toBe(true);
    nowMs = chicago(16, 59);
    await until(chicago(17, 1));
    expect(watch.mayRoll(contract('2026-12-18'))).toBe(false);
  });

  test('of grains may change between their sessions, while the others trade', () => {
    const corn = { ...contract('2026-12-14'), instrumentId: 28, code: 'ZCZ6' };
    // Grains pause from a quarter to eight until half past
    begin(chicago(5));
    nowMs = chicago(8);
    expect([watch.mayRoll(corn), watch.mayRoll(contract('2026-12-18'))]).toEqual([true, false]);
    nowMs += HOUR_MS;
    expect(watch.mayRoll(corn)).toBe(false);
  });

  test('of no product of the catalogue follows the hours of the exchange', () => {
    begin(chicago(9));
    const unknown = { instrumentId: 99_999, code: 'XXZ6', expiry: null };
    nowMs = chicago(9) + MINUTE_MS;
    expect(watch.mayRoll(unknown)).toBe(false);
    nowMs = chicago(16, 30);
    expect(watch.mayRoll(unknown)).toBe(true);
  });
});
