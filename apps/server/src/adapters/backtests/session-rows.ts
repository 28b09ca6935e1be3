/** The recorded rows of tested sessions, one after the other, to the fills that wait for them. */
import type { QueueFills, SessionFacts } from '@undertow/backtest';
import { openRun, streamRuns } from '@undertow/feeds';
import {
  type EventBatch,
  LevelBook,
  MINUTE_MS,
  OrderBook,
  type PriceLevels,
  ROW_LENGTH,
  rowTimeMs,
  SECOND_MS,
} from '@undertow/market';
import type { RowsOfSession } from '#ports/backtests/backtests.ts';
import { FileRows } from './file-rows.ts';

/** A recording is opened so long before a signal: the event that it was given at is whole. */
const LEAD_MS = SECOND_MS;
/** Rows of a shorter time are read through: to open a recording again takes as long as some hundred thousand of them. */
const SKIPPED_MS = 2 * MINUTE_MS;

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

export class SessionRows {
  /** Those of recordings begin with a snapshot each time. */
  readonly #byOrder = new OrderBook();
  readonly #byLevel = new LevelBook();
  #file: FileRows | null = null;

  /** What the fills of the session begin with. */
  bookFor(facts: SessionFacts, of: RowsOfSession | null): PriceLevels {
    if (of?.kind === 'file') return this.#fileAt(of.path).bookOf(facts.contract ?? '', facts.tier);
    const book = facts.tier === 'L3' ? this.#byOrder : this.#byLevel;
    book.clear();
    return book;
  }

  /** As far as there are rows and signals to decide: what was removed from the disk leaves the rest undecided. */
  async feed(fills: QueueFills, facts: SessionFacts, of: RowsOfSession | null): Promise<void> {
    if (of === null || fills.idleUntilMs === Number.POSITIVE_INFINITY) return;
    try {
      if (of.kind === 'file') await this.#fileAt(of.path).feed(fills, facts);
      else await feedRecorded(fills, facts, of.paths);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }

  /** Sessions of one file follow each other: it is read once. */
  #fileAt(path: string): FileRows {
    if (this.#file?.path !== path) {
      this.#file?.close();
      this.#file = new FileRows(path);
    }
    return this.#file;
  }
}

/** From a second before each signal until its trade is over: recordings open at any instant. */
async function feedRecorded(
  fills: QueueFills,
  { contract, session }: SessionFacts,
  paths: readonly string[],
): Promise<void> {
  const runs = paths.map((path) => () => openRun(path));
  for (let isLeft = true; isLeft && fills.idleUntilMs !== Number.POSITIVE_INFINITY; ) {
    isLeft = false;
    const fromMs = Math.max(session.openMs - 1, fills.idleUntilMs - LEAD_MS);
    for await (const batch of streamRuns(runs, fromMs, session.closeMs)) {
      if (batch.header.contract !== contract) continue;
      isLeft = feedUntilIdle(fills, batch);
      if (isLeft) break;
    }
  }
}

/** True where nothing of what follows is needed soon: the rest of the rows is left out. */
function feedUntilIdle(fills: QueueFills, { rows, count }: EventBatch): boolean {
  for (let at = 0; at < count * ROW_LENGTH; at += ROW_LENGTH) {
    fills.applyRow(rows, at);
    if (fills.idleUntilMs > rowTimeMs(rows, at) + SKIPPED_MS) return true;
  }
  return false;
}
