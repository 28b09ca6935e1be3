import { SIDE_ASK, SIDE_BID } from '@undertow/market';
import { expect, test } from 'vitest';
import { add, fixedJudge, HandTape, modify } from '#testing/hand-tape.ts';

const PRICE = 19_000;
const BID = 101;
const ASK = 102;

/** Half an hour of a book that breathes a little, then half a minute with the bid at `leaning`. */
function market(tier: 'L2C' | 'L2S' | 'L3', leaning: number): HandTape {
  const tape = new HandTape(tier, ['spoofing'], fixedJudge(0.9));
  tape.event(add(BID, SIDE_BID, PRICE, 100), add(ASK, SIDE_ASK, PRICE + 1, 100));
  for (let second = 0; second < 1800; second += 1)
    tape.wait(1000).event(modify(BID, SIDE_BID, PRICE, 90 + ((second * 7) % 20)));
  for (let second = 0; second < 40; second += 1)
    tape.wait(1000).event(modify(BID, SIDE_BID, PRICE, leaning + (second % 5)));
  return tape;
}

test('an unusual lean of the book is one weak minor finding, then updates, and is never raised', () => {
  const tape = market('L2C', 400);
  expect(tape.raised).toEqual([]);
  const shifts = tape.minor.filter(({ event }) => event.sub === 'imbalance_shift');
  expect(shifts.map(({ change }) => change).slice(0, 2)).toEqual(['new', 'update']);
  expect(new Set(shifts.map(({ event }) => event.id)).size).toBe(1);
  expect(shifts.at(-1)?.event).toMatchObject({
    type: 'spoofing',
    side: 'bid',
    exact: false,
    severity: 'low',
    evidence: { minor: true, strength: 'weak' },
  });
});

test('its confidence is at most one half, whatever the judge returns', () => {
  for (const { event } of market('L2C', 400).minor) {
    expect(event.confidence).toBe(0.5);
    expect(event.confidenceHigh).toBe(0.5);
  }
});

test('a book that leans to the ask is reported for the ask side', () => {
  expect(market('L2C', 20).minor[0]?.event.side).toBe('ask');
});

test('a book whose balance stays as before is not reported', () => {
  expect(market('L2C', 97).minor).toEqual([]);
});

test.each(['L3', 'L2S'] as const)('on %s withdrawals are seen themselves', (tier) => {
  expect(market(tier, 400).minor.filter(({ event }) => event.sub === 'imbalance_shift')).toEqual([]);
});
