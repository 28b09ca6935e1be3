/** Every resampled figure of the insights against a bootstrap written here, which draws whole days of plain trades. */
import { seededDraws } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { type Claim, REST, SLICE } from '#insights/claims/claim.ts';
import { averagesOf, resampleClaim } from '#insights/claims/measure-claim.ts';
import { type TradeColumns, tradeColumns } from '#insights/claims/trade-columns.ts';
import type { TradeContext } from '#insights/claims/trade-context.ts';
import { edgeNotShown } from '#insights/families/edge-overall.ts';
import { SeededRandom } from '#numbers/random.ts';
import { tradesOfNets } from '#testing/closed-trades.ts';
import { simulatedTrader } from '#testing/simulated-trader.ts';
import type { JournalTrade } from '#trades/journal-trade.ts';
import { catalogueFacts, catalogueQuestions } from './catalogue.ts';
import { generateInsights } from './generate-insights.ts';

const RESAMPLES = 4000;
/** Ends of two intervals of 4,000 draws each differ by about 1.5% of their width (one standard deviation). */
const WIDTH_TOLERANCE = 0.08;
const SAMPLING = { seed: 9, resamples: RESAMPLES };

interface NaiveFigure {
  readonly ci95: readonly [number, number];
  /** Share of draws with the sign of the stated figure and at least half of it. */
  readonly support: number;
}

/** Puts drawn days into one list of trades and takes the figure of that list, as one would do it by hand. */
function naiveBootstrap<Row>(
  days: readonly (readonly Row[])[],
  figureOf: (rows: readonly Row[]) => number,
  stated: number,
): NaiveFigure {
  const random = seededDraws(77);
  const draws: number[] = [];
  for (let draw = 0; draw < RESAMPLES; draw++) {
    const rows: Row[] = [];
    for (let at = 0; at < days.length; at++)
      rows.push(...(days[Math.floor(random() * days.length)] as readonly Row[]));
    draws.push(figureOf(rows));
  }
  const known = draws.filter((value) => !Number.isNaN(value)).sort((a, b) => a - b);
  const at = (share: number): number => known[Math.round((known.length - 1) * share)]!;
  const supporting = draws.filter(
    (value) => Math.sign(value) === Math.sign(stated) && Math.abs(value) >= Math.abs(stated) / 2,
  );
  return { ci95: [at(0.025), at(0.975)], support: supporting.length / RESAMPLES };
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
const meanOf = (values: readonly number[]): number => sumOf(values) / values.length;

function byDay<Row extends { readonly tradeDay: string }>(rows: readonly Row[]): Row[][] {
  const days = new Map<string, Row[]>();
  for (const row of rows) days.set(row.tradeDay, [...(days.get(row.tradeDay) ?? []), row]);
  return [...days.values()];
}

function expectSameInterval(
  found: readonly [number, number] | null | undefined,
  naive: readonly [number, number],
  name: string,
): void {
  if (!found) throw new Error(`${name} has no interval`);
  const tolerance = (naive[1] - naive[0]) * WIDTH_TOLERANCE;
  for (const end of [0, 1] as const)
    expect(Math.abs(found[end] - naive[end]), `${name}: ${found} against ${naive}`).toBeLessThanOrEqual(
      tolerance,
    );
}

function expectSameConfidence(confidence: number, naive: NaiveFigure, name: string): void {
  expect(Math.abs(confidence - Math.min(99, naive.support * 80)), name).toBeLessThanOrEqual(4);
}

/** Result of a day's trades, in their order, at its highest and at its end. */
function peakAndEnd(day: readonly JournalTrade[]): { peak: number; end: number } {
  let end = 0;
  let peak = 0;
  for (const { netMicros } of day) {
    end += netMicros;
    peak = Math.max(peak, end);
  }
  return { peak, end };
}

/** Days with a drift of their own, so that drawing trades or half of the days gives another interval. */
function driftingRecord(seed: number, mean: number): JournalTrade[] {
  const random = new SeededRandom(seed, 'drift');
  const trades = simulatedTrader({ seed, trades: 360, tradesPerDay: 6 });
  return byDay(trades).flatMap((day, at) => {
    const drift = (random.unit() - 0.5) * 400e6 + (at < 30 ? -200e6 : 200e6);
    return day.map((trade) => ({
      ...trade,
      netMicros: Math.round(trade.netMicros + drift + mean),
      plannedRiskMicros: 150e6,
      maeMicros: trade.netMicros < 0 ? 200e6 : 20e6,
    }));
  });
}

function factNamed(key: string, columns: TradeColumns) {
  const fact = catalogueFacts(columns, SAMPLING, new Set()).find((candidate) => candidate.key === key);
  if (fact === undefined) throw new Error(`no ${key}`);
  return fact;
}

describe('a resampled figure agrees with a bootstrap of whole days written apart', () => {
  test.each([-120e6, -20e6, 40e6])('the average of all trades, shifted by %d micros', (mean) => {
    const trades = driftingRecord(5, mean);
    const found = edgeNotShown(tradeColumns(trades), SAMPLING);
    const naive = naiveBootstrap(
      byDay(trades),
      (rows) => meanOf(rows.map(({ netMicros }) => netMicros)),
      meanOf(trades.map(({ netMicros }) => netMicros)),
    );
    expectSameInterval(found.effect?.ci95, naive.ci95, 'edge-overall');
    expectSameConfidence(found.confidence, naive, 'edge-overall');
  });

  test('what good days give back', () => {
    const trades = driftingRecord(6, 10e6);
    const found = factNamed('give-back', tradeColumns(trades));
    const days = byDay(trades).map(peakAndEnd);
    const peaks = days.map(({ peak }) => peak).sort((a, b) => a - b);
    const usual = peaks[Math.floor((peaks.length - 1) / 2)]!;
    const share = (rows: readonly { peak: number; end: number }[]): number => {
      const good = rows.filter(({ peak }) => peak > usual);
      return sumOf(good.map(({ peak, end }) => peak - end)) / sumOf(good.map(({ peak }) => peak));
    };
    const naive = naiveBootstrap(
      days.map((day) => [day]),
      share,
      share(days),
    );
    expectSameInterval(found.effect?.ci95, naive.ci95, 'give-back');
    expectSameConfidence(found.confidence, naive, 'give-back');
  });

  test('the part of the best day', () => {
    const trades = driftingRecord(7, 25e6);
    const found = factNamed('consistency', tradeColumns(trades));
    const best = Math.max(...byDay(trades).map((day) => peakAndEnd(day).end));
    const naive = naiveBootstrap(
      byDay(trades),
      (rows) => {
        const total = sumOf(rows.map(({ netMicros }) => netMicros));
        return total > 0 ? best / total : Number.NaN;
      },
      best / sumOf(trades.map(({ netMicros }) => netMicros)),
    );
    expect(naive.support).toBeLessThan(0.97);
    expectSameConfidence(found.confidence, naive, 'consistency');
  });

  const contextOf = (trade: JournalTrade, at: number): TradeContext => ({
    tradeId: trade.id,
    covered: at % 5 !== 0,
    typesBeforeEntry: at % 3 === 0 ? ['absorption'] : ['stop_run'],
    mfeAfterExitMicros: 300e6,
    maeAfterExitMicros: at % 2 ? 350e6 : 80e6,
  });

  test('every claim of the catalogue', { timeout: 60_000 }, () => {
    const trades = simulatedTrader({ seed: 30, trades: 400, tradesPerDay: 8, shift: -0.9, habit: 'revenge' });
    const columns = tradeColumns(
      trades.map((trade) => ({
        ...trade,
        plannedRiskMicros: 150e6,
        maeMicros: trade.netMicros < 0 ? 200e6 : 20e6,
      })),
    );
    const options = { seed: 1, context: columns.trades.map(contextOf), dailyStopMicros: 200e6 };
    const claims = catalogueQuestions(columns, options, new Set()).flatMap((question) => question.claims);
    expect(new Set(claims.map(({ key }) => key.split(':')[0])).size).toBe(18);
    for (const claim of claims) expectClaimAgrees(columns, claim);
  });
});

function expectClaimAgrees(columns: TradeColumns, claim: Claim): void {
  const rows = columns.trades.map(({ tradeDay }, row) => ({
    tradeDay,
    member: claim.members[row],
    value: claim.values[row]!,
  }));
  const stated = averagesOf(claim, null).shrunk;
  const naive = naiveBootstrap(
    byDay(rows),
    (drawn) => {
      const of = (member: number) => drawn.filter((row) => row.member === member).map(({ value }) => value);
      return meanOf(of(SLICE)) - (claim.bound ?? meanOf(of(REST)));
    },
    stated,
  );
  const found = resampleClaim(columns, claim, stated, RESAMPLES, new SeededRandom(3, claim.key));
  if (found.ci95 !== null) expectSameInterval(found.ci95, naive.ci95, claim.key);
  expect(Math.abs(found.support - naive.support), claim.key).toBeLessThanOrEqual(0.05);
}

describe('a trader whose days lose clearly', () => {
  test('learns that the average trade loses, with an interval that lies below zero', () => {
    // 60 days around -198 with a standard deviation of 743: the standard error is 96, the interval about -386 to -10
    const nets = Array.from({ length: 60 }, (_, day) => -198 + (day % 4 < 2 ? 743 : -743));
    const trades = tradesOfNets(nets, 1).map((trade) => ({
      ...trade,
      currency: 'JPY',
      grossMicros: trade.netMicros + 2e6,
      costsMicros: 2e6,
    }));
    const { insights } = generateInsights(trades, {
      seed: 2,
      effort: { shuffles: 300, enough: 20, resamples: RESAMPLES, shuffledTrades: 1e8 },
    });
    const edge = insights.find(({ key }) => key === 'edge-overall');
    const [low, high] = edge?.effect?.ci95 ?? [Number.NaN, Number.NaN];
    expect(low / 1e6).toBeCloseTo(-386, -2);
    expect(high).toBeLessThan(0);
    expect(edge?.title).toBe('Your average trade loses money after costs');
    expect(edge?.description).not.toContain('cannot be distinguished from zero');
  });
});
