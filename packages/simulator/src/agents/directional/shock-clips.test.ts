/** What a planned burst of volume does on a small book, and that its label says so. */
import { SECOND_NS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { MarketGauge } from '#agents/frame/market-gauge.ts';
import type { Label } from '#ground-truth/labels.ts';
import { AgentMarket, BEST_BID, type Deed } from '#testing/agent-market.ts';
import { VolumeLaw } from './volume-law.ts';
import { VolumeShocks } from './volume-shock.ts';

const SHOCKS = 2;
/** Contracts a second of the crowd. */
const USUAL = 4;
const SEEDS = Array.from({ length: 14 }, (_, at) => at + 1);

interface Scene {
  readonly exchange: AgentMarket;
  readonly gauge: MarketGauge;
  readonly shocks: VolumeShocks;
}

/** A steady market into which shocks may come. */
function scene(seed: number, perHour: number, arrivals = Number.POSITIVE_INFINITY): Scene {
  const exchange = new AgentMarket(seed, { answer: 'refill' });
  const law = new VolumeLaw(exchange.market.conditions);
  const gauge = exchange.install((market, owner) => new MarketGauge(market, owner));
  const shocks = exchange.install(
    (market, owner) => new VolumeShocks(market, { owner, perHour, gauge, law }),
    arrivals,
  );
  let second = 0;
  exchange.every(1, () => {
    exchange.trade(second++ % 2 === 0 ? SIDE_BID : SIDE_ASK, USUAL);
    law.learn(exchange.market.nowNs, gauge.volume, shocks.isNear(0));
  });
  return { exchange, gauge, shocks };
}

/** Until the one shock has been labelled. */
function withShock(seed: number): Scene & { readonly label: Label; readonly clips: Deed[] } {
  const market = scene(seed, 20, 1);
  market.exchange.runUntil(() => market.exchange.labels.length > 0, 10);
  const clips = market.exchange.deedsOf(SHOCKS, 'trade');
  return { ...market, label: market.exchange.labels[0]!, clips };
}

const ALL = SEEDS.map(withShock);

test('a shock waits until the market is known for five minutes', () => {
  for (const { clips } of ALL) expect(clips[0]!.atNs).toBeGreaterThanOrEqual(300 * SECOND_NS);
});

test('its label spans its own first and last clip, of which there is nothing outside', () => {
  for (const { exchange, label, clips } of ALL) {
    expect(label).toMatchObject({
      type: 'volume_spike',
      t0Ns: exchange.market.exchangeNs(clips[0]!.atNs),
      t1Ns: exchange.market.exchangeNs(clips.at(-1)?.atNs ?? 0),
      params: { own: clips.reduce((sum, { size }) => sum + size, 0) },
    });
  }
});

test('it counts what everybody traded meanwhile, and in how many times the usual that results', () => {
  for (const { exchange, label, clips } of ALL) {
    const [fromNs, toNs] = [clips[0]!.atNs, clips.at(-1)?.atNs ?? 0];
    const trades = exchange.deeds.filter(({ action }) => action === 'trade');
    const within = trades.filter(({ atNs }) => atNs >= fromNs && atNs <= toNs);
    expect(label.qty).toBe(within.reduce((sum, { size }) => sum + size, 0));
    const seconds = Math.max(1, (toNs - fromNs) / SECOND_NS);
    const { multiple, usualPerSecond } = label.params;
    expect(Number(usualPerSecond)).toBeCloseTo(USUAL, 0);
    expect(Number(multiple)).toBeCloseTo(label.qty / seconds / Number(usualPerSecond), 1);
    const prices = within.map(({ priceTicks }) => priceTicks);
    expect(label.priceLowTicks).toBeLessThanOrEqual(Math.min(...prices));
    expect(label.priceHighTicks).toBeGreaterThanOrEqual(Math.max(...prices));
  }
});

test('it lasts five seconds to a minute and brings the market to about the multiple that was planned', () => {
  for (const { label, clips } of ALL) {
    const seconds = ((clips.at(-1)?.atNs ?? 0) - clips[0]!.atNs) / SECOND_NS;
    expect(seconds).toBeGreaterThan(2.5);
    expect(seconds).toBeLessThanOrEqual(60);
    const { multiple, plannedMultiple } = label.params;
    expect(Number(plannedMultiple)).toBeGreaterThanOrEqual(3);
    expect(Number(plannedMultiple)).toBeLessThanOrEqual(15);
    expect(Number(multiple) / Number(plannedMultiple)).toBeGreaterThan(0.7);
    expect(Number(multiple) / Number(plannedMultiple)).toBeLessThan(1.6);
  }
  expect(new Set(ALL.map(({ label }) => label.params['shape']))).toEqual(
    new Set(['block', 'fading', 'peaked']),
  );
});

test('it is strong when ten seconds reached four times the usual and the whole held it, weak otherwise', () => {
  const strengths = new Set<string>();
  for (const { exchange, label } of ALL) {
    strengths.add(label.observability);
    const { multiple, usualPerSecond } = label.params;
    if (label.tEvidentNs === null) {
      expect(label.observability).toBe('weak');
      continue;
    }
    expect(label.observability).toBe(Number(multiple) >= 4 ? 'strong' : 'weak');
    const evidentNs = label.tEvidentNs;
    const before = exchange.deeds.filter(({ action, atNs }) => {
      const sinceNs = Number(evidentNs - exchange.market.exchangeNs(atNs));
      return action === 'trade' && sinceNs >= 0 && sinceNs <= 10 * SECOND_NS;
    });
    const contracts = before.reduce((sum, { size }) => sum + size, 0);
    expect(contracts).toBeGreaterThanOrEqual(4 * 10 * Number(usualPerSecond) - 1);
  }
  expect(strengths.has('strong')).toBe(true);
});

describe('its side', () => {
  test('is that of most of its contracts, or none where both sides trade alike', () => {
    const subs = new Set<string>();
    for (const { label, clips } of ALL) {
      subs.add(label.sub);
      const bought = clips.filter(({ side }) => side === SIDE_BID).reduce((sum, { size }) => sum + size, 0);
      const share = bought / Number(label.params['own']);
      expect(label.side === null).toBe(label.sub === 'symmetric');
      if (label.side === 'bid') expect(share).toBeGreaterThan(0.55);
      else if (label.side === 'ask') expect(share).toBeLessThan(0.45);
      else expect(Math.abs(share - 0.5)).toBeLessThan(0.35);
    }
    expect(subs).toEqual(new Set(['symmetric', 'one-sided']));
  });
});

test('two shocks are never at once, and two minutes apart at least', () => {
  const { exchange } = scene(3, 200);
  exchange.run(2400);
  exchange.finish();
  const { labels } = exchange;
  expect(labels.length).toBeGreaterThan(5);
  for (let at = 1; at < labels.length; at++)
    expect(Number(labels[at]!.t0Ns - labels[at - 1]!.t1Ns) / SECOND_NS).toBeGreaterThanOrEqual(119);
  expect(labels.map(({ id }) => Number(id.split('-').at(-1)))).toEqual(labels.map((_, at) => at + 1));
});

test('a shock is near while it is under way, and afterwards for as long as it is requested when it was a spike', () => {
  const market = scene(4, 20, 1);
  const { exchange, shocks } = market;
  expect(shocks.isNear(1e18)).toBe(false);
  exchange.runUntil(() => exchange.deedsOf(SHOCKS, 'trade').length > 0, 10);
  expect(shocks.isNear(0)).toBe(true);
  exchange.runUntil(() => exchange.labels.length > 0, 10);
  const isSpike = exchange.labels[0]!.observability === 'strong';
  for (const other of ALL)
    expect(other.shocks.isNear(SECOND_NS)).toBe(other.label.observability === 'strong');
  exchange.run(30);
  expect([29, 31].map((seconds) => shocks.isNear(seconds * SECOND_NS))).toEqual([false, isSpike]);
});

test('it does not trade into a torn book, and goes on when the quotes are back', () => {
  const { exchange } = scene(5, 20, 1);
  exchange.runUntil(() => exchange.deedsOf(SHOCKS, 'trade').length > 2, 10);
  exchange.answer = 'none';
  exchange.withdrawCrowd();
  exchange.market.addLimit(0, SIDE_BID, BEST_BID - 5, 500, 0);
  exchange.market.addLimit(0, SIDE_ASK, BEST_BID + 6, 500, 0);
  const before = exchange.deedsOf(SHOCKS, 'trade').length;
  exchange.run(1);
  expect(exchange.deedsOf(SHOCKS, 'trade')).toHaveLength(before);
  exchange.quote(BEST_BID);
  exchange.run(1);
  expect(exchange.deedsOf(SHOCKS, 'trade').length).toBeGreaterThan(before);
});

test('one that the session ends is labelled with what it did; none comes at a frequency of 0', () => {
  const { exchange } = scene(6, 20, 1);
  exchange.runUntil(() => exchange.deedsOf(SHOCKS, 'trade').length > 2, 10);
  exchange.finish();
  exchange.finish();
  expect(exchange.labels).toHaveLength(1);
  const still = scene(6, 0);
  still.exchange.run(7200);
  expect(still.exchange.deedsOf(SHOCKS)).toEqual([]);
});
