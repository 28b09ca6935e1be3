/** Rows of the journal as an import is held against them: a JSON array of columns in the order of `COMPARED_COLUMNS`. */
import type { StoredTradeFacts } from '@undertow/journal';
import { COMPARED_COLUMNS } from '#ports/journal-import.ts';
import { cellsOf } from './cells.ts';

export interface ComparedRow extends StoredTradeFacts {
  readonly id: number;
  readonly importId: number | null;
}

export function comparedRows(page: string): readonly ComparedRow[] {
  return cellsOf(page, COMPARED_COLUMNS).map((cells) => ({
    id: Number(cells.id),
    importId: cells.import_id as number | null,
    key: String(cells.key),
    platform: String(cells.platform),
    account: String(cells.account),
    root: String(cells.root),
    side: cells.side as ComparedRow['side'],
    status: cells.status as ComparedRow['status'],
    quantity: String(cells.quantity),
    entryMs: cells.entry_known === true ? Number(cells.entry_at_ms) : null,
    exitMs: cells.exit_at_ms as number | null,
    entryPrice: cells.entry_price as string | null,
    exitPrice: cells.exit_price as string | null,
    commissionMicros: cells.commission_micros as number | null,
    legs: cells.legs as ComparedRow['legs'],
    book: cells.book as string | null,
    fills: cells.fills as string | null,
  }));
}
