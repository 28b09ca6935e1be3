/**
 * ATAS, sheet Journal (or the same table saved as text): closed round trips, the side as the sign of the opening
 * volume.
 */
import type { ImportAnswers, Side } from '#model/import-model.ts';
import type { RawTrip } from '#model/raw-records.ts';
import type { SourceFile } from '#model/source-file.ts';
import { BLANK_TRIP } from '#platforms/reader/blank-rows.ts';
import { platformRows } from '#platforms/reader/collect-rows.ts';
import { openPlatformTable, recogniseByHeader } from '#platforms/reader/open-platform-table.ts';
import type { PlatformRows, Recognition } from '#platforms/reader/platform.ts';
import type { PlatformLayout } from '#platforms/reader/platform-layout.ts';
import type { RowFields } from '#platforms/reader/row-fields.ts';
import { readSide } from '#read/values/sides.ts';

/** English and French occur in importers; the others are accepted. */
const NAMES = {
  account: ['Account', 'Compte', 'Konto', 'Счет', 'Счёт'],
  instrument: ['Instrument', 'Outil', 'Security', 'Symbol', 'Инструмент'],
  direction: ['Direction', 'Side', 'Sens', 'Richtung', 'Направление'],
  entryTime: ['Open time', 'Opening time', /^heure d.ouverture$/, 'Время открытия', /^[öo]ffnungszeit$/],
  entryPrice: ['Open price', 'Opening price', /^prix d.ouverture$/, 'Цена открытия', /^[öo]ffnungskurs$/],
  quantity: ['Open volume', 'Opening volume', /^volume d.ouverture$/, /^об[ъь]ем открытия$/],
  exitTime: ['Close time', 'Closing time', /^heure de (cl[ôo]ture|fermeture)$/, 'Время закрытия'],
  exitPrice: ['Close price', 'Closing price', /^prix de (cl[ôo]ture|fermeture)$/, 'Цена закрытия'],
  closed: ['Close volume', 'Closing volume', /^volume( de (cl[ôo]ture|fermeture))?$/, /^об[ъь]ем закрытия$/],
  pnl: ['PnL', 'P&L', 'P/L', 'Profit', 'Прибыль'],
  commission: ['Commission', 'Commissions', 'Fee', 'Комиссия'],
  comment: ['Comment', 'Commentaire', 'Kommentar', 'Комментарий'],
} as const;

type Field = keyof typeof NAMES;

const LAYOUT = 'ATAS, journal';

/** An empty journal has a lower confidence than executions beside it. */
function recogniseAtasJournal(file: SourceFile): Recognition[] {
  const what = { platform: 'atas', layout: LAYOUT, kind: 'round-trips' } as const;
  const must = [
    /^(open(ing)? time|heure d.ouverture|время открытия)$/,
    /^(close time|closing time|heure de (cl[ôo]ture|fermeture)|время закрытия)$/,
    /^(open(ing)? volume|volume d.ouverture|об[ъь]ем открытия)$/,
    /^(open(ing)? price|prix d.ouverture|цена открытия)$/,
  ];
  const found = recogniseByHeader(file, must, { ...what, confidence: 0.95 });
  return found.map((one) => (one.grid.rows.length > one.headerRow + 1 ? one : { ...one, confidence: 0.5 }));
}

function readAtasJournal(found: Recognition, answers: ImportAnswers): PlatformRows {
  const table = openPlatformTable<Field>(found.grid, found.headerRow, NAMES, {
    answers,
    open: { priceFields: ['entryPrice', 'exitPrice'] },
  });
  const sideless: number[] = [];
  const collected = table.collect((row) => tripOf(row, sideless));
  const warning = `Long and short cannot be distinguished in ${sideless.length} ${sideless.length === 1 ? 'trade' : 'trades'} whose volumes have no sign; counted as long (line ${sideless.slice(0, 10).join(', ')}).`;
  return platformRows(collected, {
    trips: collected.records,
    questions: table.questions,
    warnings: sideless.length === 0 ? [] : [warning],
  });
}

function tripOf(row: RowFields<Field>, sideless: number[]): RawTrip {
  const exitTime = row.time('exitTime');
  const isOpen = exitTime === null;
  return {
    ...BLANK_TRIP,
    line: row.line,
    raw: row.raw,
    account: row.textOrNull('account'),
    symbol: row.requiredText('instrument'),
    side: sideOf(row, sideless),
    quantity: row.requiredSize('quantity'),
    entryTime: row.requiredTime('entryTime'),
    exitTime,
    entryPrice: row.requiredDecimal('entryPrice'),
    exitPrice: isOpen ? null : row.requiredDecimal('exitPrice'),
    pnl: isOpen ? null : row.decimal('pnl'),
    pnlIs: 'unknown',
    commission: row.lenientDecimal('commission'),
    notes: row.textOrNull('comment'),
    status: isOpen ? 'open' : 'closed',
  };
}

/**
 * Sign of the opening volume (minus is short), else of the closing volume, else the text of the side, else result and
 * prices together.
 */
function sideOf(row: RowFields<Field>, sideless: number[]): Side {
  const word = readSide(row.text('direction'));
  if (word !== null) return word;
  if (row.lenientDecimal('quantity')?.startsWith('-')) return 'short';
  if (row.lenientDecimal('closed')?.startsWith('-')) return 'long';
  const moved = Number(row.lenientDecimal('exitPrice')) - Number(row.lenientDecimal('entryPrice'));
  const pnl = Number(row.lenientDecimal('pnl'));
  if (moved !== 0 && pnl !== 0) return moved > 0 === pnl > 0 ? 'long' : 'short';
  sideless.push(row.line);
  return 'long';
}

export const ATAS_JOURNAL: PlatformLayout = {
  layout: LAYOUT,
  kind: 'round-trips',
  recognise: recogniseAtasJournal,
  read: (_file, found, answers) => readAtasJournal(found, answers),
};
