/** What a defender does on a small book, and that its labels say so. */
import { SECOND_NS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { AGENT_STYLES, type AgentStyle, subjectOf } from '#ground-truth/agent-styles.ts';
import type { Label } from '#ground-truth/labels.ts';
import {
  AgentMarket,
  type AgentMarketOptions,
  BEST_BID,
  type Deed,
  LEVEL_SIZE,
} from '#testing/agent-market.ts';
import { faultOf } from '#testing/agent-run.ts';
import { Absorbers } from './absorbers.ts';

const DEFENDER = 1;
const DEPTH = 5 * LEVEL_SIZE;
const SEEDS = Array.from({ length: 10 }, (_, at) => at + 1);
const opposite = (side: number): number => (side === SIDE_BID ? SIDE_ASK : SIDE_BID);
const awayOf = (side: number): number => (side === SIDE_BID ? -1 : 1);
const touchOf = (side: number): number => (side === SIDE_BID ? BEST_BID : BEST_BID + 1);
const sideOf = ({ side }: Label): number => (side === 'bid' ? SIDE_BID : SIDE_ASK);

/** A market in which one defender has just posted. */
function withDefender(seed: number, options: AgentMarketOptions = {}): AgentMarket {
  const exchange = new AgentMarket(seed, options);
  exchange.install((market, owner) => new Absorbers(market, { owner, perHour: 0.1 }), 1);
  exchange.runUntil(() => posts(exchange).length > 0);
  return exchange;
}

const posts = (exchange: AgentMarket): Deed[] => exchange.deedsOf(DEFENDER, 'add');
const defended = (exchange: AgentMarket): Label => {
  const label = exchange.labels.find(({ type }) => type === 'absorption');
  if (label === undefined) throw new Error('expected a label of absorption');
  return label;
};

/** Until the label of the defence. */
function wholeOf(seed: number, options: AgentMarketOptions = {}): AgentMarket {
  const exchange = withDefender(seed, options);
  exchange.runUntil(() => exchange.labels.some(({ type }) => type === 'absorption'), 10);
  return exchange;
}

/** The crowd refills: the price stays whoever defends it. */
const HELD = SEEDS.map((seed) => wholeOf(seed, { answer: 'refill' }));
/** Nobody else refills. */
const ALONE = SEEDS.map((seed) => wholeOf(seed));
const ALL = [...HELD, ...ALONE];

function executedOf({ deeds }: AgentMarket): Map<string, number> {
  const executed = new Map<string, number>();
  for (const { action, id, size } of deeds)
    if (action === 'fill') executed.set(id, (executed.get(id) ?? 0) + size);
  return executed;
}

test('every label of a defence states what the rows show of its orders, and no order is left', () => {
  for (const exchange of ALL) {
    const executed = executedOf(exchange);
    expect(exchange.labels.map((label) => faultOf(label, executed)).filter(Boolean)).toEqual([]);
    for (const { id } of posts(exchange)) expect(exchange.shown(id)).toBe(0);
    expect(defended(exchange).orderIds).toEqual(posts(exchange).map(({ id }) => id));
  }
});

test('a defender rests at the touch of one side and a tick behind it, and nowhere else', () => {
  for (const exchange of ALL) {
    const label = defended(exchange);
    const side = sideOf(label);
    const far = touchOf(side) + awayOf(side);
    const prices = posts(exchange).map(({ priceTicks }) => priceTicks);
    expect(new Set(prices)).toEqual(new Set([touchOf(side), far].filter((price) => prices.includes(price))));
    expect([label.priceLowTicks, label.priceHighTicks]).toEqual(
      [touchOf(side), far].toSorted((a, b) => a - b),
    );
    expect(new Set(posts(exchange).map((deed) => deed.side))).toEqual(new Set([side]));
  }
  expect(new Set(ALL.map((exchange) => sideOf(defended(exchange)))).size).toBe(2);
});

test('others throw ordinary clips at the price, as many contracts as the label says', () => {
  for (const exchange of ALL) {
    const label = defended(exchange);
    const clips = exchange.deedsOf(DEFENDER, 'trade');
    expect(new Set(clips.map(({ side }) => side))).toEqual(new Set([opposite(sideOf(label))]));
    const thrown = clips.reduce((sum, { size }) => sum + size, 0);
    const attack = Number(label.params['attackQty']);
    // The last clip may exceed what was planned; a clip larger than the best level trades with that level only.
    expect(thrown).toBeLessThanOrEqual(attack + 300);
    if (HELD.includes(exchange)) expect(thrown).toBeGreaterThanOrEqual(0.7 * attack);
  }
});

test('the zone counts what anybody traded at its two prices on its side until the defence ended', () => {
  for (const exchange of ALL) {
    const label = defended(exchange);
    const side = sideOf(label);
    const prices = [touchOf(side), touchOf(side) + awayOf(side)];
    const zone = exchange.deeds.filter(
      ({ action, atNs, side: of, priceTicks }) =>
        action === 'fill' &&
        of === side &&
        prices.includes(priceTicks) &&
        exchange.market.exchangeNs(atNs) <= label.t1Ns &&
        exchange.market.exchangeNs(atNs) >= label.t0Ns,
    );
    const contracts = zone.reduce((sum, { size }) => sum + size, 0);
    expect(label.params['zoneQty']).toBe(contracts);
    expect(Number(label.params['ownShare'])).toBeCloseTo(label.qty / Math.max(1, contracts), 9);
    const { depth5, budget } = label.params;
    expect(depth5).toBe(DEPTH);
    expect(Number(budget)).toBeGreaterThanOrEqual(3 * DEPTH - 1);
    expect(Number(budget)).toBeLessThanOrEqual(20 * DEPTH + 1);
  }
});

test('it is evident when the zone has traded one and a half depths, faint from half of that, not before', () => {
  const strengths = new Set<string>();
  for (const exchange of HELD) {
    const label = defended(exchange);
    strengths.add(label.observability);
    const zone = Number(label.params['zoneQty']);
    if (zone >= 1.5 * DEPTH) expect(label.observability).not.toBe('none');
    if (zone < 0.75 * DEPTH) expect(label.observability).toBe('none');
    if (label.observability === 'strong') {
      expect(Number(label.params['ownShare'])).toBeGreaterThanOrEqual(0.3);
      expect(zone).toBeGreaterThanOrEqual(1.5 * DEPTH);
    }
    if (label.tEvidentNs === null) continue;
    const side = sideOf(label);
    const until = exchange.deeds.filter(
      ({ action, atNs, side: of, priceTicks }) =>
        action === 'fill' &&
        of === side &&
        Math.abs(priceTicks - touchOf(side)) <= 1 &&
        exchange.market.exchangeNs(atNs) <= (label.tEvidentNs ?? 0n) &&
        exchange.market.exchangeNs(atNs) >= label.t0Ns,
    );
    const evident = label.observability === 'strong' ? 1.5 : 0.75;
    expect(until.reduce((sum, { size }) => sum + size, 0)).toBeGreaterThanOrEqual(evident * DEPTH);
  }
  expect(strengths.has('strong') || strengths.has('weak')).toBe(true);
});

describe('the outcome', () => {
  test('is that it held where nobody traded beyond, and it is judged ten seconds after the end', () => {
    for (const exchange of HELD) {
      const label = defended(exchange);
      expect(label).toMatchObject({ success: true, params: { held: true } });
      expect(['over', 'patience', 'spent']).toContain(label.params['end']);
      expect(exchange.market.exchangeNs(exchange.market.nowNs) - label.t1Ns).toBe(BigInt(10 * SECOND_NS));
    }
  });

  test('is that it did not where the price went further than the passage, and it ends within a second', () => {
    let broken = 0;
    for (const seed of SEEDS) {
      const exchange = withDefender(seed);
      const side = posts(exchange)[0]!.side;
      exchange.quote(BEST_BID + awayOf(side) * 6);
      exchange.trade(opposite(side), 2000, 8);
      const brokenNs = exchange.market.nowNs;
      const passed = (exchange.market.engine.lastTradeTicks - touchOf(side)) * awayOf(side);
      exchange.runUntil(() => exchange.labels.some(({ type }) => type === 'absorption'), 10);
      const label = defended(exchange);
      if (passed <= Number(label.params['passTicks'])) continue;
      broken++;
      expect(label).toMatchObject({ success: false, params: { held: false, end: 'broken' } });
      const seconds = Number(label.t1Ns - exchange.market.exchangeNs(brokenNs)) / SECOND_NS;
      expect(seconds).toBeGreaterThanOrEqual(0.05);
      expect(seconds).toBeLessThanOrEqual(1);
    }
    expect(broken).toBeGreaterThan(6);
  });

  test('is open when the session ends first', () => {
    const exchange = withDefender(1, { answer: 'refill' });
    exchange.finish();
    expect(defended(exchange)).toMatchObject({
      success: null,
      params: { end: 'open' },
      observability: 'none',
      tEvidentNs: null,
    });
  });
});

test('what is hidden in icebergs or posted in four slices at a price and more is labelled as that too', () => {
  let natives = 0;
  let chains = 0;
  for (const exchange of ALL) {
    const label = defended(exchange);
    const icebergs = exchange.labels.filter(({ sub }) => sub === 'native');
    const slices = exchange.labels.filter(({ sub }) => sub === 'synthetic');
    expect(icebergs.length).toBe(label.params['natives']);
    natives += icebergs.length;
    chains += slices.length;
    const ofIcebergs = new Set(icebergs.flatMap(({ orderIds }) => orderIds));
    for (const chain of slices) {
      expect(chain.orderIds.length).toBeGreaterThanOrEqual(4);
      expect(chain.priceLowTicks).toBe(chain.priceHighTicks);
      for (const id of chain.orderIds) {
        expect(ofIcebergs.has(id)).toBe(false);
        expect(label.orderIds).toContain(id);
      }
      const fourth = posts(exchange).find(({ id }) => id === chain.orderIds[3]);
      expect(chain.tEvidentNs).toBe(exchange.market.exchangeNs(fourth?.atNs ?? 0));
    }
  }
  expect(natives).toBeGreaterThan(0);
  expect(chains).toBeGreaterThan(0);
});

describe('of the styles of other markets', () => {
  const only = (style: AgentStyle): AgentMarketOptions => ({
    answer: 'refill',
    excludedStyles: AGENT_STYLES.filter((one) => subjectOf(one) === subjectOf(style) && one !== style),
  });

  test('a wall is five to thirty levels in one order', () => {
    for (const seed of SEEDS) {
      const [wall, ...others] = posts(withDefender(seed, only('absorption/wall')));
      expect(others).toEqual([]);
      expect(wall?.size).toBeGreaterThanOrEqual(0.75 * 5 * LEVEL_SIZE - 1);
      expect(wall?.size).toBeLessThanOrEqual(1.25 * 30 * LEVEL_SIZE + 1);
    }
  });

  test('a hidden defence is icebergs of the exchange only', () => {
    for (const seed of SEEDS.slice(0, 4)) {
      const { params, orderIds } = defended(wholeOf(seed, only('absorption/hidden')));
      expect(params).toMatchObject({ variant: 'hidden', natives: orderIds.length });
    }
  });

  test('three to eight owners rest at the price at once', () => {
    const most = SEEDS.map((seed) => {
      const exchange = withDefender(seed, only('absorption/owners'));
      exchange.run(1.6);
      exchange.finish();
      // Fewer than four orders at one price are no chain.
      const chains = exchange.labels.filter(({ sub }) => sub === 'synthetic').length;
      expect(chains).toBe(posts(exchange).length >= 4 ? 1 : 0);
      return posts(exchange).length;
    });
    expect(Math.min(...most)).toBeGreaterThanOrEqual(3);
    expect(new Set(most).size).toBeGreaterThan(2);
  });

  test('one tick behind is one tick behind the touch', () => {
    for (const seed of SEEDS) {
      const { side, priceTicks } = posts(withDefender(seed, only('absorption/behind')))[0]!;
      expect((priceTicks - touchOf(side)) * awayOf(side)).toBe(1);
    }
  });

  test('a top-up joins an order of which at most seven tenths are left, before it is gone', () => {
    let joined = 0;
    for (const seed of SEEDS) {
      const exchange = wholeOf(seed, only('absorption/topped'));
      const [first, second] = posts(exchange);
      if (first === undefined || second === undefined) continue;
      const taken = exchange.deeds
        .filter(({ action, id, atNs }) => action === 'fill' && id === first.id && atNs < second.atNs)
        .reduce((sum, { size }) => sum + size, 0);
      expect(taken / first.size).toBeGreaterThanOrEqual(0.3);
      if (taken < first.size) joined++;
    }
    expect(joined).toBeGreaterThan(0);
  });
});
