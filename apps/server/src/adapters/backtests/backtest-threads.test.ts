/** A thread that comes to no end is ended, and the error says so. */
import { expect, test } from 'vitest';
import { createBacktestThreads } from './backtest-threads.ts';

const RULE = `name: Icebergs
product: ES
entry:
  event: iceberg
exits:
  stop: 16 ticks
costs: {round_turn: 4.20 USD}
`;
const TASK = {
  ruleText: RULE,
  source: 'simulated',
  seed: 1,
  zone: 'Europe/London',
  perDay: null,
  tried: [],
  sets: 0,
};

async function* noSessions() {}

test('a test whose thread posts nothing for too long is ended with what was expected of it', async () => {
  const tested = createBacktestThreads(1).test(TASK as never, noSessions(), new AbortController().signal);
  await expect(tested).rejects.toThrow('expected news of the thread within 0.001 seconds: it was ended');
});
