/** Tradovate (and NinjaTrader web), Fills: one row per execution, with the true time and the commission. */

import type { ImportAnswers } from '#model/import-model.ts';
import type { RawFill } from '#model/raw-records.ts';
import type { SourceFile } from '#model/source-file.ts';
import { BLANK_FILL } from '#platforms/reader/blank-rows.ts';
import { platformRows, type Skip } from '#platforms/reader/collect-rows.ts';
import { usableId } from '#platforms/reader/native-id.ts';
import { openPlatformTable, recogniseByHeader } from '#platforms/reader/open-platform-table.ts';
import type { PlatformRows, Recognition } from '#platforms/reader/platform.ts';
import type { PlatformLayout } from '#platforms/reader/platform-layout.ts';
import type { RowFields } from '#platforms/reader/row-fields.ts';
import type { FileTime } from '#time/file-time.ts';

const NAMES = {
  utc: ['_timestamp'],
  local: ['Timestamp', 'Fill Time'],
  active: ['_active'],
  fillId: ['Fill ID', 'fillId'],
  id: ['_id'],
  account: ['Account'],
  accountId: ['_accountId'],
  side: ['B/S', 'Side'],
  action: ['_action'],
  quantity: ['Quantity', 'Qty'],
  rawQuantity: ['_qty'],
  price: ['Price'],
  rawPrice: ['_price'],
  contract: ['Contract', 'Symbol'],
  commission: ['commission', 'Commissions', 'Fees'],
  currency: ['Currency'],
} as const;

type Field = keyof typeof NAMES;

const LAYOUT = 'Tradovate, fills';

function recogniseTradovateFills(file: SourceFile): Recognition[] {
  const what = { platform: 'tradovate', layout: LAYOUT, kind: 'fills' } as const;
  const must = [/^(fill ?id|_id)$/, /^(b\/s|_action)$/, /^(quantity|_qty)$/, /^(price|_price)$/, 'Contract'];
  return recogniseByHeader(file, [...must, /^(_timestamp|timestamp)$/], { ...what, confidence: 0.97 });
}

function readTradovateFills(found: Recognition, answers: ImportAnswers): PlatformRows {
  const table = openPlatformTable<Field>(found.grid, found.headerRow, NAMES, {
    answers,
    usualOrder: 'mdy',
    usualMark: '.',
    open: { priceFields: ['price', 'rawPrice'] },
  });
  const collected = table.collect(fillOf);
  return platformRows(collected, { fills: collected.records, questions: table.questions });
}

function fillOf(row: RowFields<Field>): RawFill | Skip {
  if (/^(false|0|no)$/i.test(row.text('active'))) return { skip: 'Fills that Tradovate marks as not active' };
  const id = usableId(row.text('fillId')) ?? usableId(row.text('id'));
  const symbol = row.requiredText('contract');
  return {
    ...BLANK_FILL,
    line: row.line,
    raw: row.raw,
    sequence: id,
    nativeId: id,
    account: row.textOrNull('account') ?? row.textOrNull('accountId'),
    symbol,
    currency: row.textOrNull('currency'),
    action: actionOf(row),
    quantity: row.requiredSize(
      row.textOrNull('quantity') === null && row.textOrNull('rawQuantity') !== null
        ? 'rawQuantity'
        : 'quantity',
    ),
    price: row.requiredPrice(
      row.textOrNull('price') === null && row.textOrNull('rawPrice') !== null ? 'rawPrice' : 'price',
      symbol,
    ),
    time: timeOf(row),
    commission: row.decimal('commission'),
  };
}

function actionOf(row: RowFields<Field>): 'buy' | 'sell' {
  const code = row.text('action');
  if (row.text('side') !== '' || !/^[01]$/.test(code)) return row.requiredAction('side');
  return code === '0' ? 'buy' : 'sell';
}

/** `_timestamp` is UTC and ends with a Z; the other column is the user's local time without an offset. */
function timeOf(row: RowFields<Field>): FileTime {
  const utc = row.lenientTime('utc');
  if (utc !== null && !utc.dateOnly && utc.offsetMinutes !== null) return utc;
  return row.requiredTime('local');
}

export const TRADOVATE_FILLS: PlatformLayout = {
  layout: LAYOUT,
  kind: 'fills',
  recognise: recogniseTradovateFills,
  read: (_file, found, answers) => readTradovateFills(found, answers),
};
