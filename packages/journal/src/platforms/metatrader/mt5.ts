/** MetaTrader 5: history reports (HTML, workbook, re-saved table), in any language, and deals of broker portals. */

import type { ImportAnswers } from '#model/import-model.ts';
import type { RawTrip } from '#model/raw-records.ts';
import type { SourceFile, SourceGrid } from '#model/source-file.ts';
import { BLANK_TRIP } from '#platforms/reader/blank-rows.ts';
import { type Collected, joinCollected, platformRows, type Skip } from '#platforms/reader/collect-rows.ts';
import { usableId } from '#platforms/reader/native-id.ts';
import type { PlatformTable } from '#platforms/reader/open-platform-table.ts';
import type { PlatformRows, Recognition } from '#platforms/reader/platform.ts';
import { type PlatformLayout, readerOfLayouts } from '#platforms/reader/platform-layout.ts';
import { mergeGrids } from '#platforms/reader/relabel-grid.ts';
import type { RowFields } from '#platforms/reader/row-fields.ts';
import { booked, losingSideStop, spent, statementHead, TOTAL_LINES } from '#platforms/reader/statement.ts';
import {
  BALANCE_LINES,
  labelledFigure,
  lotsOf,
  movesMoneyOnly,
  sideOfType,
  TRADED,
} from './metatrader-statement.ts';
import { mt5BrokerDeals } from './mt5-broker-deals.ts';
import { addDealCosts, fillOfDeal, readDeals } from './mt5-deals.ts';
import { isHedged, pairHedgedDeals } from './mt5-hedged-deals.ts';
import {
  findDeals,
  findOpenPositions,
  findPositions,
  openDealSection,
  openPositionSection,
  type PositionField,
} from './mt5-sections.ts';

function isTester(file: SourceFile, grid: SourceGrid): boolean {
  const head = grid.rows.slice(0, 5).flatMap((row) => row.cells);
  return [file.name, file.title ?? '', ...head].some((text) =>
    /strategy ?tester|strategietester|тестер стратегий|ReportTester/i.test(text),
  );
}

function readPositions(table: PlatformTable<PositionField>, isOpen: boolean): Collected<RawTrip> {
  return table.collect((row): RawTrip | Skip => {
    const type = row.text('type');
    const side = sideOfType(type);
    if (side === null && row.text('openTime') === '') return { skip: TOTAL_LINES };
    if (side === null && movesMoneyOnly(row, TRADED)) return { skip: BALANCE_LINES };
    if (side === null) row.refuse(`The type is neither buy nor sell: “${type.slice(0, 40)}”`);
    const trip = enteredTrip(row, table, side ?? 'long');
    return isOpen ? trip : { ...trip, ...closing(row) };
  });
}

function enteredTrip(
  row: RowFields<PositionField>,
  table: PlatformTable<PositionField>,
  side: 'long' | 'short',
): RawTrip {
  const entryPrice = row.requiredDecimal('openPrice');
  return {
    ...BLANK_TRIP,
    line: row.line,
    raw: row.raw,
    nativeId: usableId(row.requiredText('position').replace(/^#/, '')),
    symbol: row.requiredText('symbol'),
    side,
    quantity: lotsOf(row, 'volume', table.decimalMark),
    entryTime: row.requiredTime('openTime'),
    entryPrice,
    pnlIs: 'gross',
    commission: spent(row, 'commission', table.has('commission')),
    fees: spent(row, 'fee', table.has('fee')),
    swap: booked(row, 'swap', table.has('swap')),
    plannedStop: losingSideStop(row.lenientDecimal('stop'), entryPrice, side),
    status: 'open',
    notes: row.textOrNull('comment'),
  };
}

function closing(row: RowFields<PositionField>) {
  return {
    exitTime: row.requiredTime('closeTime'),
    exitPrice: row.requiredDecimal('closePrice'),
    pnl: row.requiredDecimal('profit'),
    status: 'closed' as const,
  };
}

/** A position that is partly closed is in both tables: the open part then has a number of its own. */
function withOwnIds(closed: readonly RawTrip[], open: readonly RawTrip[]): RawTrip[] {
  const ids = new Set(closed.map((trip) => trip.nativeId));
  return open.map((trip) =>
    trip.nativeId !== null && ids.has(trip.nativeId) ? { ...trip, nativeId: `${trip.nativeId}:open` } : trip,
  );
}

function readOpen(grid: SourceGrid, answers: ImportAnswers): Collected<RawTrip> {
  const section = findOpenPositions(grid);
  if (section === null) return { records: [], rejected: [], skipped: [], rowsRead: 0 };
  return readPositions(openPositionSection(section, answers, true), true);
}

function aboutFile(file: SourceFile, grid: SourceGrid, mark: '.' | ',') {
  return {
    ...statementHead(grid, file.title),
    statedNet: labelledFigure(grid, /^total net profit\s*:?/i, mark),
  };
}

function readReport(file: SourceFile, found: Recognition, answers: ImportAnswers): PlatformRows {
  const grid = mergeGrids(file.grids) ?? found.grid;
  const section = findPositions(grid) ?? { grid: found.grid, headerRow: found.headerRow };
  const table = openPositionSection(section, answers, false);
  const closed = readPositions(table, false);
  const open = readOpen(grid, answers);
  const dealSection = findDeals(grid);
  const deals = dealSection === null ? null : readDeals(openDealSection(dealSection, answers));
  // Found by shape, balance lines among the positions look like a table of deals that holds no deal
  const hasDeals = deals !== null && deals.records.length > 0;
  const balances = hasDeals ? deals.skipped.filter(({ reason }) => reason === BALANCE_LINES) : [];
  const collected = joinCollected<RawTrip>([
    closed,
    { ...open, records: withOwnIds(closed.records, open.records) },
    { records: [], rejected: [], skipped: balances, rowsRead: 0 },
  ]);
  return platformRows(collected, {
    ...aboutFile(file, grid, table.decimalMark),
    questions: table.questions,
    trips: deals === null ? collected.records : addDealCosts(collected.records, deals.records),
  });
}

const WHICH_ENTRY =
  'The deals do not identify the entry that an exit closed: profits are those of the file, entry times and prices the likeliest ones. A report with its Positions identifies it.';

function readDealsOnly(file: SourceFile, found: Recognition, answers: ImportAnswers): PlatformRows {
  const grid = mergeGrids(file.grids) ?? found.grid;
  const table = openDealSection({ grid: found.grid, headerRow: found.headerRow }, answers);
  const deals = readDeals(table);
  const isSimulated = isTester(file, grid);
  const hedged = isHedged(deals.records);
  // Where positions are reversed, pairing by fills separates them.
  const asTrips = hedged || (isSimulated && deals.records.every((deal) => deal.direction !== 'turn'));
  return platformRows(deals, {
    ...aboutFile(file, grid, table.decimalMark),
    questions: table.questions,
    fills: asTrips ? [] : deals.records.map(fillOfDeal),
    trips: asTrips ? pairHedgedDeals(deals.records).map((trip) => ({ ...trip, backtest: isSimulated })) : [],
    warnings: [
      ...(hedged ? [WHICH_ENTRY] : []),
      ...(isSimulated ? ['This is a report of the Strategy Tester: its trades were simulated.'] : []),
    ],
  });
}

const report: PlatformLayout = {
  layout: 'MetaTrader 5, positions',
  kind: 'round-trips',
  recognise(file) {
    const grid = mergeGrids(file.grids);
    const section = grid === null ? null : findPositions(grid);
    return section === null ? [] : [{ confidence: 0.92, ...section }];
  },
  read: readReport,
};

const dealsOnly: PlatformLayout = {
  layout: 'MetaTrader 5, deals',
  kind: 'fills',
  recognise(file) {
    const grid = mergeGrids(file.grids);
    if (grid === null || findPositions(grid) !== null) return [];
    const section = findDeals(grid);
    return section === null ? [] : [{ confidence: 0.9, ...section }];
  },
  read: readDealsOnly,
};

export const mt5 = readerOfLayouts('mt5', [report, mt5BrokerDeals, dealsOnly]);
