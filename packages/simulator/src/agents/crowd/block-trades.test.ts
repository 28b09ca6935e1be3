import { SECOND_NS } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { AgentMarket, type AgentMarketOptions, BEST_BID } from '#testing/agent-market.ts';
import { BlockTrades } from './block-trades.ts';

const MID = BEST_BID + 0.5;
const KINDS = ['block', 'efp', 'efr'];

function hours(count: number, perHour: number, options: AgentMarketOptions = {}, seed = 1): AgentMarket {
  const exchange = new AgentMarket(seed, options);
  exchange.install((market, owner) => new BlockTrades(market, { owner, perHour }));
  exchange.run(count * 3600);
  return exchange;
}

describe('blocks', () => {
  const exchange = hours(20, 60);
  const { labels, prints } = exchange;

  test('come as often as configured, seven of ten as blocks, a quarter against physical, the others against risk', () => {
    // Poisson with a mean of 1200.
    expect(Math.abs(prints.length - 1200)).toBeLessThan(180);
    const shareOf = (kind: number): number =>
      prints.filter((print) => print.kind === kind).length / prints.length;
    expect(shareOf(1)).toBeCloseTo(0.7, 1);
    expect(shareOf(2)).toBeCloseTo(0.25, 1);
    expect(shareOf(3)).toBeCloseTo(0.05, 1);
  });

  test('are labelled as what was reported, when it was', () => {
    expect(labels).toHaveLength(prints.length);
    for (const [at, label] of labels.entries()) {
      const { priceTicks, size, kind } = prints[at]!;
      expect(label).toMatchObject({
        type: 'block',
        sub: KINDS[kind - 1],
        side: null,
        priceLowTicks: priceTicks,
        priceHighTicks: priceTicks,
        qty: size,
        orderIds: [],
        observability: 'exact',
        success: null,
      });
      expect(label.tEvidentNs).toBe(label.t1Ns);
    }
    expect(new Set(labels.map(({ id }) => id)).size).toBe(labels.length);
  });

  test('are reported within fifteen minutes, most of them within three', () => {
    const delays = labels.map(({ t0Ns, t1Ns }) => Number(t1Ns - t0Ns) / SECOND_NS);
    expect(Math.max(...delays)).toBeLessThanOrEqual(900);
    expect(delays.filter((seconds) => seconds < 180).length / delays.length).toBeCloseTo(0.63, 1);
    for (const [at, { params }] of labels.entries())
      expect(params['delaySeconds']).toBe(Math.round(delays[at]!));
  });

  test('are large, of hundreds of contracts in the middle, and never below ten', () => {
    const sizes = prints.map(({ size }) => size).toSorted((a, b) => a - b);
    expect(sizes[0]).toBeGreaterThanOrEqual(10);
    // Twelve levels of twenty-four orders.
    expect(sizes[Math.floor(sizes.length / 2)]! / 288).toBeCloseTo(1, 0);
    expect(sizes.at(-1)).toBeLessThanOrEqual(20_000);
  });

  test('are struck a few ticks about the price of the moment at which they were agreed', () => {
    const away = prints.map(({ priceTicks }) => priceTicks - Math.round(MID));
    expect(Math.max(...away.map(Math.abs))).toBeLessThanOrEqual(10);
    const mean = away.reduce((sum, ticks) => sum + ticks, 0) / away.length;
    expect(Math.abs(mean)).toBeLessThan(0.3);
  });

  test('touch no book', () => {
    expect(exchange.deedsOf(1)).toEqual([]);
  });
});

test('a block keeps its price while the market moves before it is reported', () => {
  const exchange = new AgentMarket(2);
  exchange.install((market, owner) => new BlockTrades(market, { owner, perHour: 600 }));
  exchange.run(20);
  exchange.quote(BEST_BID + 500);
  exchange.run(900);
  const early = exchange.labels.filter(({ t0Ns }) => t0Ns <= exchange.market.exchangeNs(20 * SECOND_NS));
  expect(early.length).toBeGreaterThan(0);
  for (const { priceLowTicks } of early) expect(Math.abs(priceLowTicks - MID)).toBeLessThan(12);
});

test('what was not reported before the session ends was never seen', () => {
  const exchange = hours(0.1, 600);
  const { length } = exchange.labels;
  exchange.finish();
  expect(exchange.labels).toHaveLength(length);
  expect(exchange.prints).toHaveLength(length);
});

test('sizes are as much larger as the mechanics are disturbed', () => {
  const plain = hours(2, 60).prints;
  const disturbed = hours(2, 60, { perturbation: { sizeFactor: 3 } }).prints;
  expect(disturbed).toHaveLength(plain.length);
  for (const [at, { size }] of disturbed.entries()) {
    if (plain[at]!.size <= 10) continue;
    expect(Math.abs(size - 3 * plain[at]!.size)).toBeLessThanOrEqual(2);
  }
});

test('there are none at a frequency of 0, the same under one seed and others under another', () => {
  expect(hours(20, 0).prints).toEqual([]);
  expect(hours(2, 60).prints).toEqual(hours(2, 60).prints);
  expect(hours(2, 60, {}, 9).prints).not.toEqual(hours(2, 60).prints);
});
