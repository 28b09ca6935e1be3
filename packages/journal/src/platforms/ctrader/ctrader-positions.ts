/** Positions that are still open at the time of a cTrader statement. */
import type { ImportAnswers } from '#model/import-model.ts';
import type { RawTrip } from '#model/raw-records.ts';
import type { SourceGrid } from '#model/source-file.ts';
import { BLANK_TRIP } from '#platforms/reader/blank-rows.ts';
import type { Collected, Skip } from '#platforms/reader/collect-rows.ts';
import { usableId } from '#platforms/reader/native-id.ts';
import { openPlatformTable } from '#platforms/reader/open-platform-table.ts';
import { TOTAL_LINES } from '#platforms/reader/statement.ts';
import { findHeader } from '#read/tables/headers.ts';
import type { FieldNames } from '#read/tables/table.ts';
import { amount, bareId, isSectionName } from './ctrader-cells.ts';

type OpenField = 'id' | 'created' | 'symbol' | 'quantity' | 'direction' | 'entry';

const CREATED = /^(?:created|open(?:ing|ed)? time|creation time)(?: \(.+\))?$/;

const ENTRY = /^(?:entry|(?:entry|opening|open) price)$/;

const OPEN_NAMES: FieldNames<OpenField> = {
  id: ['position id', 'id', 'pid'],
  created: [CREATED],
  symbol: ['symbol'],
  quantity: ['quantity', 'volume', 'lots'],
  direction: ['direction', 'side'],
  entry: [ENTRY],
};

export function readOpenPositions(grid: SourceGrid, answers: ImportAnswers): Collected<RawTrip> {
  const none = { records: [], rejected: [], skipped: [], rowsRead: 0 };
  const title = grid.rows.findIndex(
    (row) => isSectionName(row) && /^positions/i.test(row.cells.find((cell) => cell !== '') ?? ''),
  );
  if (title < 0) return none;
  const header = findHeader(grid, [CREATED, 'symbol', 'direction', ENTRY], title);
  if (header < 0) return none;
  const table = openPlatformTable<OpenField>(grid, header, OPEN_NAMES, {
    usualOrder: 'dmy',
    answers,
    open: { endsAt: isSectionName },
  });
  return table.collect((row): RawTrip | Skip => {
    if (row.text('symbol') === '') return { skip: TOTAL_LINES };
    return {
      ...BLANK_TRIP,
      line: row.line,
      raw: row.raw,
      nativeId: usableId(bareId(row.text('id'))),
      symbol: row.requiredText('symbol'),
      side: row.requiredAction('direction') === 'buy' ? 'long' : 'short',
      quantity: amount(row, 'quantity', table),
      entryTime: row.requiredTime('created'),
      entryPrice: row.requiredDecimal('entry'),
      status: 'open',
    };
  });
}
