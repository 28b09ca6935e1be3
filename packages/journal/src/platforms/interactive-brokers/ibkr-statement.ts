/**
 * Interactive Brokers, activity statement: every line names its section; only the orders of the section Trades are
 * read.
 */
import type { ImportAnswers } from '#model/import-model.ts';
import type { RawFill } from '#model/raw-records.ts';
import type { SourceFile, SourceGrid, SourceRow } from '#model/source-file.ts';
import { BLANK_FILL } from '#platforms/reader/blank-rows.ts';
import {
  type Collected,
  joinCollected,
  platformRows,
  type Skip,
  SkipCounter,
} from '#platforms/reader/collect-rows.ts';
import { isZero, sumOf } from '#platforms/reader/money-text.ts';
import { openPlatformTable, questionsOf } from '#platforms/reader/open-platform-table.ts';
import type { PlatformRows, Recognition } from '#platforms/reader/platform.ts';
import type { PlatformLayout } from '#platforms/reader/platform-layout.ts';
import type { RowFields } from '#platforms/reader/row-fields.ts';
import { codesOf, costOf, type IbkrCodes, usualMultiplier } from './ibkr-codes.ts';

const NAMES = {
  kind: ['DataDiscriminator'],
  category: ['Asset Category'],
  currency: ['Currency'],
  account: ['Account'],
  symbol: ['Symbol'],
  time: ['Date/Time'],
  quantity: ['Quantity'],
  price: ['T. Price', 'Price'],
  commission: ['Comm/Fee', 'Commission', /^comm in [a-z]{3}$/],
  realised: ['Realized P/L', 'Realised P/L', 'Realized P&L'],
  code: ['Code'],
} as const;

type Field = keyof typeof NAMES;

const LAYOUT = 'Interactive Brokers, activity statement';
export const IBKR_ZONE = 'America/New_York';

/** Order lines are whole orders; the others repeat them in parts. */
const KINDS = ['Order', 'Trade', 'Execution'] as const;

function recogniseIbkrStatement(file: SourceFile): Recognition[] {
  return file.grids.flatMap((grid) => {
    const headerRow = grid.rows.findIndex(({ cells }) => cells[0] === 'Trades' && cells[1] === 'Header');
    if (headerRow < 0) return [];
    return [
      {
        platform: 'interactive-brokers',
        layout: LAYOUT,
        kind: 'fills',
        confidence: 0.98,
        grid,
        headerRow,
      },
    ] as const;
  });
}

function readIbkrStatement(found: Recognition, answers: ImportAnswers): PlatformRows {
  const trades = found.grid.rows.filter(({ cells }) => cells[0] === 'Trades');
  const blocks = blocksOf(trades);
  const kind = kindToRead(trades, blocks);
  const multipliers = multipliersOf(found.grid);
  const tables = blocks.map((rows) =>
    openPlatformTable<Field>({ ...found.grid, rows }, 0, NAMES, {
      answers,
      usualMark: '.',
      open: { priceFields: ['price'] },
    }),
  );
  const collected = joinCollected([
    ...tables.map((table) =>
      table.collect((row) => fillOf(row, kind, multipliers, table.header('commission'))),
    ),
    totalLines(trades),
  ]);
  const currencies = new Set(collected.records.map(({ currency }) => currency));
  return platformRows(collected, {
    fills: collected.records,
    questions: questionsOf(tables),
    zone: IBKR_ZONE,
    account: fieldOf(found.grid, 'Account Information', /^account$/i),
    currency: currencies.size === 1 ? ([...currencies][0] ?? null) : null,
    statedNet: currencies.size === 1 ? statedNet(blocks, trades) : null,
    warnings: forexWarnings(collected),
  });
}

/** One header and its data lines each: the header repeats for every asset class with other columns. */
function blocksOf(trades: readonly SourceRow[]): SourceRow[][] {
  const blocks: SourceRow[][] = [];
  for (const row of trades) {
    if (row.cells[1] === 'Header') blocks.push([row]);
    else if (row.cells[1] === 'Data') blocks.at(-1)?.push(withWholeTime(row, blocks.at(-1)?.[0]));
  }
  return blocks;
}

/** The comma of `2026-03-02, 09:35:10` splits the cell where the file was saved without quotes. */
function withWholeTime(row: SourceRow, header: SourceRow | undefined): SourceRow {
  const at = header?.cells.indexOf('Date/Time') ?? -1;
  const [date = '', time = ''] = row.cells.slice(at, at + 2);
  if (at < 0 || !/^\d{4}-\d{2}-\d{2}$/.test(date) || !/^\d{2}:\d{2}:\d{2}$/.test(time)) return row;
  return { ...row, cells: [...row.cells.slice(0, at), `${date}, ${time}`, ...row.cells.slice(at + 2)] };
}

/** Lines of the section that are neither header nor data: sums. */
function totalLines(trades: readonly SourceRow[]): Collected<RawFill> {
  const totals = trades.filter(({ cells }) => cells[1] !== 'Header' && cells[1] !== 'Data');
  const skips = new SkipCounter();
  for (const { line } of totals) skips.add('Subtotals and totals', line);
  return { records: [], rejected: [], skipped: skips.list(), rowsRead: totals.length };
}

function kindToRead(trades: readonly SourceRow[], blocks: readonly SourceRow[][]): string | null {
  const column = (blocks[0]?.[0]?.cells ?? []).indexOf('DataDiscriminator');
  if (column < 0) return null;
  return (
    KINDS.find((kind) => trades.some(({ cells }) => cells[1] === 'Data' && cells[column] === kind)) ?? 'Order'
  );
}

/** Money per point by symbol and description (trades name options by it), from the section that lists the contracts. */
function multipliersOf(grid: SourceGrid): ReadonlyMap<string, string> {
  const multipliers = new Map<string, string>();
  let header: readonly string[] = [];
  for (const { cells } of grid.rows) {
    if (cells[0] !== 'Financial Instrument Information') continue;
    if (cells[1] === 'Header') header = cells;
    const cell = (name: string): string => (header.includes(name) ? (cells[header.indexOf(name)] ?? '') : '');
    const multiplier = cell('Multiplier').replaceAll(',', '');
    if (cells[1] !== 'Data' || !/^\d+(\.\d+)?$/.test(multiplier) || isZero(multiplier)) continue;
    for (const symbol of [...cell('Symbol').split(','), cell('Description')])
      multipliers.set(symbol.trim(), multiplier);
  }
  return multipliers;
}

/** Value of a field in a section of pairs (`Account Information,Data,Account,U123`). */
function fieldOf(grid: SourceGrid, section: string, name: RegExp): string | null {
  const row = grid.rows.find(
    ({ cells }) => cells[0] === section && cells[1] === 'Data' && name.test(cells[2] ?? ''),
  );
  return row?.cells[3]?.split(' ')[0] || null;
}

function fillOf(
  row: RowFields<Field>,
  kind: string | null,
  multipliers: ReadonlyMap<string, string>,
  commissionHeader: string,
): RawFill | Skip {
  const codes = codesOf(row.text('code'));
  const skip = skipOf(row, kind, codes);
  if (skip !== null) return { skip };
  const symbol = row.requiredText('symbol');
  const quantity = row.requiredDecimal('quantity');
  const currency = row.textOrNull('currency');
  const foreign = /^comm in ([a-z]{3})$/i.exec(commissionHeader)?.[1]?.toUpperCase() ?? currency;
  const commission = row.lenientDecimal('commission');
  return {
    ...BLANK_FILL,
    line: row.line,
    raw: row.raw,
    account: row.textOrNull('account'),
    symbol,
    currency,
    action: quantity.startsWith('-') ? 'sell' : 'buy',
    quantity: row.requiredSize('quantity'),
    price: row.requiredDecimal('price'),
    time: row.requiredTime('time'),
    commission: commission === null || foreign !== currency ? null : costOf(commission),
    pnl: codes.closes ? row.lenientDecimal('realised') : null,
    pnlIs: 'net',
    pointValue: multipliers.get(symbol) ?? usualMultiplier(row.text('category')),
    effect: codes.effect,
  };
}

export const FOREX_SKIPPED = 'Currency trades and conversions, on which the statement books no result';

function skipOf(row: RowFields<Field>, kind: string | null, codes: IbkrCodes): string | null {
  if (kind !== null && row.text('kind') !== kind) {
    return `Lines of the kind ${row.text('kind') || '(none)'}, which repeat the orders in parts`;
  }
  if (codes.cancelled) return 'Cancelled trades';
  return /^forex|^cash/i.test(row.text('category')) ? FOREX_SKIPPED : null;
}

/** Realised result on the Total line of every asset class, added; null where a class prints none. */
function statedNet(blocks: readonly SourceRow[][], trades: readonly SourceRow[]): string | null {
  const amounts: string[] = [];
  let column = -1;
  for (const { cells } of trades) {
    if (cells[1] === 'Header') column = cells.findIndex((cell) => /^reali[sz]ed p/i.test(cell));
    if (cells[1] !== 'Total' || column < 0) continue;
    const amount = (cells[column] ?? '').replaceAll(',', '');
    if (/^-?\d+(\.\d+)?$/.test(amount)) amounts.push(amount);
  }
  const classes = blocks.filter(([header]) => header?.cells.some((cell) => /^reali[sz]ed p/i.test(cell)));
  return amounts.length === classes.length ? sumOf(amounts) : null;
}

function forexWarnings({ skipped }: Collected<unknown>): string[] {
  const forex = skipped.find(({ reason }) => reason === FOREX_SKIPPED);
  if (forex === undefined) return [];
  const rows = forex.count === 1 ? '1 currency row (Forex) was' : `${forex.count} currency rows (Forex) were`;
  const them = forex.count === 1 ? 'it' : 'them';
  return [`${rows} left out: Interactive Brokers books no realised result on ${them}.`];
}

export const IBKR_STATEMENT: PlatformLayout = {
  layout: LAYOUT,
  kind: 'fills',
  recognise: recogniseIbkrStatement,
  read: (_file, found, answers) => readIbkrStatement(found, answers),
};
