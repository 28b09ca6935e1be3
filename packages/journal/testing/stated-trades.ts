/** Trades of which a test states day, minute and result, and the insights that a generation gives for them. */
import { DAY_MS, MINUTE_MS } from '@undertow/market';
import { type Question, REST, SLICE } from '#insights/claims/claim.ts';
import type { Insight } from '#insights/claims/insight.ts';
import { generateInsights } from '#insights/generation/generate-insights.ts';
import type { GenerationOptions } from '#insights/generation/generation-options.ts';
import { MICROS_PER_UNIT } from '#numbers/money.ts';
import type { JournalTrade } from '#trades/journal-trade.ts';
import { journalTrade, tradingDay } from './closed-trades.ts';

/** Enough shuffles for a q-value below 0.05 of the family with the smallest share. */
const EFFORT = { shuffles: 1000, enough: 20, resamples: 100, shuffledTrades: 4e8 } as const;
/** 14:30 UTC: 09:30 in New York until 7 March 2026. */
const OPEN_MINUTE = 14.5 * 60;

export interface StatedTrade extends Partial<JournalTrade> {
  /** Minutes from 14:30 UTC to the entry. */
  readonly at: number;
  /** Minutes from entry to exit. */
  readonly lasts?: number;
  /** In units of money, after costs of nothing unless stated. */
  readonly net: number;
}

/** A trade of the n-th weekday from Monday, 5 January 2026 on; from 0. */
export function statedTrade(day: number, { at, lasts = 2, net, ...more }: StatedTrade): JournalTrade {
  const entryMs = tradingDay(day) * DAY_MS + (OPEN_MINUTE + at) * MINUTE_MS;
  const netMicros = Math.round(net * MICROS_PER_UNIT);
  return journalTrade({
    entryMs,
    exitMs: entryMs + lasts * MINUTE_MS,
    netMicros,
    grossMicros: netMicros,
    costsMicros: 0,
    ...more,
  });
}

/** Trades of `days` weekdays in a row. */
export function statedDays(days: number, ofDay: (day: number) => readonly StatedTrade[]): JournalTrade[] {
  return Array.from({ length: days }, (_, day) => ofDay(day).map((trade) => statedTrade(day, trade))).flat();
}

/** A day's trades with these results, half an hour apart from 14:30 UTC on. */
export function dayOfNets(...nets: readonly number[]): StatedTrade[] {
  return nets.map((net, place) => ({ at: place * 30, net }));
}

/** Insights by key. */
export function insightsOf(
  trades: readonly JournalTrade[],
  options: Partial<GenerationOptions> = {},
): ReadonlyMap<string, Insight> {
  const { insights } = generateInsights(trades, { seed: 1, effort: EFFORT, ...options });
  return new Map(insights.map((insight) => [insight.key, insight]));
}

/** How many trades the one claim of a question takes in, and what it holds them against; null where it is not tested. */
export function sampleOf(
  question: Question | null,
): { readonly slice: number; readonly rest: number } | null {
  const members = question?.claims[0]?.members;
  if (members === undefined) return null;
  const count = (wanted: number): number => members.filter((member) => member === wanted).length;
  return { slice: count(SLICE), rest: count(REST) };
}
