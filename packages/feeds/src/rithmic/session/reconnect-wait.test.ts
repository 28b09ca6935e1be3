import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ReconnectWait } from './reconnect-wait.ts';

const seconds = (wait: ReconnectWait, count: number) =>
  Array.from({ length: count }, () => (wait.after('unlimited') ?? 0) / 1000);

test('waits grow from one second to two minutes and stay there', () => {
  expect(seconds(new ReconnectWait(() => 1), 9)).toEqual([1, 2, 4, 8, 16, 32, 64, 120, 120]);
  expect(seconds(new ReconnectWait(() => 0), 9)).toEqual([1, 1, 2, 4, 8, 16, 32, 60, 60]);
});

test('every wait lies between one second and two minutes, for any random draw', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })), (chances) => {
      let at = 0;
      const wait = new ReconnectWait(() => chances[at++ % Math.max(1, chances.length)] ?? 0.5);
      for (const waited of seconds(wait, 30)) expect(waited >= 1 && waited <= 120).toBe(true);
    }),
  );
});

test('a connection that breaks at once does not begin the waits again, one that lived does', () => {
  const wait = new ReconnectWait(() => 1);
  expect(seconds(wait, 4)).toEqual([1, 2, 4, 8]);
  wait.accepted();
  wait.ended(9000);
  expect(seconds(wait, 1)).toEqual([16]);
  wait.ended(10_000);
  expect(seconds(wait, 2)).toEqual([1, 2]);
});

test('a refusal that may pass is tried again five times, ever more slowly, until a login was accepted', () => {
  const wait = new ReconnectWait(() => 1);
  const refused = () => Array.from({ length: 6 }, () => wait.after('limited'));
  expect(refused()).toEqual([5000, 15_000, 30_000, 60_000, 120_000, null]);
  expect(wait.after('limited')).toBeNull();
  wait.accepted();
  expect(wait.after('limited')).toBe(5000);
});

test('what no retry can help is not tried again', () => {
  expect(new ReconnectWait(() => 1).after('never')).toBeNull();
});
