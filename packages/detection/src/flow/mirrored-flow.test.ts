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

/** A first order of each side behind all others: both sides always are there, and the best prices move. */
const FIRST: readonly Step[] = [true, false].map((isBid) => {
  return { kind: 'add', isBid, depth: 7, size: 5, waitMs: 0 };
});

function play(steps: readonly Step[], isMirrored: boolean): WatchedMarket {
  const watched = new WatchedMarket();
  const ids: number[] = [];
  const placed = ({ isBid, depth }: Step): [side: number, priceTicks: number] => {
    const price = isBid ? 1000 - depth : 1001 + depth;
    return isMirrored ? [isBid ? SIDE_ASK : SIDE_BID, MIRROR - price] : [isBid ? SIDE_BID : SIDE_ASK, price];
  };
  for (const first of FIRST) watched.add(0, ...placed(first), first.size);
  for (const one of steps) {
    const { kind, depth, size, waitMs } = one;
    if (kind === 'add') ids.push(watched.add(waitMs, ...placed(one), size));
    else if (kind === 'trade') watched.trade(waitMs, ...placed(one), size);
    else for (const id of ids.splice(depth % Math.max(1, ids.length), 1)) watched.cancel(waitMs, id);
  }
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
