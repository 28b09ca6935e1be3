/** TradingView's order history (paper trading and broker panel): filled orders, to be paired. */

import type { ImportAnswers } from '#model/import-model.ts';
import type { RawFill } from '#model/raw-records.ts';
import type { SourceFile } from '#model/source-file.ts';
import { BLANK_FILL } from '#platforms/reader/blank-rows.ts';
import { platformRows, type Skip } from '#platforms/reader/collect-rows.ts';
import { currencyOf } from '#platforms/reader/currency-of.ts';
import { isZero } from '#platforms/reader/money-text.ts';
import { usableId } from '#platforms/reader/native-id.ts';
import {
  openPlatformTable,
  type PlatformTable,
  recogniseByHeader,
} from '#platforms/reader/open-platform-table.ts';
import type { PlatformRows, Recognition } from '#platforms/reader/platform.ts';
import type { PlatformLayout } from '#platforms/reader/platform-layout.ts';
import type { RowFields } from '#platforms/reader/row-fields.ts';
import type { FieldNames } from '#read/tables/table.ts';
import { pointValueOfExchange } from './tradingview-symbol.ts';

type Field =
  | 'symbol'
  | 'side'
  | 'type'
  | 'quantity'
  | 'filled'
  | 'price'
  | 'status'
  | 'commission'
  | 'placed'
  | 'closed'
  | 'order'
  | 'margin'
  | 'account';

const CLOSED = /^(?:closing|closed|fill|execution|update) time$/;
const PLACED = /^(?:placing|placed|creation) time$/;
const FILL_PRICE = /^(?:avg )?(?:fill|filled) price$/;

const NAMES: FieldNames<Field> = {
  symbol: ['symbol'],
  side: ['side'],
  type: ['type'],
  quantity: ['quantity', 'qty'],
  filled: ['filled qty', 'qty filled', 'filled quantity', 'quantity filled'],
  price: [FILL_PRICE],
  status: ['status'],
  commission: ['commission', 'commissions', 'fee'],
  placed: [PLACED],
  closed: [CLOSED],
  order: ['order id', 'id'],
  margin: ['margin'],
  account: ['account'],
};

/** Orders of a bracket only ever close. */
const BRACKET = /take ?profit|stop ?loss/i;

function isFilled(row: RowFields<Field>, table: PlatformTable<Field>): boolean {
  const price = row.lenientDecimal('price');
  const filled = row.lenientDecimal('filled');
  // What was filled before the rest was cancelled is a fill too.
  if (filled !== null || !table.has('status'))
    return price !== null && !isZero(price) && (filled === null || !isZero(filled));
  return /^filled$/i.test(row.text('status'));
}

function fillOf(row: RowFields<Field>, table: PlatformTable<Field>): RawFill | Skip {
  const status = row.text('status');
  if (!isFilled(row, table))
    return { skip: status === '' ? 'Orders without a fill' : `Orders ${status.toLowerCase()}` };
  const commission = row.decimal('commission');
  return {
    ...BLANK_FILL,
    line: row.line,
    raw: row.raw,
    sequence: usableId(row.text('order')),
    nativeId: usableId(row.text('order')),
    account: row.textOrNull('account'),
    symbol: row.requiredText('symbol'),
    action: row.requiredAction('side'),
    quantity: row.textOrNull('filled') === null ? row.requiredSize('quantity') : row.requiredSize('filled'),
    price: row.requiredDecimal('price'),
    time: row.textOrNull('closed') === null ? row.requiredTime('placed') : row.requiredTime('closed'),
    commission: commission === null ? null : commission.replace(/^-/, ''),
    pointValue: pointValueOfExchange(row.text('symbol')),
    effect: BRACKET.test(row.text('type')) ? 'close' : null,
  };
}

function read(_file: SourceFile, found: Recognition, answers: ImportAnswers): PlatformRows {
  const table = openPlatformTable<Field>(found.grid, found.headerRow, NAMES, {
    answers,
    open: { priceFields: ['price'] },
  });
  const collected = table.collect((row) => fillOf(row, table));
  const margin = table.rows.map((row) => currencyOf(row.text('margin'))).find((code) => code !== null);
  return platformRows(collected, {
    questions: table.questions,
    fills: collected.records,
    currency: margin ?? null,
  });
}

export const tradingviewOrders: PlatformLayout = {
  layout: 'TradingView, order history',
  kind: 'fills',
  recognise: (file) =>
    [CLOSED, PLACED].flatMap((time, at) =>
      recogniseByHeader(file, ['symbol', 'side', FILL_PRICE, /^(?:quantity|qty)$/, time], {
        platform: 'tradingview',
        layout: '',
        kind: 'fills',
        confidence: 0.92 - at * 0.1,
      }).map(({ confidence, grid, headerRow }) => ({ confidence, grid, headerRow })),
    ),
  read,
};
