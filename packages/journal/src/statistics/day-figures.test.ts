/** Sharpe, Sortino, Calmar, SQN and ruin against figures computed with NumPy and SciPy. */
import { describe, expect, test } from 'vitest';
import { SeededRandom } from '#numbers/random.ts';
import { madeUpRecord, tradesOfNets } from '#testing/closed-trades.ts';
import { sumFiguresOf } from './sum-figures.ts';
import { summaryOf } from './summary.ts';
import { tallyOf } from './tally.ts';
import { tradeDaysOf } from './trade-days.ts';

const MICROS = 1_000_000;
/** 22 weekdays without a gap: scaled by the root of 252. */
const DAYS = [
  120, -80, 45, 0, -60, 210, -150, 30, -20, 95, 60, -40, 75, -35, 20, 110, -90, 15, -5, 50, -25, 80,
];
const YEAR = Math.sqrt(252);
const figures = (nets: readonly number[], start: number | null = null) =>
  summaryOf(tradesOfNets(nets, 1), { seed: 1, startBalanceMicros: start }).figures;

describe('figures of days', () => {
  test('of money results are mean over deviation, a year', () => {
    const { sharpe, sortino } = figures(DAYS);
    expect(sharpe.value).toBeCloseTo(0.226_830_04 * YEAR, 6);
    expect(sortino.value).toBeCloseTo(0.409_435_697 * YEAR, 6);
    expect(sharpe).toMatchObject({ n: 22, judged: false });
    expect(sharpe.ci95?.[0]).toBeLessThan(0);
  });

  test('with a balance are those of daily returns', () => {
    const { sharpe, sortino } = figures(DAYS, 10_000 * MICROS);
    expect(sharpe.value).toBeCloseTo(0.229_619_442 * YEAR, 6);
    expect(sortino.value).toBeCloseTo(0.418_057_591 * YEAR, 6);
  });

  test('count days with trades and scale to how many of them a year has', () => {
    const everyOther = DAYS.flatMap((net) => [net, 0]);
    const trades = tradesOfNets(everyOther, 1).filter((_, at) => at % 2 === 0);
    const { sharpe } = summaryOf(trades, { seed: 1 }).figures;
    // 22 days within 43 weekdays.
    expect(sharpe.value).toBeCloseTo(0.226_830_04 * Math.sqrt((252 * 22) / 43), 6);
  });

  test('have no value once the account is used up on the way', () => {
    expect(figures(DAYS, 30 * MICROS).sharpe).toMatchObject({ value: expect.any(Number) });
    expect(figures([-100, ...DAYS], 50 * MICROS).sharpe).toMatchObject({
      value: null,
      reason: 'not-positive',
    });
  });

  test('need twenty days', () => {
    expect(figures(DAYS.slice(0, 19)).sharpe).toMatchObject({ value: null, n: 19, reason: 'too-few-days' });
    expect(figures(DAYS.slice(0, 19)).longestDrawdown.reason).toBe('too-few-days');
    expect(figures(DAYS.slice(0, 20)).drawdownMedian.value).not.toBeNull();
  });

  test('of R are square root of n times mean over deviation', () => {
    const rs = [1.2, -1, 0.4, 2.1, -1, -0.5, 0.8, 1.5, -1, 0.2];
    const trades = tradesOfNets([...rs, ...rs, ...rs, ...rs].map((r) => r * 100)).map((trade) => ({
      ...trade,
      plannedRiskMicros: 100 * MICROS,
    }));
    const { sqn, expectancyR } = summaryOf(trades, { seed: 1 }).figures;
    expect(sqn.value).toBeCloseTo(1.575_015_425, 6);
    expect(expectancyR.value).toBeCloseTo(0.27, 9);
  });
});

describe('figures that need a year', () => {
  test('give the annual return over the deepest share of the balance', () => {
    const nets = Array.from({ length: 261 }, (_, at) => (at % 3 === 0 ? -50 : 40));
    const { calmar, maxDrawdownShare, riskOfRuin } = figures(nets, 10_000 * MICROS);
    // 87 x -50 + 174 x 40 = 2,610 within 365 calendar days; deepest 50 of a peak of 10,000 at the start.
    expect(maxDrawdownShare.value).toBeCloseTo(0.005, 6);
    expect(calmar.value).toBeCloseTo((1.261 ** (365.25 / 365) - 1) / 0.005, 6);
    expect(riskOfRuin.value).toBe(0);
  });

  test('fear for a small balance', () => {
    const record = madeUpRecord(300, 60, 2, -5);
    const small = summaryOf(record, { seed: 1, startBalanceMicros: 3000 * MICROS }).figures.riskOfRuin;
    expect(small.value).toBeGreaterThan(0.1);
    expect(small.ci95?.[0]).toBeLessThanOrEqual(small.value as number);
    expect(small.ci95?.[1]).toBeGreaterThanOrEqual(small.value as number);
  });
});

describe('the bootstrap intervals', () => {
  test('hold the true expectancy in about 95 of 100 records', () => {
    const records = 120;
    let held = 0;
    for (let seed = 0; seed < records; seed++) {
      const tally = tallyOf(tradeDaysOf(madeUpRecord(120, 40, seed, 10)));
      const random = new SeededRandom(seed);
      const [low, high] = sumFiguresOf(tally, 400, random, random).expectancy.ci95 ?? [0, 0];
      if (low <= 10 * MICROS && high >= 10 * MICROS) held += 1;
    }
    expect(held / records).toBeGreaterThan(0.87);
    expect(held / records).toBeLessThan(0.985);
  });
});
