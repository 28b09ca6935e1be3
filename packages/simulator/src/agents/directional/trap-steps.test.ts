/** What a breakout that fails does on a small book, and that its label says so. */
import { SECOND_NS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { MarketGauge } from '#agents/frame/market-gauge.ts';
import { StopLevels } from '#agents/stops/stop-levels.ts';
import type { Label } from '#ground-truth/labels.ts';
import { AgentMarket, BEST_BID, type Deed } from '#testing/agent-market.ts';
import { TrappedBreakouts } from './trapped-breakouts.ts';

const TRADERS = 2;
const HIGH = BEST_BID + 6;
const LOW = BEST_BID - 6;
const THIN = 5;
const opposite = (side: number): number => (side === SIDE_BID ? SIDE_ASK : SIDE_BID);
const signOf = (side: number): number => (side === SIDE_BID ? 1 : -1);

interface Scene {
  readonly exchange: AgentMarket;
  readonly gauge: MarketGauge;
  readonly levels: StopLevels;
}

/** A thin market with a high and a low, between which the price is again, and one who is to break one of them. */
function scene(seed: number, perHour = 20): Scene {
  const exchange = new AgentMarket(seed, { answer: 'follow' });
  const levels = new StopLevels();
  const gauge = exchange.install((market, owner) => new MarketGauge(market, owner));
  exchange.install((market, owner) => new TrappedBreakouts(market, { owner, perHour, gauge, levels }), 1);
  for (const [bid, side] of [
    [HIGH - 1, SIDE_BID],
    [LOW, SIDE_ASK],
    [BEST_BID, SIDE_BID],
  ] as const) {
    exchange.quote(bid, THIN);
    exchange.trade(side, 1);
  }
  return { exchange, gauge, levels };
}

interface Trap extends Scene {
  readonly label: Label;
  readonly side: number;
  readonly level: number;
  readonly trades: readonly Deed[];
}

/** Until the trap has been labelled; null where the plan came to nothing. */
function sprung(seed: number): Trap | null {
  const market = scene(seed);
  const { exchange } = market;
  // The price stays near both swings for as long as nobody has come.
  exchange.runUntil(
    () => exchange.deedsOf(TRADERS).length > 0 || exchange.market.nowNs > 7200 * SECOND_NS,
    3,
  );
  exchange.run(1200);
  const label = exchange.labels.find(({ sub }) => sub === 'scripted');
  if (label === undefined) return null;
  const trades = exchange.deeds.filter(({ action }) => action === 'trade');
  const side = label.side === 'bid' ? SIDE_BID : SIDE_ASK;
  return { ...market, label, side, level: Number(label.params['levelTicks']), trades };
}

const ALL = Array.from({ length: 26 }, (_, at) => sprung(at + 1)).flatMap((trap) => trap ?? []);

const beyond = ({ side, level }: Trap, ticks: number): number => (ticks - level) * signOf(side);
const atNs = ({ exchange }: Trap, { atNs: ns }: Deed): bigint => exchange.market.exchangeNs(ns);

test('traps spring at highs and at lows, those of the swing that was chosen', () => {
  expect(ALL.length).toBeGreaterThan(8);
  expect(new Set(ALL.map(({ side }) => side))).toEqual(new Set([SIDE_BID, SIDE_ASK]));
  for (const { side, level } of ALL) expect(level).toBe(side === SIDE_BID ? HIGH : LOW);
});

test('a trap begins with the first trade beyond the level, whoever made it', () => {
  for (const trap of ALL) {
    const first = trap.trades.find(
      (trade) =>
        trade.atNs > 300 * SECOND_NS && beyond(trap, trade.priceTicks) > 0 && trade.side === trap.side,
    );
    expect(first === undefined ? null : atNs(trap, first)).toBe(trap.label.t0Ns);
  }
});

test('it holds the contracts of those who bought or sold beyond, at the mean of what they paid', () => {
  for (const trap of ALL) {
    const { label, side } = trap;
    const own = trap.trades.filter(({ id, by }) => by === TRADERS && label.orderIds.includes(id));
    expect(new Set(own.map((trade) => trade.side))).toEqual(new Set([side]));
    const traded = own.reduce((sum, { size }) => sum + size, 0);
    // The clip that broke the level may have taken some before it.
    expect(label.qty).toBeLessThanOrEqual(traded);
    expect(label.qty).toBeGreaterThan(0);
    const mean = Number(label.params['meanEntryTicks']);
    expect(beyond(trap, mean)).toBeGreaterThan(0);
    expect(beyond(trap, mean)).toBeLessThanOrEqual(Number(label.params['overshootTicks']));
  }
});

test('its zone reaches from the first price beyond the level to the furthest one before the return', () => {
  for (const trap of ALL) {
    const { label, side, level } = trap;
    const [near, far] =
      side === SIDE_BID
        ? [label.priceLowTicks, label.priceHighTicks]
        : [label.priceHighTicks, label.priceLowTicks];
    expect(near).toBe(level + signOf(side));
    expect(beyond(trap, far)).toBe(label.params['overshootTicks']);
    const during = trap.trades.filter(
      (trade) => atNs(trap, trade) >= label.t0Ns && atNs(trap, trade) <= (label.tEvidentNs ?? 0n),
    );
    expect(Math.max(...during.map(({ priceTicks }) => beyond(trap, priceTicks)))).toBe(beyond(trap, far));
  }
});

test('it is evident when the price has traded back inside by an eighth of the range, at least two ticks', () => {
  for (const trap of ALL) {
    const { label } = trap;
    const evident = trap.trades.filter((trade) => atNs(trap, trade) === label.tEvidentNs);
    expect(Math.min(...evident.map(({ priceTicks }) => beyond(trap, priceTicks)))).toBeLessThanOrEqual(-2);
    expect(label.tEvidentNs).toBeGreaterThan(label.t0Ns);
    expect(label.t1Ns).toBeGreaterThanOrEqual(label.tEvidentNs ?? 0n);
  }
});

describe('a large order against the trapped', () => {
  test('rests beyond the level while they chase, on the other side, and is gone before the price turns', () => {
    for (const trap of ALL) {
      const { exchange, label, side } = trap;
      const turn = exchange.deedsOf(TRADERS, 'trade').find(({ side: of }) => of === opposite(side));
      // What rests later is left of stops that were elected.
      const supply = exchange.deedsOf(TRADERS, 'add').filter((order) => order.atNs < (turn?.atNs ?? 0));
      expect(supply.length).toBeGreaterThan(0);
      for (const order of supply) {
        expect(order.side).toBe(opposite(side));
        expect(beyond(trap, order.priceTicks)).toBeGreaterThanOrEqual(1);
        expect(order.size).toBeGreaterThanOrEqual(2);
        expect(atNs(trap, order)).toBeGreaterThanOrEqual(label.t0Ns);
        expect(atNs(trap, order)).toBeLessThan(label.tEvidentNs ?? 0n);
        const gone = exchange.deeds.find(({ action, id }) => action === 'cancel' && id === order.id);
        expect(gone?.atNs).toBeLessThanOrEqual(turn?.atNs ?? 0);
      }
    }
  });

  test('is the only one that its traders rest: they never trade against themselves on the way', () => {
    for (const { exchange, side } of ALL)
      for (const order of exchange.deedsOf(TRADERS, 'add')) expect(order.side).toBe(opposite(side));
  });
});

describe('the outcome', () => {
  test('is that the price followed through by six ticks and more, or was saved by two', () => {
    const outcomes = new Set<boolean | null>();
    for (const trap of ALL) {
      const { label } = trap;
      outcomes.add(label.success);
      const last = trap.trades.filter((trade) => atNs(trap, trade) <= label.t1Ns).at(-1);
      const ticks = beyond(trap, last?.priceTicks ?? 0);
      const seconds = Number(label.t1Ns - (label.tEvidentNs ?? 0n)) / SECOND_NS;
      if (label.success === true) expect(ticks).toBeLessThanOrEqual(-6);
      else expect(ticks >= 2 || seconds >= 590).toBe(true);
    }
    expect(outcomes).toEqual(new Set([true, false]));
  });

  test('is mostly the way that the traders pushed, of whom about six of ten squeeze the trapped', () => {
    const agree = ALL.filter(({ label }) => label.success === label.params['follows']).length;
    expect(agree / ALL.length).toBeGreaterThan(0.6);
  });
});

test('of the late ones some protect themselves inside the level, and no stop is left behind', () => {
  let stops = 0;
  for (const { exchange, label } of ALL) {
    stops += Number(label.params['stops']);
    expect(exchange.market.engine.stops.head(SIDE_BID)).toBeLessThan(0);
    expect(exchange.market.engine.stops.head(SIDE_ASK)).toBeLessThan(0);
  }
  expect(stops).toBeGreaterThan(ALL.length);
});

test('the plan is known to those who look for traps that nobody planned, at its level and not elsewhere', () => {
  for (const { levels, level } of ALL) {
    expect(levels.isPlanned(level)).toBe(true);
    expect(levels.isPlanned(level + 4)).toBe(false);
  }
});

test('nobody breaks anything before the market is known, or at a frequency of 0', () => {
  for (const { exchange } of ALL.slice(0, 5))
    expect(exchange.deedsOf(TRADERS)[0]!.atNs).toBeGreaterThanOrEqual(300 * SECOND_NS);
  const { exchange } = scene(1, 0);
  exchange.run(7200);
  expect(exchange.deedsOf(TRADERS)).toEqual([]);
});

test('a level that does not give way within two minutes is given up without a label', () => {
  const { exchange } = scene(1);
  exchange.answer = 'refill';
  exchange.quote(BEST_BID, 500);
  exchange.trade(SIDE_BID, 1);
  exchange.runUntil(() => exchange.deedsOf(TRADERS, 'trade').length > 0, 3);
  const fromNs = exchange.market.nowNs;
  exchange.run(900);
  const last = exchange.deedsOf(TRADERS, 'trade').at(-1);
  expect(((last?.atNs ?? 0) - fromNs) / SECOND_NS).toBeLessThanOrEqual(120);
  exchange.finish();
  expect(exchange.labels).toEqual([]);
});
