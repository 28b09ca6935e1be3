/** The trades of one user in a thread, as long as they are the newest. */
import { type JournalTrade, positionsOf } from '@undertow/journal';
import { readRows } from './read-rows.ts';

export class LoadedJournal {
  readonly userId: string;
  /** Closed ones with a known result, in the order of their entry. */
  readonly closed: JournalTrade[] = [];
  /** Number and currency of the others. */
  readonly open: { readonly id: number; readonly currency: string }[] = [];

  constructor(userId: string) {
    this.userId = userId;
  }

  take(rows: string): void {
    for (const { id, isOpen, currency, trade } of readRows(rows)) {
      if (trade !== null) this.closed.push(trade);
      else if (isOpen) this.open.push({ id, currency });
    }
  }
}

/** The currency with most closed trades, by name where two have as many; null without trades. */
export function mainCurrency(trades: readonly { readonly currency: string }[]): string | null {
  return currenciesOf(trades)[0]?.currency ?? null;
}

/** Currencies with their numbers of trades, most first. */
export function currenciesOf(
  trades: readonly { readonly currency: string }[],
): readonly { readonly currency: string; readonly trades: number }[] {
  const counts = new Map<string, number>();
  for (const { currency } of trades) counts.set(currency, (counts.get(currency) ?? 0) + 1);
  return [...counts]
    .map(([currency, count]) => ({ currency, trades: count }))
    .toSorted((a, b) => b.trades - a.trades || (a.currency < b.currency ? -1 : 1));
}

/** Positions, as a trader counts, of the currency with most trades: amounts of several are never compared. */
export function mainPositions({ closed }: LoadedJournal): readonly JournalTrade[] {
  const currency = mainCurrency(closed);
  return positionsOf(closed.filter((trade) => trade.currency === currency));
}
