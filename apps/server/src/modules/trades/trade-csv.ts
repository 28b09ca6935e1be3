/** The journal as CSV for spreadsheets, a few hundred trades at a time. */
import type { TradeDto } from '@undertow/contracts';
import { CSV_START, csvLine } from '#http/bind/csv.ts';
import type { StoredTrade } from '#ports/journal.ts';
import { tradeDto } from './trade-dto.ts';

const COLUMNS = [
  'id',
  'platform',
  'account',
  'instrumentSymbol',
  'root',
  'tradeType',
  'quantity',
  'entryTime',
  'exitTime',
  'entryPrice',
  'exitPrice',
  'pnl',
  'commission',
  'fees',
  'swap',
  'net',
  'currency',
  'mae',
  'mfe',
  'plannedStop',
  'strategy',
  'tags',
  'notes',
  'tradeDay',
  'status',
  'flags',
  'importId',
] as const satisfies readonly (keyof TradeDto)[];

/** Numbers to a spreadsheet; everything else is text. */
const NUMBERS: ReadonlySet<string> = new Set([
  'quantity',
  'entryPrice',
  'exitPrice',
  'pnl',
  'commission',
  'fees',
  'swap',
  'net',
  'mae',
  'mfe',
  'plannedStop',
] satisfies (typeof COLUMNS)[number][]);

function line(trade: StoredTrade): string {
  const dto = tradeDto(trade);
  return csvLine(
    COLUMNS.map((name) => {
      const value = dto[name];
      if (value !== null && NUMBERS.has(name)) return Number(value);
      return Array.isArray(value) ? value.join('; ') : value;
    }),
  );
}

export async function* tradeCsv(pages: AsyncIterable<readonly StoredTrade[]>): AsyncGenerator<string> {
  yield CSV_START + csvLine(COLUMNS);
  for await (const trades of pages) yield trades.map(line).join('');
}

/** The trades as one JSON array. */
export async function* tradeJson(pages: AsyncIterable<readonly StoredTrade[]>): AsyncGenerator<string> {
  let opened = false;
  for await (const trades of pages) {
    yield (opened ? ',' : '[') + trades.map((trade) => JSON.stringify(tradeDto(trade))).join(',');
    opened = true;
  }
  yield opened ? ']' : '[]';
}
