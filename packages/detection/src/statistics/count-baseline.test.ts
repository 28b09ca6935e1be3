/** How many occurrences a window usually holds: by five minutes of the day, over the last twenty sessions. */
import { HOUR_MS, MINUTE_MS } from '@undertow/market';
import { expect, test } from 'vitest';
import { CountBaseline, type CountMoments } from './count-baseline.ts';

/** What is assumed before anything was seen: sixty windows of 0.04 occurrences, whose squares have a mean of 0.055. */
function expected(counts: readonly number[], warm: boolean): CountMoments {
  const windows = 60 + counts.length;
  const mean = (60 * 0.04 + counts.reduce((sum, count) => sum + count, 0)) / windows;
  const square = (60 * 0.055 + counts.reduce((sum, count) => sum + count ** 2, 0)) / windows;
  return { mean: expect.closeTo(mean, 12), variance: expect.closeTo(square - mean ** 2, 12), warm };
}

function add(baseline: CountBaseline, sinceOpenMs: number, ...counts: readonly number[]): void {
  for (const count of counts) baseline.addWindow(sinceOpenMs, count);
}
function sessions(baseline: CountBaseline, count: number, sinceOpenMs: number, ...counts: number[]): void {
  for (let session = 0; session < count; session += 1) {
    add(baseline, sinceOpenMs, ...counts);
    baseline.endSession();
  }
}

test('before anything was seen the assumption holds at any time', () => {
  const baseline = new CountBaseline();
  for (const at of [0, HOUR_MS, 30 * HOUR_MS]) expect(baseline.moments(at)).toEqual(expected([], false));
});

test('before three sessions the whole day to date counts, whatever its time', () => {
  const baseline = new CountBaseline();
  add(baseline, 0, 0, 3, 1);
  add(baseline, 5 * HOUR_MS, 7);
  expect(baseline.moments(9 * HOUR_MS)).toEqual(expected([0, 3, 1, 7], false));
  baseline.endSession();
  // A new day begins with nothing but the assumption
  expect(baseline.moments(0)).toEqual(expected([], false));
});

test('from three sessions on the five minutes of the day count, and today does not', () => {
  const baseline = new CountBaseline();
  sessions(baseline, 3, HOUR_MS, 2, 4);
  add(baseline, HOUR_MS, 100);
  expect(baseline.moments(HOUR_MS)).toEqual(expected([2, 4, 2, 4, 2, 4], true));
  expect(baseline.moments(2 * HOUR_MS)).toEqual(expected([], true));
});

test('a bucket is five minutes: from its first millisecond to its last', () => {
  const baseline = new CountBaseline();
  sessions(baseline, 3, HOUR_MS, 9);
  const five = 5 * MINUTE_MS;
  const times = [HOUR_MS - 1, HOUR_MS, HOUR_MS + five - 1, HOUR_MS + five];
  expect(times.map((at) => baseline.moments(at).mean > 0.1)).toEqual([false, true, true, false]);
});

test('times before the open count with the first bucket, times beyond a day with the last', () => {
  const baseline = new CountBaseline();
  sessions(baseline, 3, -HOUR_MS, 5);
  expect(baseline.moments(0)).toEqual(expected([5, 5, 5], true));
  const late = new CountBaseline();
  sessions(late, 3, 40 * HOUR_MS, 5);
  expect(late.moments(24 * HOUR_MS - 1)).toEqual(expected([5, 5, 5], true));
  expect(late.moments(24 * HOUR_MS - 5 * MINUTE_MS - 1)).toEqual(expected([], true));
});

test('the last twenty sessions count, the oldest is forgotten', () => {
  const baseline = new CountBaseline();
  sessions(baseline, 1, HOUR_MS, 1000);
  sessions(baseline, 19, HOUR_MS, 1);
  expect(baseline.moments(HOUR_MS).mean).toBeGreaterThan(10);
  sessions(baseline, 1, HOUR_MS, 1);
  expect(baseline.moments(HOUR_MS)).toEqual(
    expected(
      Array.from({ length: 20 }, () => 1),
      true,
    ),
  );
});

test('a day without a window is no session', () => {
  const baseline = new CountBaseline();
  sessions(baseline, 2, HOUR_MS, 1);
  for (let day = 0; day < 5; day += 1) baseline.endSession();
  expect(baseline.moments(HOUR_MS).warm).toBe(false);
  // Windows without occurrences are seen all the same
  sessions(baseline, 1, HOUR_MS, 0);
  expect(baseline.moments(HOUR_MS)).toEqual(expected([1, 1, 0], true));
});

test('a baseline restored from a time of day says the same of the minutes after it', () => {
  const baseline = new CountBaseline();
  for (let session = 0; session < 4; session += 1) {
    for (let five = 0; five < 24; five += 1) add(baseline, five * 5 * MINUTE_MS, session, five % 3);
    baseline.endSession();
  }
  add(baseline, HOUR_MS, 3);
  const restored = new CountBaseline();
  restored.restore(structuredClone(baseline.save(HOUR_MS)));
  for (const minutes of [0, 4, 5, 9.9])
    expect(restored.moments(HOUR_MS + minutes * MINUTE_MS)).toEqual(
      baseline.moments(HOUR_MS + minutes * MINUTE_MS),
    );
});

test('a young baseline is restored with its day to date', () => {
  const baseline = new CountBaseline();
  sessions(baseline, 2, HOUR_MS, 1);
  add(baseline, HOUR_MS, 4, 0);
  const restored = new CountBaseline();
  restored.restore(baseline.save(2 * HOUR_MS));
  add(restored, 2 * HOUR_MS, 6);
  expect(restored.moments(2 * HOUR_MS)).toEqual(expected([4, 0, 6], false));
  restored.endSession();
  expect(restored.moments(0).warm).toBe(true);
});

test('the end of the day can be saved too: its last bucket has none after it', () => {
  const baseline = new CountBaseline();
  sessions(baseline, 3, 24 * HOUR_MS - 1, 8);
  const restored = new CountBaseline();
  restored.restore(baseline.save(24 * HOUR_MS - 1));
  expect(restored.moments(24 * HOUR_MS - 1)).toEqual(expected([8, 8, 8], true));
});

test('what was saved is a copy', () => {
  const baseline = new CountBaseline();
  add(baseline, 0, 2);
  const state = baseline.save(0);
  add(baseline, 0, 9);
  expect([...state.toDate]).toEqual([1, 2, 4]);
});
