/** NinjaTrader 8 (desktop): trades grid and executions grid. Exports of NinjaTrader's web program are Tradovate's. */
import type { ImportAnswers } from '#model/import-model.ts';
import type { RawFill } from '#model/raw-records.ts';
import type { SourceFile } from '#model/source-file.ts';
import { BLANK_FILL } from '#platforms/reader/blank-rows.ts';
import { platformRows } from '#platforms/reader/collect-rows.ts';
import { currencyOfTexts } from '#platforms/reader/money-text.ts';
import { usableId } from '#platforms/reader/native-id.ts';
import { openPlatformTable, recogniseByHeader } from '#platforms/reader/open-platform-table.ts';
import type { PlatformRows, Recognition } from '#platforms/reader/platform.ts';
import { type PlatformLayout, readerOfLayouts } from '#platforms/reader/platform-layout.ts';
import type { RowFields } from '#platforms/reader/row-fields.ts';
import { NINJATRADER_TRADES } from './ninjatrader-trades.ts';

const NAMES = {
  instrument: ['Instrument', 'Instrumento', 'Outil'],
  action: ['Action', 'Aktion', 'Acción'],
  quantity: ['Quantity', 'Qty', 'Quantité', 'Qté', 'Menge', 'Anzahl', 'Cantidad'],
  price: ['Price', 'Prix', 'Preis', 'Kurs', 'Precio'],
  time: ['Time', 'Heure', 'Zeit', 'Hora', 'Tiempo'],
  id: ['ID'],
  effect: [/^[ei]\s?\/\s?[xsa]$/],
  position: ['Position', 'Posición'],
  commission: ['Commission', 'Provision', 'Kommission', 'Comisión'],
  account: ['Account', 'Account display name', 'Compte', 'Konto', 'Cuenta'],
} as const;

type Field = keyof typeof NAMES;

const LAYOUT = 'NinjaTrader 8, executions';

const MUST_HAVE = [
  /^(instrument|instrumento|outil)$/,
  /^(action|aktion|acci[óo]n)$/,
  /^(quantity|qty|quantit[ée]|qt[ée]|menge|anzahl|cantidad)$/,
  /^(price|prix|preis|kurs|precio)$/,
  /^(time|heure|zeit|hora|tiempo)$/,
];
const MARK = /^(commission|provision|kommission|comisi[óo]n|rate|connection|order id|account display name)$/;

function recogniseNinjaTraderExecutions(file: SourceFile): Recognition[] {
  const what = { platform: 'ninjatrader', layout: LAYOUT, kind: 'fills' } as const;
  const found = recogniseByHeader(file, [...MUST_HAVE, /^[ei]\s?\/\s?[xsa]$/], { ...what, confidence: 0.95 });
  if (found.length > 0) return found;
  // Users hide columns: with these five only NinjaTrader calls a side Action and a contract Instrument.
  return recogniseByHeader(file, [...MUST_HAVE, MARK], { ...what, confidence: 0.7 });
}

function readNinjaTraderExecutions(found: Recognition, answers: ImportAnswers): PlatformRows {
  const table = openPlatformTable<Field>(found.grid, found.headerRow, NAMES, {
    answers,
    open: { priceFields: ['price'] },
  });
  const collected = table.collect(fillOf);
  return platformRows(collected, {
    fills: collected.records,
    questions: table.questions,
    currency: currencyOfTexts(table.rows.map((row) => row.text('commission'))),
  });
}

function fillOf(row: RowFields<Field>): RawFill {
  const symbol = row.requiredText('instrument');
  const action = row.requiredAction('action');
  return {
    ...BLANK_FILL,
    line: row.line,
    raw: row.raw,
    nativeId: usableId(row.text('id')),
    account: row.textOrNull('account'),
    symbol,
    action,
    quantity: row.requiredSize('quantity'),
    price: row.requiredPrice('price', symbol),
    time: row.requiredTime('time'),
    commission: row.lenientDecimal('commission'),
    effect: effectOf(row.text('effect'), row.text('position'), action),
  };
}

/**
 * Entry, Entrée, Einstieg, Entrada; Exit, Sortie, Ausstieg, Salida; the letters E, X and S. An exit after which the
 * position is on the side of the fill (`1 S` after a sale) reversed it and is not a mere close.
 */
function effectOf(text: string, position: string, action: 'buy' | 'sell'): 'open' | 'close' | null {
  if (!/^(e?x|s|a)/i.test(text)) return /^e/i.test(text) ? 'open' : null;
  return (action === 'buy' ? /\d\s*L/i : /\d\s*S/i).test(position) ? null : 'close';
}

/** NinjaTrader 8, executions grid: one row per fill, newest first, several accounts in one file. */
const NINJATRADER_EXECUTIONS: PlatformLayout = {
  layout: LAYOUT,
  kind: 'fills',
  recognise: recogniseNinjaTraderExecutions,
  read: (_file, found, answers) => readNinjaTraderExecutions(found, answers),
};

export const ninjaTrader = readerOfLayouts('ninjatrader', [NINJATRADER_TRADES, NINJATRADER_EXECUTIONS]);
