/** Interactive Brokers, Flex query as CSV: the columns that the user chose for the section Trades. */
import type { ImportAnswers } from '#model/import-model.ts';
import type { RawFill } from '#model/raw-records.ts';
import type { SourceFile, SourceGrid, SourceRow } from '#model/source-file.ts';
import { BLANK_FILL } from '#platforms/reader/blank-rows.ts';
import {
  type Collected,
  joinCollected,
  platformRows,
  type Skip,
  SkipCounter,
} from '#platforms/reader/collect-rows.ts';
import { isZero } from '#platforms/reader/money-text.ts';
import { usableId } from '#platforms/reader/native-id.ts';
import {
  demandColumns,
  openPlatformTable,
  type PlatformTable,
  recogniseByHeader,
} from '#platforms/reader/open-platform-table.ts';
import type { PlatformRows, Recognition } from '#platforms/reader/platform.ts';
import type { PlatformLayout } from '#platforms/reader/platform-layout.ts';
import type { RowFields } from '#platforms/reader/row-fields.ts';
import { codesOf, costOf, usualMultiplier } from './ibkr-codes.ts';
import { IBKR_ZONE } from './ibkr-statement.ts';

const NAMES = {
  account: [/^(client ?)?account ?(id)?$/],
  currency: [/^currency ?(primary)?$/],
  category: [/^asset ?(class|category)$/],
  symbol: ['Symbol'],
  time: ['DateTime', 'Date/Time', 'TradeDateTime'],
  date: [/^trade ?date$/],
  side: ['Buy/Sell', 'BuySell'],
  quantity: ['Quantity'],
  price: [/^t(rade|\.)? ?price$/, 'Price'],
  commission: [/^(ib ?)?commission$/],
  commissionCurrency: [/^(ib ?)?commission ?currency$/],
  taxes: ['Taxes', 'Tax'],
  multiplier: ['Multiplier'],
  realised: [/^(fifo ?pnl ?reali[sz]ed|reali[sz]ed ?(pnl|p\/l))$/],
  effect: [/^open\/?close ?indicator$/],
  codes: [/^(notes\/)?codes?$/],
  level: [/^level ?of ?detail$/],
  tradeId: [/^trade ?id$/],
  transactionId: [/^transaction ?id$/],
  execId: [/^(ib ?)?exec ?id$/],
} as const;

type Field = keyof typeof NAMES;

const LAYOUT = 'Interactive Brokers, Flex query';
/** Levels of detail that hold fills, finest first; the others are sums and lots of the same fills. */
const LEVELS = ['EXECUTION', 'ORDER'] as const;
/** Columns that only this broker names so. */
const MARK =
  /^(ib ?commission|fifo ?pnl ?reali[sz]ed|open\/?close ?indicator|ib ?exec ?id|client ?account ?id|level ?of ?detail|notes\/codes|currency ?primary)$/;

const OF_ACCOUNT = /^(client ?account ?id|currency ?primary|asset ?class)$/;
const OF_TRADE =
  /^(ib ?commission|fifo ?pnl ?reali[sz]ed|open\/?close ?indicator|ib ?exec ?id|trade ?price|level ?of ?detail)$/;

const MUST_HAVE = ['Symbol', 'Quantity', /^(date\/?time|trade ?date(time)?)$/];
const PRICE = /^(t(rade|\.)? ?price|price)$/;

function recogniseIbkrFlex(file: SourceFile): Recognition[] {
  const what = { platform: 'interactive-brokers', layout: LAYOUT, kind: 'fills' } as const;
  const found = recogniseByHeader(file, [...MUST_HAVE, PRICE, MARK], { ...what, confidence: 0.93 });
  if (found.length > 0) return found;
  // A query of very few columns: these three together are this broker's.
  const few = recogniseByHeader(file, [...MUST_HAVE, 'Buy/Sell', /^trade ?price$/], {
    ...what,
    confidence: 0.8,
  });
  // A query without required columns is still this broker's: it is refused with their names.
  return few.length > 0 ? few : recogniseByHeader(file, [OF_ACCOUNT, OF_TRADE], { ...what, confidence: 0.7 });
}

function readIbkrFlex(found: Recognition, answers: ImportAnswers): PlatformRows {
  const { grid, others } = tradesOf(found);
  const table = openPlatformTable<Field>(grid, 0, NAMES, { answers, open: { priceFields: ['price'] } });
  demandColumns(
    LAYOUT,
    table,
    {
      symbol: 'Symbol',
      quantity: 'Quantity',
      price: 'TradePrice',
      ...(table.has('time') ? {} : { date: 'DateTime' }),
    },
    'Edit the Flex query, add what is missing to its Trades section, and run it again.',
  );
  const level =
    LEVELS.find((name) => table.rows.some((row) => row.text('level').toUpperCase() === name)) ?? null;
  const foreign: number[] = [];
  const own = table.collect((row) => fillOf(row, table, level, foreign));
  const collected = joinCollected([own, others]);
  const currencies = new Set(collected.records.map(({ currency }) => currency));
  return platformRows(collected, {
    fills: collected.records,
    questions: table.questions,
    zone: IBKR_ZONE,
    currency: currencies.size === 1 ? ([...currencies][0] ?? null) : null,
    warnings: foreign.length === 0 ? [] : [foreignWarning(foreign)],
  });
}

/**
 * Rows of the table under the header. Queries may mark lines (HEADER, DATA, BOS, EOS) and put several sections in one
 * file.
 */
function tradesOf({ grid, headerRow }: Recognition): { grid: SourceGrid; others: Collected<RawFill> } {
  const header = grid.rows[headerRow];
  const [mark = '', section = ''] = header?.cells ?? [];
  const isMarked = mark.toUpperCase() === 'HEADER';
  const mine: SourceRow[] = header === undefined ? [] : [header];
  const skips = new SkipCounter();
  let isOurs = true;
  let read = 0;
  for (const row of grid.rows.slice(headerRow + 1)) {
    const first = row.cells[0] ?? '';
    if (isMarked) isOurs = first.toUpperCase() === 'DATA' && row.cells[1] === section;
    else if (first === mark) isOurs = row.cells.join('|') === header?.cells.join('|');
    if (isOurs && !/^(BO[FAS]|EO[FAS])$/.test(first)) mine.push(row);
    else if (row.cells.some((cell) => cell !== '')) {
      skips.add('Lines of other sections of the query', row.line);
      read += 1;
    }
  }
  const others = { records: [], rejected: [], skipped: skips.list(), rowsRead: read };
  return { grid: { ...grid, rows: mine }, others };
}

function fillOf(
  row: RowFields<Field>,
  table: PlatformTable<Field>,
  level: string | null,
  foreign: number[],
): RawFill | Skip {
  const skip = skipOf(row, level);
  if (skip !== null) return { skip };
  const quantity = row.requiredDecimal('quantity');
  const codes = codesOf(row.textOrNull('effect') ?? row.text('codes'));
  const ids = [row.text('tradeId'), row.text('transactionId'), row.text('execId')].map(usableId);
  return {
    ...BLANK_FILL,
    line: row.line,
    raw: row.raw,
    nativeId: ids.find((id) => id !== null) ?? null,
    account: row.textOrNull('account'),
    symbol: row.requiredText('symbol'),
    currency: row.textOrNull('currency'),
    action:
      row.text('side') === '' ? (quantity.startsWith('-') ? 'sell' : 'buy') : row.requiredAction('side'),
    quantity: row.requiredSize('quantity'),
    price: row.requiredDecimal('price'),
    time: row.requiredTime(table.has('time') && row.textOrNull('time') !== null ? 'time' : 'date'),
    commission: commissionOf(row, foreign),
    fees: taxOf(row),
    pnl: codes.closes ? row.lenientDecimal('realised') : null,
    pnlIs: 'net',
    pointValue: multiplierOf(row) ?? usualMultiplier(row.text('category')),
    effect: codes.effect,
  };
}

function skipOf(row: RowFields<Field>, level: string | null): string | null {
  const detail = row.text('level').toUpperCase();
  if (level !== null && detail !== level)
    return `Lines of the level ${detail || '(none)'}, which repeat the fills`;
  if (/^(cash|forex)$/i.test(row.text('category'))) return 'Cash and currency rows, which trade no security';
  if (/\(ca\.?\)/i.test(row.text('side')) || codesOf(row.text('codes')).cancelled) return 'Cancelled trades';
  const isEmpty = row.textOrNull('symbol') === null && row.textOrNull('category') === null;
  return isEmpty ? 'Cash and currency rows, which trade no security' : null;
}

/** Commission in the trade's own currency; in another it cannot be added and is left out. */
function commissionOf(row: RowFields<Field>, foreign: number[]): string | null {
  const booked = row.lenientDecimal('commission');
  if (booked === null) return null;
  const [own, other] = [row.text('currency'), row.text('commissionCurrency')];
  if (own === '' || other === '' || own === other || isZero(booked)) return costOf(booked);
  foreign.push(row.line);
  return null;
}

function taxOf(row: RowFields<Field>): string | null {
  const taxes = row.lenientDecimal('taxes');
  return taxes === null ? null : costOf(taxes);
}

function multiplierOf(row: RowFields<Field>): string | null {
  const multiplier = row.lenientDecimal('multiplier');
  return multiplier === null || isZero(multiplier) ? null : multiplier;
}

function foreignWarning(lines: readonly number[]): string {
  return `The commission of ${lines.length === 1 ? 'one trade is' : `${lines.length} trades is`} in another currency than the trade and was left out (line ${lines.slice(0, 10).join(', ')}${lines.length > 10 ? ' …' : ''}).`;
}

export const IBKR_FLEX: PlatformLayout = {
  layout: LAYOUT,
  kind: 'fills',
  recognise: recogniseIbkrFlex,
  read: (_file, found, answers) => readIbkrFlex(found, answers),
};
