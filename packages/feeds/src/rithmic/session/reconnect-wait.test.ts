/** Waits between attempts: doubling up to two minutes, spread by chance, begun again after a good connection. */
import { expect, test } from 'vitest';
import { ReconnectWait } from './reconnect-wait.ts';

const waits = (wait: ReconnectWait, count: number, retry: 'unlimited' | 'limited' | 'never' = 'unlimited') =>
  Array.from({ length: count }, () => wait.after(retry));

test('waits double from a second to two minutes', () => {
  expect(waits(new ReconnectWait(() => 1), 9)).toEqual([
    1000, 2000, 4000, 8000, 16_000, 32_000, 64_000, 120_000, 120_000,
  ]);
});

test('half of a wait is chance, and none is shorter than a second', () => {
  expect(waits(new ReconnectWait(() => 0), 4)).toEqual([1000, 1000, 2000, 4000]);
  expect(waits(new ReconnectWait(() => 0.5), 3)).toEqual([1000, 1500, 3000]);
});

test('after ten seconds of a connection waits begin again, after less they continue', () => {
  const wait = new ReconnectWait(() => 1);
  waits(wait, 5);
  wait.ended(9999.99);
  expect(wait.after('unlimited')).toBe(32_000);
  wait.ended(10_000);
  expect(wait.after('unlimited')).toBe(1000);
});

test('five refusals are retried, ever more slowly, the sixth is the last', () => {
  const wait = new ReconnectWait(() => 1);
  expect(waits(wait, 6, 'limited')).toEqual([5000, 15_000, 30_000, 60_000, 120_000, null]);
});

test('an accepted login forgets the refusals, a connection that ended does not', () => {
  const wait = new ReconnectWait(() => 1);
  waits(wait, 5, 'limited');
  wait.ended(60_000);
  expect(wait.after('limited')).toBeNull();
  wait.accepted();
  expect(wait.after('limited')).toBe(5000);
});

test('what may never be retried is not', () => {
  expect(new ReconnectWait(() => 1).after('never')).toBeNull();
});

test('a scale shortens every wait and the time of a good connection alike', () => {
  const wait = new ReconnectWait(() => 1, 0.1);
  expect(waits(wait, 3)).toEqual([100, 200, 400]);
  wait.ended(1000);
  expect(wait.after('unlimited')).toBe(100);
});
