import { INSTRUMENTS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { flowProfileOf } from '#flow/flow-profile.ts';
import type { Label } from '#ground-truth/labels.ts';
import { runAgents } from '#testing/agent-run.ts';
import { engineBench } from '#testing/engine-bench.ts';
import { AbsorptionOracle } from './absorption-oracle.ts';
import { LogHistogram } from './log-histogram.ts';

const ICEBERG_OWNER = 7;
const HIDER = 8;
const LEVEL = 100;

interface Scene {
  readonly isDefender?: boolean;
  /** Contracts of the crowd's beside the iceberg at the level, for every second. */
  readonly besides?: number;
  readonly seconds?: number;
  readonly breaks?: boolean;
  /** Contracts a second of somebody who hides plain slices behind the iceberg. */
  readonly sliced?: number;
  /** Small visits before. */
  readonly visits?: number;
  /** Side of those who trade at the level. */
  readonly takerSide?: number;
}

/** Many small visits, then some seconds of trading into an iceberg at one price. */
function play(scene: Scene): Label[] {
  const { isDefender = false, besides = 0, seconds = 40, breaks = false, sliced = 0 } = scene;
  const { visits = 200, takerSide = SIDE_BID } = scene;
  const resting = takerSide === SIDE_BID ? SIDE_ASK : SIDE_BID;
  const beyond = takerSide === SIDE_BID ? LEVEL + 9 : LEVEL - 9;
  const { engine } = engineBench();
  const labels: Label[] = [];
  const market = {
    engine,
    profile: flowProfileOf(INSTRUMENTS[0]!),
    instrumentId: 1,
    exchangeNs: (timeNs: number) => BigInt(timeNs),
    onLabel: (label: Label) => labels.push(label),
  };
  const defenders = new Set(isDefender ? [ICEBERG_OWNER] : []);
  const oracle = new AbsorptionOracle(market, { hiders: new Set([HIDER]), defenders });
  let nowNs = 0;
  const take = (size: number, priceTicks = LEVEL): void => {
    engine.addImmediate(nowNs, takerSide, priceTicks, size);
    oracle.onMatch(engine.report);
  };
  for (let visit = 0; visit < visits; visit++) {
    nowNs += 20e9;
    engine.addLimit(nowNs, resting, LEVEL, 1 + (visit % 8));
    take(8);
  }
  nowNs += 20e9;
  engine.addLimit(nowNs, resting, LEVEL, 5 * seconds, 5, ICEBERG_OWNER);
  for (let second = 0; second < seconds; second++) {
    nowNs += 1e9;
    if (sliced > 0) engine.addLimit(nowNs, resting, LEVEL, sliced, 0, HIDER);
    take(5 + sliced);
    if (besides === 0) continue;
    // Behind the iceberg's next tranche, and taken with it.
    engine.addLimit(nowNs, resting, LEVEL, besides);
    take(besides + 5);
  }
  nowNs += breaks ? 1e9 : 20e9;
  engine.addLimit(nowNs, resting, beyond, 2);
  take(1, beyond);
  nowNs += 20e9;
  take(1, beyond);
  oracle.finish();
  return labels;
}

test('heavy trade that an iceberg fed is absorption nobody scripted', () => {
  const [label, ...others] = play({});
  expect(others).toEqual([]);
  expect(label).toMatchObject({ type: 'absorption', sub: 'organic', side: 'ask', qty: 200, success: true });
  expect(label).toMatchObject({ priceLowTicks: LEVEL, priceHighTicks: LEVEL + 1, observability: 'strong' });
  expect(label?.params).toMatchObject({ zoneQty: 200, ownShare: 1, held: true, counterfactual: false });
  const { t0Ns = 0n, tEvidentNs = 0n, t1Ns = 0n } = label ?? {};
  expect(t0Ns < (tEvidentNs ?? 0n) && (tEvidentNs ?? 0n) < t1Ns).toBe(true);
});

test('a label names the orders of the supplier it counts, and not those of another who hid less', () => {
  const [both] = play({ sliced: 2 });
  expect(both?.orderIds).toHaveLength(1);
  expect(both?.qty).toBe(200);
  expect(both?.params['zoneQty']).toBe(280);
});

test('it did not hold when the price went through within ten seconds', () => {
  expect(play({ breaks: true }).map(({ success, params }) => [success, params['held']])).toEqual([
    [false, false],
  ]);
});

test('where others supplied most, or a defender who labels himself, or for a moment only, there is none', () => {
  expect(play({ besides: 12 })).toEqual([]);
  expect(play({ isDefender: true })).toEqual([]);
  expect(play({ seconds: 2 })).toEqual([]);
});

test('where nobody hides anything nothing is absorbed', () => {
  const { labels } = runAgents('ES', 305, 0.15, {});
  expect(labels.filter(({ type }) => type === 'absorption')).toEqual([]);
});

describe('a visit', () => {
  test('of a low is absorption on the bid, of a high on the ask', () => {
    expect(play({}).map(({ side }) => side)).toEqual(['ask']);
    expect(
      play({ takerSide: SIDE_ASK }).map(({ side, priceLowTicks, priceHighTicks }) => [
        side,
        priceLowTicks,
        priceHighTicks,
      ]),
    ).toEqual([['bid', LEVEL - 1, LEVEL]]);
  });

  test('of less than three seconds is a sweep, of three it is absorption', () => {
    // Forty contracts a second, from the first second on.
    expect(play({ seconds: 3, sliced: 35 })).toEqual([]);
    expect(play({ seconds: 4, sliced: 35 }).map(({ qty }) => qty)).toEqual([140]);
  });

  test('is not heavy before a hundred others were seen', () => {
    expect(play({ visits: 99 })).toEqual([]);
    expect(play({ visits: 101 })).toHaveLength(1);
  });

  test('is fed by the one owner who hides plain slices as well as by an iceberg', () => {
    const [hidden] = play({ sliced: 20 });
    // Twenty of each twenty-five contracts.
    expect(hidden).toMatchObject({ qty: 800, params: { zoneQty: 1000, ownShare: 0.8 } });
    expect(hidden?.orderIds).toHaveLength(40);
  });

  test('of which six tenths came from one supplier counts, of which less did does not', () => {
    const shareOf = (sliced: number): number | undefined => play({ sliced })[0]?.params['ownShare'] as number;
    // Of seven contracts five are the iceberg's; of nine, five; of thirteen, eight are the hider's.
    expect(shareOf(2)).toBeCloseTo(5 / 7, 9);
    expect(shareOf(4)).toBeUndefined();
    expect(shareOf(8)).toBeCloseTo(8 / 13, 9);
  });
});

describe('a histogram over the logarithm', () => {
  test('says of a value whether a share of all lies below it', () => {
    const histogram = new LogHistogram();
    for (let value = 1; value <= 1000; value++) histogram.add(value);
    expect(histogram.count).toBe(1000);
    // To an eighth of an octave, 9 %.
    for (const share of [0.1, 0.5, 0.9, 0.97]) {
      expect(histogram.isAbove(1000 * share * 1.1, share)).toBe(true);
      expect(histogram.isAbove(1000 * share * 0.9, share)).toBe(false);
    }
  });

  test('takes what is below one as one, and any figure however large', () => {
    const histogram = new LogHistogram();
    for (const value of [0, 0.5, 1, 1e30]) histogram.add(value);
    expect([0, 1, 2].map((value) => histogram.isAbove(value, 0.75))).toEqual([false, false, true]);
    expect(histogram.isAbove(1e12, 0.75)).toBe(true);
    expect(histogram.isAbove(1e30, 0.76)).toBe(false);
  });

  test('never calls a smaller figure above where a larger one is not', () => {
    const anyFigure = fc.double({ min: 1, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(anyFigure, { minLength: 1, maxLength: 60 }),
        anyFigure,
        anyFigure,
        fc.double({ min: 0.01, max: 1, noNaN: true }),
        (all, one, other, share) => {
          const histogram = new LogHistogram();
          for (const figure of all) histogram.add(figure);
          const [least, most] = [Math.min(one, other), Math.max(one, other)];
          if (histogram.isAbove(least, share)) expect(histogram.isAbove(most, share)).toBe(true);
          expect(histogram.isAbove(2 * Math.max(...all), share)).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });
});
