/**
 * NinjaTrader 8, trades grid of the Trade Performance window: one row per entry and exit, in the program's language.
 */
import type { ImportAnswers } from '#model/import-model.ts';
import type { RawTrip } from '#model/raw-records.ts';
import type { SourceFile } from '#model/source-file.ts';
import { BLANK_TRIP } from '#platforms/reader/blank-rows.ts';
import { platformRows } from '#platforms/reader/collect-rows.ts';
import { currencyOfTexts, magnitudeOf, sumOf } from '#platforms/reader/money-text.ts';
import {
  demandColumns,
  openPlatformTable,
  recogniseByHeader,
} from '#platforms/reader/open-platform-table.ts';
import type { PlatformRows, Recognition } from '#platforms/reader/platform.ts';
import type { PlatformLayout } from '#platforms/reader/platform-layout.ts';
import type { RowFields } from '#platforms/reader/row-fields.ts';
import type { TableRow } from '#read/tables/table.ts';
import { type ProfitUnits, profitUnitsOf } from './ninjatrader-units.ts';

/** English and French occur in files; German and Spanish are taken from the program's menus. */
const NAMES = {
  number: [/^(trade|trade-|trade )?(number|nr|n°|no|#)$/, /^num[ée]ro (d.ordre|de trade|de transaction)$/],
  instrument: ['Instrument', 'Instrumento', 'Outil'],
  account: ['Account', 'Account display name', 'Compte', 'Konto', 'Cuenta'],
  strategy: ['Strategy', 'Stratégie', 'Strategie', 'Estrategia'],
  side: [
    /^market pos(\.|ition)?$/,
    /^pos(\.|ition)? (de |du )?march[ée]$/,
    /^mark(t|et)[ -]?pos(\.|ition)?$/,
    /^pos(\.|ici[óo]n)? (de(l)? )?mercado$/,
  ],
  quantity: ['Qty', 'Quantity', 'Qté', 'Quantité', 'Menge', 'Anzahl', 'Anz', 'Cant', 'Cantidad'],
  entryPrice: [
    'Entry price',
    /^prix d.entr[ée]e$/,
    /^(einstiegs|eingangs|einstands|entry-?)(preis|kurs)$/,
    'Precio de entrada',
  ],
  exitPrice: [
    'Exit price',
    /^prix de (la )?sortie$/,
    /^(ausstiegs|ausgangs|exit-?)(preis|kurs)$/,
    'Precio de salida',
  ],
  entryTime: [
    'Entry time',
    /^heure d.entr[ée]e$/,
    /^(einstiegs|eingangs|entry-?)zeit(punkt)?$/,
    /^(hora|tiempo) de entrada$/,
  ],
  exitTime: [
    'Exit time',
    /^heure de (la )?sortie$/,
    /^(ausstiegs|ausgangs|exit-?)zeit(punkt)?$/,
    /^(hora|tiempo) de salida$/,
  ],
  profit: [
    'Profit',
    'Gewinn',
    'Gewinn/Verlust',
    'Bénéfice',
    'Profit net',
    'Net profit',
    'Ganancia',
    'Beneficio',
  ],
  cumulative: [
    /^cum(\.|ulative)? (net )?profit$/,
    /^(profit|b[ée]n[ée]fice)( net)? cum(ul[ée]?)?\.?$/,
    /^kum(\.|ulierter)? (netto-?)?gewinn$/,
  ],
  commission: ['Commission', 'Commissions', 'Provision', 'Kommission', 'Comisión'],
  clearing: [/^clearing[ -]?(fees?|geb[üu]hr(en)?)$/, /^frais de (compensation|clearing)$/],
  exchange: [/^exchange fees?$/, /^b[öo]rsengeb[üu]hr(en)?$/, /^frais (de|d.) ?(bourse|[ée]change)$/],
  ip: [/^ip[ -]?(fees?|geb[üu]hr(en)?)$/, /^frais (d.)?ip$/],
  nfa: [/^nfa[ -]?(fees?|geb[üu]hr(en)?)$/, /^frais (de la )?nfa$/],
  mae: ['MAE'],
  mfe: ['MFE'],
} as const;

type Field = keyof typeof NAMES;

const LAYOUT = 'NinjaTrader 8, trades grid';
const FEES = ['clearing', 'exchange', 'ip', 'nfa'] as const;
const ADVICE =
  'In the Trade Performance window, show the column (right click on the grid, Properties or Columns) and export the trades again.';

function recogniseNinjaTraderTrades(file: SourceFile): Recognition[] {
  const what = { platform: 'ninjatrader', layout: LAYOUT, kind: 'round-trips' } as const;
  const any = (names: readonly (string | RegExp)[]): RegExp => anyOf(names);
  const entryAndExit = [any(NAMES.instrument), any(NAMES.entryPrice), any(NAMES.exitPrice)];
  const full = recogniseByHeader(file, [...entryAndExit, any(NAMES.side)], { ...what, confidence: 0.96 });
  if (full.length > 0) return full;
  const marks = /^(etd|mae|mfe|bars|entry name|exit name|nom d.entr[ée]e|nom de la sortie)$/;
  return recogniseByHeader(file, [...entryAndExit, marks], { ...what, confidence: 0.8 });
}

function readNinjaTraderTrades(found: Recognition, answers: ImportAnswers): PlatformRows {
  const table = openPlatformTable<Field>(found.grid, found.headerRow, NAMES, {
    answers,
    open: { priceFields: ['entryPrice', 'exitPrice'] },
  });
  demandColumns(
    LAYOUT,
    table,
    {
      side: 'Market pos.',
      quantity: 'Qty',
      entryPrice: 'Entry price',
      exitPrice: 'Exit price',
      exitTime: 'Exit time',
    },
    ADVICE,
  );
  const units = profitUnitsOf(table.rows);
  const collected = table.collect((row) => tripOf(row, units));
  return platformRows(collected, {
    trips: collected.records,
    questions: table.questions,
    warnings: unitWarnings(units),
    currency: currencyOfTexts(moneyTexts(table.rows)),
    statedNet: units === 'currency' ? lastCumulative(table.rows) : null,
  });
}

function tripOf(row: RowFields<Field>, units: ProfitUnits): RawTrip {
  const isMoney = units === 'currency';
  const exitTime = row.time('exitTime');
  const symbol = row.requiredText('instrument');
  const exitPrice = row.price('exitPrice', symbol);
  const isOpen = exitTime === null && exitPrice === null;
  if (!isOpen && exitPrice === null) row.refuse('Exit price is empty');
  const profit = isMoney ? row.decimal('profit') : null;
  return {
    ...BLANK_TRIP,
    line: row.line,
    raw: row.raw,
    account: row.textOrNull('account'),
    symbol,
    side: row.requiredSide('side'),
    quantity: row.requiredSize('quantity'),
    entryTime: row.time('entryTime'),
    exitTime,
    entryPrice: row.requiredPrice('entryPrice', symbol),
    exitPrice,
    pnl: isOpen ? null : profit,
    pnlIs: 'net',
    commission: cost(row, 'commission', units),
    fees: sumOf(FEES.map((fee) => cost(row, fee, units))),
    mae: isMoney ? sizeOf(row.lenientDecimal('mae')) : null,
    mfe: isMoney ? sizeOf(row.lenientDecimal('mfe')) : null,
    strategy: row.textOrNull('strategy'),
    status: isOpen ? 'open' : 'closed',
    // The Strategy Analyzer books its trades on an account of this name.
    backtest: /^backtest$/i.test(row.text('account')),
  };
}

/** Costs are money even where the profit is shown in points, as far as the cell has a currency sign. */
function cost(
  row: RowFields<Field>,
  field: 'commission' | (typeof FEES)[number],
  units: ProfitUnits,
): string | null {
  const usable = units === 'currency' || currencyOfTexts([row.text(field)]) !== null;
  return usable ? row.lenientDecimal(field) : null;
}

function sizeOf(decimal: string | null): string | null {
  return decimal === null ? null : magnitudeOf(decimal);
}

function* moneyTexts(rows: readonly TableRow<Field>[]): Iterable<string> {
  for (const row of rows) {
    yield row.text('profit');
    yield row.text('commission');
  }
}

/** The running total on the last trade, where the rows are numbered 1 to n: what the program prints as the total. */
function lastCumulative(rows: readonly TableRow<Field>[]): string | null {
  const numbers = rows.map((row) => Number(row.text('number')));
  const last = rows[numbers.indexOf(rows.length)];
  const complete = new Set(numbers).size === rows.length && numbers.every((number) => number >= 1);
  return complete && last !== undefined ? (last.decimal('cumulative') ?? null) : null;
}

function unitWarnings(units: ProfitUnits): string[] {
  if (units === 'currency') return [];
  return [
    `The Profit column is in ${units}, not in money, so the result of each trade is computed from its prices. For the program's own figures set Display units to Currency in the Trade Performance window and export again.`,
  ];
}

/** One pattern that matches any of the names, for recognition. */
function anyOf(names: readonly (string | RegExp)[]): RegExp {
  const parts = names.map((name) =>
    typeof name === 'string' ? `^${name.toLowerCase().replace(/[.*+?()[\]{}|^$\\]/g, '\\$&')}$` : name.source,
  );
  return new RegExp(parts.join('|'));
}

export const NINJATRADER_TRADES: PlatformLayout = {
  layout: LAYOUT,
  kind: 'round-trips',
  recognise: recogniseNinjaTraderTrades,
  read: (_file, found, answers) => readNinjaTraderTrades(found, answers),
};
