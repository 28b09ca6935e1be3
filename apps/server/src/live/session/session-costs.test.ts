/** Processor time of instruments, by a clock of the test. */
import { expect, test } from 'vitest';
import { SessionCosts } from './session-costs.ts';

function openCosts() {
  let nowMs = 0;
  const costs = new SessionCosts(() => nowMs);
  const work = (id: number, ms: number): void =>
    costs.measure(id, () => {
      nowMs += ms;
    });
  const idle = (ms: number): void => {
    nowMs += ms;
  };
  return { costs, work, idle };
}

test('an instrument costs the milliseconds that its steps take in a second', () => {
  const { costs, work, idle } = openCosts();
  work(1, 30);
  work(2, 5);
  work(1, 10);
  expect([...costs.read()]).toEqual([]);
  idle(955);
  expect([...costs.read()]).toEqual([
    [1, 40],
    [2, 5],
  ]);
});

test('a busy second changes it little, busy minutes change it', () => {
  const { costs, work, idle } = openCosts();
  const second = (ms: number): number => {
    work(1, ms);
    idle(1_000 - ms);
    return costs.read().get(1) ?? 0;
  };
  second(10);
  expect(second(500)).toBeLessThan(20);
  for (let at = 0; at < 300; at += 1) second(100);
  expect(second(100)).toBeCloseTo(100, -1);
});

test('a step that fails is counted, and fails', () => {
  const { costs, idle } = openCosts();
  expect(() =>
    costs.measure(1, () => {
      idle(20);
      throw new Error('broken');
    }),
  ).toThrow('broken');
  idle(980);
  expect(costs.read().get(1)).toBe(20);
  costs.forget(1);
  expect(costs.read().size).toBe(0);
});
