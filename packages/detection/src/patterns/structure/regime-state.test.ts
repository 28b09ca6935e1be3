/** What half minutes and resting orders say about the state of a market. */
import { MINUTE_MS, NO_PRICE, SIDE_ASK, SIDE_BID } from '@undertow/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FLOW_START_MS, WatchedMarket } from '#testing/flow-view.ts';
import { type PlainFacts, plainView } from '#testing/plain-view.ts';
import { RestingOrders } from './market-structure-liquidity.ts';
import { MEASURES, type Measure, StructureMeasures } from './market-structure-measures.ts';
import { REGIME, RegimeState } from './market-structure-regime.ts';

interface HalfMinute extends Partial<Record<Measure, number>> {
  readonly move?: number;
  readonly variance?: number;
}

function stateOf(
  count: number,
  { move = 0, variance = 1, ...values }: HalfMinute = {},
  state = new RegimeState(),
) {
  const measures = new StructureMeasures();
  for (const [at, name] of MEASURES.entries()) measures.values[at] = values[name] ?? 0;
  Object.assign(measures, { move, variance });
  for (let n = 0; n < count; n += 1) state.observe(measures);
  return state;
}

describe('the state of a market', () => {
  test.each<[string, HalfMinute]>([
    ['range', {}],
    ['trend up', { move: 1 }],
    ['trend down', { move: -1 }],
    ['volatile', { swing: 1 }],
    ['volatile', { swing: 0.1, activity: 2 }],
    ['range', { swing: 0.9, activity: 1.9 }],
    ['quiet', { swing: -1 }],
    ['quiet', { swing: -0.1, activity: -2 }],
    ['thin', { depth: -2 }],
    ['range', { depth: -1.9 }],
  ])('is called %s where half minutes are %o', (name, half) => {
    expect(stateOf(8, half).name()).toBe(name);
  });

  test('drifts by its move in deviations of a walk: 8 ticks over four half minutes of a square tick are 4', () => {
    expect(stateOf(4, { move: 2 }).drift(4)).toBe(4);
    expect(stateOf(4, { move: -2, variance: 4 }).drift(4)).toBe(-2);
    expect(stateOf(4, { move: 2, variance: 0 }).drift(4)).toBe(0);
  });

  test('has the means of its own half minutes', () => {
    expect(stateOf(5, { volume: 1.5 }).mean('volume')).toBeCloseTo(1.5, 12);
    expect(stateOf(5, { volume: 1.5 }).mean('depth')).toBe(0);
  });

  test('began as many half minutes ago as it lasts', () => {
    const state = stateOf(6);
    expect(state.newLength).toBeGreaterThan(0);
    expect(state.startMs(10 * MINUTE_MS)).toBe(10 * MINUTE_MS - state.newLength * 30_000);
  });

  test('that has been reset knows nothing of before', () => {
    const state = stateOf(40, { volume: 3 });
    state.reset();
    expect(state.newLength).toBe(1);
    stateOf(1, { volume: -2 }, state);
    expect(state.mean('volume')).toBe(-2);
  });

  test('has begun anew after a lasting step of several measures', () => {
    const state = stateOf(40);
    const before = state.newLength;
    stateOf(12, { swing: 4, flow: 4, volume: 4, activity: 4, depth: -4 }, state);
    expect(before).toBeGreaterThan(30);
    expect(state.newLength).toBeLessThanOrEqual(14);
    expect(state.newLength).toBeGreaterThanOrEqual(8);
  });
});

describe('evidence of a change', () => {
  const orders = (part: Partial<RestingOrders> = {}): RestingOrders => {
    const made = new RestingOrders();
    made.deviations.set([-3, -4, -5]);
    return Object.assign(made, { widest: -5, step: -0.4, kept: 0.9 }, part);
  };

  test('takes the sign of the widest step of resting orders out of the others', () => {
    const features = stateOf(30).features(orders());
    expect(features).toHaveLength(REGIME.features.length);
    expect(features.slice(0, 5)).toEqual([5, 3, 5, 0.4, 0.9]);
  });

  test('counts a step of depth that goes the same way', () => {
    // Six new half minutes a scatter below twenty before: 1 / sqrt(1 / 6 + 1 / 20) deviations.
    const state = stateOf(6, { depth: -1 }, stateOf(30));
    const at = REGIME.features.indexOf('step of depth');
    expect(state.features(orders())[at]).toBeCloseTo(1 / Math.sqrt(1 / 6 + 1 / 20), 9);
    expect(state.features(orders({ widest: 5 }))[at]).toBeCloseTo(-1 / Math.sqrt(1 / 6 + 1 / 20), 9);
  });

  test('has the busiest of the new half minutes above the mean before', () => {
    const state = stateOf(1, { activity: 3 }, stateOf(5, {}, stateOf(20, { activity: 0.5 })));
    expect(state.features(orders())[REGIME.features.indexOf('burst of activity')]).toBeCloseTo(2.5, 9);
  });

  test('is none of what has no earlier half minutes', () => {
    expect(stateOf(6, { depth: 2, activity: 2 }).features(orders()).slice(5)).toEqual([-0, 0]);
  });
});

describe('a half minute', () => {
  /** Seconds of a market whose mid goes by `step` ticks each; the number of complete half minutes. */
  function run(
    measures: StructureMeasures,
    seconds: number,
    step: number,
    facts: PlainFacts = {},
    fromMs = 0,
  ) {
    let complete = 0;
    for (let n = 0; n <= seconds; n += 1) {
      const bid = 1000 + step * n;
      const view = plainView({ bestBidTicks: bid, bestAskTicks: bid + 1, ...facts });
      if (measures.onClock(fromMs + n * 1000, view)) complete += 1;
    }
    return complete;
  }

  test('is complete after thirty seconds, with its move and its squared moves of a second', () => {
    const measures = new StructureMeasures();
    expect(run(measures, 29, 2)).toBe(0);
    expect(run(new StructureMeasures(), 30, 2)).toBe(1);
    expect(run(measures, 30, 2)).toBe(1);
    const other = new StructureMeasures();
    run(other, 30, 2);
    expect(other).toMatchObject({ move: 60, variance: 120 });
  });

  test('of a book that was whole for less than half of it is not measured', () => {
    expect(run(new StructureMeasures(), 90, 1, { bestAskTicks: NO_PRICE })).toBe(0);
  });

  test('starts again after a hole in the feed, and no move is measured across it', () => {
    const measures = new StructureMeasures();
    run(measures, 20, 1);
    measures.interrupt();
    expect(run(measures, 29, 1, {}, 500_000)).toBe(0);
    const other = new StructureMeasures();
    run(other, 20, 50);
    other.interrupt();
    run(other, 30, 1, {}, 500_000);
    expect(other.move).toBe(30);
  });

  test('is the first of its kind, then measured in scatters of those before, at most five', () => {
    const measures = new StructureMeasures();
    run(measures, 30, 0, { depths: [100, 100] });
    expect(Array.from(measures.values)).toEqual([0, 0, 0, 0, 0]);
    run(measures, 900, 0, { depths: [100, 100] }, 31_000);
    run(measures, 30, 0, { depths: [5, 5] }, 940_000);
    expect(measures.values[MEASURES.indexOf('depth')]).toBe(-5);
    fc.assert(
      fc.property(fc.nat(10_000), fc.integer({ min: -40, max: 40 }), (depth, step) => {
        const one = new StructureMeasures();
        run(one, 90, step, { depths: [depth, 3] });
        run(one, 31, 0, { depths: [3, depth] }, 95_000);
        for (const value of one.values) expect(Math.abs(value)).toBeLessThanOrEqual(5);
      }),
      { numRuns: 20 },
    );
  });
});

describe('resting orders', () => {
  const PER_LEVEL = 8;

  /** A book of ten levels a side with eight orders each; ids by place in the queue. */
  function book(): { market: WatchedMarket; queues: number[][] } {
    const market = new WatchedMarket();
    const queues: number[][] = Array.from({ length: PER_LEVEL }, () => []);
    for (let level = 0; level < 10; level += 1)
      for (const queue of queues)
        queue.push(market.add(0, SIDE_BID, 1000 - level, 2), market.add(0, SIDE_ASK, 1001 + level, 2));
    return { market, queues };
  }

  /** Runs so many samples of ten seconds. */
  function sample(orders: RestingOrders, { view }: WatchedMarket, from: number, count: number): void {
    for (let second = from * 10; second < (from + count) * 10; second += 1)
      orders.onClock(FLOW_START_MS + second * 1000, view);
  }

  test('that stay are no step', () => {
    const { market } = book();
    const orders = new RestingOrders();
    sample(orders, market, 0, 40);
    expect(orders.widest).toBe(0);
  });

  test('of which half leave everywhere are a step by the logarithm of two, which is kept', () => {
    const { market, queues } = book();
    const orders = new RestingOrders();
    sample(orders, market, 0, 30);
    for (const id of queues.slice(0, PER_LEVEL / 2).flat()) market.cancel(0, id);
    sample(orders, market, 30, 8);
    expect(orders.step).toBeCloseTo(-Math.LN2, 1);
    expect(orders.widest).toBeLessThan(-6);
    expect(orders.kept).toBeCloseTo(1, 1);
    expect(orders.deviations[0]).toBeLessThan(0);
  });

  test('that come back at once are a step of which nothing is kept', () => {
    const { market, queues } = book();
    const orders = new RestingOrders();
    sample(orders, market, 0, 30);
    for (const id of queues.slice(0, PER_LEVEL / 2).flat()) market.cancel(0, id);
    sample(orders, market, 30, 3);
    for (let level = 0; level < 10; level += 1)
      for (let n = 0; n < PER_LEVEL / 2; n += 1) {
        market.add(0, SIDE_BID, 1000 - level, 2);
        market.add(0, SIDE_ASK, 1001 + level, 2);
      }
    sample(orders, market, 33, 4);
    expect(orders.widest).toBeLessThan(0);
    expect(orders.kept).toBeCloseTo(0, 1);
  });

  test('are compared with two and a half minutes of before at least', () => {
    const { market, queues } = book();
    const orders = new RestingOrders();
    sample(orders, market, 0, 10);
    for (const id of queues.slice(0, PER_LEVEL / 2).flat()) market.cancel(0, id);
    sample(orders, market, 10, 6);
    expect(orders.widest).toBe(0);
  });

  test('of before a hole in the feed are no state to compare with', () => {
    const { market, queues } = book();
    const orders = new RestingOrders();
    sample(orders, market, 0, 30);
    orders.reset();
    for (const id of queues.slice(0, PER_LEVEL / 2).flat()) market.cancel(0, id);
    sample(orders, market, 31, 12);
    expect([orders.widest, orders.step, orders.kept]).toEqual([0, 0, 0]);
  });
});
