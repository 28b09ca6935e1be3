/** TradingView's list of trades (Strategy Tester): two rows or more per trade, P&L from the exits only. */

import type { ImportAnswers, Side } from '#model/import-model.ts';
import type { RawTrip } from '#model/raw-records.ts';
import type { SourceFile, SourceGrid } from '#model/source-file.ts';
import { BLANK_TRIP } from '#platforms/reader/blank-rows.ts';
import { type Collected, platformRows, type Skip } from '#platforms/reader/collect-rows.ts';
import { currencyOf } from '#platforms/reader/currency-of.ts';
import { isZero, magnitudeOf } from '#platforms/reader/money-text.ts';
import { openPlatformTable, type PlatformTable } from '#platforms/reader/open-platform-table.ts';
import type { PlatformRows, Recognition } from '#platforms/reader/platform.ts';
import type { PlatformLayout } from '#platforms/reader/platform-layout.ts';
import { relabelGrid } from '#platforms/reader/relabel-grid.ts';
import type { RowFields } from '#platforms/reader/row-fields.ts';
import { TOTAL_LINES } from '#platforms/reader/statement.ts';
import { earliestTime, latestTime } from '#platforms/reader/time-extremes.ts';
import {
  averagePrice,
  isAboveZero,
  quantityLeft,
  sumMoney,
  sumQuantities,
} from '#platforms/reader/weighted-fills.ts';
import type { FileTime } from '#time/file-time.ts';
import { type FoundList, findList, LIST_NAMES, type ListField, pnlHeader } from './tradingview-list.ts';
import { symbolOfFile } from './tradingview-symbol.ts';
import { isMarkedOpen, rowKindOf } from './tradingview-terms.ts';

/** One row: the entry of a trade or one of its exits. */
interface ListRow {
  readonly line: number;
  readonly raw: string;
  readonly number: string;
  readonly symbol: string | null;
  readonly isEntry: boolean;
  readonly side: Side;
  readonly time: FileTime | null;
  readonly signal: string;
  readonly price: string | null;
  readonly quantity: string;
  readonly pnl: string | null;
  readonly commission: string | null;
  readonly mfe: string | null;
  readonly mae: string | null;
}

/** `previous` is the number of the row above. */
function rowOf(
  row: RowFields<ListField>,
  table: PlatformTable<ListField>,
  previous: string | null,
): ListRow | Skip {
  const number = row.text('number');
  const type = row.text('type');
  if (type === '' && (number === '' || !/^\d+$/.test(number))) return { skip: TOTAL_LINES };
  const kind = rowKindOf(type);
  if (kind === null) row.refuse(`The type is neither entry nor exit: “${type.slice(0, 40)}”`);
  const isEntry = kind?.isEntry ?? true;
  const time = isEntry ? row.requiredTime('time') : row.time('time');
  const quantity = magnitudeOf(row.decimal('quantity') ?? '0');
  if (isEntry && table.has('quantity') && isZero(quantity)) row.refuse('The quantity is zero or missing');
  const excursion = (field: 'mfe' | 'mae') => {
    const value = row.lenientDecimal(field);
    return value === null ? null : magnitudeOf(value);
  };
  return {
    line: row.line,
    raw: row.raw,
    // Spreadsheets that merge the number of both rows leave it in the first one only.
    number: number === '' && previous !== null ? previous : row.requiredText('number'),
    symbol: table.has('symbol') ? row.requiredText('symbol') : null,
    isEntry,
    side: kind?.side ?? 'long',
    time,
    signal: row.text('signal'),
    price: isEntry ? row.requiredDecimal('price') : row.decimal('price'),
    quantity: table.has('quantity') ? quantity : '1',
    pnl: row.decimal('pnl'),
    commission: row.lenientDecimal('commission'),
    mfe: excursion('mfe'),
    mae: excursion('mae'),
  };
}

/** Rows of one trade: same number, symbol and side. Lists joined in one file count again: then each pair is a trade. */
function tradesOf(rows: readonly ListRow[]): (readonly ListRow[])[] {
  const groups = new Map<string, ListRow[]>();
  for (const row of rows) {
    const key = `${row.number} ${row.symbol ?? ''} ${row.side}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return [...groups.values()].flatMap(splitPairs);
}

function splitPairs(rows: readonly ListRow[]): (readonly ListRow[])[] {
  if (rows.length <= 2) return [rows];
  const entries = rows.filter((row) => row.isEntry);
  const exits = rows.filter((row) => !row.isEntry);
  const kinds = new Set(entries.map(entryKey));
  if (kinds.size < 2 || entries.length !== exits.length) return [rows];
  return entries.map((entry, at) => [entry, exits[at]].filter((row) => row !== undefined));
}

function isStillOpen(exit: ListRow): boolean {
  return isMarkedOpen(exit.signal) || exit.price === null || exit.time === null;
}

interface ListFacts {
  readonly symbol: string | null;
  readonly currency: string | null;
}

function signals(entries: readonly ListRow[], exits: readonly ListRow[]): string | null {
  const names = (rows: readonly ListRow[]) => [
    ...new Set(rows.map((row) => row.signal).filter((name) => name !== '')),
  ];
  const parts = [
    ...names(entries).map((name) => `Entry: ${name}`),
    ...names(exits).map((name) => `Exit: ${name}`),
  ];
  return parts.length === 0 ? null : parts.join('. ').slice(0, 500);
}

function entryKey(one: ListRow): string {
  return `${JSON.stringify(one.time)} ${one.price}`;
}

/** Size that was entered: an entry that is repeated with each of its exits counts once. */
function enteredOf(entries: readonly ListRow[]): string {
  if (entries.length <= 1) return entries[0]?.quantity ?? '0';
  const distinct = new Map(entries.map((entry) => [entryKey(entry), entry.quantity]));
  return sumQuantities([...distinct.values()]);
}

/** Size that is still open: everything without exits, else what the exits leave or mark as open. */
function restOf(entries: readonly ListRow[], exits: readonly ListRow[], done: readonly ListRow[]): string {
  if (done.length === 0) return enteredOf(entries);
  if (done.length < exits.length)
    return sumQuantities(exits.filter(isStillOpen).map((exit) => exit.quantity));
  if (entries.length !== 1) return '0';
  const left = quantityLeft(enteredOf(entries), sumQuantities(done.map((exit) => exit.quantity)));
  return isAboveZero(sumQuantities(done.map((exit) => exit.quantity))) ? left : '0';
}

function closedPart(shared: typeof BLANK_TRIP, rows: readonly ListRow[], done: readonly ListRow[]): RawTrip {
  const [first] = done;
  const quantity = sumQuantities(done.map((exit) => exit.quantity));
  return {
    ...shared,
    line: first?.line ?? 0,
    raw: rawOf(rows),
    side: first?.side ?? 'long',
    quantity: isAboveZero(quantity) ? quantity : enteredOf(rows.filter((row) => row.isEntry)),
    exitTime: latestTime(done.map((exit) => exit.time)),
    exitPrice: averagePrice(done),
    pnl: sumMoney(done.map((exit) => exit.pnl)),
    pnlIs: 'net',
    commission: sumMoney(done.map((exit) => exit.commission)),
    // Of several exits the excursions of the whole are not known.
    mfe: done.length === 1 ? (first?.mfe ?? null) : null,
    mae: done.length === 1 ? (first?.mae ?? null) : null,
  };
}

function rawOf(rows: readonly ListRow[]): string {
  return rows
    .map((row) => row.raw)
    .join('\n')
    .slice(0, 2_000);
}

/** Closed part of a trade, its open part, or both. */
function tripsOf(rows: readonly ListRow[], facts: ListFacts): RawTrip[] {
  const entries = rows.filter((row) => row.isEntry);
  const exits = rows.filter((row) => !row.isEntry);
  const done = exits.filter((exit) => !isStillOpen(exit));
  const [any] = rows;
  const shared = {
    ...BLANK_TRIP,
    symbol: any?.symbol ?? facts.symbol,
    currency: facts.currency,
    entryTime: earliestTime(entries.map((entry) => entry.time)),
    entryPrice: averagePrice(entries),
    notes: signals(entries, done),
    backtest: true,
  };
  const trips = done.length === 0 ? [] : [closedPart(shared, rows, done)];
  const quantity = restOf(entries, exits, done);
  const [entry] = entries;
  if (entry !== undefined && isAboveZero(quantity))
    trips.push({ ...shared, line: entry.line, raw: rawOf(rows), side: entry.side, quantity, status: 'open' });
  return trips;
}

function openList(found: FoundList, answers: ImportAnswers): PlatformTable<ListField> {
  const { grid, headerRow, labels } = found;
  const own = labels === null ? grid : relabelGrid(grid, labels, grid.rows.slice(headerRow + 1));
  return openPlatformTable<ListField>(own, labels === null ? headerRow : 0, LIST_NAMES, {
    answers,
    open: { priceFields: ['price'] },
  });
}

/** Net profit of all closed trades on the workbook's first sheet. */
function statedNet(file: SourceFile): string | null {
  const performance = file.grids.find(
    (grid) => grid.origin === 'xlsx' && /^performance/i.test(grid.name ?? ''),
  );
  const row = performance?.rows.find(({ cells }) => /^net (?:profit|p&l|pnl)$/i.test(cells[0] ?? ''));
  const figure = row?.cells.slice(1).find((cell) => cell !== '');
  return figure !== undefined && /^-?\d+(?:\.\d+)?$/.test(figure) ? figure : null;
}

function read(file: SourceFile, found: Recognition, answers: ImportAnswers): PlatformRows {
  const list = findList(found.grid) ?? { grid: found.grid, headerRow: found.headerRow, labels: null };
  const table = openList(list, answers);
  let previous: string | null = null;
  const collected: Collected<ListRow> = table.collect((row) => {
    const one = rowOf(row, table, previous);
    if ('number' in one) previous = one.number;
    return one;
  });
  const hasSymbols = table.has('symbol');
  const { symbol, questions } = hasSymbols ? { symbol: null, questions: [] } : symbolOfFile(file, answers);
  const currency = currencyOf(pnlHeader(list));
  return platformRows(collected, {
    questions: [...table.questions, ...questions],
    trips: tradesOf(collected.records).flatMap((rows) => tripsOf(rows, { symbol, currency })),
    currency,
    statedNet: statedNet(file),
  });
}

export const tradingviewTrades: PlatformLayout = {
  layout: 'TradingView, list of trades',
  kind: 'round-trips',
  recognise: (file: SourceFile) =>
    file.grids.flatMap((grid: SourceGrid) => {
      const list = findList(grid);
      return list === null
        ? []
        : [{ confidence: list.labels === null ? 0.95 : 0.7, grid, headerRow: list.headerRow }];
    }),
  read,
};
