/** The minute in which a session began has what traded before it, once, when the history plant has the minute. */
import { type ContractBar, MarketFacts, MINUTE_MS } from '@undertow/market';
import { expect, test } from 'vitest';
import { FirstMinutes } from './first-minutes.ts';

const START = Date.UTC(2026, 10, 20, 16);
const LEVELS = [{ priceTicks: 20_000, buyVolume: 3, sellVolume: 1, otherVolume: 0 }];

function open(barsOf: () => Promise<readonly Partial<ContractBar>[]>) {
  const queries: (readonly number[])[] = [];
  const warned: object[] = [];
  const minutes = new FirstMinutes({
    plant: {
      listBars: async (id, _source, fromMs, toMs) => {
        queries.push([id, fromMs, toMs]);
        return (await barsOf()) as readonly ContractBar[];
      },
    },
    source: 'rithmic',
    log: { info: () => undefined, warn: (facts) => warned.push(facts), error: () => undefined },
  });
  const completed: unknown[][] = [];
  const facts = Object.assign(Object.create(MarketFacts.prototype) as MarketFacts, {
    completeMinute: (...given: unknown[]) => completed.push(given),
  });
  return { minutes, facts, queries, completed, warned };
}

test('it is requested when it is final, and completed once', async () => {
  const { minutes, facts, queries, completed } = open(async () => [{ levels: LEVELS }]);
  minutes.begin(1, facts, START + 40_000);
  await minutes.check(START + 140_000);
  expect(queries).toEqual([]);
  for (let n = 0; n < 3; n += 1) await minutes.check(START + 160_000 + n * MINUTE_MS);
  expect(queries).toEqual([[1, START, START + MINUTE_MS]]);
  expect(completed).toEqual([[START, LEVELS]]);
});

test('a plant that does not have it, or fails, is queried again for ten minutes', async () => {
  const answers = [
    () => Promise.resolve([]),
    () => Promise.resolve([{}]),
    () => Promise.reject(new Error('no plant')),
  ];
  let requests = 0;
  const { minutes, facts, queries, completed, warned } = open(() => answers[requests++ % 3]!());
  minutes.begin(1, facts, START + 40_000);
  for (let n = 0; n < 20; n += 1) await minutes.check(START + n * MINUTE_MS);
  expect([queries.length, completed.length, warned.length]).toEqual([7, 0, 2]);
});

test('of a session that has ended nothing is completed', async () => {
  const { minutes, facts, completed } = open(async () => {
    minutes.begin(1, facts, START + 200_000);
    return [{ levels: LEVELS }];
  });
  minutes.begin(1, facts, START);
  await minutes.check(START + 160_000);
  expect(completed).toEqual([]);
});
