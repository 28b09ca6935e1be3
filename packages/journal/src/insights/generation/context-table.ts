/** Expectancy with and without each kind of event before the entry, tested together like any insight. */

import { tradeColumns } from '#insights/claims/trade-columns.ts';
import type { TradeContext } from '#insights/claims/trade-context.ts';
import { contextQuestions } from '#insights/families/context.ts';
import { mergeCopiedAccounts } from '#statistics/copied-accounts.ts';
import type { Statistic } from '#statistics/statistic.ts';
import { summaryOf } from '#statistics/summary.ts';
import type { JournalTrade } from '#trades/journal-trade.ts';
import { FULL_EFFORT } from './generation-options.ts';
import { judgeClaim, judgingGround } from './judge-claim.ts';
import { runTests } from './run-tests.ts';

export interface ContextRow {
  readonly eventType: string;
  /** Average net of covered trades with such an event within two minutes before the entry, and of those without. */
  readonly with: Statistic;
  readonly without: Statistic;
  /** Null where too few trades are on either side to be tested. */
  readonly p: number | null;
  readonly q: number | null;
  readonly standing: 'proven' | 'to-watch' | 'not-enough-data' | 'nothing';
}

export interface ContextTable {
  /** Trades that recorded market data covers, of those that were given. */
  readonly covered: number;
  readonly trades: number;
  readonly rows: readonly ContextRow[];
}

interface Verdict {
  readonly p: number;
  readonly q: number;
  readonly standing: ContextRow['standing'];
}

function verdicts(
  trades: readonly JournalTrade[],
  contexts: readonly TradeContext[],
  seed: number,
): ReadonlyMap<string, Verdict> {
  const columns = tradeColumns(trades);
  const affordable = Math.floor(FULL_EFFORT.shuffledTrades / Math.max(1, columns.n));
  const plan = { shuffles: Math.min(FULL_EFFORT.shuffles, affordable), enough: FULL_EFFORT.enough };
  const { claims } = runTests(contextQuestions(columns, contexts), plan, seed, new Set());
  const ground = judgingGround(columns, { seed, context: contexts }, plan, FULL_EFFORT.resamples);
  return new Map(
    claims.map((tested) => {
      const { standing } = judgeClaim(ground, tested);
      const known = standing === 'proven' || standing === 'to-watch' || standing === 'not-enough-data';
      return [tested.claim.key, { p: tested.p, q: tested.q, standing: known ? standing : 'nothing' }];
    }),
  );
}

/**
 * Trades are positions in one currency; copies of one decision on several accounts count once, as in all insights. `seed` is a
 * safe integer. Rows by event type, most trades first.
 */
export function contextTableOf(
  positions: readonly JournalTrade[],
  contexts: readonly TradeContext[],
  seed: number,
): ContextTable {
  const trades = mergeCopiedAccounts(positions);
  const byTrade = new Map(
    contexts.flatMap((context) => (context.covered ? [[context.tradeId, context] as const] : [])),
  );
  const covered = trades.filter(({ id }) => byTrade.has(id));
  const found = verdicts(covered, contexts, seed);
  const types = [...new Set([...byTrade.values()].flatMap(({ typesBeforeEntry }) => typesBeforeEntry))];
  const has = (trade: JournalTrade, type: string): boolean =>
    byTrade.get(trade.id)?.typesBeforeEntry.includes(type) === true;
  const rows = types.map((eventType): ContextRow => {
    const those = covered.filter((trade) => has(trade, eventType));
    const others = covered.filter((trade) => !has(trade, eventType));
    const verdict = found.get(`context:${eventType}`);
    return {
      eventType,
      with: summaryOf(those, { seed }).figures.expectancy,
      without: summaryOf(others, { seed }).figures.expectancy,
      p: verdict?.p ?? null,
      q: verdict?.q ?? null,
      standing: verdict?.standing ?? 'not-enough-data',
    };
  });
  return {
    covered: covered.length,
    trades: trades.length,
    rows: rows.toSorted((a, b) => b.with.n - a.with.n || (a.eventType < b.eventType ? -1 : 1)),
  };
}
