/** Quantower, Trades panel: one row per fill with signed size, result and fee; newest first. */
import type { ImportAnswers } from '#model/import-model.ts';
import type { RawFill } from '#model/raw-records.ts';
import type { SourceFile } from '#model/source-file.ts';
import { BLANK_FILL } from '#platforms/reader/blank-rows.ts';
import { platformRows } from '#platforms/reader/collect-rows.ts';
import { currencyOfText, negated, sumOf } from '#platforms/reader/money-text.ts';
import { usableId } from '#platforms/reader/native-id.ts';
import {
  demandColumns,
  openPlatformTable,
  type PlatformTable,
  recogniseByHeader,
} from '#platforms/reader/open-platform-table.ts';
import type { PlatformRows, Recognition } from '#platforms/reader/platform.ts';
import { readerOfLayouts } from '#platforms/reader/platform-layout.ts';
import type { RowFields } from '#platforms/reader/row-fields.ts';

/** Whole names only: `Strike price` and `Gross P/L,ticks` are in the same header. */
const NAMES = {
  account: ['Account'],
  time: ['Date/Time', 'Date/ Time', 'DateTime', 'Date'],
  symbol: ['Symbol'],
  side: ['Side'],
  quantity: ['Quantity', 'Qty'],
  price: ['Price'],
  gross: ['Gross P/L'],
  fee: ['Fee', 'Fees', 'Commission'],
  net: ['Net P/L'],
  tradeId: ['Trade ID'],
  comment: ['Comment'],
} as const;

type Field = keyof typeof NAMES;

const LAYOUT = 'Quantower, trades';

function recognise(file: SourceFile): Recognition[] {
  const must = ['Symbol', 'Side', 'Quantity', 'Price', /^(gross|net) p\/l$/];
  const marks = /^(trade id|connection name|order type|position id|symbol type|trade value)$/;
  const what = { platform: 'quantower', layout: LAYOUT, kind: 'fills' } as const;
  const full = recogniseByHeader(file, [...must, marks], { ...what, confidence: 0.95 });
  if (full.length > 0) return full;
  return recogniseByHeader(file, [...must, 'Gross P/L', 'Net P/L', 'Fee'], { ...what, confidence: 0.8 });
}

function read(found: Recognition, answers: ImportAnswers): PlatformRows {
  const table = openPlatformTable<Field>(found.grid, found.headerRow, NAMES, {
    answers,
    open: { priceFields: ['price'] },
  });
  const advice = 'Show the column in the Trades panel of Quantower and export it again.';
  demandColumns(LAYOUT, table, { time: 'Date/Time' }, advice);
  const isFeeSigned = feesAreNegative(table);
  const collected = table.collect((row) => fillOf(row, isFeeSigned));
  return platformRows(collected, {
    fills: collected.records,
    questions: table.questions,
    currency: currencyOfText(table.rows[0]?.text('account') ?? ''),
  });
}

function fillOf(row: RowFields<Field>, isFeeSigned: boolean): RawFill {
  const fee = row.lenientDecimal('fee');
  const net = row.decimal('net');
  const gross =
    row.decimal('gross') ?? (net === null || fee === null ? null : sumOf([net, spent(fee, isFeeSigned)]));
  const quantity = row.requiredDecimal('quantity');
  const action = row.text('side') === '' && quantity.startsWith('-') ? 'sell' : row.requiredAction('side');
  const symbol = row.requiredText('symbol');
  return {
    ...BLANK_FILL,
    line: row.line,
    raw: row.raw,
    nativeId: usableId(row.text('tradeId')),
    account: row.textOrNull('account'),
    symbol,
    action,
    quantity: row.requiredSize('quantity'),
    price: row.requiredPrice('price', symbol),
    time: row.requiredTime('time'),
    fees: fee === null ? null : spent(fee, isFeeSigned),
    pnl: gross ?? net,
    pnlIs: gross === null ? 'net' : 'gross',
  };
}

/** Money spent: above zero. */
function spent(fee: string, isFeeSigned: boolean): string {
  return isFeeSigned ? negated(fee) : fee;
}

/**
 * True where Net equals Gross plus Fee, so that fees are booked below zero; without both columns, where most fees are
 * below zero.
 */
function feesAreNegative(table: PlatformTable<Field>): boolean {
  let bySums = 0;
  let bySigns = 0;
  for (const row of table.rows) {
    const fee = Number(row.decimal('fee') ?? 0);
    const [gross, net] = [row.decimal('gross'), row.decimal('net')];
    bySigns += Math.sign(-fee);
    if (fee === 0 || typeof gross !== 'string' || typeof net !== 'string') continue;
    const costs = Number(gross) - Number(net);
    bySums += Math.abs(costs + fee) < Math.abs(costs - fee) ? 1 : -1;
  }
  return bySums === 0 ? bySigns > 0 : bySums > 0;
}

export const quantower = readerOfLayouts('quantower', [
  { layout: LAYOUT, kind: 'fills', recognise, read: (_file, found, answers) => read(found, answers) },
]);
