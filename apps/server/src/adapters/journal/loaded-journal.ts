/** The trades of one user in a thread, as long as they are the newest. */
import { exchangeDayOf, type JournalTrade, type Micros, positionsOf } from '@undertow/journal';
import { READ_COLUMNS } from '#ports/journal.ts';
import { type Cells as ColumnCells, cellsOf } from './cells.ts';

type Column = (typeof READ_COLUMNS)[number];

/** A row by column. Numbers came as numbers, decimals as text. */
interface ReadRow {
  readonly id: number;
  readonly isOpen: boolean;
  readonly currency: string;
  /** Null while it is open, or where nobody knows its result. */
  readonly trade: JournalTrade | null;
}

type Cells = ColumnCells<Column>;

/** A decimal text as a number; null stays. */
const numberOf = (cell: unknown): number | null => (cell === null ? null : Number(cell));
const micros = (cell: unknown): Micros | null => cell as Micros | null;

/** What was spent, swap included; null when nothing is known of it. */
function costsOf({ commission_micros, fees_micros, swap_micros }: Cells): Micros | null {
  const parts = [micros(commission_micros), micros(fees_micros), micros(swap_micros)];
  if (parts.every((part) => part === null)) return null;
  return (parts[0] ?? 0) + (parts[1] ?? 0) - (parts[2] ?? 0);
}

/** Money between the entry and the first stop, costs included. */
function riskOf(cells: Cells, costs: Micros | null): Micros | null {
  const [stop, entry, value] = [cells.planned_stop, cells.entry_price, cells.point_value].map(numberOf);
  if (stop == null || entry == null || value == null) return null;
  return Math.round(Math.abs(entry - stop) * Number(cells.quantity) * value * 1e6) + (costs ?? 0);
}

function tradeOf(cells: Cells): JournalTrade | null {
  const exitMs = numberOf(cells.exit_at_ms);
  const netMicros = micros(cells.net_micros);
  if (cells.status !== 'closed' || exitMs === null || netMicros === null) return null;
  const costsMicros = costsOf(cells);
  return {
    id: String(cells.id),
    account: String(cells.account),
    currency: String(cells.currency),
    symbol: String(cells.symbol),
    root: String(cells.root),
    side: cells.side as JournalTrade['side'],
    quantity: Number(cells.quantity),
    entryMs: cells.entry_known === true ? Number(cells.entry_at_ms) : null,
    exitMs,
    tradeDay: typeof cells.trade_day === 'string' ? cells.trade_day : exchangeDayOf(exitMs),
    entryPrice: numberOf(cells.entry_price),
    exitPrice: numberOf(cells.exit_price),
    pointValue: numberOf(cells.point_value),
    grossMicros: micros(cells.gross_micros),
    costsMicros,
    netMicros,
    maeMicros: micros(cells.mae_micros),
    mfeMicros: micros(cells.mfe_micros),
    plannedRiskMicros: riskOf(cells, costsMicros),
    strategy: cells.strategy as string | null,
    tags: cells.tags as readonly string[],
    groupId: String(cells.group_id),
    flags: cells.flags as readonly string[],
    ordinal: Number(cells.id),
  };
}

/** Rows of the journal as the threads get them: a JSON array of columns in the order of `READ_COLUMNS`. */
function readRows(rows: string): readonly ReadRow[] {
  return cellsOf(rows, READ_COLUMNS).map((cells) => {
    return {
      id: Number(cells.id),
      isOpen: cells.status === 'open',
      currency: String(cells.currency),
      trade: tradeOf(cells),
    };
  });
}

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
