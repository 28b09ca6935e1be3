/** Which orders the crowd enters, changes and withdraws, and how soon. */
import { NO_PRICE, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { oppositeSide } from '#engine/match-rounds.ts';
import { CrowdBench, OPEN_TICKS } from '#testing/crowd-bench.ts';
import { instrumentOf } from '#testing/instrument.ts';
import { awayStep, NEAR_LEVELS } from './book-weights.ts';
import { flowProfileOf } from './flow-profile.ts';
import type { MarketName } from './generator.ts';

const ES = flowProfileOf(instrumentOf('ES'));
const SIDES = [
  ['bids', SIDE_BID],
  ['asks', SIDE_ASK],
] as const;

interface Step {
  /** The first row of the event: its action, side, price, size. */
  readonly action: string;
  readonly side: number;
  readonly priceTicks: number;
  readonly size: number;
  /** Ticks behind the best price of its own side, as it was before; below 0 it improves it. */
  readonly behind: number;
  /** Ticks from the best price of the other side. */
  readonly distance: number;
  readonly rows: readonly string[];
}

/**
 * What so many acts of the crowd do, with nobody else in between; those that did nothing are left out. Without a pause
 * nothing that was excited calms down, and most acts change the book.
 */
function stepsOf(bench: CrowdBench, acts: number, pauseSeconds = 0): Step[] {
  const { ladder } = bench.engine;
  const steps: Step[] = [];
  bench.emitted();
  for (let n = 0; n < acts; n++) {
    const best: Record<number, number> = { [SIDE_BID]: ladder.bestBidTicks, [SIDE_ASK]: ladder.bestAskTicks };
    bench.flow.decay(pauseSeconds);
    bench.flow.act(n);
    const rows = bench.emitted();
    bench.flow.learn();
    bench.flow.restock(n);
    bench.flow.readBook();
    bench.emitted();
    const [, action, letter, price, size] = /^(.)(.) (-?\d+)x(\d+)/.exec(rows[0] ?? '') ?? [];
    if (action === undefined) continue;
    const side = letter === 'B' ? SIDE_BID : SIDE_ASK;
    const behind = (Number(price) - best[side]!) * awayStep(side);
    const distance = (Number(price) - best[oppositeSide(side)]!) * awayStep(side);
    steps.push({ action, side, priceTicks: Number(price), size: Number(size), behind, distance, rows });
  }
  return steps;
}

const known = new Map<string, readonly Step[]>();
/** Twelve hundred acts of a crowd, played once for all tests. */
function played(name: MarketName, symbol: string): readonly Step[] {
  const key = `${name} ${symbol}`;
  const steps = known.get(key) ?? stepsOf(new CrowdBench(name, symbol, 6), 1200);
  known.set(key, steps);
  return steps;
}

const shareOf = <T>(list: readonly T[], holds: (one: T) => boolean): number =>
  list.filter(holds).length / list.length;
const added = (steps: readonly Step[]): Step[] => steps.filter(({ action }) => action === 'A');

describe('the crowd of g1', () => {
  test('opens with ten levels and slow orders behind them, on both sides alike', () => {
    const { ladder } = new CrowdBench('g1', 'ES', 6).engine;
    for (const [, side] of SIDES) {
      const best = side === SIDE_BID ? OPEN_TICKS - 1 : OPEN_TICKS;
      expect(ladder.bestTicks(side)).toBe(best);
      const counts = Array.from({ length: 70 }, (_, n) => ladder.countAt(side, best + awayStep(side) * n));
      expect(counts.slice(0, NEAR_LEVELS).every((count) => count > 5)).toBe(true);
      // The touch has two thirds of what the levels behind it have
      const behind = counts.slice(2, NEAR_LEVELS).reduce((sum, count) => sum + count, 0) / (NEAR_LEVELS - 2);
      expect(counts[0]! / behind).toBeLessThan(1);
      expect(counts.slice(NEAR_LEVELS, NEAR_LEVELS + ES.deepTicks).some((count) => count > 0)).toBe(true);
      // Nothing further than the last deep tick, and the four that a large order keeps away
      expect(counts.slice(NEAR_LEVELS + ES.deepTicks + 4).some((count) => count > 0)).toBe(false);
    }
  });

  test('rests at ten levels and behind them, most of all at the touch', () => {
    const adds = added(played('g1', 'ES'));
    expect(adds.length).toBeGreaterThan(250);
    expect(Math.min(...adds.map(({ distance }) => distance))).toBeGreaterThanOrEqual(1);
    expect(Math.max(...adds.map(({ behind }) => behind))).toBeLessThan(NEAR_LEVELS + ES.deepTicks + 4);
    const at = (level: number): number => shareOf(adds, ({ behind }) => behind === level);
    expect(at(0)).toBeGreaterThan(at(2));
    expect(at(1)).toBeGreaterThan(at(8));
  });

  test('keeps large orders away from the touch', () => {
    for (const symbol of ['ES', 'ZN']) {
      const large = added(played('g1', symbol)).filter(({ size }) => size > 15);
      for (const { behind } of large) expect(behind).toBeGreaterThanOrEqual(1);
      expect(large.length).toBeGreaterThan(0);
    }
  });

  test('enters and changes orders of both sides as often', () => {
    for (const action of ['A', 'M', 'C']) {
      const steps = played('g1', 'ES').filter((step) => step.action === action);
      expect(steps.length).toBeGreaterThan(100);
      expect(Math.abs(shareOf(steps, ({ side }) => side === SIDE_BID) - 0.5)).toBeLessThan(0.12);
    }
  });

  test('changes an order in about a quarter of what it does to the book', () => {
    const changes = played('g1', 'ES').filter(({ action }) => action !== 'T');
    const modified = shareOf(changes, ({ action }) => action === 'M');
    expect(modified).toBeGreaterThan(0.15);
    expect(modified).toBeLessThan(0.3);
  });

  test('plans to withdraw one order in ten within milliseconds of its entry', () => {
    const bench = new CrowdBench('g1', 'ES', 6);
    bench.planned.length = 0;
    const adds = added(stepsOf(bench, 1200));
    const share = bench.planned.length / adds.length;
    expect(share).toBeGreaterThan(0.06);
    expect(share).toBeLessThan(0.15);
    // `stepsOf` acts within two microseconds, so that the time of a plan is the life of the order
    const lives = bench.planned.map(({ timeNs }) => timeNs / 1e6).toSorted((a, b) => a - b);
    expect(lives[0]!).toBeGreaterThan(0);
    expect(lives[Math.floor(lives.length / 2)]!).toBeGreaterThan(1);
    expect(lives[Math.floor(lives.length / 2)]!).toBeLessThan(4);
  });

  test.each(SIDES)(
    'puts %s that were swept behind where they were last, not into the gap that has opened',
    (_, side) => {
      const bench = new CrowdBench('g1', 'ES', 6);
      const { engine, flow } = bench;
      const { ladder } = engine;
      const before = ladder.bestTicks(side);
      const away = awayStep(side);
      // Three levels of the other side go first, then all of this one
      engine.addImmediate(1, side, before - 3 * away, 1e7);
      flow.readBook();
      expect((ladder.bestTicks(oppositeSide(side)) - before) * away).toBe(-4);
      engine.addImmediate(2, oppositeSide(side), side === SIDE_BID ? 0 : 1e6, 1e7);
      expect(ladder.bestTicks(side)).toBe(NO_PRICE);
      flow.restock(3);
      const counts = Array.from({ length: NEAR_LEVELS + 8 }, (__, n) =>
        ladder.countAt(side, before + away * (n - 3)),
      );
      expect(counts.slice(0, 4)).toEqual([0, 0, 0, 0]);
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(NEAR_LEVELS);
    },
  );

  test('mostly takes no more than the best price shows', () => {
    const steps = stepsOf(new CrowdBench('g1', 'NQ', 6), 500, 1);
    const trades = steps.filter(({ action }) => action === 'T');
    expect(trades.length).toBeGreaterThan(30);
    const prices = ({ rows }: Step): number =>
      new Set(rows.filter((row) => row.startsWith('T')).map((row) => row.split('x')[0])).size;
    expect(shareOf(trades, (step) => prices(step) === 1)).toBeGreaterThan(0.6);
    expect(shareOf(trades, (step) => prices(step) > 1)).toBeGreaterThan(0);
  });
});

describe('the crowd of g4', () => {
  test('has thinner levels than that of g1, and larger orders', () => {
    const g1 = new CrowdBench('g1', 'ES', 6).engine;
    const g4 = new CrowdBench('g4', 'ES', 6).engine;
    expect(g4.ladder.countAt(SIDE_BID, OPEN_TICKS - 3)).toBeLessThan(
      0.7 * g1.ladder.countAt(SIDE_BID, OPEN_TICKS - 3),
    );
    // Three times the size of every order
    const sizes = Array.from({ length: g4.orders.live }, (_, slot) => g4.orders.size[slot]!);
    expect(Math.min(...sizes)).toBe(3);
  });
});

describe('the crowd of g0', () => {
  test('opens with the same number of orders at each of twenty-four levels a side', () => {
    const { ladder } = new CrowdBench('g0', 'CL', 6).engine;
    const perLevel = Math.ceil(flowProfileOf(instrumentOf('CL')).ordersPerLevel);
    for (const [, side] of SIDES) {
      const best = side === SIDE_BID ? OPEN_TICKS - 1 : OPEN_TICKS;
      const counts = Array.from({ length: 26 }, (_, n) => ladder.countAt(side, best + awayStep(side) * n));
      expect(counts).toEqual([...Array.from({ length: 24 }, () => perLevel), 0, 0]);
    }
  });

  test('rests evenly up to twenty-four ticks from the other side', () => {
    const adds = added(played('g0', 'ES'));
    const distances = adds.map(({ distance }) => distance);
    expect([Math.min(...distances), Math.max(...distances)]).toEqual([1, 24]);
    for (const from of [1, 9, 17])
      expect(Math.abs(shareOf(distances, (ticks) => ticks >= from && ticks < from + 8) - 1 / 3)).toBeLessThan(
        0.06,
      );
  });

  test('has no memory: what was traded, and how, changes no rate', () => {
    const bench = new CrowdBench('g0', 'ES', 6);
    const before = bench.flow.rate();
    bench.trade(SIDE_BID, OPEN_TICKS, 3);
    bench.conditions.valueJump = 20;
    bench.flow.stepSecond();
    bench.flow.decay(10);
    bench.flow.readBook();
    expect(bench.flow.rate()).toBe(before);
  });

  test('never changes an order, and plans nothing', () => {
    const bench = new CrowdBench('g0', 'ES', 6);
    const changed = stepsOf(bench, 500).filter(({ action }) => action === 'M');
    expect(changed).toEqual([]);
    expect(bench.planned).toEqual([]);
  });

  test.each(SIDES)(
    'puts %s that were swept at each of the twenty-four levels next to the other side',
    (_, side) => {
      const bench = new CrowdBench('g0', 'ES', 6);
      const { ladder } = bench.engine;
      bench.engine.addImmediate(1, oppositeSide(side), side === SIDE_BID ? 0 : 1e6, 1e7);
      const touch = ladder.bestTicks(oppositeSide(side));
      bench.flow.restock(2);
      const counts = Array.from({ length: 25 }, (__, n) =>
        ladder.countAt(side, touch + awayStep(side) * (n + 1)),
      );
      expect(counts).toEqual([...Array.from({ length: 24 }, () => 1), 0]);
    },
  );
});
