import { SECOND_NS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EventReport } from '#engine/event-report.ts';
import { marketBench } from '#testing/market-bench.ts';
import { MarketGauge } from './market-gauge.ts';

/** The book of the bench: 999 bid, 1000 asked. */
const MID = 999.5;
const USUAL_RANGE = 1.7 * 6;
const opposite = (side: number): number => (side === SIDE_BID ? SIDE_ASK : SIDE_BID);

interface Watched {
  readonly gauge: MarketGauge;
  /** Time passes up to a second of the session. */
  readonly passTo: (second: number) => void;
  readonly trade: (ticks: number, size?: number, side?: number) => void;
}

function watched(): Watched {
  const { market, runTo } = marketBench('ES', 1);
  const gauge = new MarketGauge(market, 1);
  const report = new EventReport();
  return {
    gauge,
    passTo: (second) => runTo(gauge, second * SECOND_NS),
    trade: (ticks, size = 1, side = SIDE_BID) => {
      report.begin(market.nowNs);
      report.round(side, size, ticks);
      gauge.onMatch(report);
    },
  };
}

/** So many contracts each second, from a second after `from` up to a second. */
function steady({ passTo, trade }: Watched, from: number, to: number, size: number): void {
  for (let second = from + 1; second <= to; second++) {
    passTo(second - 0.5);
    trade(1000, size);
    passTo(second);
  }
}

describe('volume', () => {
  test('is what buyers and sellers traded, each aggressor counted once for its side', () => {
    const { gauge, trade } = watched();
    trade(1000, 4, SIDE_BID);
    trade(999, 7, SIDE_ASK);
    trade(1000, 4, SIDE_BID);
    expect(gauge.volume).toBe(15);
    const { counts } = gauge.clips;
    const half = counts.length / 2;
    expect([counts.slice(0, half), counts.slice(half)].map((row) => row.reduce((a, b) => a + b))).toEqual([
      2, 1,
    ]);
  });

  test('of an auction, which has no aggressor, is none of a side', () => {
    const { gauge } = watched();
    const report = new EventReport();
    report.begin(0);
    report.auctioned(1000);
    gauge.onMatch(report);
    expect(Math.max(...gauge.clips.counts)).toBe(0);
  });

  test('is usual as the mean of the seconds seen so far, then of the last ten minutes', () => {
    const market = watched();
    expect(market.gauge.usualPerSecond).toBe(0);
    steady(market, 0, 50, 3);
    expect(market.gauge.usualPerSecond).toBe(3);
    market.passTo(100);
    expect(market.gauge.usualPerSecond).toBe(1.5);
    // The first fifty seconds leave the ten minutes.
    market.passTo(650);
    expect(market.gauge.usualPerSecond).toBe(0);
  });

  test('of one second counts at most eight times the usual once the market is known, in full before', () => {
    const cold = watched();
    cold.passTo(10.5);
    cold.trade(1000, 5000);
    cold.passTo(11);
    expect(cold.gauge.usualPerSecond).toBeCloseTo(5000 / 11, 9);

    const warm = watched();
    steady(warm, 0, 400, 2);
    const { usualClip } = warm.gauge;
    warm.passTo(400.5);
    warm.trade(1000, 5000);
    const clipAfter = usualClip + (5000 - usualClip) / 300;
    warm.passTo(401);
    expect(warm.gauge.usualPerSecond).toBeCloseTo((800 + 8 * (2 + clipAfter)) / 401, 6);
  });

  test('is known well enough after five minutes', () => {
    const { gauge, passTo } = watched();
    passTo(299.9);
    expect(gauge.isWarm).toBe(false);
    passTo(300);
    expect(gauge.isWarm).toBe(true);
  });

  test('of the running ten seconds forgets each tenth of a second ten seconds later', () => {
    const { gauge, passTo, trade } = watched();
    passTo(20);
    trade(1000, 6);
    passTo(24);
    trade(1000, 5);
    expect(gauge.tenSeconds).toBe(11);
    passTo(29.9);
    expect(gauge.tenSeconds).toBe(11);
    passTo(30);
    expect(gauge.tenSeconds).toBe(5);
    passTo(34);
    expect(gauge.tenSeconds).toBe(0);
    trade(1000, 2);
    passTo(5000);
    expect(gauge.tenSeconds).toBe(0);
  });

  test('of any ten seconds is the sum of the trades of a hundred tenths', () => {
    const anyTrade = fc.record({
      after: fc.integer({ min: 0, max: 140 }),
      size: fc.integer({ min: 1, max: 50 }),
    });
    fc.assert(
      fc.property(fc.array(anyTrade, { minLength: 1, maxLength: 30 }), (trades) => {
        const { gauge, passTo, trade } = watched();
        const done: { tenth: number; size: number }[] = [];
        let tenth = 0;
        for (const { after, size } of trades) {
          tenth += after;
          // The middle of the tenth, so that no rounding matters.
          passTo((tenth + 0.5) / 10);
          trade(1000, size);
          done.push({ tenth, size });
          const within = done.filter((one) => one.tenth > tenth - 100);
          expect(gauge.tenSeconds).toBe(within.reduce((sum, one) => sum + one.size, 0));
        }
      }),
      { numRuns: 30 },
    );
  });

  test('makes the usual clip follow the clips slowly', () => {
    const { gauge, trade } = watched();
    expect(gauge.usualClip).toBe(2);
    trade(1000, 302);
    expect(gauge.usualClip).toBeCloseTo(3, 9);
    for (let n = 0; n < 3000; n++) trade(1000, 7);
    expect(gauge.usualClip).toBeCloseTo(7, 2);
  });
});

describe('the range of ten minutes', () => {
  test('is the product\u2019s own guess until ten minutes were seen', () => {
    const market = watched();
    expect(market.gauge.rangeTicks).toBeCloseTo(USUAL_RANGE, 9);
    market.trade(1040);
    market.passTo(590);
    expect(market.gauge.rangeTicks).toBeCloseTo(USUAL_RANGE, 9);
  });

  test('moves by a tenth each minute towards the distance between the last high and low', () => {
    const market = watched();
    market.passTo(30);
    market.trade(1010);
    market.trade(990);
    market.passTo(600);
    expect(market.gauge.rangeTicks).toBeCloseTo(USUAL_RANGE + 0.1 * (20 - USUAL_RANGE), 9);
  });

  test('forgets a minute after ten, and is never taken as less than three ticks', () => {
    const market = watched();
    market.passTo(30);
    market.trade(1010);
    market.trade(990);
    market.passTo(60 * 200);
    expect(market.gauge.rangeTicks).toBeCloseTo(3, 2);
  });
});

test('the extremes of the session are those of its trades and of the first mid', () => {
  const { gauge, trade } = watched();
  expect([gauge.lowTicks, gauge.highTicks]).toEqual([Math.floor(MID), Math.ceil(MID)]);
  for (const ticks of [1003, 1001, 994, 1002]) trade(ticks);
  expect([gauge.lowTicks, gauge.highTicks]).toEqual([994, 1003]);
});

describe('a swing', () => {
  /** A turn takes 45 % of the usual range, 4.6 ticks: five of them. */
  const TURN = 5;

  test('is the extreme from which the price has come back far enough, at the time it was traded', () => {
    const { gauge, passTo, trade } = watched();
    passTo(5);
    trade(1010);
    passTo(7);
    trade(1010 - TURN + 1);
    expect(gauge.swings).toEqual([]);
    trade(1010 - TURN);
    expect(gauge.swings).toEqual([{ side: SIDE_ASK, ticks: 1010, timeNs: 5 * SECOND_NS }]);
    passTo(9);
    trade(1001);
    passTo(11);
    trade(1001 + TURN - 1);
    expect(gauge.swings).toHaveLength(1);
    trade(1001 + TURN);
    expect(gauge.swings[1]).toEqual({ side: SIDE_BID, ticks: 1001, timeNs: 9 * SECOND_NS });
  });

  test('of a high follows one of a low, never another high; only the last twelve are kept', () => {
    const { gauge, trade } = watched();
    for (let turn = 0; turn < 20; turn++) {
      trade(1010 + turn);
      trade(990 - turn);
    }
    expect(gauge.swings).toHaveLength(12);
    for (const [at, { side }] of gauge.swings.entries())
      if (at > 0) expect(side).toBe(opposite(gauge.swings[at - 1]!.side));
    // The last low has not been left yet.
    expect(gauge.swings.at(-1)).toMatchObject({ side: SIDE_ASK, ticks: 1029 });
  });

  test('lies between one tick and the reach beyond the price to stand', () => {
    const { gauge, trade } = watched();
    trade(1010);
    trade(1000);
    expect(gauge.standingSwing(SIDE_ASK, 1000, 10)?.ticks).toBe(1010);
    expect(gauge.standingSwing(SIDE_ASK, 1000, 9)).toBeNull();
    expect(gauge.standingSwing(SIDE_ASK, 1009, 10)?.ticks).toBe(1010);
    expect(gauge.standingSwing(SIDE_ASK, 1010, 10)).toBeNull();
    expect(gauge.standingSwing(SIDE_BID, 1000, 100)).toBeNull();
  });

  test('stands until the price has traded beyond it, on the way or at a later swing', () => {
    const { gauge, trade } = watched();
    for (const ticks of [1010, 1000, 1010]) trade(ticks);
    expect(gauge.standingSwing(SIDE_ASK, 1005, 20)?.ticks).toBe(1010);
    trade(1011);
    expect(gauge.standingSwing(SIDE_ASK, 1005, 20)).toBeNull();
    trade(1000);
    expect(gauge.standingSwing(SIDE_ASK, 1005, 20)?.ticks).toBe(1011);
  });

  test('of a low stands and breaks as one of a high does', () => {
    const { gauge, trade } = watched();
    for (const ticks of [1010, 990, 1000, 991]) trade(ticks);
    expect(gauge.standingSwing(SIDE_BID, 995, 20)?.ticks).toBe(990);
    trade(989);
    expect(gauge.standingSwing(SIDE_BID, 995, 20)).toBeNull();
  });

  test('that is the most recent of its side within reach is preferred to an older one', () => {
    const { gauge, trade } = watched();
    for (const ticks of [1020, 1000, 1015, 1001]) trade(ticks);
    expect(gauge.standingSwing(SIDE_ASK, 1001, 30)?.ticks).toBe(1015);
    expect(gauge.standingSwing(SIDE_ASK, 1015, 30)?.ticks).toBe(1020);
  });

  test('that a later one of its side went beyond does not stand, though the price has come back since', () => {
    const { gauge, trade } = watched();
    for (const ticks of [1010, 1000, 1015, 1003, 1008]) trade(ticks);
    expect(gauge.swings.map(({ ticks }) => ticks)).toEqual([1010, 1000, 1015, 1003]);
    expect(gauge.standingSwing(SIDE_ASK, 1004, 8)).toBeNull();
    expect(gauge.standingSwing(SIDE_ASK, 1004, 11)?.ticks).toBe(1015);
  });

  test('takes exactly three ticks where the market hardly moves', () => {
    const { gauge, passTo, trade } = watched();
    passTo(60 * 100);
    trade(1002);
    trade(1000);
    expect(gauge.swings).toEqual([]);
    trade(999);
    expect(gauge.swings.map(({ ticks }) => ticks)).toEqual([1002]);
    trade(1002);
    expect(gauge.swings.map(({ ticks }) => ticks)).toEqual([1002, 999]);
  });
});
