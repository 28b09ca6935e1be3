/** TradingView's balance history of paper trading: one line per closed position, written as a sentence. */
import type { ImportAnswers } from '#model/import-model.ts';
import type { RawTrip } from '#model/raw-records.ts';
import type { SourceFile } from '#model/source-file.ts';
import { BLANK_TRIP } from '#platforms/reader/blank-rows.ts';
import { platformRows, type Skip } from '#platforms/reader/collect-rows.ts';
import { isZero, sumOf } from '#platforms/reader/money-text.ts';
import { openPlatformTable, recogniseByHeader } from '#platforms/reader/open-platform-table.ts';
import type { PlatformRows, Recognition } from '#platforms/reader/platform.ts';
import type { PlatformLayout } from '#platforms/reader/platform-layout.ts';
import type { RowFields } from '#platforms/reader/row-fields.ts';
import type { FieldNames, Table } from '#read/tables/table.ts';

type Field = 'time' | 'pnl' | 'currency' | 'action';

const PNL = /^realized (?:pnl|p&l|p\/l)(?: \(value\))?$/;

const NAMES: FieldNames<Field> = {
  time: ['time', 'date', 'date/time'],
  pnl: [PNL],
  currency: [/^realized (?:pnl|p&l|p\/l) \(currency\)$/, 'currency'],
  action: ['action'],
};

/**
 * `Close long position for symbol CME_MINI:MES1! at price 7000.00 for 2 units. Position AVG Price was 6990.000000,
 * currency: USD, rate: 1.000000, point value: 5.000000`
 */
const CLOSING =
  /close (long|short) position for symbol (\S+) at price ([\d.,]+)(?: for ([\d.,]+) units?)?(?:\.? *position avg price was ([\d.,]+?))?(?:[,.]? currency: ([A-Z]+))?(?:, rate: ([\d.]+))?(?:, point value: ([\d.]+))?\.?$/i;

/** Without needless zeros: `6990.000000` is `6990`. */
function plain(text: string): string {
  const bare = text.replace(/,/g, '').replace(/\.$/, '');
  return bare.includes('.') ? bare.replace(/\.?0+$/, '') : bare;
}

/** The point value counts in the symbol's currency: money of the account only at a rate of one. */
function pointValueOf(rate: string | undefined, pointValue: string | undefined): string | null {
  if (pointValue === undefined || !/[1-9]/.test(pointValue)) return null;
  return rate === undefined || Number(rate) === 1 ? plain(pointValue) : null;
}

const OTHER_LINES = 'Lines that close no position (deposits, commissions, resets)';

function tripOf(row: RowFields<Field>): RawTrip | Skip {
  const action = row.text('action').slice(0, 1_000).replace(/\s+/g, ' ');
  const closing = CLOSING.exec(action);
  if (closing === null && !/close (?:long|short) position/i.test(action)) return { skip: OTHER_LINES };
  if (closing === null) row.refuse(`The action cannot be read: “${action.slice(0, 60)}”`);
  const [, side, symbol, exitPrice, quantity, average, , rate, pointValue] = closing ?? [];
  return {
    ...BLANK_TRIP,
    line: row.line,
    raw: row.raw,
    symbol: symbol ?? '',
    currency: row.textOrNull('currency'),
    side: side?.toLowerCase() === 'short' ? 'short' : 'long',
    quantity: plain(quantity ?? '1'),
    exitTime: row.requiredTime('time'),
    entryPrice: average === undefined ? null : plain(average),
    exitPrice: exitPrice === undefined ? null : plain(exitPrice),
    pnl: row.requiredDecimal('pnl'),
    pnlIs: 'gross',
    pointValue: pointValueOf(rate, pointValue),
  };
}

/**
 * Profit that is booked on lines that close nothing, commissions of paper accounts for example: reported, not spread
 * over trades.
 */
function otherMoney(table: Table<Field>): string[] {
  const rows = table.rows.filter((row) => !/close (?:long|short) position/i.test(row.text('action')));
  const sum = sumOf(rows.map((row) => row.decimal('pnl') ?? null));
  if (sum === null || isZero(sum)) return [];
  return [`Lines that close no position book ${sum} more, which belongs to no trade here.`];
}

function read(_file: SourceFile, found: Recognition, answers: ImportAnswers): PlatformRows {
  const table = openPlatformTable<Field>(found.grid, found.headerRow, NAMES, { answers });
  const collected = table.collect(tripOf);
  const currencies = new Set(collected.records.map((trip) => trip.currency).filter((code) => code !== null));
  const [currency] = currencies;
  return platformRows(collected, {
    questions: table.questions,
    trips: collected.records,
    currency: currencies.size === 1 ? (currency ?? null) : null,
    warnings: [
      'A balance history has no entry times: import the order history instead where both are at hand.',
      ...otherMoney(table),
    ],
  });
}

export const tradingviewBalance: PlatformLayout = {
  layout: 'TradingView, balance history',
  kind: 'round-trips',
  recognise: (file) =>
    recogniseByHeader(file, ['time', PNL, 'action'], {
      platform: 'tradingview',
      layout: '',
      kind: 'round-trips',
      confidence: 0.95,
    }).map(({ confidence, grid, headerRow }) => ({ confidence, grid, headerRow })),
  read,
};
