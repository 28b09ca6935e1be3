/** Figures of trades: by hand for a few of them, and what must hold for any. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SessionBootstrap } from '#statistics/session-bootstrap.ts';
import type { BacktestTrade } from './backtest-result.ts';
import { costFigures, equityOf, keyFigures, ofYear, sessionNets } from './key-figures.ts';

const DAYS = new Map(['2026-03-02', '2026-03-03', '2026-03-04'].map((day, at) => [day, at]));
const DAY_NAMES = [...DAYS.keys()];

/** Net results in US dollars by day; 100 dollars are one R. */
const tradesOf = (...nets: readonly (readonly [day: number, usd: number])[]): BacktestTrade[] =>
  nets.map(
    ([day, usd]) =>
      ({
        tradingDay: DAY_NAMES[day],
        netMicros: usd * 1_000_000,
        netR: usd / 100,
        grossMicros: (usd + 7) * 1_000_000,
        slippageMicros: 4_000_000,
        commissionMicros: 3_000_000,
      }) as BacktestTrade,
  );
const figuresOf = (trades: readonly BacktestTrade[]) =>
  keyFigures(trades, DAYS, new SessionBootstrap(DAYS.size, 1));

const FIVE = tradesOf([0, 100], [0, -50], [1, -150], [2, 200], [2, 50]);

test('figures of five trades are those by hand', () => {
  const { expectancyR, expectancyUsd, winRate, netUsd, profitFactor, sharpeYear } = figuresOf(FIVE);
  expect(expectancyR).toEqual({ value: 0.3, low: null, high: null, n: 5 });
  expect(expectancyUsd.value).toBe(30);
  expect(winRate.value).toBe(0.6);
  expect(netUsd.value).toBe(150);
  expect(profitFactor.value).toBe(350 / 200);
  // Sessions made 50, -150 and 250: mean 50, deviation 163.3; counted by session
  expect(sharpeYear.value).toBeCloseTo((50 / Math.sqrt(80_000 / 3)) * Math.sqrt(252), 9);
  expect(sharpeYear.n).toBe(3);
});

test('the drawdown is that of the trades, also within a day, from its highest to its lowest day', () => {
  expect(figuresOf(FIVE)).toMatchObject({
    maxDrawdownUsd: 200,
    drawdownFrom: '2026-03-02',
    drawdownTo: '2026-03-03',
  });
  const within = figuresOf(tradesOf([1, 100], [1, -80], [1, 90]));
  expect(within).toMatchObject({ maxDrawdownUsd: 80, drawdownFrom: '2026-03-03', drawdownTo: '2026-03-03' });
  const later = figuresOf(tradesOf([0, 100], [1, 50], [2, -80]));
  expect(later).toMatchObject({ maxDrawdownUsd: 80, drawdownFrom: '2026-03-03', drawdownTo: '2026-03-04' });
  const rising = figuresOf(tradesOf([0, 10], [1, 20]));
  expect(rising).toMatchObject({ maxDrawdownUsd: 0, drawdownFrom: null, drawdownTo: null });
});

test('a first loss is a drawdown from the beginning, and the first of two equal ones is stated', () => {
  expect(figuresOf(tradesOf([0, -30], [1, 10])).maxDrawdownUsd).toBe(30);
  const twice = figuresOf(tradesOf([0, 50], [0, -50], [1, 100], [2, -50]));
  expect(twice).toMatchObject({ maxDrawdownUsd: 50, drawdownFrom: '2026-03-02', drawdownTo: '2026-03-02' });
});

test('a figure without a value says none instead of infinity', () => {
  const none = { value: null, low: null, high: null };
  expect(figuresOf(tradesOf([0, 100])).profitFactor).toEqual({ ...none, n: 1 });
  const empty = figuresOf([]);
  expect(empty.winRate).toEqual({ ...none, n: 0 });
  expect(empty.expectancyUsd).toEqual({ ...none, n: 0 });
  expect(empty.netUsd.value).toBe(0);
  expect(empty.sharpeYear.value).toBeNull();
});

test('sessions of equal results have no Sharpe ratio, instead of one of billions', () => {
  const anyUsd = fc.integer({ min: -100_000, max: 100_000 }).map((cents) => cents / 100);
  fc.assert(
    fc.property(anyUsd, (usd) => {
      expect(figuresOf(tradesOf([0, usd], [1, usd], [2, usd])).sharpeYear.value).toBeNull();
    }),
    { numRuns: 30 },
  );
});

test('a trade that leaves nothing after costs is not won', () => {
  expect(figuresOf(tradesOf([0, 0], [1, 10])).winRate.value).toBe(0.5);
});

test('sessions without a trade keep the equity of the one before', () => {
  const nets = sessionNets(tradesOf([0, 40], [2, -60]), DAYS);
  expect([...nets]).toEqual([40, 0, -60]);
  expect(equityOf(nets, DAYS)).toEqual([
    { tradingDay: '2026-03-02', netUsd: 40, drawdownUsd: 0 },
    { tradingDay: '2026-03-03', netUsd: 40, drawdownUsd: 0 },
    { tradingDay: '2026-03-04', netUsd: -20, drawdownUsd: 60 },
  ]);
});

const anyTrades = fc
  .array(fc.tuple(fc.nat(2), fc.integer({ min: -500, max: 500 })), { minLength: 1, maxLength: 30 })
  .map((nets) => tradesOf(...nets.toSorted(([one], [other]) => one - other)));

test('equity ends at the net result, no drawdown is negative, and costs add up', () => {
  fc.assert(
    fc.property(anyTrades, (trades) => {
      const { netUsd, maxDrawdownUsd } = figuresOf(trades);
      const equity = equityOf(sessionNets(trades, DAYS), DAYS);
      expect(equity.at(-1)?.netUsd).toBeCloseTo(netUsd.value ?? Number.NaN, 9);
      const deepest = Math.max(...equity.map(({ drawdownUsd }) => drawdownUsd));
      expect(deepest).toBeGreaterThanOrEqual(0);
      // By session it is never deeper than by trade
      expect(deepest).toBeLessThanOrEqual(maxDrawdownUsd + 1e-9);
      const costs = costFigures(trades);
      expect(costs.netUsd).toBeCloseTo(costs.grossUsd - costs.slippageUsd - costs.commissionUsd, 9);
    }),
    { numRuns: 50 },
  );
});

test('a year has 252 sessions', () => {
  expect(ofYear(1)).toBeCloseTo(15.8745, 4);
});
