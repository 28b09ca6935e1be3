import { type FeedTier, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { expect, test } from 'vitest';
import type { Judge } from '#calibration/judge.ts';
import { add, cancel, fill, fixedJudge, HandTape, trade } from '#testing/hand-tape.ts';

const PRICE = 19_000;
let aggressor = 40_000;

/** Asks of 50 at each of twenty prices above, bids of 50 below; one trade a second at the best ask. */
function market(tier: FeedTier, judge: Judge = fixedJudge(0.9)): HandTape {
  const tape = new HandTape(tier, ['stop_run'], judge).background(PRICE);
  for (let n = 0; n < 20; n += 1) tape.event(add(31_000 + n, SIDE_ASK, PRICE + 5 + n, 50));
  for (let n = 0; n < 20; n += 1) tape.event(add(32_000 + n, SIDE_BID, PRICE - n, 50));
  for (let n = 0; n < 40; n += 1) tape.pass(1000);
  return tape;
}

/** A buyer takes the whole ask at a price. */
function lift(tape: HandTape, priceTicks: number): HandTape {
  aggressor += 1;
  const ask = 31_000 + priceTicks - PRICE - 5;
  return tape.event(
    trade(aggressor, SIDE_BID, priceTicks, 50),
    fill(ask, SIDE_ASK, priceTicks, 50),
    cancel(ask, SIDE_ASK, priceTicks, 50),
  );
}

function sweep(tape: HandTape, levels: number): HandTape {
  for (let n = 0; n < levels; n += 1) lift(tape.wait(40), PRICE + 5 + n);
  return tape;
}

test.each(['L2C', 'L1T'] as const)(
  'on %s a burst that sweeps is raised once, inferred and capped',
  (tier) => {
    const tape = sweep(market(tier), 8);
    expect(tape.changes[0]).toBe('new');
    expect(tape.changes.slice(1)).not.toContain('new');
    expect(tape.last).toMatchObject({
      type: 'stop_run',
      sub: 'inferred',
      side: 'bid',
      exact: false,
      confidence: 0.7,
      priceLowTicks: PRICE + 4,
    });
    expect(tape.last.description).toMatch(
      /^Burst of \d+ buys from 4751\.00 to 475\d\.\d\d, \d+ traded.*; stops inferred$/,
    );
    expect(tape.pipeline.counters.electedStops).toBe(0);
  },
);

test('prints that come slowly are no burst', () => {
  const tape = market('L1T');
  for (let n = 0; n < 8; n += 1) lift(tape.wait(1500), PRICE + 5 + n);
  expect(tape.raised).toEqual([]);
});

test('a burst is not looked at before it is known what a second usually brings', () => {
  const tape = new HandTape('L1T', ['stop_run'], fixedJudge(0.9)).background(PRICE);
  for (let n = 0; n < 20; n += 1) tape.event(add(31_000 + n, SIDE_ASK, PRICE + 5 + n, 50));
  expect(sweep(tape, 8).raised).toEqual([]);
});

test('a doubtful burst is not raised', () => {
  expect(sweep(market('L1T', fixedJudge(0.5)), 8).raised).toEqual([]);
});

test('after two quiet seconds it waits for its outcome, which a lost book takes away', () => {
  const tape = sweep(market('L1T'), 8);
  tape.pass(3000);
  expect(tape.last.evidence['outcome']).toBe('pending');
  tape.pipeline.onDiscontinuity(0);
  expect(tape.last).toMatchObject({ status: 'expired' });
  expect(tape.last.evidence['outcome']).toBe('interrupted');
});

test('a burst without a return of price is a continuation', () => {
  const tape = sweep(market('L1T'), 8);
  for (let n = 0; n < 8; n += 1) tape.event(add(33_000 + n, SIDE_BID, PRICE + 5 + n, 50));
  tape.pass(125_000);
  expect(tape.last).toMatchObject({ status: 'confirmed' });
  expect(tape.last.evidence['outcome']).toBe('continuation');
});
