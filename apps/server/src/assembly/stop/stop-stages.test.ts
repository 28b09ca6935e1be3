/** Parts are stopped stage by stage, and none of them can hold up the stages after it. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runStages } from './stop-stages.ts';

const logged: { readonly message: string; readonly fields: object }[] = [];
const log = {
  info: (fields: object, message: string) => void logged.push({ fields, message }),
  error: (fields: object, message: string) => void logged.push({ fields, message }),
};

beforeEach(() => {
  logged.length = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const never = (): Promise<void> => new Promise(() => undefined);

test('parts of a stage are stopped together, and the next stage begins after the last of them', async () => {
  const order: string[] = [];
  const part = (name: string) => async () => {
    order.push(`${name} begins`);
    await Promise.resolve();
    order.push(`${name} ends`);
  };
  const stages = [
    { name: 'first', untilMs: 500, parts: { a: part('a'), b: part('b') } },
    { name: 'second', untilMs: 1_000, parts: { c: part('c') } },
  ];
  expect(await runStages(stages, log)).toEqual([]);
  expect(order).toEqual(['a begins', 'b begins', 'a ends', 'b ends', 'c begins', 'c ends']);
  expect(logged.at(-1)).toMatchObject({ message: 'stopped', fields: { left: [] } });
});

test('a part that never ends is reported, and the next stage begins when its time is over', async () => {
  const begun = vi.fn();
  const stages = [
    { name: 'first', untilMs: 500, parts: { hangs: never, ends: () => undefined } },
    { name: 'second', untilMs: 1_000, parts: { begun } },
  ];
  const left = runStages(stages, log);
  await vi.advanceTimersByTimeAsync(499);
  expect(begun).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(begun).toHaveBeenCalledOnce();
  expect(await left).toEqual(['hangs']);
});

test('what a stage does not need is left to the next one, which has a moment even past its deadline', async () => {
  const stages = [
    { name: 'first', untilMs: 500, parts: { ends: () => undefined } },
    { name: 'second', untilMs: 1_000, parts: { hangs: never } },
    {
      name: 'late',
      untilMs: 900,
      parts: { needs: () => new Promise((resolve) => setTimeout(resolve, 200)) },
    },
  ];
  const startMs = performance.now();
  const left = runStages(stages, log).then((names) => ({ names, tookMs: performance.now() - startMs }));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await left).toEqual({ names: ['hangs'], tookMs: 1_200 });
});

test('a part that fails is logged and reported, and stops neither its stage nor the next one', async () => {
  const begun = vi.fn();
  const late = vi.fn();
  const stages = [
    {
      name: 'first',
      untilMs: 500,
      parts: {
        throws: () => {
          throw new Error('no');
        },
        ends: async () => {
          await Promise.resolve();
          late();
        },
      },
    },
    { name: 'second', untilMs: 1_000, parts: { begun } },
  ];
  expect(await runStages(stages, log)).toEqual(['throws']);
  expect([late.mock.calls.length, begun.mock.calls.length]).toEqual([1, 1]);
  expect(logged[0]).toMatchObject({ message: 'a part could not be stopped', fields: { part: 'throws' } });
});
