/** How long the next session waits. */
import { expect, test } from 'vitest';
import { SessionWait } from './session-wait.ts';

const longest = (): SessionWait => new SessionWait(() => 1, 1);

test('attempts wait 1, 2, 4, 8, 16 and then 30 seconds at most', () => {
  const wait = longest();
  const waits = Array.from({ length: 7 }, () => wait.after('soon'));
  expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
});

test('chance takes up to half of a wait, but never less than a second is waited', () => {
  const wait = new SessionWait(() => 0, 1);
  expect(Array.from({ length: 4 }, () => wait.after('soon'))).toEqual([1000, 1000, 2000, 4000]);
});

test('the waits begin again after a session that ran for ten seconds, not after one that was closed at once', () => {
  const wait = longest();
  wait.after('soon');
  wait.ended(100);
  expect(wait.after('soon')).toBe(2000);
  wait.ended(10_000);
  expect(wait.after('soon')).toBe(1000);
});

test('a limit of sessions is waited for minutes, and a refused key never tried again', () => {
  expect(longest().after('late')).toBe(300_000);
  expect(longest().after('never')).toBeNull();
});
