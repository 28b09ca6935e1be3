/** How often the crowd does something, by what happened and by what the market is like, in figures that follow from its laws. */
import { SIDE_ASK, SIDE_BID } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { CrowdBench, OPEN_TICKS } from '#testing/crowd-bench.ts';
import { instrumentOf } from '#testing/instrument.ts';
import { flowProfileOf } from './flow-profile.ts';
import { GENERATOR_NAMES } from './generator.ts';
import { MarketConditions } from './market-conditions.ts';

const ES = flowProfileOf(instrumentOf('ES'));
/** What the worth of ES moves in six seconds: the unit of every distance from it. */
const UNIT = 2.6 * ES.sigmaTicks;

/** A crowd in which nothing is excited any more. */
function calm(symbol = 'ES', seed = 3): CrowdBench {
  const bench = new CrowdBench('g1', symbol, seed);
  bench.flow.decay(1e6);
  return bench;
}

describe.each(GENERATOR_NAMES)('the crowd of %s', (name) => {
  test('is as fast as the scale of its session and as the pace of its market', () => {
    const rateOf = (scale: number, pace: number): number => {
      const conditions = new MarketConditions(scale);
      conditions.pace = pace;
      const bench = new CrowdBench(name, 'ES', 3, { conditions });
      bench.flow.decay(1e6);
      return bench.flow.rate();
    };
    expect(rateOf(2, 1) / rateOf(1, 1)).toBeCloseTo(2, 9);
    expect(rateOf(1, 3) / rateOf(1, 1)).toBeCloseTo(3, 9);
  });

  test('always has a rate, two sides that do not cross and about as many orders as at first', () => {
    for (const symbol of ['ES', 'NQ']) {
      const bench = new CrowdBench(name, symbol, 4);
      const { ladder, orders } = bench.engine;
      const first = orders.live;
      let crossed = 0;
      bench.run(400, () => {
        if (!(bench.flow.rate() > 0 && ladder.bestBidTicks < ladder.bestAskTicks)) crossed++;
      });
      expect(crossed).toBe(0);
      expect(orders.live / first).toBeGreaterThan(0.5);
      expect(orders.live / first).toBeLessThan(2);
      expect(Math.abs(bench.mid - OPEN_TICKS)).toBeLessThan(200);
    }
  });

  test('buys and sells, and withdraws what it entered', () => {
    const bench = new CrowdBench(name, 'ES', 4);
    for (let n = 0; n < 40 && (bench.bought === 0 || bench.sold === 0); n++) bench.run(100);
    expect([bench.bought, bench.sold].every((contracts) => contracts > 0)).toBe(true);
    expect(bench.emitted().some((line) => line.startsWith('C'))).toBe(true);
  });

  test('gives the same rows under one seed, others under another', () => {
    const rows = (seed: number): string => {
      const bench = new CrowdBench(name, 'CL', seed);
      bench.run(150);
      return bench.emitted().join(' ');
    };
    const first = rows(4);
    expect(rows(4) === first).toBe(true);
    expect(rows(5) === first).toBe(false);
  });

  test('restocks nothing while both sides are there', () => {
    const bench = new CrowdBench(name, 'ES', 4);
    bench.emitted();
    bench.flow.restock(1);
    expect(bench.emitted()).toEqual([]);
  });
});

describe('a trade', () => {
  test('calls others forth, fewer as time passes and none in the end', () => {
    const bench = calm();
    const before = bench.flow.rate();
    bench.trade(SIDE_BID, bench.engine.ladder.bestAskTicks, 1);
    const excess = [0, 0.01, 0.1, 1, 10, 1000].map((seconds) => {
      bench.flow.decay(seconds);
      return bench.flow.rate() - before;
    });
    expect(excess[0]!).toBeGreaterThan(10 * before);
    for (let at = 1; at < excess.length - 1; at++) expect(excess[at]!).toBeLessThan(excess[at - 1]!);
    expect(Math.abs(excess[5]!)).toBeLessThan(0.02 * before);
  });

  test('that nobody follows calls forth changes of the book only', () => {
    const excited = (isUnfollowed: boolean): number => {
      const bench = calm();
      bench.conditions.isUnfollowed = isUnfollowed;
      bench.trade(SIDE_BID, bench.engine.ladder.bestAskTicks, 1);
      return bench.flow.rate();
    };
    // Aggressors after an agent's: 0.18 within 5 ms, 0.16 within 0.3 s, 0.15 within 8 s
    expect(excited(false) - excited(true)).toBeCloseTo(0.18 / 0.005 + 0.16 / 0.3 + 0.15 / 8, 1);
  });

  test('of an auction is followed like a change of the book after a match: it has no side to follow', () => {
    const bench = calm();
    const other = calm();
    other.conditions.isUnfollowed = true;
    bench.engine.auction(1, SIDE_ASK, [1]);
    other.engine.addImmediate(1, SIDE_BID, OPEN_TICKS, 1);
    for (const { flow } of [bench, other]) {
      flow.learn();
      flow.readBook();
    }
    expect(bench.flow.rate()).toBeCloseTo(other.flow.rate(), 9);
  });

  test('of the crowd is mostly followed by one of the same side', () => {
    let [same, all] = [0, 0];
    for (let seed = 1; seed <= 6; seed++) {
      const bench = new CrowdBench('g1', 'ES', seed);
      const { report } = bench.engine;
      let before = 0;
      bench.run(1200, () => {
        if (report.rounds === 0) return;
        if (before !== 0) all++;
        if (report.firstSide === before) same++;
        before = report.firstSide;
      });
    }
    expect(all).toBeGreaterThan(100);
    expect(same / all).toBeGreaterThan(0.58);
  });
});

describe('a spread of more than a tick', () => {
  /** The best asks are gone: how much faster the crowd is because there is room. */
  function hurried(change: (conditions: MarketConditions) => void): number {
    const rateAt = (narrowing: number): number => {
      const bench = calm();
      const { ladder } = bench.engine;
      change(bench.conditions);
      bench.conditions.narrowing *= narrowing;
      bench.engine.addImmediate(
        1,
        SIDE_BID,
        ladder.bestAskTicks,
        ladder.sizeAt(SIDE_ASK, ladder.bestAskTicks),
      );
      expect(ladder.bestAskTicks - ladder.bestBidTicks).toBe(2);
      bench.flow.readBook();
      return bench.flow.rate();
    };
    return rateAt(1) - rateAt(0);
  }
  const usual = ES.aggressorsPerSecond * ES.narrowing;

  test('draws orders into it, so many an aggressor as the product has', () => {
    expect(hurried(() => undefined)).toBeCloseTo(usual, 6);
  });

  test('draws more in a busy market, and no fewer in a quiet one', () => {
    expect(hurried((conditions) => Object.assign(conditions, { pace: 4 }))).toBeCloseTo(4 * usual, 6);
    expect(hurried((conditions) => Object.assign(conditions, { pace: 0.1 }))).toBeCloseTo(usual, 6);
  });

  test('is closed again', () => {
    for (const side of [SIDE_BID, SIDE_ASK]) {
      const bench = calm();
      const { ladder } = bench.engine;
      bench.trade(side, side === SIDE_BID ? OPEN_TICKS + 2 : OPEN_TICKS - 3, 1e5);
      expect(ladder.bestAskTicks - ladder.bestBidTicks).toBeGreaterThan(2);
      for (let n = 0; n < 60 && ladder.bestAskTicks - ladder.bestBidTicks > 1; n++) bench.run(20);
      expect(ladder.bestAskTicks - ladder.bestBidTicks).toBe(1);
    }
  });
});

describe('news', () => {
  /** Rate beyond the usual because the worth is so many ticks away. */
  function drawn(jump: number, arbitrage = 1): number {
    const rateAt = (ticks: number): number => {
      const bench = calm();
      bench.conditions.arbitrage = arbitrage;
      // An even number of half ticks: the mid lies half a tick below the opening price
      bench.conditions.valueJump = ticks;
      bench.flow.readBook();
      return bench.flow.rate() - bookPart(bench);
    };
    return rateAt(jump) - rateAt(-0.5);
  }
  /** Changes of the book lean against the gap: their rate is taken out by that of the same crowd without takers of it. */
  function bookPart(bench: CrowdBench): number {
    const { arbitrage } = bench.conditions;
    bench.conditions.arbitrage = 0;
    const rate = bench.flow.rate();
    bench.conditions.arbitrage = arbitrage;
    return rate;
  }
  const base = ES.aggressorsPerSecond * 0.15;

  test.each([
    // The worth is half a tick above the mid at first; a gap below six tenths of a tick is not worth the spread
    [1.5, (4 * (2 - 0.6)) / UNIT],
    [3.5, (4 * (4 - 0.6)) / UNIT],
    [-2.5, (4 * (2 - 0.6)) / UNIT],
    // However far it is, eight times as many as usually trade at random
    [100, 8],
    [-100, 8],
  ])('of %d ticks draws takers by the gap that it leaves', (jump, flow) => {
    expect(drawn(jump)).toBeCloseTo(base * flow, 9);
    expect(drawn(jump, 0.5)).toBeCloseTo(0.5 * base * flow, 9);
  });

  test.each([
    ['buys', 60, 'sellVolume'],
    ['sells', -60, 'buyVolume'],
  ] as const)(
    'beyond all belief %s: nobody trades against it, who would waits at the worth',
    (_, jump, refused) => {
      const bench = calm();
      const { report } = bench.engine;
      bench.conditions.valueJump = jump;
      bench.flow.readBook();
      let trades = 0;
      for (let n = 0; n < 400; n++) {
        const { ordinal } = report;
        bench.flow.act(n);
        if (report.ordinal === ordinal || report.rounds === 0) continue;
        trades++;
        expect(report[refused]).toBe(0);
        bench.flow.restock(n);
      }
      expect(trades).toBeGreaterThan(20);
    },
  );

  test('brings the price to the worth', () => {
    for (const jump of [8, -8]) {
      const bench = calm();
      bench.conditions.valueJump = jump;
      bench.flow.readBook();
      for (let n = 0; n < 80 && Math.abs(bench.conditions.gapTicks) > 3; n++) bench.run(50);
      expect(Math.abs(bench.conditions.gapTicks)).toBeLessThanOrEqual(3);
      expect((bench.mid - OPEN_TICKS) * Math.sign(jump)).toBeGreaterThan(1);
    }
  });
});
