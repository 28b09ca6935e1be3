/** What holds for the summary of any record, whatever its trades. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { madeUpRecord, tradesOfNets } from '#testing/closed-trades.ts';
import type { JournalTrade } from '#trades/journal-trade.ts';
import { summaryOf } from './summary.ts';

const MILLION = 1_000_000;

/** Trades with results in cents, some on the same day, all beyond the break-even band. */
const records = fc
  .array(
    fc.record({ cents: fc.integer({ min: -90_000, max: 90_000 }), day: fc.nat(30), minute: fc.nat(400) }),
    {
      minLength: 1,
      maxLength: 60,
    },
  )
  .map((rows) =>
    rows.map(({ cents, day, minute }, ordinal) => {
      const [trade] = tradesOfNets([cents / 100]) as [JournalTrade];
      const exitMs = trade.exitMs + day * 86_400_000 + minute * 60_000;
      const date = `2026-${day < 27 ? '01' : '02'}-${String(day < 27 ? day + 5 : day - 26).padStart(2, '0')}`;
      return { ...trade, exitMs, entryMs: exitMs - 1000, tradeDay: date, ordinal };
    }),
  );

const changed = (trades: readonly JournalTrade[], net: (micros: number) => number) =>
  trades.map((trade) => ({ ...trade, netMicros: net(trade.netMicros) }));

describe('any record', () => {
  test('sums its days and its winners and losers to the total', () => {
    fc.assert(
      fc.property(records, (trades) => {
        const { calendar, figures } = summaryOf(trades, { seed: 1, resamples: 50 });
        const total = trades.reduce((sum, trade) => sum + trade.netMicros, 0);
        expect(calendar.reduce((sum, day) => sum + day.netMicros, 0)).toBe(total);
        expect((figures.grossProfit.value ?? 0) + (figures.grossLoss.value ?? 0)).toBe(total);
        expect(figures.totalNet.value).toBe(total);
      }),
      { numRuns: 60 },
    );
  });

  test('has a drawdown of at least nothing that scales with the results, and a profit factor that does not', () => {
    fc.assert(
      fc.property(records, fc.integer({ min: 2, max: 50 }), (trades, factor) => {
        const before = summaryOf(trades, { seed: 1, resamples: 50 }).figures;
        const after = summaryOf(
          changed(trades, (net) => net * factor),
          { seed: 1, resamples: 50 },
        ).figures;
        fc.pre(before.maxDrawdown.value !== null);
        expect(before.maxDrawdown.value).toBeGreaterThanOrEqual(0);
        expect(after.maxDrawdown.value).toBe((before.maxDrawdown.value as number) * factor);
        expect(after.profitFactor.value ?? -1).toBeCloseTo(before.profitFactor.value ?? -1, 9);
      }),
      { numRuns: 60 },
    );
  });

  test('loses exactly a constant cost from its expectancy', () => {
    fc.assert(
      fc.property(records, fc.integer({ min: 1, max: 10_000_000 }), (trades, cost) => {
        fc.pre(trades.length >= 10);
        const before = summaryOf(trades, { seed: 1, resamples: 50 }).figures.expectancy.value as number;
        const costly = changed(trades, (net) => net - cost);
        const after = summaryOf(costly, { seed: 1, resamples: 50 }).figures.expectancy.value as number;
        expect(Math.abs(before - cost - after)).toBeLessThanOrEqual(1);
      }),
      { numRuns: 60 },
    );
  });

  test('keeps every figure that does not depend on order when time is reversed', () => {
    fc.assert(
      fc.property(records, (trades) => {
        const last = Math.max(...trades.map((trade) => trade.exitMs));
        const first = Math.min(...trades.map((trade) => trade.exitMs));
        const backwards = trades.map((trade) => {
          const exitMs = first + last - trade.exitMs;
          return { ...trade, exitMs, entryMs: exitMs - 1000 };
        });
        const before = summaryOf(trades, { seed: 1, resamples: 50 });
        const after = summaryOf(backwards, { seed: 1, resamples: 50 });
        for (const name of [
          'totalNet',
          'winRate',
          'profitFactor',
          'payoff',
          'expectancy',
          'holdingMedian',
        ] as const)
          expect(after.figures[name].value).toBe(before.figures[name].value);
        expect(after.distribution).toEqual(before.distribution);
      }),
      { numRuns: 40 },
    );
  });

  test('never shows NaN or Infinity', () => {
    fc.assert(
      fc.property(records, (trades) => {
        const summary = summaryOf(trades, { seed: 1, resamples: 50, startBalanceMicros: 1000 * MILLION });
        for (const { value, ci95, reason, judged } of Object.values(summary.figures)) {
          if (value === null) expect([reason === undefined, judged]).toEqual([false, false]);
          else expect([value, ...(ci95 ?? [])].every(Number.isFinite)).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('a hundred thousand trades', () => {
  test('are summed up within seconds', { timeout: 20_000 }, () => {
    const summary = summaryOf(madeUpRecord(100_000, 1000, 1), { seed: 1 });
    expect(summary.figures.expectancy).toMatchObject({ n: 100_000, judged: true });
    expect(summary.figures.expectancy.ci95).not.toBeNull();
  });
});
