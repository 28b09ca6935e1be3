/** What the watch on volume calls a burst that nobody planned, on a small book. */
import { SECOND_NS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { MarketGauge } from '#agents/frame/market-gauge.ts';
import type { Label } from '#ground-truth/labels.ts';
import { AgentMarket, BEST_BID } from '#testing/agent-market.ts';
import { VolumeLaw } from './volume-law.ts';
import { VolumeWatch } from './volume-watch.ts';

const USUAL = 4;
const WARM_S = 600;

class Scene {
  readonly exchange = new AgentMarket(1, { answer: 'refill' });
  readonly gauge: MarketGauge;
  readonly law: VolumeLaw;
  /** Whether a planned burst is under way, and for how long one that was a spike is over. */
  isPlanned = false;
  sincePlannedNs = Number.POSITIVE_INFINITY;

  constructor(looksByClock = true) {
    this.law = new VolumeLaw(this.exchange.market.conditions);
    this.gauge = this.exchange.install((market, owner) => new MarketGauge(market, owner));
    this.exchange.install(
      (market, owner) =>
        new VolumeWatch(market, {
          owner,
          looksByClock,
          gauge: this.gauge,
          law: this.law,
          isPlanned: (withinNs) => this.isPlanned || this.sincePlannedNs <= withinNs,
        }),
    );
    this.pass(WARM_S);
  }

  /** So many seconds in which the usual volume trades, or so many contracts each tenth of a second. */
  pass(seconds: number, perTenth = 0): void {
    for (let tenth = 0; tenth < 10 * seconds; tenth++) {
      this.exchange.run(0.1);
      const side = tenth % 20 < 10 ? SIDE_BID : SIDE_ASK;
      if (perTenth > 0) this.exchange.trade(side, perTenth);
      else if (tenth % 10 === 0) this.exchange.trade(side, USUAL);
    }
  }

  tradedBetween({ t0Ns, t1Ns }: Label): number {
    const { deeds, market } = this.exchange;
    return deeds
      .filter(({ action, atNs }) => action === 'trade' && market.exchangeNs(atNs) >= t0Ns)
      .filter(({ atNs }) => market.exchangeNs(atNs) <= t1Ns)
      .reduce((sum, { size }) => sum + size, 0);
  }

  get labels(): readonly Label[] {
    return this.exchange.labels;
  }
}

test('twelve seconds of ten times the usual are a spike, which counts what traded', () => {
  const scene = new Scene();
  const fromNs = scene.exchange.market.nowNs;
  scene.pass(12, 4);
  scene.pass(120);
  const [spike, ...others] = scene.labels;
  expect(others).toEqual([]);
  expect(spike).toMatchObject({
    type: 'volume_spike',
    sub: 'organic',
    side: null,
    success: null,
    orderIds: [],
  });
  const label = scene.labels[0]!;
  // It begins ten seconds before it was evident, which was when those ten seconds had 160 contracts.
  const evidentS = Number((label.tEvidentNs ?? 0n) - scene.exchange.market.exchangeNs(fromNs)) / SECOND_NS;
  expect(evidentS).toBeGreaterThan(3);
  expect(evidentS).toBeLessThan(5);
  expect(Number((label.tEvidentNs ?? 0n) - label.t0Ns) / SECOND_NS).toBeCloseTo(10, 6);
  expect(Math.abs(label.qty - scene.tradedBetween(label))).toBeLessThanOrEqual(USUAL);
  expect(Number(label.params['usualPerSecond'])).toBeCloseTo(USUAL, 0);
  const seconds = Number(label.t1Ns - label.t0Ns) / SECOND_NS;
  expect(label.params['seconds']).toBeCloseTo(seconds, 1);
  expect(Number(label.params['multiple'])).toBeCloseTo(label.qty / seconds / USUAL, 0);
});

test.each([
  ['just below four times the usual', 15, false],
  ['more than four times the usual', 18, true],
] as const)('ten seconds of %s', (_, perSecond, isSpike) => {
  const scene = new Scene();
  for (let second = 0; second < 12; second++) {
    scene.exchange.run(1);
    scene.exchange.trade(second % 2 === 0 ? SIDE_BID : SIDE_ASK, perSecond);
  }
  scene.pass(120);
  expect(scene.labels.length > 0).toBe(isSpike);
});

test('what held four times the usual over its whole length is strong, what only touched it is weak', () => {
  const strengthOf = (perTenth: number, seconds: number): Label => {
    const scene = new Scene();
    scene.pass(seconds, perTenth);
    scene.pass(150);
    expect(scene.labels).toHaveLength(1);
    return scene.labels[0]!;
  };
  for (const label of [strengthOf(6, 25), strengthOf(20, 1), strengthOf(18, 1), strengthOf(3, 9)])
    expect(label.observability).toBe(Number(label.params['multiple']) >= 4 ? 'strong' : 'weak');
  expect(strengthOf(6, 25).observability).toBe('strong');
  expect(strengthOf(17, 1).observability).toBe('weak');
});

describe('bursts that follow each other', () => {
  const two = (apartS: number, first = 4, second = 6): Scene => {
    const scene = new Scene();
    scene.pass(12, first);
    scene.pass(apartS);
    scene.pass(12, second);
    scene.pass(150);
    return scene;
  };

  test('within a minute are one spike, known by the greater', () => {
    const scene = two(40);
    expect(scene.labels).toHaveLength(1);
    const label = scene.labels[0]!;
    expect(Number(label.t1Ns - label.t0Ns) / SECOND_NS).toBeGreaterThan(60);
    expect(Number((label.tEvidentNs ?? 0n) - label.t0Ns) / SECOND_NS).toBeGreaterThan(45);
    expect(Math.abs(label.qty - scene.tradedBetween(label))).toBeLessThanOrEqual(USUAL);
  });

  test('within a minute are known by the first where that was the greater', () => {
    const label = two(40, 8, 4).labels[0]!;
    expect(Number(label.t1Ns - label.t0Ns) / SECOND_NS).toBeGreaterThan(60);
    expect(Number((label.tEvidentNs ?? 0n) - label.t0Ns) / SECOND_NS).toBeCloseTo(10, 6);
  });

  test('after more than that are two, each with its own contracts', () => {
    const scene = two(110);
    expect(scene.labels).toHaveLength(2);
    const [first, second] = scene.labels;
    expect(Number((second?.t0Ns ?? 0n) - (first?.t1Ns ?? 0n)) / SECOND_NS).toBeGreaterThan(60);
    expect(new Set(scene.labels.map(({ id }) => id)).size).toBe(2);
    for (const label of scene.labels)
      expect(Math.abs(label.qty - scene.tradedBetween(label))).toBeLessThanOrEqual(USUAL);
  });
});

describe('what is planned', () => {
  test('is no burst of the watch, while it lasts and in the minute after', () => {
    const scene = new Scene();
    scene.isPlanned = true;
    scene.pass(12, 4);
    scene.isPlanned = false;
    scene.sincePlannedNs = 5 * SECOND_NS;
    scene.pass(12, 4);
    scene.pass(120);
    scene.exchange.finish();
    expect(scene.labels).toEqual([]);
  });

  test('teaches nothing of what is usual', () => {
    const scene = new Scene();
    const before = scene.law.usualPerSecond;
    scene.isPlanned = true;
    scene.pass(30, 20);
    expect(scene.law.usualPerSecond).toBeCloseTo(before, 6);
    scene.isPlanned = false;
    scene.sincePlannedNs = SECOND_NS;
    scene.pass(30, 20);
    expect(scene.law.usualPerSecond).toBeGreaterThan(before);
  });
});

test('pace that the day has just brought is no burst', () => {
  const scene = new Scene();
  scene.exchange.market.conditions.day.pace = 5;
  scene.exchange.market.conditions.refresh();
  for (let second = 0; second < 12; second++) scene.pass(1, 2);
  scene.pass(100);
  expect(scene.labels).toEqual([]);
});

test('prices of a spike are those at which it traded', () => {
  const scene = new Scene();
  scene.pass(6, 4);
  scene.exchange.quote(BEST_BID + 7);
  scene.pass(4, 4);
  scene.exchange.quote(BEST_BID - 3);
  scene.pass(4, 4);
  scene.exchange.quote(BEST_BID);
  scene.pass(150);
  const { priceLowTicks, priceHighTicks } = scene.labels[0]!;
  expect([priceLowTicks, priceHighTicks]).toEqual([BEST_BID - 3, BEST_BID + 8]);
});

test('the end of the session labels what is under way, once', () => {
  const scene = new Scene();
  scene.pass(8, 6);
  expect(scene.labels).toEqual([]);
  scene.exchange.finish();
  scene.exchange.finish();
  expect(scene.labels).toHaveLength(1);
});

test('without a clock of its own it looks at trades only, and writes the same when the next one comes', () => {
  const byTrades = new Scene(false);
  const byClock = new Scene(true);
  for (const scene of [byTrades, byClock]) {
    scene.pass(12, 4);
    scene.pass(150);
  }
  const figures = (scene: Scene): unknown[] => scene.labels.map(({ id, qty }) => [id, qty]);
  expect(figures(byTrades)).toEqual(figures(byClock));
  expect(byTrades.labels).toHaveLength(1);
});
