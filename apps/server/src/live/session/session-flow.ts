/** Rows through the market of a session, collecting executions and depth for open panes and for those who look back. */
import type { FeedStatus } from '@undertow/contracts';
import {
  COL_FLAGS,
  FLAG_SNAPSHOT,
  type InstrumentMarket,
  type MatchEvent,
  PrintCollector,
  type PrintRows,
  rowWholeMs,
} from '@undertow/market';
import type { SessionRecords } from './session-records.ts';

/** States in which nobody knows the book. */
const UNKNOWN: ReadonlySet<FeedStatus['state']> = new Set(['syncing', 'gap', 'resync']);

/** Whether the book is known in a state. */
export const isBookKnown = (state: FeedStatus['state']): boolean => !UNKNOWN.has(state);

export class SessionFlow {
  readonly #market: InstrumentMarket;
  readonly #records: SessionRecords;
  readonly #prints = new PrintCollector();

  constructor(market: InstrumentMarket, records: SessionRecords) {
    this.#market = market;
    this.#records = records;
  }

  /** The row that starts at `at`: returns the match event that it ends, as the market does. */
  applyRow(rows: Int32Array, at: number): MatchEvent | null {
    if ((rows[at + COL_FLAGS]! & FLAG_SNAPSHOT) === 0) this.#records.flow?.advance(rowWholeMs(rows, at));
    this.#prints.addRow(rows, at);
    const match = this.#market.applyRow(rows, at);
    if (match !== null) this.#prints.close(match);
    return match;
  }

  /** The state of the book from an instant on, milliseconds since 1970 UTC. */
  setState(state: FeedStatus['state'], atMs: number): void {
    this.#records.setKnown(isBookKnown(state), atMs);
  }

  /** Executions since the call before; null without one. */
  take(): PrintRows | null {
    const prints = this.#prints.take();
    this.#records.flow?.settle(prints);
    return prints;
  }
}
