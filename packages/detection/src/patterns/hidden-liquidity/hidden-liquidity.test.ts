import { ACTION_BLOCK, type FeedTier, SIDE_ASK, SIDE_BID, SIDE_NONE } from '@undertow/market';
import { expect, test } from 'vitest';
import { availabilityOf } from '#pipeline/pipeline.ts';
import { add, fill, HandTape, type Line, modify, trade } from '#testing/hand-tape.ts';

const PRICE = 19_000;
const ORDER = 500;

const block = (size: number): Line => ({
  action: ACTION_BLOCK,
  side: SIDE_NONE,
  priceTicks: PRICE + 10,
  size,
  id: 0,
});

function market(tier: FeedTier = 'L3'): HandTape {
  const tape = new HandTape(tier, ['dark_pool_activity']).background(PRICE);
  return tape.event(add(ORDER, SIDE_BID, PRICE, 400));
}

let aggressor = 50_000;

/** A sale of `filled` into an order that shows `after` of its 400 when the event ends. */
function sell(tape: HandTape, filled: number, after: number): HandTape {
  aggressor += 1;
  return tape.event(
    trade(aggressor, SIDE_ASK, PRICE, filled),
    fill(ORDER, SIDE_BID, PRICE, filled),
    modify(ORDER, SIDE_BID, PRICE, after),
  );
}

test('each of the first ten blocks is reported, then only those at or above the 90 % quantile', () => {
  const tape = market();
  for (let n = 1; n <= 10; n += 1) tape.event(block(100 * n)).pass(1000);
  expect(tape.patterns.length).toBe(10);
  tape.event(block(200)).pass(1000);
  expect(tape.patterns.length).toBe(10);
  tape.event(block(2000)).pass(1000);
  expect(tape.patterns.length).toBe(11);
  const { pattern, change } = tape.patterns[10] ?? {};
  expect(change).toBe('new');
  expect(pattern).toMatchObject({
    type: 'dark_pool_activity',
    sub: 'block',
    side: null,
    direction: null,
    exact: true,
    confidence: 1,
    calibrator: 'exact',
    status: 'confirmed',
    size: 2000,
  });
  expect(pattern?.description).toBe(
    'Block of 2,000 at 4752.50 printed, 6 ticks above the market; agreed off the book, reported later',
  );
  expect(new Set(tape.patterns.map(({ pattern }) => pattern.id)).size).toBe(11);
});

test('a market without blocks and hidden orders emits nothing', () => {
  const tape = market();
  for (let n = 0; n < 400; n += 1) sell(tape.wait(10_000), 2, 398);
  expect(tape.patterns).toEqual([]);
});

/** Two hours of ordinary fills, now and then a refill of one contract. */
function quiet(tape: HandTape): HandTape {
  for (let n = 0; n < 720; n += 1)
    sell(tape.wait(10_000), 5, n % 20 === 0 ? 396 : 395).event(modify(ORDER, SIDE_BID, PRICE, 400));
  return tape;
}

test.each(['L3', 'L2S'] as const)(
  'on %s a stretch of much hidden trading is raised once and ends',
  (tier) => {
    const tape = quiet(market(tier));
    expect(tape.patterns).toEqual([]);
    for (let n = 0; n < 60; n += 1) sell(tape.wait(1000), 40, 400);
    const opened = tape.patterns.filter(({ change }) => change === 'new');
    expect(opened.length).toBe(1);
    expect(opened[0]?.pattern).toMatchObject({
      sub: 'hidden_share',
      side: 'bid',
      exact: true,
      status: 'open',
    });
    expect(opened[0]?.pattern.description).toMatch(/^\d+% of the volume of 5 minutes came from hidden size/);
    quiet(tape);
    expect(tape.patterns.at(-1)?.pattern.status).toBe('expired');
    expect(new Set(tape.patterns.map(({ pattern }) => pattern.id)).size).toBe(1);
  },
);

test('feeds that do not join trades and book cannot show hidden size', () => {
  for (const tier of ['L2C', 'L1T'] as const) {
    const rows = availabilityOf(tier).filter(({ type }) => type === 'dark_pool_activity');
    expect(rows.find(({ sub }) => sub === 'hidden_share')?.availability.available).toBe(false);
    expect(rows.find(({ sub }) => sub === 'block')?.availability.available).toBe(true);
  }
});

test('a lost book closes the stretch', () => {
  const tape = quiet(market());
  for (let n = 0; n < 60; n += 1) sell(tape.wait(1000), 40, 400);
  tape.pipeline.onDiscontinuity(0);
  expect(tape.patterns.at(-1)?.pattern.status).toBe('expired');
});
