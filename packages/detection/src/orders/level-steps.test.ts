import { SIDE_ASK, SIDE_BID } from '@undertow/market';
import { expect, test } from 'vitest';
import { add, cancel, HandTape, modify } from '#testing/hand-tape.ts';
import { LevelSteps } from './level-steps.ts';

const rowsOf = ({ count, side, priceTicks, before, after }: LevelSteps): number[][] =>
  Array.from({ length: count }, (_, at) => [side[at], priceTicks[at], before[at], after[at]] as number[]);

test('levels that grow, shrink, appear and vanish are reported with their sizes before and after', () => {
  const steps = new LevelSteps();
  const tape = new HandTape('L2S').event(add(1, SIDE_BID, 100, 5)).event(add(2, SIDE_ASK, 103, 7));
  steps.read(tape.market.book);
  expect(rowsOf(steps)).toEqual([]);
  tape.event(modify(1, SIDE_BID, 100, 9));
  steps.read(tape.market.book);
  expect(rowsOf(steps)).toEqual([[SIDE_BID, 100, 5, 9]]);
  tape
    .event(add(3, SIDE_BID, 101, 2))
    .event(add(4, SIDE_BID, 98, 4))
    .event(modify(2, SIDE_ASK, 103, 1));
  steps.read(tape.market.book);
  expect(rowsOf(steps)).toEqual([
    [SIDE_BID, 101, 0, 2],
    [SIDE_BID, 98, 0, 4],
    [SIDE_ASK, 103, 7, 1],
  ]);
  tape.event(cancel(1, SIDE_BID, 100, 9));
  steps.read(tape.market.book);
  expect(rowsOf(steps)).toEqual([[SIDE_BID, 100, 9, 0]]);
  steps.read(tape.market.book);
  expect(rowsOf(steps)).toEqual([]);
});

test('a level that leaves or enters the window of ten at its far end is no change', () => {
  const steps = new LevelSteps();
  const tape = new HandTape('L2S');
  for (let level = 0; level < 10; level += 1) tape.event(add(level + 1, SIDE_BID, 100 - level, 5));
  steps.read(tape.market.book);
  tape.event(add(20, SIDE_BID, 101, 3));
  steps.read(tape.market.book);
  expect(rowsOf(steps)).toEqual([[SIDE_BID, 101, 0, 3]]);
  tape.event(cancel(20, SIDE_BID, 101, 3));
  steps.read(tape.market.book);
  expect(rowsOf(steps)).toEqual([[SIDE_BID, 101, 3, 0]]);
});
