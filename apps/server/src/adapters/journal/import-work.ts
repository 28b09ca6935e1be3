/** The import of one file inside its thread: read once, then handed over batch by batch. */
import { type ImportAnswers, type ImportedTrade, importFile, sameTrades } from '@undertow/journal';
import { tradeBatch } from '#trade-batch.ts';
import { readRows } from './read-rows.ts';
import { storedFacts } from './stored-facts.ts';
import type { WorkAnswer } from './work-messages.ts';

/** Trades of one statement: with the embedded database everybody waits while one runs. */
const BATCH_TRADES = 100;

function spanOf(trades: readonly ImportedTrade[]): { fromMs: number; toMs: number } | null {
  let fromMs = Number.POSITIVE_INFINITY;
  let toMs = Number.NEGATIVE_INFINITY;
  for (const { entryMs, exitMs } of trades) {
    for (const timeMs of [entryMs, exitMs]) {
      if (timeMs === null) continue;
      fromMs = Math.min(fromMs, timeMs);
      toMs = Math.max(toMs, timeMs);
    }
  }
  return fromMs > toMs ? null : { fromMs, toMs };
}

export class ImportWork {
  #trades: readonly ImportedTrade[] = [];
  #existing: Parameters<typeof sameTrades>[0][number][] = [];
  #leftOut: ReadonlySet<number> | null = null;
  #at = 0;

  /** Throws `ImportRefusal`. */
  read(bytes: Uint8Array, name: string, answers: ImportAnswers): WorkAnswer {
    const { report, questions, trades } = importFile(bytes, name, answers);
    this.#trades = trades;
    const { platform, layout, currency, rejected } = report;
    return {
      kind: 'read',
      facts: { fileName: name, platform, layout, currency, rejected: rejected.length },
      trades: trades.length,
      questions,
      span: spanOf(trades),
    };
  }

  leaveOut(rows: string): WorkAnswer {
    this.#existing.push(...readRows(rows).map((row) => row.told));
    return { kind: 'done' };
  }

  /**
   * The next trades. Those that another export told already are left out: the same contracts are never counted twice.
   * A trade of the same key is the database's to find.
   */
  batch(): WorkAnswer {
    this.#leftOut ??= new Set(sameTrades(this.#existing, this.#trades).map(({ incoming }) => incoming));
    const from = this.#at;
    const until = Math.min(from + BATCH_TRADES, this.#trades.length);
    if (from === until) return { kind: 'batch', batch: null };
    const left = this.#leftOut;
    const facts = this.#trades
      .slice(from, until)
      .filter((_trade, place) => !left.has(from + place))
      .map(storedFacts);
    this.#at = until;
    return { kind: 'batch', batch: tradeBatch(facts, until - from) };
  }
}
