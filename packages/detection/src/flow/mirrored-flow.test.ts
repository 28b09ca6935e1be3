/** A market and its mirror: with bid and ask exchanged every signed fact of order flow is negated, the others are equal. */
import { SIDE_ASK, SIDE_BID } from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FLOW_START_MS, WatchedMarket } from '#testing/flow-view.ts';

/** Bids up to 1000 become asks from 1001 on, and the other way round. */
const MIRROR = 2001;
const WINDOWS = [100, 1000, 10_000, 60_000] as const;

interface Step {
  readonly kind: 'add' | 'cancel' | 'trade';
  readonly isBid: boolean;
  readonly depth: number;
  readonly size: number;
  readonly waitMs: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('add' as const, 'add' as const, 'cancel' as const, 'trade' as const),
  isBid: fc.boolean(),
  depth: fc.integer({ min: 0, max: 6 }),
  size: fc.integer({ min: 1, max: 20 }),
  waitMs: fc.integer({ min: 0, max: 260 }),
});

/** `ids` are the orders that were added and not cancelled. */
function act(
  watched: WatchedMarket,
  ids: number[],
  { kind, isBid, depth, size, waitMs }: Step,
  isMirrored: boolean,
): void {
  const price = isBid ? 1000 - depth : 1001 + depth;
  const side = isBid === isMirrored ? SIDE_ASK : SIDE_BID;
  const priceTicks = isMirrored ? MIRROR - price : price;
  if (kind === 'add') ids.push(watched.add(waitMs, side, priceTicks, size));
  else if (kind === 'trade') watched.trade(waitMs, side, priceTicks, size);
  else if (ids.length > 0) watched.cancel(waitMs, ids.splice(depth % ids.length, 1)[0] ?? 0);
}

function play(steps: readonly Step[], isMirrored: boolean): WatchedMarket {
  const watched = new WatchedMarket();
  const ids: number[] = [];
  // Both sides always are there, and the mirror of the first event comes first: depth is read after it.
  const sides = isMirrored ? [SIDE_ASK, SIDE_BID] : [SIDE_BID, SIDE_ASK];
  for (const side of sides) watched.add(0, side, side === SIDE_BID ? 1000 : 1001, 5);
  for (const step of steps) act(watched, ids, step, isMirrored);
  return watched;
}

test('order flow of the mirror is the mirror of order flow', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 60 }), (steps) => {
      const { flow } = play(steps, false).view;
      const mirrored = play(steps, true).view.flow;
      for (const window of WINDOWS) {
        expect(mirrored.ofi(window)).toBeCloseTo(-flow.ofi(window), 9);
        expect(mirrored.deepOfi(window)).toBeCloseTo(-flow.deepOfi(window), 9);
        expect(mirrored.signedVolume(window)).toBeCloseTo(-flow.signedVolume(window), 9);
        expect(mirrored.volume(window)).toBe(flow.volume(window));
        expect(mirrored.trades(window)).toBe(flow.trades(window));
      }
      for (const levels of [1, 5, 10] as const)
        expect(mirrored.imbalance(levels)).toBeCloseTo(-flow.imbalance(levels), 12);
      expect(mirrored.cumulativeDelta + flow.cumulativeDelta).toBe(0);
      expect(mirrored.signRun + flow.signRun).toBe(0);
      expect(mirrored.intensity('buy')).toBe(flow.intensity('sell'));
      expect(mirrored.intensity('bidPull')).toBe(flow.intensity('askPull'));
      expect(mirrored.micropriceTicks).toBeCloseTo(MIRROR - flow.micropriceTicks, 9);
    }),
    { numRuns: 40 },
  );
});

test('buyers and bids are positive', () => {
  const watched = new WatchedMarket();
  watched.add(0, SIDE_BID, 1000, 30);
  watched.add(100, SIDE_ASK, 1001, 10);
  watched.trade(0, SIDE_BID, 1001, 4);
  const { flow } = watched.view;
  expect([flow.signedVolume(1000), flow.cumulativeDelta, flow.signRun]).toEqual([4, 4, 1]);
  expect(flow.imbalance(1)).toBeCloseTo(0.5, 12);
  expect(flow.imbalance(5)).toBeCloseTo(0.5, 12);
  expect(flow.micropriceTicks).toBeCloseTo(1000.75, 9);
});

test('a trade counts in its own 100 ms and the full one before now, and leaves with the next', () => {
  const watched = new WatchedMarket();
  watched.add(0, SIDE_BID, 1000, 30);
  watched.trade(150, SIDE_ASK, 1000, 2);
  const volumeAt = (ms: number): number => {
    watched.runClock(FLOW_START_MS + ms);
    return watched.view.flow.volume(100);
  };
  expect([volumeAt(199), volumeAt(200), volumeAt(299), volumeAt(300)]).toEqual([2, 2, 2, 0]);
});
