/** What traders who remember a price do on a small book, and that the label of their level says so. */
import { SECOND_NS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { MarketGauge } from '#agents/frame/market-gauge.ts';
import type { Label } from '#ground-truth/labels.ts';
import { AgentMarket, BEST_BID, type Deed, LEVEL_SIZE } from '#testing/agent-market.ts';
import { faultOf } from '#testing/agent-run.ts';
import { LevelMemory } from './level-memory.ts';

const TRADERS = 2;
const RANGE = 1.7 * 6;
const DEPART = 3;
const SEEDS = Array.from({ length: 32 }, (_, at) => at + 1);
const opposite = (side: number): number => (side === SIDE_BID ? SIDE_ASK : SIDE_BID);
const awayOf = (side: number): number => (side === SIDE_BID ? -1 : 1);
const touchOf = (side: number): number => (side === SIDE_BID ? BEST_BID : BEST_BID + 1);

interface Planted {
  readonly exchange: AgentMarket;
  readonly memory: LevelMemory;
  readonly side: number;
  /** Orders of the zone, nearest price first. */
  readonly orders: Deed[];
  readonly near: number;
  readonly far: number;
}

/** A market of which somebody remembers one level from before; null where nobody does, or several do. */
function planted(seed: number): Planted | null {
  const exchange = new AgentMarket(seed);
  const gauge = exchange.install((market, owner) => new MarketGauge(market, owner));
  const memory = exchange.install(
    (market, owner) => new LevelMemory(market, { owner, perHour: 1, gauge }),
    0,
  );
  exchange.run(8);
  const orders = exchange.deedsOf(TRADERS, 'add');
  if (orders.length === 0) return null;
  const { side } = orders[0]!;
  const prices = orders.map(({ priceTicks }) => priceTicks);
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  if (orders.some((order) => order.side !== side) || high - low > 2) return null;
  const [near, far] = side === SIDE_BID ? [high, low] : [low, high];
  return { exchange, memory, side, orders, near, far };
}

const KNOWN = SEEDS.filter((seed) => planted(seed) !== null);
const ALL = (count = KNOWN.length): Planted[] => KNOWN.slice(0, count).flatMap((seed) => planted(seed) ?? []);

function labelOf({ exchange }: Planted): Label {
  exchange.finish();
  expect(exchange.labels).toHaveLength(1);
  return exchange.labels[0]!;
}

/** The crowd's price comes to so many ticks before the zone (beyond it below zero), and trades there. */
function comeTo({ exchange, side, near }: Planted, before: number): void {
  const ticks = near - awayOf(side) * before;
  exchange.quote(side === SIDE_BID ? ticks : ticks - 1);
  exchange.trade(opposite(side), 1);
}

const restingOf = ({ exchange, orders }: Planted): number =>
  orders.reduce((sum, { id }) => sum + exchange.shown(id), 0);

test('interest waits a quarter to seven tenths of the usual range beyond the touch, within a narrow zone', () => {
  const all = ALL();
  expect(all.length).toBeGreaterThan(10);
  for (const { side, near, far } of all) {
    const distance = (near - touchOf(side)) * awayOf(side);
    expect(distance).toBeGreaterThanOrEqual(Math.round(0.25 * RANGE));
    expect(distance).toBeLessThanOrEqual(Math.round(0.7 * RANGE));
    expect((far - near) * awayOf(side)).toBeGreaterThanOrEqual(0);
    expect((far - near) * awayOf(side)).toBeLessThanOrEqual(Math.round(0.1 * RANGE));
  }
  expect(new Set(all.map(({ side }) => side)).size).toBe(2);
});

test('at each price seven tenths to two and a half usual levels wait, in several orders', () => {
  for (const { orders, near, far } of ALL())
    for (const price of new Set([near, far])) {
      const there = orders.filter(({ priceTicks }) => priceTicks === price);
      const size = there.reduce((sum, order) => sum + order.size, 0);
      expect(size).toBeGreaterThanOrEqual(0.7 * LEVEL_SIZE - 1);
      expect(size).toBeLessThanOrEqual(2.5 * LEVEL_SIZE + 1);
    }
});

test('a level was planted at its prices and within two ticks of them, on its side only', () => {
  for (const { memory, side, near, far } of ALL()) {
    const away = awayOf(side);
    for (const ticks of [near, far, near - 2 * away, far + 2 * away])
      expect(memory.wasPlanted(side, ticks)).toBe(true);
    expect(memory.wasPlanted(side, near - 3 * away)).toBe(false);
    expect(memory.wasPlanted(side, far + 4 * away)).toBe(false);
    expect(memory.wasPlanted(opposite(side), near)).toBe(false);
  }
});

describe('when the price comes', () => {
  test('it is a touch at the zone, and none a tick before it', () => {
    for (const [before, touches] of [
      [1, 0],
      [0, 1],
    ] as const)
      for (const level of ALL(6)) {
        comeTo(level, before);
        expect(labelOf(level).params['touches']).toBe(touches);
      }
  });

  test('some defend with what they have, the others withdraw it within a second', () => {
    const outcomes = { defended: 0, yielded: 0 };
    for (const level of ALL()) {
      const before = restingOf(level);
      comeTo(level, 0);
      level.exchange.run(1);
      const after = restingOf(level);
      if (after === 0) outcomes.yielded++;
      else {
        outcomes.defended++;
        expect(after).toBeGreaterThan(0.5 * before);
      }
    }
    // Between half and three quarters hold.
    const share = outcomes.defended / (outcomes.defended + outcomes.yielded);
    expect(share).toBeGreaterThan(0.35);
    expect(share).toBeLessThan(0.9);
  });

  test('and goes, the touch is a bounce', () => {
    for (const level of ALL(8)) {
      comeTo(level, 0);
      level.exchange.quote(BEST_BID - awayOf(level.side) * DEPART);
      level.exchange.run(10);
      const { params, tEvidentNs } = labelOf(level);
      expect([params['touches'], params['bounces'], params['breaks']]).toEqual([1, 1, 0]);
      expect(tEvidentNs).toBeNull();
    }
  });

  test('and goes through, the touch is a break, the orders are withdrawn, and the price is awaited again', () => {
    for (const level of ALL(8)) {
      comeTo(level, 0);
      comeTo(level, -5);
      level.exchange.run(3);
      expect(restingOf(level)).toBe(0);
      level.exchange.quote(BEST_BID - awayOf(level.side) * DEPART);
      level.exchange.run(30);
      const rested = level.exchange.deedsOf(TRADERS, 'add').slice(level.orders.length);
      expect(rested.length).toBeGreaterThan(0);
      const { params } = labelOf(level);
      expect([params['touches'], params['breaks'], params['end']]).toEqual([1, 1, 'open']);
    }
  });

  test('a third time, the level is evident from that moment on', () => {
    for (const level of ALL(6)) {
      let thirdNs = 0;
      for (let touch = 1; touch <= 4; touch++) {
        comeTo(level, 0);
        if (touch === 3) thirdNs = level.exchange.market.nowNs;
        level.exchange.quote(BEST_BID - awayOf(level.side) * DEPART);
        level.exchange.run(12);
      }
      const { params, tEvidentNs, observability } = labelOf(level);
      expect([params['touches'], params['bounces']]).toEqual([4, 4]);
      expect(tEvidentNs).toBe(level.exchange.market.exchangeNs(thirdNs));
      expect(observability).toBe(Number(params['bounce']) >= 0.65 ? 'strong' : 'weak');
    }
  });
});

describe('a level ends', () => {
  test('when it is forgotten, after three quarters of an hour to two hours, without a trace in the book', () => {
    for (const level of ALL(10)) {
      level.exchange.runUntil(() => level.exchange.labels.length > 0, 4);
      const seconds = level.exchange.market.nowNs / SECOND_NS;
      expect(seconds).toBeGreaterThanOrEqual(2700);
      expect(seconds).toBeLessThanOrEqual(7210);
      expect(level.exchange.labels[0]).toMatchObject({
        success: true,
        params: { end: 'forgotten', touches: 0 },
      });
      for (const { id } of level.exchange.deedsOf(TRADERS, 'add')) expect(level.exchange.shown(id)).toBe(0);
    }
  });

  test('when the price has gone a usual range beyond it', () => {
    for (const level of ALL(8)) {
      comeTo(level, 0);
      comeTo(level, -5);
      level.exchange.run(3);
      comeTo(level, -9);
      level.exchange.run(11);
      expect(level.exchange.labels).toEqual([]);
      comeTo(level, -14);
      level.exchange.run(11);
      expect(level.exchange.labels[0]).toMatchObject({
        success: false,
        params: { end: 'broken', breaks: 1 },
      });
    }
  });

  test('and its label states what the rows show of its orders', () => {
    for (const level of ALL(8)) {
      const { exchange } = level;
      comeTo(level, 0);
      exchange.trade(opposite(level.side), 200, 3);
      exchange.run(3);
      const label = labelOf(level);
      const executed = new Map<string, number>();
      for (const { action, id, size } of exchange.deeds)
        if (action === 'fill') executed.set(id, (executed.get(id) ?? 0) + size);
      // Touched less often than three times it is not evident, though it can be seen.
      expect(faultOf({ ...label, tEvidentNs: label.t1Ns }, executed)).toBeNull();
      expect(label.qty).toBeGreaterThan(0);
      expect(label.type).toBe(level.side === SIDE_BID ? 'support' : 'resistance');
      const zone = [level.near, level.far].toSorted((a, b) => a - b);
      expect([label.priceLowTicks, label.priceHighTicks]).toEqual(zone);
    }
  });
});

test('what was bought at a level is sold a little higher up', () => {
  let sold = 0;
  for (const level of ALL()) {
    const { exchange, side } = level;
    comeTo(level, 0);
    exchange.trade(opposite(side), 120, 0);
    const before = exchange.deeds.length;
    exchange.quote(BEST_BID - awayOf(side) * DEPART);
    exchange.run(60);
    const profits = exchange.deeds
      .slice(before)
      .filter(({ action, by, side: of }) => action === 'trade' && by === TRADERS && of === opposite(side));
    if (profits.length > 0) sold++;
  }
  expect(sold).toBeGreaterThan(5);
});

test('two levels keep a third of the usual range between them', () => {
  const exchange = new AgentMarket(9);
  const gauge = exchange.install((market, owner) => new MarketGauge(market, owner));
  exchange.install((market, owner) => new LevelMemory(market, { owner, perHour: 40, gauge }));
  exchange.run(120);
  exchange.finish();
  expect(exchange.labels.length).toBeGreaterThan(1);
  const zones = exchange.labels.toSorted((a, b) => a.priceLowTicks - b.priceLowTicks);
  for (let at = 1; at < zones.length; at++)
    expect(zones[at]!.priceLowTicks - zones[at - 1]!.priceHighTicks).toBeGreaterThanOrEqual(0.35 * RANGE);
});
