/**
 * Each row of the catalogue: what belongs to it, from how many trades on it is tested, and which false patterns it
 * rejects.
 */
import { DAY_MS } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { type Claim, REST, SLICE } from '#insights/claims/claim.ts';
import { tradeColumns } from '#insights/claims/trade-columns.ts';
import type { TradeContext } from '#insights/claims/trade-context.ts';
import { SeededRandom } from '#numbers/random.ts';
import { journalTrade, tradingDay } from '#testing/closed-trades.ts';
import { simulatedTrader } from '#testing/simulated-trader.ts';
import type { JournalTrade } from '#trades/journal-trade.ts';
import { catalogueFacts, catalogueQuestions } from './catalogue.ts';
import type { GenerationOptions } from './generation-options.ts';

const NO_BLOCKS = new Set<never>();
const SAMPLING = { seed: 1, resamples: 200 };

interface Made extends Partial<JournalTrade> {
  readonly day: number;
  /** Minutes since 08:30 New York (13:30 UTC in January). */
  readonly at: number;
  readonly net: number;
}

function made({ day, at, net, ...more }: Made): JournalTrade {
  const entryMs = tradingDay(day) * DAY_MS + (13.5 * 60 + at) * 60_000;
  return journalTrade({ entryMs, exitMs: entryMs + 2 * 60_000, netMicros: net * 1e6, ...more });
}

function claimsOf(
  trades: readonly JournalTrade[],
  options: Partial<GenerationOptions> = {},
): Map<string, Claim> {
  const questions = catalogueQuestions(tradeColumns(trades), { seed: 1, ...options }, NO_BLOCKS);
  return new Map(questions.flatMap((question) => question.claims.map((claim) => [claim.key, claim])));
}

const sizeOf = (claim: Claim | undefined, member: number): number =>
  claim?.members.reduce((sum, of) => sum + (of === member ? 1 : 0), 0) ?? 0;

/** `perDay` trades on each of `days` days, half an hour apart, results by `net`. */
const record = (
  days: number,
  perDay: number,
  net: (n: number, day: number) => number,
  more: Partial<JournalTrade> = {},
) =>
  Array.from({ length: days * perDay }, (_, n) => {
    const day = Math.floor(n / perDay);
    return made({ day, at: (n % perDay) * 30, net: net(n, day), ...more });
  });

const coin = new SeededRandom(8, 'catalogue');
const flip = (): number => (coin.unit() < 0.5 ? 100 : -100);

describe('the catalogue of a usual record', () => {
  const keys = [...claimsOf(simulatedTrader({ seed: 3, trades: 400, tradesPerDay: 8 })).keys()];

  test('tests every family that has enough trades, in a fixed order', () => {
    const kinds = [...new Set(keys.map((key) => key.split(':')[0]))];
    expect(kinds).toEqual([
      'edge-overall',
      'time-of-day',
      'weekday',
      'symbol',
      'strategy',
      'side',
      'size',
      'holding-time',
      'after-loss',
      'revenge',
      'after-loss-streak',
      'overtrading',
      'change-over-time',
    ]);
  });

  test('names groups in keys that stay the same', () => {
    expect(keys).toContain('time-of-day:0930-1030');
    expect(keys).toContain('weekday:friday');
    expect(keys).toContain('symbol:nq');
    expect(keys).toContain('strategy:untagged');
    expect(keys).toContain('overtrading:7-up');
  });

  test('tests nothing with ten trades', () => {
    expect(claimsOf(simulatedTrader({ seed: 3, trades: 10, tradesPerDay: 5 })).size).toBe(0);
  });
});

describe('minimum samples', () => {
  test('a weekday needs eight days of it', () => {
    expect(claimsOf(record(39, 3, flip)).has('weekday:friday')).toBe(false);
    expect(claimsOf(record(40, 3, flip)).has('weekday:friday')).toBe(true);
  });

  test('an edge needs 50 trades and 20 days', () => {
    expect(claimsOf(record(19, 4, flip)).has('edge-overall')).toBe(false);
    expect(claimsOf(record(24, 2, flip)).has('edge-overall')).toBe(false);
    expect(claimsOf(record(25, 2, flip)).has('edge-overall')).toBe(true);
  });

  test('a band of the day needs 20 trades on 15 days', () => {
    expect(claimsOf(record(14, 6, flip)).has('time-of-day:0930-1030')).toBe(false);
    expect(claimsOf(record(20, 6, flip)).has('time-of-day:0930-1030')).toBe(true);
  });

  test('two sides are one question, reported for the worse one if it loses', () => {
    const trades = record(20, 4, (n) => (n % 2 ? -50 : 20)).map((trade, at) => ({
      ...trade,
      side: at % 2 ? ('short' as const) : ('long' as const),
    }));
    expect([...claimsOf(trades).keys()].filter((key) => key.startsWith('side'))).toEqual(['side:short']);
  });
});

describe('habits', () => {
  test('after a loss leaves out the first trade of the day and trades after a zero', () => {
    const claim = claimsOf(record(60, 3, (n) => [-100, 50, 0][n % 3]!)).get('after-loss');
    // The second follows a loss; the third follows a win.
    expect(sizeOf(claim, SLICE)).toBe(60);
    expect(sizeOf(claim, REST)).toBe(60);
  });

  test('revenge is within five minutes of a loss, and larger or reversed in its symbol', () => {
    const days = Array.from({ length: 16 }, (_, day) => [
      made({ day, at: 0, net: -100 }),
      made({ day, at: 5, net: -20, quantity: 2 }),
      made({ day, at: 60, net: -100 }),
      made({ day, at: 65, net: -20, side: 'short' }),
      made({ day, at: 120, net: -100 }),
      made({ day, at: 125, net: -20 }),
      made({ day, at: 180, net: -100 }),
      made({ day, at: 190, net: -20, quantity: 2 }),
      made({ day, at: 240, net: 100 }),
      made({ day, at: 244, net: -20, quantity: 2 }),
    ]).flat();
    expect(sizeOf(claimsOf(days).get('revenge'), SLICE)).toBe(32);
  });

  test('adding to a position that is still open is not revenge', () => {
    const days = Array.from({ length: 20 }, (_, day) => [
      made({ day, at: 0, net: -100 }),
      made({ day, at: 1, net: -100, quantity: 2 }),
    ]).flat();
    expect(claimsOf(days).has('revenge')).toBe(false);
  });

  test('a streak is two losses in a row on the same day', () => {
    const claim = claimsOf(record(40, 4, (n) => [-10, -10, 30, -10][n % 4]!)).get('after-loss-streak');
    expect(sizeOf(claim, SLICE)).toBe(40);
    expect(sizeOf(claim, REST)).toBe(40);
  });

  test('size is compared with the usual size and not tested where it never changes', () => {
    expect(claimsOf(record(40, 4, flip)).has('size:larger')).toBe(false);
    const sized = record(40, 4, flip).map((trade, at) => ({ ...trade, quantity: at % 4 === 1 ? 2 : 1 }));
    expect(sizeOf(claimsOf(sized).get('size:larger'), SLICE)).toBe(40);
  });

  test('the daily stop takes trades opened after the stop was reached, with the own stop only', () => {
    const trades = record(12, 4, (n) => [-300, -300, 40, -40][n % 4]!);
    expect(claimsOf(trades).has('daily-stop')).toBe(false);
    expect(sizeOf(claimsOf(trades, { dailyStopMicros: 500e6 }).get('daily-stop'), SLICE)).toBe(24);
    expect(claimsOf(trades, { dailyStopMicros: 900e6 }).has('daily-stop')).toBe(false);
  });

  test('losers past their stop are counted from 1.2 times the planned risk', () => {
    const trades = record(20, 2, () => -100, { plannedRiskMicros: 100e6 }).map((trade, at) => ({
      ...trade,
      maeMicros: at % 4 === 0 ? 121e6 : 119e6,
    }));
    const claim = claimsOf(trades).get('wide-stop');
    expect(sizeOf(claim, SLICE)).toBe(40);
    expect(claim?.values.reduce((sum, value) => sum + value, 0)).toBe(10);
  });
});

describe('the market around a trade', () => {
  const trades = record(40, 4, flip);
  const contextOf = (trade: JournalTrade, at: number, more: Partial<TradeContext> = {}): TradeContext => ({
    tradeId: trade.id,
    covered: true,
    typesBeforeEntry: at % 2 ? ['absorption'] : [],
    mfeAfterExitMicros: null,
    maeAfterExitMicros: null,
    ...more,
  });

  test('is tested for each type of event among covered trades only', () => {
    const context = trades.slice(0, 100).map((trade, at) => contextOf(trade, at));
    const claim = claimsOf(trades, { context }).get('context:absorption');
    expect(sizeOf(claim, SLICE)).toBe(50);
    expect(sizeOf(claim, REST)).toBe(50);
  });

  test('needs 20 trades with and 20 without', () => {
    const context = trades.slice(0, 38).map((trade, at) => contextOf(trade, at));
    expect(claimsOf(trades, { context }).has('context:absorption')).toBe(false);
  });

  test('early exits and tight stops are not tested without prices after the exit', () => {
    const without = trades.map((trade, at) => contextOf(trade, at));
    expect(claimsOf(trades, { context: without }).has('early-exit')).toBe(false);
    const known = trades.map((trade, at) =>
      contextOf(trade, at, { mfeAfterExitMicros: 500e6, maeAfterExitMicros: 10e6 }),
    );
    const claims = claimsOf(trades, { context: known });
    expect(claims.has('early-exit')).toBe(true);
    expect(claims.get('tight-stop')?.values.reduce((sum, value) => sum + value, 0)).toBeGreaterThan(30);
  });
});

describe('facts', () => {
  const factsOf = (trades: readonly JournalTrade[]) =>
    new Map(catalogueFacts(tradeColumns(trades), SAMPLING, NO_BLOCKS).map((fact) => [fact.key, fact]));

  test('costs are a share of the gross profit of winners, and turn winners', () => {
    const trades = record(10, 2, (n) => (n % 2 ? 5 : -6)).map((trade, at) => ({
      ...trade,
      grossMicros: at % 2 ? 9e6 : 4e6,
      costsMicros: at % 2 ? 4e6 : 10e6,
    }));
    const fact = factsOf(trades).get('cost-drag');
    expect(fact?.effect?.value).toBeCloseTo(140 / 130, 9);
    expect(fact?.description).toContain('10 trades that were winners before costs were none after them');
    expect(fact?.insightType).toBe('recommendation');
  });

  test('unknown costs are not zero costs', () => {
    expect(factsOf(record(20, 3, flip)).has('cost-drag')).toBe(false);
  });

  test('a missing stop is only reported where others have one', () => {
    const trades = record(20, 4, (n) => (n % 2 ? -200 : -50));
    expect(factsOf(trades).has('no-stop')).toBe(false);
    const some = trades.map((trade, at) => ({ ...trade, plannedRiskMicros: at % 2 ? null : 100e6 }));
    expect(factsOf(some).get('no-stop')?.effect?.value).toBe(0.5);
  });

  test('consistency needs a total above zero', () => {
    expect(factsOf(record(12, 1, () => -5)).has('consistency')).toBe(false);
    expect(factsOf(record(12, 1, (n) => (n === 0 ? 90 : 10))).get('consistency')?.effect?.value).toBe(0.45);
  });

  test('give-back is what is gone from the peak of the better days', () => {
    const trades = record(60, 2, (n, day) => (day % 2 ? [100, -40] : [10, -5])[n % 2]!);
    const fact = factsOf(trades).get('give-back');
    expect(fact?.effect?.value).toBeCloseTo(0.4, 9);
    expect(fact?.effect?.days).toBe(30);
  });

  test('ES and NQ held the same way at once are one bet; ES and MES are the same', () => {
    const pairs = (root: string, side: 'long' | 'short') =>
      Array.from({ length: 12 }, (_, day) => [
        made({ day, at: 0, net: -50, root: 'ES' }),
        made({ day, at: 1, net: -70, root, side }),
      ]).flat();
    expect(factsOf(pairs('MNQ', 'long')).get('correlated-trades')?.effect?.value).toBe(12);
    expect(factsOf(pairs('MNQ', 'short')).has('correlated-trades')).toBe(false);
    expect(factsOf(pairs('MES', 'long')).has('correlated-trades')).toBe(false);
  });
});
