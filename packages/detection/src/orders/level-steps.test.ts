/** What changed on the best ten levels of each side from one event to the next. */
import { SIDE_ASK, SIDE_BID } from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FLOW_START_MS } from '#testing/flow-view.ts';
import { add, cancel, HandTape, modify } from '#testing/hand-tape.ts';
import { LineMarket, level } from '#testing/line-market.ts';
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

type Ladder = ReadonlyMap<number, number>;

const ladder: fc.Arbitrary<Ladder> = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 24 }), fc.integer({ min: 1, max: 5 })), {
    minLength: 1,
    maxLength: 16,
    selector: ([ticks]) => ticks,
  })
  .map((levels) => new Map(levels));

/** The best ten levels by ticks from the market, and how far they are known: all of it where there are fewer. */
function windowOf(levels: Ladder): { sizes: Ladder; untilTicks: number } {
  const best = [...levels].toSorted(([a], [b]) => a - b).slice(0, 10);
  return {
    sizes: new Map(best),
    untilTicks: best.length < 10 ? Number.POSITIVE_INFINITY : (best[9]?.[0] ?? 0),
  };
}

test('every change that both windows show is reported once, of either side alike', () => {
  fc.assert(
    fc.property(ladder, ladder, (before, after) => {
      const [then, now] = [windowOf(before), windowOf(after)];
      const untilTicks = Math.min(then.untilTicks, now.untilTicks);
      const expected = [...new Set([...then.sizes.keys(), ...now.sizes.keys()])]
        .toSorted((a, b) => a - b)
        .map((ticks) => [ticks, then.sizes.get(ticks) ?? 0, now.sizes.get(ticks) ?? 0])
        .filter(([ticks = 0, was, is]) => was !== is && ticks <= untilTicks);
      for (const side of [SIDE_BID, SIDE_ASK]) {
        const priceOf = (ticks: number): number => (side === SIDE_BID ? 1000 - ticks : 1001 + ticks);
        const tape = new LineMarket('L2S', FLOW_START_MS, () => undefined);
        const steps = new LevelSteps();
        tape.event(...[...before].map(([ticks, size]) => level(side, priceOf(ticks), size)));
        steps.read(tape.market.book);
        const gone = [...before.keys()].filter((ticks) => !after.has(ticks));
        tape.event(
          ...gone.map((ticks) => level(side, priceOf(ticks), 0)),
          ...[...after].map(([ticks, size]) => level(side, priceOf(ticks), size)),
        );
        steps.read(tape.market.book);
        expect(rowsOf(steps)).toEqual(
          expected.map(([ticks = 0, ...sizes]) => [side, priceOf(ticks), ...sizes]),
        );
      }
    }),
    { numRuns: 60 },
  );
});

test('after a hole in the feed the next book is compared with nothing, nor is a side that was empty', () => {
  const tape = new LineMarket('L2S', FLOW_START_MS, () => undefined);
  const steps = new LevelSteps();
  const read = (): number[][] => {
    steps.read(tape.market.book);
    return rowsOf(steps);
  };
  tape.event(level(SIDE_BID, 1000, 5));
  expect(read()).toEqual([]);
  tape.event(level(SIDE_ASK, 1001, 5));
  expect(read()).toEqual([]);
  steps.clear();
  expect(rowsOf(steps)).toEqual([]);
  tape.event(level(SIDE_BID, 1000, 9), level(SIDE_ASK, 1001, 9));
  expect(read()).toEqual([]);
  tape.event(level(SIDE_BID, 1000, 0));
  expect(read()).toEqual([[SIDE_BID, 1000, 9, 0]]);
});
