/** The detector of regimes on a view that the test writes: when it looks, raises, follows and forgets. */
import { HOUR_MS, type LevelBook, MINUTE_MS, NO_PRICE, SIDE_BID } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { handEvent } from '#testing/hand-event.ts';
import { plainContext } from '#testing/plain-context.ts';
import { plainView } from '#testing/plain-view.ts';
import { MARKET_REGIME } from './market-structure.ts';
import { RestingOrders } from './market-structure-liquidity.ts';
import { MEASURES, StructureMeasures } from './market-structure-measures.ts';
import { type RaisedRegime, regimePattern } from './market-structure-pattern.ts';
import { RegimeState } from './market-structure-regime.ts';

/** A book whose ten levels of each side have so many orders; a number for each side, 0 for an empty one. */
function bookOf(orders: { bid: number; ask: number }) {
  const copyTop: LevelBook['copyTop'] = (side, count, _prices, sizes, counts) => {
    const each = side === SIDE_BID ? orders.bid : orders.ask;
    if (each === 0) return 0;
    sizes.fill(7, 0, count);
    counts.fill(each, 0, count);
    return count;
  };
  return { book: { copyTop } };
}

class Market {
  readonly orders = { bid: 20, ask: 20 };
  timeMs = 100 * HOUR_MS;
  readonly view = { ...plainView({ sinceOpenMs: 3 * HOUR_MS, market: bookOf(this.orders) as never }) };
  readonly made = plainContext(this.view);
  readonly #detector = MARKET_REGIME.create(this.made.context);

  /** Waits so many seconds, with the clock each 100 ms of them. */
  wait(seconds: number): this {
    for (let tick = 0; tick < 10 * seconds; tick += 1) {
      this.timeMs += 100;
      Object.assign(this.view, { timeMs: this.timeMs });
      this.#detector.onClock(this.timeMs, this.view);
    }
    return this;
  }

  leave(bid: number, ask = bid): this {
    Object.assign(this.orders, { bid, ask });
    return this;
  }

  event(degraded = false): this {
    this.#detector.onMatch({ ...handEvent(this.timeMs, []), degraded }, this.view);
    return this;
  }

  lose(): this {
    this.#detector.onDiscontinuity(this.timeMs);
    return this;
  }

  get news() {
    return this.made.patterns.map(({ pattern, change }) => [pattern.status, change]);
  }
}

/** Some minutes of twenty orders at each level, and then so many. */
const changed = (after: number, seconds: number): Market => new Market().wait(400).leave(after).wait(seconds);

test('a step is looked at from half a minute after its first sign, each ten seconds, ten times', () => {
  const { made } = changed(8, 400);
  expect(made.looks).toHaveLength(10);
  const times = made.looks.map(({ timeMs }) => timeMs);
  expect(new Set(made.looks.map(({ key }) => key))).toEqual(new Set([String(times[0]! - 20_000)]));
  for (const [at, timeMs] of times.entries()) expect(timeMs).toBe(times[0]! + 10_000 * at);
});

test('orders that come and orders that leave are steps alike', () => {
  const [fewer, more] = [changed(8, 200), changed(50, 200)];
  expect(more.made.looks.map(({ timeMs }) => timeMs)).toEqual(fewer.made.looks.map(({ timeMs }) => timeMs));
  // log(20 / 8) and log(50 / 20) are the same step, and its sign is taken out of the features
  for (const [at, look] of fewer.made.looks.entries())
    for (const [index, value] of look.features.entries())
      expect(more.made.looks[at]?.features[index]).toBeCloseTo(value, 9);
});

test('a small step is nothing to look at', () => {
  expect(changed(18, 300).made.looks).toEqual([]);
});

test('a regime is raised once at the first sure look, updated every two minutes, and goes on', () => {
  const market = changed(8, 600);
  expect(market.news.filter(([, change]) => change === 'new')).toEqual([['open', 'new']]);
  const updates = market.made.patterns.filter(({ change }) => change === 'update');
  const times = updates.map(({ pattern }) => Number(pattern.updatedNs / 1_000_000n));
  expect(times.length).toBeGreaterThanOrEqual(3);
  for (let at = 1; at < times.length; at += 1) expect(times[at]! - times[at - 1]!).toBe(2 * MINUTE_MS);
  expect(new Set(market.made.patterns.map(({ pattern }) => pattern.id)).size).toBe(1);
});

test('a surer look at the same change raises its confidence, a less sure one does not lower it', () => {
  const market = new Market().wait(400).leave(8).wait(45);
  expect(market.made.patterns.at(-1)?.pattern.confidence).toBe(0.8);
  market.made.say({ confidence: 0.95 });
  market.wait(12).made.say({ confidence: 0.3 });
  market.wait(150);
  expect(market.made.patterns.at(-1)?.pattern.confidence).toBe(0.95);
});

test('the next change confirms the regime before it', () => {
  const market = changed(8, 700).leave(30);
  // Elsewhere in price: what began at one place is told from what began at another
  Object.assign(market.view, { bestBidTicks: 1010, bestAskTicks: 1011 });
  market.wait(200);
  expect(market.news.filter(([status, change]) => change === 'new' || status !== 'open')).toEqual([
    ['open', 'new'],
    ['confirmed', 'update'],
    ['open', 'new'],
  ]);
  const ids = new Set(market.made.patterns.map(({ pattern }) => pattern.id));
  expect(ids.size).toBe(2);
});

test('while the judge is not sure nothing is raised, and it is asked again', () => {
  const market = new Market().wait(400);
  market.made.say({ confidence: 0.59 });
  market.leave(8).wait(60);
  expect(market.made.patterns).toEqual([]);
  market.made.say({ confidence: 0.6 });
  market.wait(12);
  expect(market.news[0]).toEqual(['open', 'new']);
});

test('a lost book expires the regime, and what was before it is no state to compare with', () => {
  const market = changed(8, 100).lose();
  expect(market.news.at(-1)).toEqual(['expired', 'update']);
  const looks = market.made.looks.length;
  market.leave(30).wait(200);
  expect(market.made.looks).toHaveLength(looks);
});

test('an opening forgets what was before it, and nothing is looked at for ten minutes', () => {
  const market = changed(8, 100);
  Object.assign(market.view, { sinceOpenMs: 5 * MINUTE_MS });
  market.wait(1);
  expect(market.news.at(-1)).toEqual(['expired', 'update']);
  const count = market.made.patterns.length;
  market.leave(30).wait(400);
  expect([market.made.patterns.length, market.made.looks.length]).toEqual([count, market.made.looks.length]);
});

test('a change in a broken feed is degraded, as the last event was', () => {
  const market = new Market().event(true).wait(400).leave(8).wait(60);
  expect(market.made.patterns[0]?.pattern.degraded).toBe(true);
  expect(changed(8, 60).event().made.patterns[0]?.pattern.degraded).toBe(false);
});

test('while a side is empty nothing is looked at', () => {
  const market = new Market().wait(400).leave(8);
  Object.assign(market.view, { bestAskTicks: NO_PRICE });
  expect(market.wait(200).made.looks).toEqual([]);
});

describe('resting orders', () => {
  /** Steps as their definition says: means of the last window less those of up to thirty samples before. */
  function stepOf(values: readonly number[], window: number): number | null {
    const old = values.slice(Math.max(0, values.length - window - 30), values.length - window);
    if (old.length < 15) return null;
    const mean = (some: readonly number[]): number =>
      some.reduce((sum, value) => sum + value, 0) / some.length;
    return mean(values.slice(-window)) - mean(old);
  }

  test('step by the difference of means of one, two and three minutes and those before', () => {
    const market = new Market();
    const orders = new RestingOrders();
    const values: number[] = [];
    let own: number[] = [];
    for (let second = 0; second <= 700; second += 1) {
      const [bid, ask] = [10 + ((second * 7) % 5), second > 400 ? 40 : 12];
      market.leave(bid, ask);
      const isComplete = orders.onClock(market.timeMs + 1000 * second, market.view);
      own.push((Math.log(bid) + Math.log(ask)) / 2);
      // Ten seconds after the first clock, that instant included
      expect(isComplete).toBe(second > 0 && second % 10 === 0);
      if (!isComplete) continue;
      values.push(own.reduce((sum, value) => sum + value, 0) / own.length);
      own = [];
    }
    const steps = [6, 12, 18].map((window) => stepOf(values, window));
    expect(steps.some((step) => step !== null && Math.abs(step - orders.step) < 1e-9)).toBe(true);
    expect(Math.sign(orders.widest)).toBe(Math.sign(orders.step));
    expect(Math.abs(orders.widest)).toBe(Math.max(...orders.deviations.map(Math.abs)));
  });

  test('of a feed that does not count orders are contracts', () => {
    const sample = (copyTop: unknown): number => {
      const orders = new RestingOrders();
      const view = plainView({ market: { book: { copyTop } } as never });
      for (let second = 0; second <= 10; second += 1) orders.onClock(1000 * second, view);
      return orders.widest;
    };
    expect(sample(() => 0)).toBe(0);
  });
});

describe('the words of a regime', () => {
  const raised = (part: Partial<RaisedRegime> = {}): RaisedRegime => ({
    ...{ candidateMs: 0, startNs: 0n, detectedNs: 60_000_000_000n, updatedNs: 180_000_000_000n },
    ...{ priceTicks: 1000, before: null, degraded: false, name: 'quiet' },
    judgement: {
      score: 1,
      confidence: 0.7,
      low: 0.6,
      high: 0.8,
      base: 0.1,
      calibrator: 'x@1',
      raiseFrom: 0.5,
    },
    ...part,
  });
  const patternOf = (part: Partial<RaisedRegime> = {}) =>
    regimePattern(raised(part), new RegimeState(), plainView({}), 'open');

  test.each([
    [{}, 'The market changed its regime: quiet for 3 minutes, from 250.00'],
    [{ updatedNs: 60_000_000_000n }, 'The market changed its regime: quiet for 1 minute, from 250.00'],
    [{ updatedNs: 0n }, 'The market changed its regime: quiet for 1 minute, from 250.00'],
    [{ before: 'thin' }, 'The market changed its regime: quiet for 3 minutes, from 250.00, thin before'],
    [{ before: 'quiet' }, 'The market changed its regime: quiet for 3 minutes, from 250.00'],
  ] as const)('%o: %s', (part, words) => {
    expect(patternOf(part).description).toBe(words);
  });

  test.each([
    ['trend up', 'up'],
    ['trend down', 'down'],
    ['volatile', null],
    ['range', null],
  ] as const)('%s has the direction %s', (name, direction) => {
    expect(patternOf({ name }).direction).toBe(direction);
  });

  test('two that began at one instant and price are two', () => {
    expect(patternOf({ detectedNs: 90_000_000_000n }).id).not.toBe(patternOf().id);
    expect(patternOf({ updatedNs: 240_000_000_000n }).id).toBe(patternOf().id);
  });

  test('it is shown for ten minutes after it was last measured, with the rule that raised it', () => {
    const { expiresNs, updatedNs, evidence, sub, side, size } = patternOf();
    expect(expiresNs - updatedNs).toBe(600_000_000_000n);
    expect([sub, side, size]).toEqual(['regime', null, 0]);
    expect(Object.keys(evidence['means'] as object)).toEqual([...MEASURES]);
    expect(evidence['rules']).toMatchObject([{ value: '0.70', needed: 'at least 0.5', met: true }]);
  });
});

describe('a half minute', () => {
  /** The measures after half minutes of so much flow, volume, events and depth. */
  function after(...halves: readonly { ofi: number; volume: number; events: number; depth: number }[]) {
    const measures = new StructureMeasures();
    let timeMs = 0;
    for (const { ofi, volume, events, depth } of halves) {
      const flow = { ofi: () => ofi, volume: () => volume };
      const view = plainView({ flow, depths: [depth, depth], sinceOpenMs: timeMs });
      measures.onClock(timeMs, view);
      for (let event = 0; event < events; event += 1) measures.countEvent();
      for (let second = 1; second < 30; second += 1) measures.onClock(timeMs + 1000 * second, view);
      timeMs += 30_000;
      // The next half begins with the clock that completes this one
      measures.onClock(timeMs, view);
    }
    return Object.fromEntries(MEASURES.map((name, at) => [name, measures.values[at]!]));
  }
  const usual = { ofi: 0, volume: 100, events: 50, depth: 30 };
  const many = (count: number) => Array.from({ length: count }, () => usual);

  test.each([
    ['flow', { ofi: 40 }, 1],
    ['flow', { ofi: -40 }, -1],
    ['volume', { volume: 900 }, 1],
    ['volume', { volume: 0 }, -1],
    ['activity', { events: 900 }, 1],
    ['activity', { events: 0 }, -1],
    ['depth', { depth: 300 }, 1],
    ['depth', { depth: 3 }, -1],
  ] as const)('that differs in %s by %o is far from the usual in that alone', (name, part, sign) => {
    const values = after(...many(20), { ...usual, ...part });
    expect(values[name]! * sign).toBeGreaterThan(2);
    for (const other of MEASURES.filter((one) => one !== name))
      expect(Math.abs(values[other]!)).toBeLessThan(0.2);
  });

  test('that is as all before is usual in everything, also where flow is not known', () => {
    for (const value of Object.values(after(...many(12)))) expect(Math.abs(value)).toBeLessThan(1e-9);
    expect(Math.abs(after(...many(8), { ...usual, ofi: Number.NaN })['flow']!)).toBeLessThan(1e-9);
  });
});
