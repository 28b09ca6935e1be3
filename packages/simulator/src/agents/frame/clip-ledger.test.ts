import { SIDE_ASK, SIDE_BID } from '@undertow/market';
import { expect, test } from 'vitest';
import { ClipLedger, clipInformation } from './clip-ledger.ts';

/** `own` buyers among a crowd of so many on each side, all of one size. */
function information(own: number, crowd: number, size = 8, crowdSize = size): number {
  const [clips, before, after] = [new ClipLedger(), new ClipLedger(), new ClipLedger()];
  before.add(SIDE_BID, size);
  after.set(before);
  for (let n = 0; n < crowd; n += 1) {
    after.add(SIDE_BID, crowdSize);
    after.add(SIDE_ASK, crowdSize);
  }
  for (let n = 0; n < own; n += 1) {
    clips.add(SIDE_BID, size);
    after.add(SIDE_BID, size);
  }
  return clipInformation(SIDE_BID, clips, before, after);
}

test('clips carry more information the fewer of the crowd are of their size', () => {
  expect(information(20, 1000)).toBeLessThan(1);
  expect(information(20, 20)).toBeGreaterThan(5);
  expect(information(20, 1000, 64, 1)).toBeGreaterThan(40);
});

test('clips that are no more than the scatter of the crowd carry about half a nat', () => {
  // 30 among 900 of the side are one standard deviation.
  expect(information(30, 900)).toBeCloseTo(0.5, 1);
});

test('a trader who took nothing carries no information', () => {
  expect(information(0, 50)).toBe(0);
});
