/**
 * A journal in memory that takes imports as the server does: paired with the stored trades, compared with them, and
 * replacing them.
 */
import { strToU8 } from 'fflate';
import { importFile } from '#import/import-file.ts';
import type { ImportAnswers, ImportedTrade, ImportOutcome, PackedFills } from '#model/import-model.ts';
import { reconcileTrades } from '#trades/reconcile-trades.ts';

export interface StoredJournal {
  readonly trades: readonly ImportedTrade[];
  readonly unplaced: readonly PackedFills[];
}

export const EMPTY_JOURNAL: StoredJournal = { trades: [], unplaced: [] };

export interface StoredImport {
  readonly journal: StoredJournal;
  readonly outcome: ImportOutcome;
  readonly leftOut: number;
  readonly replaced: number;
}

export function storeImport(journal: StoredJournal, text: string, answers: ImportAnswers): StoredImport {
  const bytes = strToU8(text);
  const { books } = importFile(bytes, 'export.csv', answers);
  const earlier = [...journal.trades, ...journal.unplaced].flatMap(({ book, fills }) =>
    book !== null && fills !== null && books.includes(book) ? [{ book, fills }] : [],
  );
  const outcome = importFile(bytes, 'export.csv', answers, earlier);
  const { leftOut, replaced } = reconcileTrades(journal.trades, outcome.trades, books);
  const trades = [
    ...journal.trades.filter((_trade, index) => !replaced.has(index)),
    ...outcome.trades.filter((_trade, index) => !leftOut.has(index)),
  ];
  const others = journal.unplaced.filter(({ book }) => !books.includes(book));
  return {
    journal: { trades, unplaced: [...others, ...outcome.unplaced] },
    outcome,
    leftOut: leftOut.size,
    replaced: replaced.size,
  };
}

/** The relevant facts of each trade, sorted: journals with equal facts are equal. */
export function comparableTrades({ trades }: StoredJournal): string[] {
  return trades
    .map(
      ({ status, account, root, side, quantity, entryMs, exitMs, grossMicros, commissionMicros, ...rest }) =>
        [
          ...[status, account, root, side, quantity, entryMs, exitMs],
          ...[grossMicros, commissionMicros, rest.feesMicros, rest.netMicros, rest.legs.length],
        ].join(' '),
    )
    .sort();
}
