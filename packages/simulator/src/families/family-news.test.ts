/** How the crowds of families take news to the price, and what else moves them. */
import { SECOND_NS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { oppositeSide } from '#engine/match-rounds.ts';
import { awayStep } from '#flow/book-weights.ts';
import { flowProfileOf } from '#flow/flow-profile.ts';
import { FAMILY_NAMES } from '#flow/generator.ts';
import { CrowdBench, OPEN_TICKS } from '#testing/crowd-bench.ts';
import { instrumentOf } from '#testing/instrument.ts';

const ES = flowProfileOf(instrumentOf('ES'));
/** The side that news of this sign favours: bids follow good news up. */
const NEWS = [
  [SIDE_BID, 20],
  [SIDE_ASK, -20],
] as const;

/** News is known and the quotes up to a price of the other side are gone. */
function afterFlight(
  name: (typeof FAMILY_NAMES)[number],
  side: number,
  jump: number,
  goneTicks: number,
): CrowdBench {
  const bench = new CrowdBench(name, 'ES', 21, { spacingTicks: 1 });
  bench.conditions.valueJump = jump;
  bench.flow.readBook();
  const first = side === SIDE_BID ? OPEN_TICKS - 1 : OPEN_TICKS;
  bench.engine.addImmediate(1, side, first - awayStep(side) * goneTicks, 1e7);
  bench.emitted();
  bench.planned.length = 0;
  return bench;
}

test('each family has a crowd of its own: no two give the same rows under one seed', () => {
  const rows = FAMILY_NAMES.map((name) => {
    const bench = new CrowdBench(name, 'ES', 22);
    bench.emitted();
    bench.run(60);
    return bench.emitted().join(' ');
  });
  expect(new Set(rows).size).toBe(FAMILY_NAMES.length);
});

describe.each(FAMILY_NAMES)('%s', (name) => {
  test.each(NEWS)(
    'lets side %i quote up to what is left where quotes fled from news of %i ticks',
    (side, jump) => {
      const bench = afterFlight(name, side, jump, 6);
      const { ladder } = bench.engine;
      const touch = ladder.bestTicks(oppositeSide(side));
      const before = ladder.bestTicks(side);
      bench.flow.restock(2);
      // Next to the other side, or as far as it was, where that is no nearer to the worth
      const gap = (touch - before) * -awayStep(side);
      if (gap > 1) expect(ladder.bestTicks(side)).toBe(touch + awayStep(side));
      expect(ladder.bestTicks(oppositeSide(side))).toBe(touch);
      expect(bench.emitted().every((line) => line.startsWith(side === SIDE_BID ? 'AB' : 'AA'))).toBe(true);
    },
  );

  test.each(NEWS)('lets side %i quote no further than the worth of the news', (side, jump) => {
    // All quotes that the news made wrong are gone, and more
    const bench = afterFlight(name, side, jump / 5, 8);
    bench.flow.restock(2);
    expect(bench.emitted()).toEqual([]);
  });

  test('draws its second the same way whether or not anybody drifts', () => {
    const after = (driftTicks: number): number => {
      const bench = new CrowdBench(name, 'ES', 21);
      bench.conditions.driftTicks = driftTicks;
      for (let second = 0; second < 10; second++) bench.flow.stepSecond();
      return bench.conditions.valueJump;
    };
    // Ten seconds of a quarter of a tick are two whole ones
    expect([after(0), after(0.25), after(-0.25)]).toEqual([0, 2, -2]);
  });
});

describe('hawkes', () => {
  /** Rate of an unexcited crowd with so many orders of others at its best bid, in those that it usually has. */
  function crowded(times: number): number {
    const bench = new CrowdBench('hawkes', 'ES', 23, { profile: ES, spacingTicks: 1 });
    const { engine, flow } = bench;
    const usual = ES.ordersPerLevel / 1.5;
    const wanted = Math.round(usual * times) - engine.ladder.countAt(SIDE_BID, OPEN_TICKS - 1);
    for (let n = 0; n < wanted; n++) engine.addLimit(1, SIDE_BID, OPEN_TICKS - 1, 1, 0, 9);
    flow.readBook();
    return flow.rate();
  }

  test('leaves a queue in proportion to its length, up to four times as fast', () => {
    const step = crowded(3) - crowded(2);
    expect(step).toBeGreaterThan(0);
    expect(crowded(4) - crowded(3)).toBeCloseTo(step, 6);
    expect(crowded(9)).toBeCloseTo(crowded(4), 6);
  });
});

describe('splitters', () => {
  /** Where the quotes are about, after so many trades of one side and some quiet seconds. */
  function moved(side: number, trades: number, quietSeconds: number): number {
    const bench = new CrowdBench('splitters', 'ES', 24, { profile: ES, spacingTicks: 1 });
    const { ladder } = bench.engine;
    bench.engine.addImmediate(1, side, ladder.bestTicks(oppositeSide(side)), 1);
    for (let n = 0; n < trades; n++) bench.flow.learn();
    bench.flow.decay(quietSeconds);
    let sum = 0;
    for (let n = 0; n < 800; n++) {
      bench.flow.act(2);
      bench.flow.restock(2);
      if (n >= 400) sum += bench.mid;
    }
    return sum / 400 - OPEN_TICKS;
  }

  test('quote where trades have moved the worth, and forget most of that within an hour', () => {
    // A trade of a contract moves it by 0.124 ticks; 58 in 100 of that are left after five seconds, 15 after an hour
    const trades = 80;
    for (const [side, sign] of [
      [SIDE_BID, 1],
      [SIDE_ASK, -1],
    ] as const) {
      const before = moved(side, 0, 5);
      expect(Math.abs((moved(side, trades, 5) - before) * sign - 0.58 * 0.124 * trades)).toBeLessThan(2);
      expect(Math.abs((moved(side, trades, 3600) - before) * sign - 0.15 * 0.124 * trades)).toBeLessThan(1.5);
    }
  });
});

describe('makers', () => {
  test('let what they quote about walk with the seconds, as far as the product moves', () => {
    const moves = Array.from({ length: 60 }, (_, seed) => {
      const bench = new CrowdBench('makers', 'ES', seed + 1, { profile: { ...ES, sigmaTicks: 3 } });
      for (let second = 0; second < 25; second++) bench.flow.stepSecond();
      bench.emitted();
      // Everybody quotes anew
      bench.conditions.valueJump = 0.001;
      bench.flow.restock(SECOND_NS);
      const prices = bench
        .emitted()
        .filter((line) => line.startsWith('A'))
        .map((line) => Number(line.slice(3, line.indexOf('x'))));
      return prices.reduce((sum, price) => sum + price, 0) / prices.length - OPEN_TICKS;
    });
    const deviation = Math.sqrt(moves.reduce((sum, move) => sum + move * move, 0) / moves.length);
    // Three ticks a root second over 25 seconds; old quotes hold some of the new ones back
    expect(deviation).toBeGreaterThan(15 * 0.4);
    expect(deviation).toBeLessThan(15 * 1.5);
  });
});
