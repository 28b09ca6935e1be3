/** Tradovate (and NinjaTrader web), Orders: one row per order with its filled size and average price; no costs. */
import type { ImportAnswers } from '#model/import-model.ts';
import type { RawFill } from '#model/raw-records.ts';
import type { SourceFile } from '#model/source-file.ts';
import { BLANK_FILL } from '#platforms/reader/blank-rows.ts';
import { platformRows, type Skip } from '#platforms/reader/collect-rows.ts';
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
import { unfilledReason } from '#platforms/reader/unfilled-reason.ts';
import { readAction } from '#read/values/sides.ts';
import { type PlacedStop, withBracketStops } from './bracket-stops.ts';

const NAMES = {
  orderId: ['orderId'],
  orderNumber: ['Order ID'],
  account: ['Account'],
  side: ['B/S', 'Side'],
  contract: ['Contract', 'Symbol'],
  price: ['avgPrice'],
  averagePrice: ['Avg Fill Price', 'decimalFillAvg'],
  filled: ['filledQty'],
  filledQuantity: ['Filled Qty'],
  quantity: ['Quantity', 'Qty'],
  fillTime: ['Fill Time'],
  timestamp: ['Timestamp'],
  status: ['Status'],
  type: ['Type'],
  stopPrice: ['Stop Price', 'decimalStop'],
  version: ['Version ID'],
  currency: ['Currency'],
} as const;

type Field = keyof typeof NAMES;

const LAYOUT = 'Tradovate, orders';

function recogniseTradovateOrders(file: SourceFile): Recognition[] {
  const must = [
    /^(orderid|order id)$/,
    'B/S',
    'Contract',
    /^(avgprice|avg fill price|filledqty|filled qty)$/,
    /^(status|fill time)$/,
  ];
  return recogniseByHeader(file, must, {
    platform: 'tradovate',
    layout: LAYOUT,
    kind: 'fills',
    confidence: 0.96,
  });
}

function readTradovateOrders(found: Recognition, answers: ImportAnswers): PlatformRows {
  const table = openPlatformTable<Field>(found.grid, found.headerRow, NAMES, {
    answers,
    usualOrder: 'mdy',
    usualMark: '.',
    open: { priceFields: ['price', 'averagePrice'] },
  });
  if (!table.has('fillTime')) {
    demandColumns(
      LAYOUT,
      table,
      { timestamp: 'Fill Time' },
      'Export Orders again with all columns, or export Fills.',
    );
  }
  const placed: number[] = [];
  const collected = table.collect((row) => fillOf(row, placed));
  return platformRows(collected, {
    fills: withBracketStops(collected.records, stopsOf(table)),
    questions: table.questions,
    warnings: placed.length === 0 ? [] : [placedWarning(placed)],
  });
}

/** Stop orders that were never changed: of a stop that was moved the file has the last price only, not the first. */
function stopsOf(table: PlatformTable<Field>): PlacedStop[] {
  return table.rows.flatMap((row) => {
    const price = row.decimal('stopPrice');
    const placed = row.time('timestamp');
    const action = readAction(row.text('side'));
    const isFirstVersion = row.text('version') !== '' && row.text('version') === row.text('orderId');
    if (!/^stop/i.test(row.text('type')) || !isFirstVersion || !price || !placed || action === null)
      return [];
    return [{ account: row.text('account') || null, symbol: row.text('contract'), action, price, placed }];
  });
}

function fillOf(row: RowFields<Field>, placed: number[]): RawFill | Skip {
  const size = filledSize(row);
  if (size === null || isZero(size)) return { skip: unfilledReason(row.text('status')) };
  const id = usableId(row.text('orderId')) ?? usableId(row.text('orderNumber'));
  const fillTime = row.time('fillTime');
  if (row.textOrNull('fillTime') === null) placed.push(row.line);
  const price =
    row.textOrNull('price') === null && row.textOrNull('averagePrice') !== null ? 'averagePrice' : 'price';
  const symbol = row.requiredText('contract');
  return {
    ...BLANK_FILL,
    line: row.line,
    raw: row.raw,
    sequence: id,
    nativeId: id,
    account: row.textOrNull('account'),
    symbol,
    currency: row.textOrNull('currency'),
    action: row.requiredAction('side'),
    quantity: size,
    price: row.requiredPrice(price, symbol),
    time: fillTime ?? row.requiredTime('timestamp'),
  };
}

/** Filled size; a filled order of an export without such a column was filled completely. */
function filledSize(row: RowFields<Field>): string | null {
  const filled = row.decimal('filled') ?? row.decimal('filledQuantity');
  if (filled !== null) return filled.replace(/^[-+]/, '');
  return /^(filled|completed?)$/i.test(row.text('status')) ? row.requiredSize('quantity') : null;
}

function placedWarning(lines: readonly number[]): string {
  return `${lines.length === 1 ? 'One filled order has' : `${lines.length} filled orders have`} no Fill Time; the time of the order was taken instead (line ${lines.slice(0, 10).join(', ')}).`;
}

export const TRADOVATE_ORDERS: PlatformLayout = {
  layout: LAYOUT,
  kind: 'fills',
  recognise: recogniseTradovateOrders,
  read: (_file, found, answers) => readTradovateOrders(found, answers),
};
