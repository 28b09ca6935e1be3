/** Tradovate (and NinjaTrader web), Performance and Position History: one row per pair of a buy and a sell fill. */

import type { ImportAnswers } from '#model/import-model.ts';
import type { RawTrip } from '#model/raw-records.ts';
import { BLANK_TRIP } from '#platforms/reader/blank-rows.ts';
import { platformRows } from '#platforms/reader/collect-rows.ts';
import { compareFileTimes } from '#platforms/reader/compare-file-times.ts';
import { currencyOfTexts } from '#platforms/reader/money-text.ts';
import { compareIds, usableId } from '#platforms/reader/native-id.ts';
import { openPlatformTable, recogniseByHeader } from '#platforms/reader/open-platform-table.ts';
import type { PlatformRows, Recognition } from '#platforms/reader/platform.ts';
import type { PlatformLayout } from '#platforms/reader/platform-layout.ts';
import type { RowFields } from '#platforms/reader/row-fields.ts';
import type { FileTime } from '#time/file-time.ts';

const NAMES = {
  symbol: ['symbol', 'Contract', 'Contract Name'],
  account: ['Account', 'Account Name'],
  currency: ['Currency'],
  tradeDay: ['Trade Date'],
  buyId: [/^buy ?fill ?id$/],
  sellId: [/^sell ?fill ?id$/],
  quantity: ['qty', 'Paired Qty', 'pairedQty', 'Quantity'],
  buyPrice: [/^buy ?price$/],
  sellPrice: [/^sell ?price$/],
  pnl: ['pnl', 'P/L', 'P&L', 'Realized P/L'],
  bought: [/^bought ?timestamp$/],
  sold: [/^sold ?timestamp$/],
} as const;

type Field = keyof typeof NAMES;

const MUST_HAVE = [NAMES.buyPrice[0], NAMES.sellPrice[0], NAMES.bought[0], NAMES.sold[0]];
const HISTORY_ONLY = 'Paired Qty';

function readTradovatePairs(found: Recognition, answers: ImportAnswers): PlatformRows {
  const table = openPlatformTable<Field>(found.grid, found.headerRow, NAMES, {
    answers,
    usualOrder: 'mdy',
    usualMark: '.',
    open: { priceFields: ['buyPrice', 'sellPrice'] },
  });
  const undecided: number[] = [];
  const collected = table.collect((row) => tripOf(row, undecided));
  return platformRows(collected, {
    trips: collected.records,
    questions: table.questions,
    warnings: undecided.length === 0 ? [] : [undecidedWarning(undecided)],
    currency: currencyOfTexts(table.rows.map((row) => row.text('pnl'))),
  });
}

function tripOf(row: RowFields<Field>, undecided: number[]): RawTrip {
  const buyId = usableId(row.text('buyId'));
  const sellId = usableId(row.text('sellId'));
  const bought = row.requiredTime('bought');
  const sold = row.requiredTime('sold');
  const first = boughtFirst(bought, sold, buyId, sellId);
  if (first === null && row.fault === null) undecided.push(row.line);
  const isLong = first !== false;
  const symbol = row.requiredText('symbol');
  const buyPrice = row.requiredPrice('buyPrice', symbol);
  const sellPrice = row.requiredPrice('sellPrice', symbol);
  return {
    ...BLANK_TRIP,
    line: row.line,
    raw: row.raw,
    nativeId: buyId === null || sellId === null ? null : `${buyId}-${sellId}`,
    account: row.textOrNull('account'),
    symbol,
    currency: row.textOrNull('currency'),
    side: isLong ? 'long' : 'short',
    quantity: row.requiredSize('quantity'),
    entryTime: isLong ? bought : sold,
    exitTime: isLong ? sold : bought,
    tradeDay: /^\d{4}-\d{2}-\d{2}$/.test(row.text('tradeDay')) ? row.text('tradeDay') : null,
    entryPrice: isLong ? buyPrice : sellPrice,
    exitPrice: isLong ? sellPrice : buyPrice,
    pnl: row.decimal('pnl'),
    pnlIs: 'gross',
  };
}

/**
 * Which fill opened the position: the earlier one; within a second the one with the smaller id. Null when nothing
 * decides.
 */
function boughtFirst(
  bought: FileTime,
  sold: FileTime,
  buyId: string | null,
  sellId: string | null,
): boolean | null {
  const order = compareFileTimes(bought, sold) || compareIds(buyId, sellId);
  return order === null || order === 0 ? null : order < 0;
}

function undecidedWarning(lines: readonly number[]): string {
  const shown = lines.slice(0, 10).join(', ');
  return `${lines.length === 1 ? 'One trade was' : `${lines.length} trades were`} opened and closed in the same moment and the file has no usable fill ids, so long and short cannot be distinguished there: counted as long (line ${shown}${lines.length > 10 ? ' …' : ''}). The result is not affected.`;
}

function layoutOf(
  layout: string,
  confidence: number,
  mustHave: readonly (string | RegExp)[],
): PlatformLayout {
  return {
    layout,
    kind: 'round-trips',
    recognise: (file) =>
      recogniseByHeader(file, mustHave, { platform: 'tradovate', layout, kind: 'round-trips', confidence }),
    read: (_file, found, answers) => readTradovatePairs(found, answers),
  };
}

export const TRADOVATE_PERFORMANCE = layoutOf('Tradovate, performance', 0.96, MUST_HAVE);
export const TRADOVATE_POSITIONS = layoutOf('Tradovate, position history', 0.97, [
  ...MUST_HAVE,
  HISTORY_ONLY,
]);
