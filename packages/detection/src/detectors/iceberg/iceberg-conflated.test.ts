import { type FeedTier, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { expect, test } from 'vitest';
import type { Judge } from '#calibration/judge.ts';
import { add, cancel, fill, fixedJudge, HandTape, modify, trade } from '#testing/hand-tape.ts';

const PRICE = 19_000;
const LEVEL = 500;

function market(tier: FeedTier = 'L2C', judge: Judge = fixedJudge(0.9)): HandTape {
  return new HandTape(tier, ['iceberg'], judge)
    .background(PRICE)
    .event(add(LEVEL, SIDE_BID, PRICE, 10))
    .pass(2000);
}

let aggressor = 40_000;

/** Ten contracts trade at the price; a later sample shows the level as large as before, or what is left of it. */
function hit(tape: HandTape, shownAfter: number): void {
  aggressor += 1;
  tape.wait(200).event(trade(aggressor, SIDE_ASK, PRICE, 8), fill(LEVEL, SIDE_BID, PRICE, 8));
  tape.wait(100);
  if (shownAfter === 0) tape.event(cancel(LEVEL, SIDE_BID, PRICE, 10));
  else tape.event(modify(LEVEL, SIDE_BID, PRICE, shownAfter));
}

test('a price that trades more than it showed and gained is raised once, as a lower bound', () => {
  const tape = market();
  for (let n = 0; n < 12; n += 1) hit(tape, n % 2 === 0 ? 9 : 10);
  expect(tape.changes[0]).toBe('new');
  expect(tape.changes.slice(1).every((change) => change === 'update')).toBe(true);
  expect(new Set(tape.raised.map(({ event }) => event.id)).size).toBe(1);
  expect(tape.last).toMatchObject({
    type: 'iceberg',
    sub: 'conflated',
    side: 'bid',
    priceTicks: PRICE,
    tier: 'L2C',
    exact: false,
    confidence: 0.9,
    status: 'open',
  });
  const { hiddenAtLeast, executed, shownAtStart, gained } = tape.last.evidence as Record<string, number>;
  expect(hiddenAtLeast).toBe((executed ?? 0) - (shownAtStart ?? 0) - (gained ?? 0));
  expect(tape.last.size).toBe(hiddenAtLeast);
});

test('a level that only loses what trades hides nothing', () => {
  const tape = new HandTape('L2C', ['iceberg'], fixedJudge(0.9)).background(PRICE);
  tape.event(add(LEVEL, SIDE_BID, PRICE, 100)).pass(2000);
  for (let n = 1; n <= 12; n += 1) hit(tape, 100 - 8 * n);
  expect(tape.raised).toEqual([]);
});

test('a level that is seen to gain what then trades hides nothing', () => {
  const tape = market();
  for (let n = 0; n < 12; n += 1) {
    hit(tape, 2);
    tape.wait(100).event(modify(LEVEL, SIDE_BID, PRICE, 10));
  }
  expect(tape.raised).toEqual([]);
});

test('a price that is traded through ends its event', () => {
  const tape = market();
  for (let n = 0; n < 12; n += 1) hit(tape, n % 2 === 0 ? 9 : 10);
  hit(tape, 0);
  expect(tape.last).toMatchObject({ status: 'expired' });
});

test('the window of two minutes ends once', () => {
  const tape = market();
  for (let n = 0; n < 12; n += 1) hit(tape, n % 2 === 0 ? 9 : 10);
  const before = tape.raised.length;
  tape.pass(121_000).pass(5000);
  expect(tape.raised.length).toBe(before + 1);
  expect(tape.last.status).toBe('expired');
});

test('it is unavailable where refills are exact and where no levels are shown', () => {
  for (const tier of ['L3', 'L2S', 'L1T'] as const) {
    const tape = market(tier);
    for (let n = 0; n < 12; n += 1) hit(tape, n % 2 === 0 ? 9 : 10);
    expect(tape.raised.filter(({ event }) => event.sub === 'conflated')).toEqual([]);
  }
});
