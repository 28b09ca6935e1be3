/** MetaTrader 4: the account history, as an HTML statement, a broker's CSV or a re-saved table. */

import type { ImportAnswers } from '#model/import-model.ts';
import type { RawTrip } from '#model/raw-records.ts';
import type { SourceFile, SourceGrid, SourceRow } from '#model/source-file.ts';
import { BLANK_TRIP } from '#platforms/reader/blank-rows.ts';
import { joinCollected, platformRows, type Skip } from '#platforms/reader/collect-rows.ts';
import { isZero } from '#platforms/reader/money-text.ts';
import { usableId } from '#platforms/reader/native-id.ts';
import { openPlatformTable, type PlatformTable } from '#platforms/reader/open-platform-table.ts';
import type { PlatformRows, Recognition } from '#platforms/reader/platform.ts';
import { readerOfLayouts } from '#platforms/reader/platform-layout.ts';
import { mergeGrids } from '#platforms/reader/relabel-grid.ts';
import type { RowFields } from '#platforms/reader/row-fields.ts';
import { booked, losingSideStop, spent, statementHead, TOTAL_LINES } from '#platforms/reader/statement.ts';
import { findHeader, normaliseHeader } from '#read/tables/headers.ts';
import type { FieldNames } from '#read/tables/table.ts';
import {
  BALANCE_LINES,
  CANCELLED_ORDERS,
  isBalanceLine,
  isPendingOrder,
  labelledFigure,
  lotsOf,
  sideOfType,
  ZERO_LOTS,
} from './metatrader-statement.ts';
import { foldClosedAgainst, linkTickets } from './ticket-links.ts';

type Field =
  | 'ticket'
  | 'openTime'
  | 'type'
  | 'size'
  | 'item'
  | 'openPrice'
  | 'stop'
  | 'closeTime'
  | 'closePrice'
  | 'commission'
  | 'taxes'
  | 'swap'
  | 'profit'
  | 'comment';

const TICKET = /^(?:ticket|order|deal|trade)(?: (?:#|id|no|number))?$/;
const OPENED = /^open(?:ing|ed)?(?: time| date)?$/;
const CLOSED = /^clos(?:e|ing|ed)(?: time| date)?$/;
const TYPE = /^(?:type|action|direction|side)$/;
const PROFIT = /^(?:profit|trade p\/l|p\/l|net profit)$/;
const PRICE = 'price';

const NAMES: FieldNames<Field> = {
  ticket: [TICKET],
  openTime: [OPENED],
  // Where a table has both, `Type` is the kind of line.
  type: ['buy/sell', TYPE],
  size: ['size', 'lots', 'volume', 'units/lots', 'lot', 'lot size', 'quantity'],
  item: ['item', 'symbol', 'instrument'],
  openPrice: ['open price', 'opening price', 'entry price', PRICE],
  stop: ['s/l', 's / l', 'sl', 'stop loss'],
  closeTime: [CLOSED],
  closePrice: ['close price', 'closing price', 'exit price', PRICE],
  commission: ['commission', 'commissions', 'commis', 'comm'],
  taxes: ['taxes', 'tax'],
  swap: ['swap', 'swaps', 'r/o swap', 'rollover', 'storage'],
  profit: ['profit', 'trade p/l', PROFIT],
  comment: ['comment', 'comments'],
};

/** Rows of a statement that end the closed trades. */
const SECTION_END = /^(?:closed p\/l|open trades|floating p\/l|working orders|(?:a\/c )?summary|details)\b/i;

function headerOfClosed(grid: SourceGrid): number {
  return findHeader(grid, [TICKET, OPENED, TYPE, CLOSED, PROFIT]);
}

/** The open trades have a header of their own, without a close time. */
function headerOfOpen(grid: SourceGrid, from: number): number {
  const title = grid.rows.findIndex(
    (row, at) => at >= from && row.cells.some((cell) => /^open trades\b/i.test(cell)),
  );
  if (title < 0) return -1;
  const header = findHeader(grid, [TICKET, OPENED, TYPE, PROFIT], title);
  const end = grid.rows.findIndex(
    (row, at) => at > title && row.cells.some((cell) => /^working orders\b/i.test(cell)),
  );
  return end >= 0 && header > end ? -1 : header;
}

function openHistory(grid: SourceGrid, headerRow: number, answers: ImportAnswers): PlatformTable<Field> {
  const header = (grid.rows[headerRow]?.cells ?? []).map(normaliseHeader);
  const twice = header.filter((name) => name === PRICE).length > 1;
  const names: FieldNames<Field> = twice ? { ...NAMES, openPrice: [PRICE], closePrice: [PRICE] } : NAMES;
  return openPlatformTable<Field>(grid, headerRow, names, {
    answers,
    open: {
      endsAt: ({ cells }: SourceRow) => SECTION_END.test(cells.find((cell) => cell !== '') ?? ''),
      ...(twice ? { occurrence: { closePrice: 1 } } : {}),
      priceFields: ['openPrice', 'closePrice'],
    },
  });
}

/** Row of the file as the trip that it is, with the comment that groups partial closes. */
interface CommentedTrip {
  readonly trip: RawTrip;
  comment: string;
}

function readHistory(table: PlatformTable<Field>, isOpenSection: boolean) {
  const notes = new Map(table.rows.map((row) => [row.line, row.note]));
  let above: CommentedTrip | null = null;
  return table.collect((row): CommentedTrip | Skip => {
    const ticket = row.text('ticket');
    if (sideOfType(row.text('type')) === null || ticket === '') {
      const line = nonTrade(row, ticket);
      if (line.comment !== null && above !== null) above.comment += ` ${line.comment}`;
      if (line.skip !== null) return { skip: line.skip };
    }
    const comment = [notes.get(row.line) ?? '', row.text('comment')].join(' ').trim();
    const isZeroLot = isZero(row.lenientDecimal('size') ?? '1');
    if (isZeroLot && isWorthless(row)) return { skip: ZERO_LOTS };
    above = { trip: tripOf(row, table, isOpenSection, isZeroLot), comment };
    return above;
  });
}

/** What a line without side or ticket is: null where it should have been a trade. */
function nonTrade(row: RowFields<Field>, ticket: string): { skip: string | null; comment: string | null } {
  const type = row.text('type');
  if (isPendingOrder(type)) return { skip: CANCELLED_ORDERS, comment: null };
  if (isBalanceLine(type)) return { skip: BALANCE_LINES, comment: null };
  // `No transactions` is alone in its row.
  if (type === '' && row.text('openTime') === '' && row.text('profit') === '')
    return { skip: TOTAL_LINES, comment: null };
  if (ticket !== '') return { skip: null, comment: null };
  // Builds of 2009 print the comment as a line of its own under the trade.
  if (/#\d|\[/.test(type)) return { skip: 'Comment lines', comment: type };
  return sideOfType(type) === null ? { skip: TOTAL_LINES, comment: null } : { skip: null, comment: null };
}

/** Safe to skip: it books no money. */
function isWorthless(row: RowFields<Field>): boolean {
  const money = (['profit', 'commission', 'taxes', 'swap'] as const).map(
    (field) => row.lenientDecimal(field) ?? '0',
  );
  return money.every(isZero);
}

function tripOf(
  row: RowFields<Field>,
  table: PlatformTable<Field>,
  isOpenSection: boolean,
  isZeroLot: boolean,
): RawTrip {
  const side = sideOfType(row.text('type'));
  if (side === null) row.refuse(`The type is neither buy nor sell: “${row.text('type').slice(0, 40)}”`);
  const exitTime = isOpenSection ? null : row.time('closeTime');
  const isOpen = isOpenSection || exitTime === null || exitTime.year <= 1970;
  const entryPrice = row.requiredDecimal('openPrice');
  return {
    ...BLANK_TRIP,
    line: row.line,
    raw: row.raw,
    nativeId: usableId(row.requiredText('ticket')),
    symbol: row.requiredText('item'),
    side: side ?? 'long',
    quantity: isZeroLot ? '0' : lotsOf(row, 'size', table.decimalMark),
    entryTime: row.requiredTime('openTime'),
    exitTime: isOpen ? null : exitTime,
    entryPrice,
    exitPrice: isOpen ? null : row.lenientDecimal('closePrice'),
    pnl: isOpen ? null : row.requiredDecimal('profit'),
    pnlIs: 'gross',
    commission: spent(row, 'commission', table.has('commission')),
    fees: spent(row, 'taxes', table.has('taxes')),
    swap: booked(row, 'swap', table.has('swap')),
    plannedStop: losingSideStop(row.lenientDecimal('stop'), entryPrice, side ?? 'long'),
    status: isOpen ? 'open' : 'closed',
  };
}

function read(file: SourceFile, found: Recognition, answers: ImportAnswers): PlatformRows {
  const { grid, headerRow } = found;
  const table = openHistory(grid, headerRow, answers);
  const parts = [readHistory(table, false)];
  const openHeader = headerOfOpen(grid, headerRow + 1);
  if (openHeader >= 0) parts.push(readHistory(openHistory(grid, openHeader, answers), true));
  const collected = joinCollected(parts);
  const head = statementHead(grid, file.title);
  return platformRows(collected, {
    questions: table.questions,
    trips: linkTickets(foldClosedAgainst(collected.records)),
    account: head.account,
    currency: head.currency,
    statedNet:
      labelledFigure(grid, /^closed trade p\/l\s*:?/i, table.decimalMark) ??
      labelledFigure(grid, /^closed p\/l\s*:?/i, table.decimalMark),
  });
}

export const mt4 = readerOfLayouts('mt4', [
  {
    layout: 'MetaTrader 4, account history',
    kind: 'round-trips',
    recognise(file) {
      const grid = mergeGrids(file.grids);
      if (grid === null) return [];
      const headerRow = headerOfClosed(grid);
      return headerRow < 0 ? [] : [{ confidence: 0.9, grid, headerRow }];
    },
    read,
  },
]);
