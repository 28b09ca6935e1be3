import { instrumentBySymbol, NO_PRICE, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { expect, test } from 'vitest';
import type { MatchingEngine } from '#engine/matching-engine.ts';
import { randomStream } from '#random/random.ts';
import { engineBench } from '#testing/engine-bench.ts';
import { BackgroundFlow } from './background-flow.ts';
import { flowProfileOf } from './flow-profile.ts';
import { MarketConditions } from './market-conditions.ts';
import { PricePull } from './price-pull.ts';

function flowOn(engine: MatchingEngine, symbol: string): BackgroundFlow {
  const instrument = instrumentBySymbol(symbol);
  if (instrument === undefined) throw new RangeError(`no product ${symbol}`);
  return new BackgroundFlow({
    engine,
    profile: flowProfileOf(instrument),
    random: randomStream(1, 'crowd', 0),
    signRandom: randomStream(1, 'signs', 0),
    conditions: new MarketConditions(1),
    sizeFactor: 1,
    spacingTicks: 1,
    planCancel: () => undefined,
  });
}

test('the book is filled on both sides of the opening price', () => {
  const { engine } = engineBench();
  flowOn(engine, 'ES').fillBook(0, 1000);
  expect(engine.ladder.bestBidTicks).toBe(999);
  expect(engine.ladder.bestAskTicks).toBe(1000);
  expect(engine.ladder.sizeAt(SIDE_BID, 995)).toBeGreaterThan(10);
});

test.each([SIDE_BID, SIDE_ASK])('side %i gets its levels back after a sweep through all of it', (side) => {
  const { engine } = engineBench();
  const flow = flowOn(engine, 'YM');
  flow.fillBook(0, 1000);
  const aggressor = side === SIDE_BID ? SIDE_ASK : SIDE_BID;
  engine.addImmediate(1, aggressor, side === SIDE_BID ? 500 : 1500, 1_000_000);
  expect(engine.ladder.bestTicks(side)).toBe(NO_PRICE);
  flow.learn();
  flow.restock(1);
  flow.readBook();
  const { bestBidTicks, bestAskTicks } = engine.ladder;
  expect(bestBidTicks).not.toBe(NO_PRICE);
  expect(bestBidTicks).toBeLessThan(bestAskTicks);
  expect(bestAskTicks - bestBidTicks).toBeLessThan(20);
  expect(flow.rate()).toBeGreaterThan(0);
});

test('a book that was swept on both sides refills around what the product is worth', () => {
  const { engine } = engineBench();
  const flow = flowOn(engine, 'YM');
  flow.fillBook(0, 1000);
  engine.addImmediate(1, SIDE_ASK, 500, 1_000_000);
  engine.addImmediate(2, SIDE_BID, 1500, 1_000_000);
  expect(engine.ladder.bestTicks(SIDE_BID)).toBe(NO_PRICE);
  expect(engine.ladder.midTicks).toBe(999.5);
  flow.restock(3);
  flow.readBook();
  expect(Math.abs(engine.ladder.midTicks - 1000)).toBeLessThan(40);
});

test('a price far below the worth is refused by sellers and by nobody who buys', () => {
  const pull = new PricePull(3.2);
  pull.valueTicks = 1000;
  expect(pull.isAbsurd(940, -1)).toBe(true);
  expect(pull.isAbsurd(960, -1)).toBe(false);
  expect(pull.isAbsurd(940, 1)).toBe(false);
});
