/** The summary against the reference's worked example and its edge cases. */
import { describe, expect, test } from 'vitest';
import { journalTrade, madeUpRecord, tradesOfNets } from '#testing/closed-trades.ts';
import { FIGURE_NAMES, FIGURES } from './figures.ts';
import { summaryOf } from './summary.ts';
import type { TradeSummary } from './trade-summary.ts';

const MILLION = 1_000_000;
const WORKED = [120, -80, 45, 0, -60, 210, -150, 30, -20, 95];

/** A money figure in units. */
function money(summary: TradeSummary, name: keyof TradeSummary['figures']): number {
  return (summary.figures[name].value ?? Number.NaN) / MILLION;
}

describe('the worked example', () => {
  const summary = summaryOf(tradesOfNets(WORKED), { seed: 1, startBalanceMicros: 10_000 * MILLION });
  const { figures } = summary;

  test('counts wins, losses and break-even trades', () => {
    expect([summary.closed, summary.wins, summary.losses, summary.zeros]).toEqual([10, 5, 4, 1]);
    expect(figures.totalTrades.value).toBe(10);
  });

  test('gives the totals', () => {
    expect(money(summary, 'totalNet')).toBe(190);
    expect(money(summary, 'grossProfit')).toBe(500);
    expect(money(summary, 'grossLoss')).toBe(-310);
    expect(money(summary, 'averageWin')).toBe(100);
    expect(money(summary, 'averageLoss')).toBe(-77.5);
    expect(money(summary, 'expectancy')).toBe(19);
  });

  test('gives the rates and ratios', () => {
    expect(figures.winRate.value).toBe(0.5);
    expect(figures.winRate.ci95?.[0]).toBeCloseTo(0.187, 3);
    expect(figures.winRate.ci95?.[1]).toBeCloseTo(0.813, 3);
    expect(figures.winRateWithoutZeros.value).toBeCloseTo(0.5556, 4);
    expect(figures.profitFactor.value).toBeCloseTo(1.6129, 4);
    expect(figures.payoff.value).toBeCloseTo(1.2903, 4);
    expect(figures.recoveryFactor.value).toBeCloseTo(1.2667, 4);
  });

  test('gives the drawdown in money and of the peak balance', () => {
    expect(money(summary, 'maxDrawdown')).toBe(150);
    expect(figures.maxDrawdownShare.value).toBeCloseTo(0.014656, 6);
    expect(summary.drawdown).toEqual({
      depthMicros: 150 * MILLION,
      peakDay: '2026-01-05',
      troughDay: '2026-01-05',
      recoveryDay: null,
    });
  });

  test('gives streaks of one', () => {
    expect([figures.longestWinStreak.value, figures.longestLossStreak.value]).toEqual([1, 1]);
  });

  test('judges nothing by ten trades of one day', () => {
    expect(figures.winRate.judged).toBe(false);
    expect(figures.expectancy).toMatchObject({ n: 10, ci95: null, judged: false });
    expect(summary.remarks).toContain('Intervals by resampling days need 20 days with trades; there is 1.');
  });
});

describe('a summary of few trades', () => {
  test('of no trades has a reason for every figure', () => {
    const summary = summaryOf([], { seed: 1, openTrades: 3 });
    for (const name of FIGURE_NAMES)
      if (name !== 'totalTrades')
        expect(summary.figures[name], name).toMatchObject({ value: null, n: 0, judged: false });
    expect(summary.figures.totalTrades.value).toBe(0);
    expect(summary).toMatchObject({
      currency: null,
      firstDay: null,
      drawdown: null,
      equity: [],
      calendar: [],
    });
    expect(summary.remarks).toEqual(['3 open trades are left out of every figure.']);
  });

  test('of one trade gives its result and no ratio', () => {
    const { figures } = summaryOf(tradesOfNets([-25]), { seed: 1 });
    expect(figures.totalNet.value).toBe(-25 * MILLION);
    expect(figures.profitFactor).toMatchObject({ value: null, reason: 'too-few' });
    expect(figures.averageWin).toMatchObject({ value: null, reason: 'no-wins' });
    expect(figures.maxDrawdown).toMatchObject({ value: null, reason: 'too-few' });
  });

  test('of winners only has no profit factor, no losses and no drawdown', () => {
    const { figures, drawdown } = summaryOf(tradesOfNets(new Array(40).fill(10), 2), { seed: 1 });
    expect(figures.profitFactor).toMatchObject({ value: null, reason: 'no-losses' });
    expect(figures.payoff).toMatchObject({ value: null, reason: 'no-losses' });
    expect(figures.averageLoss).toMatchObject({ value: null, reason: 'no-losses' });
    expect(figures.sortino).toMatchObject({ value: null, reason: 'no-losses' });
    expect(figures.sharpe).toMatchObject({ value: null, reason: 'no-variation' });
    expect(figures.recoveryFactor).toMatchObject({ value: null, reason: 'no-drawdown' });
    expect(figures.maxDrawdown.value).toBe(0);
    expect(figures.lossStreakByChance).toMatchObject({ value: null, reason: 'no-losses' });
    expect(figures.winStreakByChance.value).toBe(40);
    expect(drawdown).toBeNull();
  });

  test('of losers only loses from the start: the peak is the start', () => {
    const { figures, drawdown } = summaryOf(tradesOfNets(new Array(12).fill(-10)), { seed: 1 });
    expect(figures.profitFactor.value).toBe(0);
    expect(figures.payoff).toMatchObject({ value: null, reason: 'no-wins' });
    expect(figures.maxDrawdown.value).toBe(120 * MILLION);
    expect(drawdown).toMatchObject({ peakDay: null, recoveryDay: null });
  });

  test('of zeros only has neither wins nor losses, and half a cent is nothing', () => {
    const { figures, zeros } = summaryOf(tradesOfNets([...new Array(11).fill(0), 0.004, -0.004]), {
      seed: 1,
    });
    expect(zeros).toBe(13);
    expect(figures.winRate.value).toBe(0);
    expect(figures.profitFactor).toMatchObject({ value: null, reason: 'no-wins' });
    expect(figures.longestLossStreak.value).toBe(0);
  });

  test('without balance, stops, excursions and costs names which is missing', () => {
    const { figures } = summaryOf(tradesOfNets(WORKED), { seed: 1 });
    expect(figures.maxDrawdownShare.reason).toBe('no-balance');
    expect(figures.expectancyR.reason).toBe('no-stops');
    expect(figures.averageMae.reason).toBe('no-excursions');
    expect(figures.costDrag.reason).toBe('costs-unknown');
  });

  test('of several currencies adds nothing up', () => {
    const trades = [...tradesOfNets([10, 20]), journalTrade({ currency: 'EUR', netMicros: 5 * MILLION })];
    const summary = summaryOf(trades, { seed: 1 });
    expect(summary.currency).toBeNull();
    expect(summary.currencies).toEqual([
      { currency: 'USD', trades: 2 },
      { currency: 'EUR', trades: 1 },
    ]);
    for (const name of FIGURE_NAMES) expect(summary.figures[name].reason).toBe('mixed-currencies');
    expect(summary.remarks[0]).toContain('USD, EUR');
  });
});

describe('a record of many days', () => {
  const trades = madeUpRecord(600, 120, 3, 5);
  const summary = summaryOf(trades, { seed: 9, startBalanceMicros: 25_000 * MILLION });

  test('has an interval around every figure that resampling days can give', () => {
    for (const name of [
      'winRate',
      'profitFactor',
      'averageWin',
      'averageLoss',
      'payoff',
      'expectancy',
      'expectancyR',
      'sqn',
      'sharpe',
      'sortino',
      'costDrag',
      'mfeCapture',
    ] as const) {
      const { value, ci95 } = summary.figures[name];
      expect(ci95?.[0], name).toBeLessThan(value as number);
      expect(ci95?.[1], name).toBeGreaterThan(value as number);
    }
    expect(summary.figures.riskOfRuin.value).toBeGreaterThanOrEqual(0);
  });

  test('is the same for the same seed in any order of the trades', () => {
    expect(summaryOf(trades.toReversed(), { seed: 9, startBalanceMicros: 25_000 * MILLION })).toEqual(
      summary,
    );
    expect(summaryOf(trades, { seed: 10 }).figures.expectancy.ci95).not.toEqual(
      summary.figures.expectancy.ci95,
    );
  });

  test('puts each trade into exactly one group of each kind', () => {
    for (const groups of Object.values(summary.groups)) {
      expect(groups.reduce((sum, group) => sum + group.n, 0)).toBe(600);
      expect(groups.reduce((sum, group) => sum + group.netMicros, 0)).toBe(summary.figures.totalNet.value);
    }
    expect(summary.groups.weekday.map((group) => group.key)).toEqual([
      'monday',
      'tuesday',
      'wednesday',
      'thursday',
      'friday',
    ]);
  });

  test('contains every figure of the catalogue and no other', () => {
    expect(Object.keys(summary.figures).sort()).toEqual(Object.keys(FIGURES).sort());
  });

  test('shows the deepest point of the curve as the max drawdown', () => {
    const depths = summary.equity.map((point) => point.drawdownMicros);
    expect(Math.max(...depths)).toBe(summary.figures.maxDrawdown.value);
    expect(summary.equity.at(-1)?.equityMicros).toBe(
      25_000 * MILLION + (summary.figures.totalNet.value as number),
    );
  });
});
