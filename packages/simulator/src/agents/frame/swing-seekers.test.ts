import { SECOND_NS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { AgentMarket, BEST_BID } from '#testing/agent-market.ts';
import type { Player } from './agent-group.ts';
import type { MarketAccess } from './market-access.ts';
import { MarketGauge } from './market-gauge.ts';
import { type Seeker, SwingSeekers } from './swing-seekers.ts';

const HIGH = BEST_BID + 10;
const LOW = BEST_BID - 10;
const REACH = 1.5;
const opposite = (side: number): number => (side === SIDE_BID ? SIDE_ASK : SIDE_BID);

/** Seekers who act as the test says, every second until it says no more. */
class Scouts extends SwingSeekers<Seeker> {
  readonly came: Seeker[] = [];
  readonly acts: (readonly [serial: number, phase: string, atNs: number])[] = [];
  script: (seeker: Seeker) => number | null = () => 1;
  likes = true;

  constructor(market: MarketAccess, owner: number, perHour: number, gauge: MarketGauge) {
    super(market, 'scout', { owner, perHour, gauge }, REACH);
  }

  protected begin(player: Player): Seeker {
    const seeker = this.seeker(player);
    this.came.push(seeker);
    return seeker;
  }

  protected act(seeker: Seeker): number | null {
    this.acts.push([seeker.serial, seeker.phase, this.market.nowNs]);
    return this.script(seeker);
  }

  protected override suits(): boolean {
    return this.likes;
  }

  push(seeker: Seeker, side: number, force: number): number {
    return this.clip(seeker, side, force);
  }

  distance(seeker: Seeker): number {
    return this.lastBeyond(seeker);
  }

  stopsWithin(seeker: Seeker, ticks: number): number {
    return this.stopsBeyond(seeker, ticks);
  }

  share(seeker: Seeker, share: number, least: number): number {
    return this.ticksOf(seeker, share, least);
  }

  isAtWork(seeker: Seeker): boolean {
    return this.live.has(seeker.serial);
  }
}

interface Scene {
  readonly exchange: AgentMarket;
  readonly gauge: MarketGauge;
  readonly scouts: Scouts;
}

/** The price goes to another one and trades there. */
function go(exchange: AgentMarket, bidTicks: number, side = SIDE_BID): void {
  exchange.quote(bidTicks);
  exchange.trade(side, 1);
}

/** A market with a high and a low, in which the price is between again and seekers may come. */
function scene(seed: number, arrivals = 1): Scene {
  const exchange = new AgentMarket(seed, { answer: 'refill' });
  const gauge = exchange.install((market, owner) => new MarketGauge(market, owner));
  const scouts = exchange.install((market, owner) => new Scouts(market, owner, 30, gauge), arrivals);
  go(exchange, HIGH - 1, SIDE_BID);
  go(exchange, LOW, SIDE_ASK);
  go(exchange, BEST_BID, SIDE_BID);
  return { exchange, gauge, scouts };
}

/** Until the first seeker has found a swing. */
function withPlan(seed: number): Scene & { readonly seeker: Seeker } {
  const market = scene(seed);
  market.exchange.runUntil(() => market.scouts.acts.length > 0);
  return { ...market, seeker: market.scouts.came[0]! };
}

/** Seeds whose first seeker wants the price to rise, and to fall. */
const SEED_OF = new Map([SIDE_BID, SIDE_ASK].map((side) => [side, seedFor(side)]));

function seedFor(side: number): number {
  for (let seed = 1; ; seed++) {
    const { exchange, scouts } = scene(seed);
    exchange.runUntil(() => scouts.came.length > 0);
    if (scouts.came[0]!.side === side) return seed;
  }
}

describe.each([
  ['rise', SIDE_BID, HIGH],
  ['fall', SIDE_ASK, LOW],
] as const)('a plan that the price shall %s', (_, side, level) => {
  const sign = side === SIDE_BID ? 1 : -1;
  const begin = (): ReturnType<typeof withPlan> => withPlan(SEED_OF.get(side) ?? 0);

  test('begins at a swing that holds, once the market is known, and measures it in its usual range', () => {
    const { exchange, gauge, scouts, seeker } = begin();
    expect(exchange.market.nowNs).toBeGreaterThanOrEqual(300 * SECOND_NS);
    expect(seeker).toMatchObject({
      side,
      levelTicks: level,
      phase: 'approach',
      rangeTicks: gauge.rangeTicks,
    });
    expect(seeker.phaseNs).toBe(exchange.market.nowNs);
    expect(scouts.distance(seeker)).toBe((exchange.market.engine.lastTradeTicks - level) * sign);
    expect(scouts.share(seeker, 0.5, 2)).toBe(Math.round(0.5 * seeker.rangeTicks));
    expect(scouts.share(seeker, 0.01, 2)).toBe(2);
  });

  test('acts again after as many seconds as it says, and ends when it says so', () => {
    const { exchange, scouts, seeker } = begin();
    const fromNs = exchange.market.nowNs;
    let left = 3;
    scouts.script = () => (left-- > 0 ? 2 : null);
    exchange.run(60);
    expect(scouts.acts.map(([, , atNs]) => (atNs - fromNs) / SECOND_NS)).toEqual([0, 1, 3, 5, 7]);
    expect(scouts.isAtWork(seeker)).toBe(false);
  });

  test('is at its level alone: nobody begins a second one at the same swing', () => {
    const exchange = scene(SEED_OF.get(side) ?? 0, 40);
    exchange.exchange.run(3600);
    const levels = exchange.scouts.came.filter(({ phase }) => phase !== 'seeking');
    expect(levels.length).toBeGreaterThan(0);
    expect(new Set(levels.map(({ levelTicks }) => levelTicks)).size).toBe(levels.length);
  });

  test('notices the first trade beyond its level and the furthest one', () => {
    const { exchange, seeker } = begin();
    go(exchange, level - sign - (side === SIDE_BID ? 1 : 0), side);
    expect(seeker.brokenNs).toBe(-1);
    exchange.run(1);
    const quoteFor = (ticks: number): number => (side === SIDE_BID ? ticks - 1 : ticks);
    go(exchange, quoteFor(level), side);
    expect(seeker.brokenNs).toBe(-1);
    go(exchange, quoteFor(level + 2 * sign), side);
    expect(seeker).toMatchObject({ brokenNs: exchange.market.nowNs, extremeTicks: level + 2 * sign });
    const { brokenNs } = seeker;
    exchange.run(1);
    go(exchange, quoteFor(level + 5 * sign), side);
    go(exchange, quoteFor(level + 3 * sign), side);
    expect(seeker).toMatchObject({ brokenNs, extremeTicks: level + 5 * sign });
  });

  test('counts what it took beyond the level on its own side, with the prices paid, and nothing else', () => {
    const { exchange, scouts, seeker } = begin();
    const quoteFor = (ticks: number): number => (side === SIDE_BID ? ticks - 1 : ticks);
    expect(scouts.push(seeker, side, 1)).toBeGreaterThan(0);
    expect(seeker).toMatchObject({ taken: 0, paid: 0, takerIds: [] });
    const parts: number[] = [];
    for (const beyond of [2, 4]) {
      exchange.quote(quoteFor(level + beyond * sign));
      parts.push(scouts.push(seeker, side, 1));
    }
    const [first = 0, second = 0] = parts;
    scouts.push(seeker, opposite(side), 1);
    expect(seeker.taken).toBe(first + second);
    expect(seeker.paid).toBe(first * (level + 2 * sign) + second * (level + 4 * sign));
    const trades = exchange.deeds.filter(
      ({ action, id }) => action === 'trade' && seeker.takerIds.includes(id),
    );
    expect(trades.map(({ size }) => size)).toEqual([first, second]);
    expect(trades.every((trade) => trade.side === side)).toBe(true);
  });

  test('knows how many stops wait within some ticks of its level', () => {
    const { exchange, scouts, seeker } = begin();
    for (const beyond of [1, 1, 3, 6])
      exchange.market.addStop({ side, triggerTicks: level + beyond * sign, size: 1 });
    expect([0, 1, 2, 3, 5, 6, 50].map((ticks) => scouts.stopsWithin(seeker, ticks))).toEqual([
      0, 2, 2, 3, 3, 4, 4,
    ]);
  });

  test('that the end of the session cuts short leaves no label', () => {
    const { exchange, seeker, scouts } = begin();
    exchange.finish();
    expect(exchange.labels).toEqual([]);
    expect(scouts.isAtWork(seeker)).toBe(false);
  });
});

test('who finds no swing that suits looks every seven to twenty-three seconds, and leaves after half an hour', () => {
  const { exchange, scouts } = scene(1);
  scouts.likes = false;
  exchange.runUntil(() => scouts.came.length > 0);
  const seeker = scouts.came[0]!;
  exchange.runUntil(() => !scouts.isAtWork(seeker), 3);
  expect(scouts.acts).toEqual([]);
  expect(seeker).toMatchObject({ phase: 'seeking', looks: 121 });
  const seconds = (exchange.market.nowNs - seeker.beganNs) / SECOND_NS;
  // The mean of 120 looks of 7.5 to 22.5 seconds each: five standard deviations.
  expect(Math.abs(seconds - 1800)).toBeLessThan(5 * Math.sqrt(120) * 4.4);
});

test('a swing further away than the reach is left alone until the price comes near it', () => {
  const { exchange, scouts, gauge } = scene(SEED_OF.get(SIDE_BID) ?? 0);
  const reach = REACH * gauge.rangeTicks;
  exchange.runUntil(() => scouts.came.length > 0);
  const far = Math.round(HIGH - 3 * reach);
  go(exchange, far, SIDE_ASK);
  exchange.run(600);
  expect(scouts.acts).toEqual([]);
  go(exchange, HIGH - 6, SIDE_ASK);
  exchange.run(60);
  expect(scouts.came[0]).toMatchObject({ levelTicks: HIGH });
  expect(scouts.acts.length).toBeGreaterThan(0);
});
