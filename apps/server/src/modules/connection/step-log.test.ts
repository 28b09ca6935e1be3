/** Steps reach the store soon, in order and all of them, and a burst of them in few writes. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { StepNote } from '#ports/credentials.ts';
import { testClock } from '#testing/clock.ts';
import { StepLog } from './step-log.ts';

const START = Date.UTC(2026, 10, 20, 16);

beforeEach(() => vi.useFakeTimers({ now: START }));
afterEach(() => vi.useRealTimers());

function open(append?: (userId: string, notes: readonly StepNote[]) => Promise<void>) {
  const writes: { userId: string; notes: readonly StepNote[] }[] = [];
  const faults: object[] = [];
  const steps = new StepLog({
    clock: testClock(Date.now),
    log: { error: (facts) => faults.push(facts) },
    connectionSteps: {
      append: async (userId, notes) => {
        await append?.(userId, notes);
        writes.push({ userId, notes });
      },
      newest: async () => [],
    },
  });
  return { steps, writes, faults };
}

const wordsOf = (writes: readonly { notes: readonly StepNote[] }[]) =>
  writes.map(({ notes }) => notes.map(({ step, times }) => `${step} ${times}`));

test('concurrent steps are one write per user, oldest first', async () => {
  const { steps, writes } = open();
  steps.note('jane', { step: 'connecting' });
  steps.note('joe', { step: 'disconnected' });
  await vi.advanceTimersByTimeAsync(50);
  steps.note('jane', { step: 'connected', server: 'rithmic_paper_server', tier: 'L3' });
  for (const withoutDataMs of [200, 400, 300]) steps.note('jane', { step: 'resynced', withoutDataMs });
  await vi.advanceTimersByTimeAsync(100);
  expect(writes.map(({ userId }) => userId)).toEqual(['jane', 'joe']);
  expect(wordsOf(writes)).toEqual([['connecting 1', 'connected 1', 'resynced 3'], ['disconnected 1']]);
  expect(writes[0]?.notes).toMatchObject([
    { sinceMs: START, fault: null, server: null, withoutDataMs: null },
    { atMs: START + 50, server: 'rithmic_paper_server', tier: 'L3' },
    { withoutDataMs: 400 },
  ]);
});

test('a gateway that flaps ten times a second for an hour is seven writes a minute at most, and no step is lost', async () => {
  const { steps, writes } = open();
  let noted = 0;
  for (let minute = 0; minute < 60; minute += 1) {
    const before = writes.length;
    for (let n = 0; n < 600; n += 1) {
      steps.note(
        'jane',
        n % 2 === 0 ? { step: 'interrupted', fault: 'gateway_down' } : { step: 'connected' },
      );
      noted += 1;
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(writes.length - before).toBeLessThanOrEqual(minute === 0 ? 12 : 7);
  }
  await steps.flush();
  const kept = writes.flatMap(({ notes }) => notes).reduce((sum, { times }) => sum + times, 0);
  expect(kept).toBe(noted);
  expect(Math.max(...writes.map(({ notes }) => notes.length))).toBeLessThanOrEqual(10);
});

test('after an idle minute a step is written at once again', async () => {
  const { steps, writes } = open();
  for (let n = 0; n < 20; n += 1) {
    steps.note('jane', { step: n % 2 === 0 ? 'connecting' : 'connected' });
    await vi.advanceTimersByTimeAsync(150);
  }
  expect(writes).toHaveLength(6);
  await vi.advanceTimersByTimeAsync(90_000);
  const rested = writes.length;
  steps.note('jane', { step: 'disconnected' });
  await vi.advanceTimersByTimeAsync(100);
  expect(writes).toHaveLength(rested + 1);
});

test('a flush writes what is gathered, and waits for what is being written', async () => {
  const { steps, writes } = open(() => new Promise((resolve) => setTimeout(resolve, 5000)));
  steps.note('jane', { step: 'connecting' });
  await vi.advanceTimersByTimeAsync(200);
  steps.note('jane', { step: 'connected' });
  const flushed = steps.flush();
  await vi.advanceTimersByTimeAsync(4000);
  expect(writes).toEqual([]);
  await vi.advanceTimersByTimeAsync(10_000);
  await flushed;
  expect(wordsOf(writes)).toEqual([['connecting 1'], ['connected 1']]);
});

test('nothing is written of an erased account', async () => {
  const { steps, writes } = open();
  steps.note('jane', { step: 'connecting' });
  steps.forget('jane');
  await vi.advanceTimersByTimeAsync(60_000);
  await steps.flush();
  expect(writes).toEqual([]);
});

test('a database outage loses those steps and nothing else', async () => {
  let isAway = true;
  const { steps, writes, faults } = open(async () => {
    if (isAway) throw new Error('no database');
  });
  steps.note('jane', { step: 'connecting' });
  await vi.advanceTimersByTimeAsync(200);
  expect(faults).toHaveLength(1);
  isAway = false;
  steps.note('jane', { step: 'connected' });
  await vi.advanceTimersByTimeAsync(200);
  expect(wordsOf(writes)).toEqual([['connected 1']]);
});
