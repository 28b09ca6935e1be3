/** Sierra Chart, trade activity log saved as text: the rows of type Fills, whatever columns the user left in. */
import type { ImportAnswers } from '#model/import-model.ts';
import { ImportRefusal } from '#model/import-refusal.ts';
import type { RawFill } from '#model/raw-records.ts';
import type { SourceFile } from '#model/source-file.ts';
import { BLANK_FILL } from '#platforms/reader/blank-rows.ts';
import { platformRows, type Skip } from '#platforms/reader/collect-rows.ts';
import { isZero, magnitudeOf, shiftPoint } from '#platforms/reader/money-text.ts';
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
import { type PriceScale, priceScalesOf } from './sierra-price-scale.ts';

const NAMES = {
  activity: ['ActivityType', 'Activity Type'],
  time: ['DateTime', 'Date Time'],
  transTime: ['TransDateTime', 'Trans DateTime'],
  symbol: ['Symbol'],
  source: ['OrderActionSource', 'Order Action Source'],
  quantity: ['Quantity'],
  side: ['BuySell', 'Buy/Sell'],
  status: ['OrderStatus', 'Order Status'],
  price: ['FillPrice', 'Fill Price'],
  filled: ['FilledQuantity', 'Filled Quantity'],
  account: ['TradeAccount', 'Trade Account'],
  effect: ['OpenClose', 'Open/Close'],
  position: ['PositionQuantity', 'Position Quantity'],
  id: ['FillExecutionServiceID', 'Fill Execution Service ID'],
  high: ['HighDuringPosition', 'High During Position'],
  low: ['LowDuringPosition', 'Low During Position'],
} as const;

type Field = keyof typeof NAMES;

const LAYOUT = 'Sierra Chart, trade activity log';

function recogniseSierraFills(file: SourceFile): Recognition[] {
  const what = { platform: 'sierra-chart', layout: LAYOUT, kind: 'fills' } as const;
  const must = ['Symbol', /^buy\/?sell$/, /^fill ?price$/];
  const full = recogniseByHeader(file, [...must, /^activity ?type$/], { ...what, confidence: 0.97 });
  if (full.length > 0) return full;
  // Trimmed to a few columns: names in camel case are unique to this program.
  const trimmed = ['Symbol', /^buysell$/, /^fillprice$/, /^(filledquantity|quantity)$/, /^(trans)?datetime$/];
  return recogniseByHeader(file, trimmed, { ...what, confidence: 0.9 });
}

function readSierraFills(found: Recognition, answers: ImportAnswers): PlatformRows {
  const table = openPlatformTable<Field>(found.grid, found.headerRow, NAMES, {
    answers,
    open: { priceFields: ['price', 'high', 'low'] },
  });
  const advice = 'In the Trade Activity Log show these columns and save the log again (File, Save Log As).';
  demandColumns(LAYOUT, table, { side: 'BuySell', price: 'FillPrice', symbol: 'Symbol' }, advice);
  if (!table.has('filled')) demandColumns(LAYOUT, table, { quantity: 'FilledQuantity' }, advice);
  if (!table.has('transTime')) demandColumns(LAYOUT, table, { time: 'DateTime' }, advice);
  const scales = priceScalesOf(table.rows);
  const collected = table.collect((row) => fillOf(row, table, scales));
  if (collected.records.length === 0 && collected.rejected.length === 0 && collected.rowsRead > 0)
    refuseWithoutFills();
  return platformRows(collected, {
    fills: collected.records,
    questions: table.questions,
    warnings: [...scales].flatMap(([symbol, scale]) =>
      scale.places === 0 ? [] : [scaleWarning(symbol, scale)],
    ),
  });
}

function refuseWithoutFills(): never {
  throw new ImportRefusal(
    'NOT_TRADES',
    'This is a trade activity log of Sierra Chart without a single fill: it holds orders or balances only. In the Trade Activity Log include Fills for the dates you traded and save the log again.',
  );
}

function fillOf(
  row: RowFields<Field>,
  table: PlatformTable<Field>,
  scales: ReadonlyMap<string, PriceScale>,
): RawFill | Skip {
  const skip = skipOf(row, table);
  if (skip !== null) return { skip };
  const symbol = row.requiredText('symbol');
  const action = row.requiredAction('side');
  const position = table.has('position') ? (row.lenientDecimal('position') ?? '0') : null;
  const scale = scales.get(symbol) ?? { places: 0, limit: null, why: '' };
  return {
    ...BLANK_FILL,
    line: row.line,
    raw: row.raw,
    nativeId: usableId(row.text('id')),
    account: row.textOrNull('account'),
    symbol,
    action,
    quantity: sizeOf(row),
    price: shiftPoint(row.requiredPrice('price', symbol), scale.places),
    time: row.requiredTime(row.textOrNull('time') === null ? 'transTime' : 'time'),
    effect: effectOf(row.text('effect'), position, action),
    positionAfter: position,
    highDuring: extreme(row.lenientDecimal('high'), scale),
    lowDuring: extreme(row.lenientDecimal('low'), scale),
  };
}

/** Rows of the log that are not fills; in a log without the type column, orders without a filled size. */
function skipOf(row: RowFields<Field>, table: PlatformTable<Field>): string | null {
  const activity = row.text('activity');
  if (table.has('activity') && !/^fills?$/i.test(activity)) {
    return activity === ''
      ? 'Rows of the log without an activity type'
      : `Rows of the log of type ${activity}`;
  }
  if (table.has('activity')) return null;
  const filled = row.lenientDecimal(table.has('filled') ? 'filled' : 'quantity');
  return filled === null || isZero(filled) ? 'Rows of the log without a filled size' : null;
}

/**
 * Quantity and FilledQuantity: one is the fill, the other the order's size or its total so far, which is never smaller.
 */
function sizeOf(row: RowFields<Field>): string {
  const sizes = [row.lenientDecimal('quantity'), row.lenientDecimal('filled')]
    .flatMap((size) => (size === null || isZero(size) ? [] : [magnitudeOf(size)]))
    .sort((left, right) => Number(left) - Number(right));
  return sizes[0] ?? row.requiredSize('filled');
}

function extreme(price: string | null, { places, limit }: PriceScale): string | null {
  if (price === null || isZero(price)) return null;
  return limit !== null && Number(price) <= limit ? price : shiftPoint(price, places);
}

/** A close after which the position is on the side of the fill reversed it and is not a mere close. */
function effectOf(text: string, position: string | null, action: 'buy' | 'sell'): 'open' | 'close' | null {
  if (/^open$/i.test(text)) return 'open';
  const hasTurned = position !== null && (action === 'buy' ? /^[1-9]/ : /^-/).test(position);
  return /^close$/i.test(text) && !hasTurned ? 'close' : null;
}

function scaleWarning(symbol: string, { places, why }: PriceScale): string {
  const factor = `1${'0'.repeat(Math.abs(places))}`;
  return `Prices of ${symbol} are ${places > 0 ? 'multiplied' : 'divided'} by ${factor} in the file (${why}) and were corrected.`;
}

export const SIERRA_FILLS: PlatformLayout = {
  layout: LAYOUT,
  kind: 'fills',
  recognise: recogniseSierraFills,
  read: (_file, found, answers) => readSierraFills(found, answers),
};
