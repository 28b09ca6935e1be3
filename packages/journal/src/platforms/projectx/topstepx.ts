/** TopstepX and the other ProjectX firms: exported trades, and dumps of their interface with and without prices. */
import type { ImportAnswers, Side } from '#model/import-model.ts';
import type { RawTrip } from '#model/raw-records.ts';
import { BLANK_TRIP } from '#platforms/reader/blank-rows.ts';
import { platformRows, type Skip } from '#platforms/reader/collect-rows.ts';
import { isoDayOf } from '#platforms/reader/compare-file-times.ts';
import { usableId } from '#platforms/reader/native-id.ts';
import { openPlatformTable, recogniseByHeader } from '#platforms/reader/open-platform-table.ts';
import type { PlatformRows, Recognition } from '#platforms/reader/platform.ts';
import { type PlatformLayout, readerOfLayouts } from '#platforms/reader/platform-layout.ts';
import type { RowFields } from '#platforms/reader/row-fields.ts';
import { readSide } from '#read/values/sides.ts';
import { PROJECTX_FILLS } from './projectx-fills.ts';

const NAMES = {
  id: ['Id', 'TradeId', 'Trade Id'],
  account: ['Account', 'AccountName', 'Account Name', 'AccountId'],
  contract: ['ContractName', 'Contract Name', 'Contract', 'Symbol', 'SymbolId', 'ContractId'],
  entryTime: ['EnteredAt', 'Entered At', 'Entry Time'],
  createdAt: ['CreatedAt', 'Created At', 'CreationTimestamp'],
  exitTime: ['ExitedAt', 'Exited At', 'Exit Time', 'ClosedAt'],
  entryPrice: ['EntryPrice', 'Entry Price', 'Entry'],
  exitPrice: ['ExitPrice', 'Exit Price', 'Exit'],
  fees: ['Fees', 'Fee'],
  commissions: ['Commissions', 'Commission'],
  pnl: ['PnL', 'P&L', 'ProfitAndLoss', 'Profit And Loss'],
  size: ['Size', 'PositionSize', 'Position Size', 'Qty', 'Quantity'],
  type: ['Type', 'Side', 'Direction'],
  tradeDay: ['TradeDay', 'Trade Day'],
  voided: ['Voided'],
} as const;

type Field = keyof typeof NAMES;

const CONTRACT = /^(contract ?(name|id)|symbol ?id)$/;
const PNL = /^(pnl|p&l|profit ?and ?loss)$/;

const TRADES = [
  CONTRACT,
  PNL,
  /^(entered ?at|entry time)$/,
  /^(exited ?at|exit time)$/,
  /^size$/,
  /^(type|tradeday|trade day|fees)$/,
];
const RESULTS = [/^(symbol ?id|contract ?id)$/, /^profit ?and ?loss$/];

function layoutOf(
  layout: string,
  confidence: number,
  mustHave: readonly (string | RegExp)[],
): PlatformLayout {
  return {
    layout,
    kind: 'round-trips',
    recognise: (file) =>
      recogniseByHeader(file, mustHave, { platform: 'topstepx', layout, kind: 'round-trips', confidence }),
    read: (_file, found, answers) => readTrades(found, answers),
  };
}

function readTrades(found: Recognition, answers: ImportAnswers): PlatformRows {
  const table = openPlatformTable<Field>(found.grid, found.headerRow, NAMES, {
    answers,
    usualOrder: 'mdy',
    usualMark: '.',
    open: { priceFields: ['entryPrice', 'exitPrice'] },
  });
  const sideless: number[] = [];
  const collected = table.collect((row) => tripOf(row, sideless));
  return platformRows(collected, {
    trips: collected.records,
    questions: table.questions,
    currency: 'USD',
    warnings: sideless.length === 0 ? [] : [sidelessWarning(sideless)],
  });
}

function tripOf(row: RowFields<Field>, sideless: number[]): RawTrip | Skip {
  if (/^(true|1|yes)$/i.test(row.text('voided'))) return { skip: 'Trades that the firm has voided' };
  const { entryTime, exitTime } = timesOf(row);
  const day = row.lenientTime('tradeDay');
  const symbol = row.requiredText('contract');
  return {
    ...BLANK_TRIP,
    line: row.line,
    raw: row.raw,
    nativeId: usableId(row.text('id')),
    account: row.textOrNull('account'),
    symbol,
    currency: 'USD',
    side: sideOf(row, sideless),
    quantity: row.requiredSize('size'),
    entryTime,
    exitTime,
    tradeDay: day === null ? null : isoDayOf(day),
    entryPrice: priceOf(row, 'entryPrice', symbol),
    exitPrice: priceOf(row, 'exitPrice', symbol),
    pnl: row.requiredDecimal('pnl'),
    pnlIs: 'gross',
    commission: row.decimal('commissions'),
    fees: row.decimal('fees'),
  };
}

/** Value for an unknown instant: the first day of the year 1. */
const UNSET_TIME = /^(0001-0?1-0?1|0?1\/0?1\/0001)(?!\d)/;

/** Dumps may lack entry or exit: the result then counts at the instant its row was created, without an entry time. */
function timesOf(row: RowFields<Field>): Pick<RawTrip, 'entryTime' | 'exitTime'> {
  const timeOf = (field: Field) => (UNSET_TIME.test(row.text(field)) ? null : row.time(field));
  const [entered, exited, created] = [timeOf('entryTime'), timeOf('exitTime'), timeOf('createdAt')];
  const exitTime = exited ?? entered ?? created;
  if (exitTime === null) row.refuse('Neither entry nor exit time is given');
  const isKnownToEnter = row.textOrNull('entryTime') === null && exited !== null;
  return { entryTime: entered ?? (isKnownToEnter ? created : null), exitTime };
}

/** Dumps write 0 for a missing price. */
function priceOf(row: RowFields<Field>, field: Field, symbol: string): string | null {
  const price = row.price(field, symbol);
  return price !== null && /[1-9]/.test(price) ? price : null;
}

/**
 * Long or Short; the interface writes 0 for long and 1 for short; its positions carry the side as the sign of the size.
 */
function sideOf(row: RowFields<Field>, sideless: number[]): Side {
  const text = row.text('type');
  if (/^[01]$/.test(text)) return text === '0' ? 'long' : 'short';
  if (text !== '') return readSide(text) ?? row.requiredSide('type');
  const size = row.decimal('size');
  if (size?.startsWith('-')) return 'short';
  sideless.push(row.line);
  return 'long';
}

function sidelessWarning(lines: readonly number[]): string {
  return `The file does not state whether ${lines.length === 1 ? 'one trade was' : `${lines.length} trades were`} long or short; counted as long (line ${lines.slice(0, 10).join(', ')}${lines.length > 10 ? ' …' : ''}). The result is not affected.`;
}

export const topstepX = readerOfLayouts('topstepx', [
  layoutOf('TopstepX, trades', 0.96, TRADES),
  PROJECTX_FILLS,
  layoutOf('TopstepX, results without prices', 0.85, RESULTS),
]);
