/** The import of one file inside its thread: read once, then delivered batch by batch. */
import {
  type ImportAnswers,
  type ImportedTrade,
  importFile,
  type PackedFills,
  reconcileTrades,
  type StoredTradeFacts,
  unpackFills,
} from '@undertow/journal';
import { COMPARED_COLUMNS, type UnplacedFills } from '#ports/journal-import.ts';
import type { SettledImport } from '#ports/journal-work.ts';
import { tradeBatch } from '#trade-upload/trade-batch.ts';
import { cellsOf } from './cells.ts';
import { storedFacts } from './stored-facts.ts';
import type { WorkResponse } from './work-messages.ts';

interface ComparedRow extends StoredTradeFacts {
  readonly id: number;
  readonly importId: number | null;
}

function comparedRows(page: string): readonly ComparedRow[] {
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

/** Trades of one statement: with the embedded database everybody waits while one runs. */
const BATCH_TRADES = 100;

/** First and last instant of trades and of exits without an entry. */
function spanOf(
  trades: readonly ImportedTrade[],
  unplaced: readonly PackedFills[],
): { fromMs: number; toMs: number } | null {
  let fromMs = Number.POSITIVE_INFINITY;
  let toMs = Number.NEGATIVE_INFINITY;
  const widen = (timeMs: number | null): void => {
    if (timeMs === null) return;
    fromMs = Math.min(fromMs, timeMs);
    toMs = Math.max(toMs, timeMs);
  };
  for (const { entryMs, exitMs } of trades) [entryMs, exitMs].forEach(widen);
  for (const { fills } of unplaced) for (const { timeMs } of unpackFills(fills)) widen(timeMs);
  return fromMs > toMs ? null : { fromMs, toMs };
}

interface GivenFile {
  readonly bytes: Uint8Array;
  readonly name: string;
  readonly answers: ImportAnswers;
}

export class ImportWork {
  #given: GivenFile | null = null;
  #trades: readonly ImportedTrade[] = [];
  #books: readonly string[] = [];
  #unplaced: readonly PackedFills[] = [];
  #rejected = 0;
  /** By id: a row may come more than once. */
  readonly #existing = new Map<number, ComparedRow>();
  #leftOut: ReadonlySet<number> = new Set();
  #at = 0;

  /** Throws `ImportRefusal`. */
  read(bytes: Uint8Array, name: string, answers: ImportAnswers): WorkResponse {
    const { report, questions, trades, books, unplaced } = importFile(bytes, name, answers);
    this.#trades = trades;
    this.#books = books;
    this.#unplaced = unplaced;
    this.#rejected = report.rejected.length;
    // Only executions may have to be paired once more
    if (books.length > 0) this.#given = { bytes, name, answers };
    const { platform, layout, currency, rejected } = report;
    return {
      kind: 'read',
      facts: { fileName: name, platform, layout, currency, rejected: rejected.length },
      trades: trades.length,
      questions,
      file: { span: spanOf(trades, unplaced), books },
    };
  }

  compare(rows: string): WorkResponse {
    for (const row of comparedRows(rows)) this.#existing.set(row.id, row);
    return { kind: 'done' };
  }

  /** The same contracts are never counted twice. A trade of the same key that was not compared is the database's to find. */
  settle(unplaced: readonly UnplacedFills[]): WorkResponse {
    const existing = [...this.#existing.values()];
    const waiting = unplaced.filter(({ book }) => this.#books.includes(book));
    const placed = this.#pairAgain(existing, waiting);
    const { leftOut, replaced } = reconcileTrades(existing, this.#trades, this.#books);
    this.#leftOut = leftOut;
    const superseded = [...replaced].map(([index, heir]) => ({
      id: existing[index]!.id,
      heirKey: heir === null ? null : this.#keyOf(heir),
    }));
    const imports = [...replaced.keys()].map((index) => existing[index]!.importId);
    const heirs = new Set([...replaced.values()].filter((heir) => heir !== null));
    const settled: SettledImport = {
      superseded,
      unplaced: this.#unplaced,
      rejected: this.#rejected,
      leansOn: [...new Set([...imports, ...placed].filter((id) => id !== null))],
      known: [...leftOut].map((index) => this.#keyOf(index)),
      fresh: this.#trades.filter((_trade, index) => !leftOut.has(index)).map(({ key }) => key),
      completing: [...heirs].map((index) => this.#keyOf(index)),
    };
    return { kind: 'settled', settled };
  }

  batch(): WorkResponse {
    const from = this.#at;
    const until = Math.min(from + BATCH_TRADES, this.#trades.length);
    if (from === until) return { kind: 'batch', batch: null };
    const left = this.#leftOut;
    const places = Array.from({ length: until - from }, (_, place) => from + place);
    const facts = places.filter((place) => !left.has(place)).map((place) => storedFacts(this.#trade(place)));
    this.#at = until;
    // What only earlier imports contain is no row of this file
    const count = places.filter((place) => !left.has(place) || this.#trade(place).line > 0).length;
    return { kind: 'batch', batch: tradeBatch(facts, count) };
  }

  /** Pairs the file's executions with those of earlier imports; returns the imports whose exits were matched. */
  #pairAgain(existing: readonly ComparedRow[], waiting: readonly UnplacedFills[]): readonly number[] {
    const stored = existing.flatMap(({ book, fills }) =>
      book !== null && fills !== null && this.#books.includes(book) ? [{ book, fills }] : [],
    );
    if (this.#given === null || stored.length + waiting.length === 0) return [];
    const { bytes, name, answers } = this.#given;
    const again = importFile(bytes, name, answers, [...stored, ...waiting]);
    this.#trades = again.trades;
    this.#unplaced = again.unplaced;
    this.#rejected = again.report.rejected.length;
    const left = new Set(again.unplaced.map(({ fills }) => fills));
    return waiting.filter(({ fills }) => !left.has(fills)).map(({ importId }) => importId);
  }

  #trade(place: number): ImportedTrade {
    return this.#trades[place]!;
  }

  #keyOf(place: number): string {
    return this.#trade(place).key;
  }
}
