import { SIDE_ASK, SIDE_BID } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { MarketGauge } from '#agents/frame/market-gauge.ts';
import { AgentMarket, type AgentMarketOptions, BEST_BID } from '#testing/agent-market.ts';
import { StopLevels } from './stop-levels.ts';
import { StopTraders } from './stop-traders.ts';

const OWNER = 2;
const ROUND_TICKS = 20;
const NO_LIMIT = -2_147_483_648;
const SIDES = [SIDE_BID, SIDE_ASK] as const;

interface Stop {
  readonly id: number;
  readonly side: number;
  readonly triggerTicks: number;
  readonly size: number;
  readonly limitTicks: number;
  readonly owner: number;
}

interface Scene {
  readonly exchange: AgentMarket;
  readonly levels: StopLevels;
  readonly stops: (side?: number) => Stop[];
}

interface Often {
  readonly singles?: number;
  readonly clusters?: number;
}

function scene(seed: number, { singles = 0, clusters = 0 }: Often, options: AgentMarketOptions = {}): Scene {
  const exchange = new AgentMarket(seed, options);
  const levels = new StopLevels();
  const gauge = exchange.install((market, owner) => new MarketGauge(market, owner));
  exchange.install(
    (market, owner) =>
      new StopTraders(market, { owner, singlesPerHour: singles, clustersPerHour: clusters, gauge, levels }),
  );
  const { engine } = exchange.market;
  const waiting = (side: number): Stop[] => {
    const found: Stop[] = [];
    for (let slot = engine.stops.head(side); slot >= 0; slot = engine.orders.next[slot]!)
      found.push({
        id: engine.orders.id[slot]!,
        side,
        triggerTicks: engine.orders.priceTicks[slot]!,
        size: engine.orders.size[slot]!,
        limitTicks: engine.orders.stopLimitTicks[slot]!,
        owner: engine.orders.owner[slot]!,
      });
    return found;
  };
  return { exchange, levels, stops: (side) => (side === undefined ? SIDES.flatMap(waiting) : waiting(side)) };
}

/** Every stop that is ever placed in so many seconds, as it was when it was first seen. */
function placedIn({ exchange, stops }: Scene, seconds: number): Stop[] {
  const seen = new Map<number, Stop>();
  for (let second = 0; second < seconds; second += 2) {
    exchange.run(2);
    for (const stop of stops()) if (!seen.has(stop.id)) seen.set(stop.id, stop);
  }
  return [...seen.values()];
}

const beyondTouch = ({ side, triggerTicks }: Stop): number =>
  side === SIDE_BID ? triggerTicks - (BEST_BID + 1) : BEST_BID - triggerTicks;

describe('stops of single traders', () => {
  const placed = placedIn(scene(1, { singles: 400 }), 3600);

  test('come as often as configured, each position with one, two or three', () => {
    // 1.74 stops a position: 1 + 0.7 x 1.06.
    expect(placed.length / 400).toBeGreaterThan(1.4);
    expect(placed.length / 400).toBeLessThan(2.1);
    expect(new Set(placed.map(({ owner }) => owner))).toEqual(new Set([OWNER]));
  });

  test('lie two ticks or more beyond the touch, near ones more often than far ones', () => {
    const distances = placed.map(beyondTouch);
    expect(Math.min(...distances)).toBe(2);
    const near = distances.filter((ticks) => ticks < 6).length;
    expect(near / distances.length).toBeGreaterThan(0.5);
    expect(Math.max(...distances)).toBeGreaterThan(8);
  });

  test('are of one contract in most cases, buys as often as sells, and one of twelve has a limit', () => {
    expect(placed.filter(({ size }) => size === 1).length / placed.length).toBeCloseTo(0.63, 1);
    expect(placed.filter(({ side }) => side === SIDE_BID).length / placed.length).toBeCloseTo(0.5, 1);
    const limited = placed.filter(({ limitTicks }) => limitTicks > NO_LIMIT);
    expect(limited.length / placed.length).toBeGreaterThan(0.03);
    expect(limited.length / placed.length).toBeLessThan(0.14);
    for (const { side, triggerTicks, limitTicks } of limited) {
      const room = side === SIDE_BID ? limitTicks - triggerTicks : triggerTicks - limitTicks;
      expect(room).toBeGreaterThanOrEqual(2);
      expect(room).toBeLessThanOrEqual(6);
    }
  });

  test('belong to no level that others could know', () => {
    const market = scene(2, { singles: 400 });
    for (const { id } of placedIn(market, 600)) expect(market.levels.of(id)).toBeUndefined();
  });

  test('are withdrawn when the position is closed, after twenty-four minutes on average', () => {
    const market = scene(3, { singles: 100 });
    market.exchange.run(3 * 3600);
    // Little's law: 100 x 1.74 x 0.4 hours wait at a time.
    expect(market.stops().length).toBeGreaterThan(35);
    expect(market.stops().length).toBeLessThan(110);
    expect(market.exchange.deedsOf(OWNER)).toEqual([]);
  });
});

describe('stops of a cluster', () => {
  const market = scene(4, { clusters: 60 });
  const placed = placedIn(market, 3600);
  const levelOf = ({ id }: Stop): { readonly ticks: number; readonly kind: string } => {
    const level = market.levels.of(id);
    if (level === undefined) throw new Error(`expected a level for stop ${id}`);
    return level;
  };
  const present = market.stops();

  test('lie one to eight ticks beyond one level, whose kind is known', () => {
    expect(present.length).toBeGreaterThan(50);
    for (const stop of present) {
      const { ticks } = levelOf(stop);
      const beyond = stop.side === SIDE_BID ? stop.triggerTicks - ticks : ticks - stop.triggerTicks;
      expect(beyond).toBeGreaterThanOrEqual(1);
      expect(beyond).toBeLessThanOrEqual(8);
    }
    const kinds = new Set(present.map((stop) => levelOf(stop).kind));
    expect(kinds).toEqual(new Set(['swing', 'round']));
  });

  test('of round numbers lie beyond the next multiple that is two ticks from the mid, about a third of all', () => {
    const round = present.filter((stop) => levelOf(stop).kind === 'round');
    expect(round.length / present.length).toBeGreaterThan(0.15);
    expect(round.length / present.length).toBeLessThan(0.6);
    for (const stop of round) {
      const { ticks } = levelOf(stop);
      expect(ticks % ROUND_TICKS).toBe(0);
      // The mid lies half a tick above 1000, so that 1000 itself is too near.
      expect(ticks).toBe(stop.side === SIDE_BID ? 1020 : 980);
    }
  });

  test('of swings lie beyond a swing of the usual size until there was one', () => {
    const swings = present.filter((stop) => levelOf(stop).kind === 'swing');
    for (const stop of swings) expect(levelOf(stop).ticks).toBe(stop.side === SIDE_BID ? 1007 : 994);
  });

  test('come one after another over minutes, two or more a cluster', () => {
    expect(placed.length / 60).toBeGreaterThan(2.5);
    expect(placed.length / 60).toBeLessThan(7);
  });

  test('are not placed any more when the price has gone through the level, and forgotten when withdrawn', () => {
    const other = scene(5, { clusters: 60 });
    other.exchange.run(600);
    const before = other.stops().map(({ id }) => id);
    other.exchange.quote(BEST_BID + 40);
    other.exchange.trade(SIDE_BID, 1);
    const later = placedIn(other, 900).filter(({ id }) => !before.includes(id));
    const buys = later.filter(({ id, side }) => side === SIDE_BID && other.levels.of(id) !== undefined);
    expect(buys.length).toBeGreaterThan(3);
    for (const { id } of buys) expect(other.levels.of(id)?.ticks).toBeGreaterThanOrEqual(BEST_BID + 41);
    other.exchange.run(12 * 3600);
    const stillThere = new Set(other.stops().map(({ id }) => id));
    for (const id of before) expect(other.levels.of(id) === undefined).toBe(!stillThere.has(id));
    expect(before.some((id) => !stillThere.has(id))).toBe(true);
  });
});

test('a swing is the extreme from which the price turned back by the size of one', () => {
  const { exchange, levels, stops } = scene(6, { clusters: 120 });
  for (const bid of [BEST_BID + 4, BEST_BID + 9, BEST_BID + 2]) {
    exchange.quote(bid);
    exchange.run(3);
  }
  const known = new Set(stops().map(({ id }) => id));
  exchange.run(600);
  const buys = stops(SIDE_BID).filter(({ id }) => !known.has(id) && levels.of(id)?.kind === 'swing');
  expect(buys.length).toBeGreaterThan(3);
  // The highest mid was 1009.5.
  for (const { id } of buys) expect(levels.of(id)?.ticks).toBe(1010);
});

test('beyond the last swing the extreme of the session is the level', () => {
  const { exchange, levels, stops } = scene(7, { clusters: 120 });
  exchange.quote(BEST_BID + 30);
  exchange.trade(SIDE_BID, 1);
  exchange.quote(BEST_BID + 25);
  exchange.run(900);
  const sessions = stops(SIDE_BID).filter(({ id }) => levels.of(id)?.kind === 'session');
  expect(sessions.length).toBeGreaterThan(0);
  for (const { id } of sessions) expect(levels.of(id)?.ticks).toBe(BEST_BID + 31);
});

test('an elected stop is forgotten in its time, and what of it rests is withdrawn', () => {
  const { exchange, stops, levels } = scene(8, { singles: 60, clusters: 60 });
  exchange.run(1200);
  const waiting = stops(SIDE_BID).map(({ id }) => id);
  expect(waiting.length).toBeGreaterThan(5);
  exchange.trade(SIDE_BID, 650, 12);
  const left = new Set(stops(SIDE_BID).map(({ id }) => id));
  const elected = waiting.filter((id) => !left.has(id));
  expect(elected.length).toBeGreaterThan(0);
  exchange.run(14 * 3600);
  for (const id of elected) {
    expect(exchange.shown(String(id))).toBe(0);
    expect(levels.of(id)).toBeUndefined();
  }
});

test('nobody waits with more than four hundred stops, and none are placed at a frequency of 0', () => {
  const busy = scene(9, { singles: 3000 });
  busy.exchange.run(3600);
  expect(busy.stops().length).toBe(400);
  const still = scene(9, {});
  still.exchange.run(3600);
  expect(still.stops()).toEqual([]);
});

test('stops are nearer in a still market, once that is known', () => {
  const meanOf = (market: Scene): number => {
    const placed = placedIn(market, 600);
    return placed.reduce((sum, stop) => sum + beyondTouch(stop), 0) / placed.length;
  };
  const early = scene(10, { singles: 600 });
  const late = scene(10, { singles: 600 });
  // Hours without a move: the usual range shrinks to three ticks, and the reach to the least of two.
  late.exchange.run(3 * 3600);
  const known = late.stops().map(({ id }) => id);
  expect(known.length).toBeGreaterThan(100);
  const before = meanOf(early);
  const fresh = placedIn(late, 600).filter(({ id }) => !known.includes(id));
  const after = fresh.reduce((sum, stop) => sum + beyondTouch(stop), 0) / fresh.length;
  expect(after).toBeLessThan(0.85 * before);
});
