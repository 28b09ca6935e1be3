/** A floor of simulated exchanges whose rows are kept, with the books that a listener builds of them. */
import { instrumentById, OrderBook, ROW_LENGTH } from '@undertow/market';
import type { RowBuffer } from '@undertow/simulator';
import { ExchangeFloor } from '#simulated/exchange-floor.ts';
import type { SessionStart } from '#simulated/venue-messages.ts';

/** Friday, 9 in the morning in Chicago. */
export const START_MS = Date.UTC(2026, 10, 20, 15, 0);
/** A twentieth of the usual flow is enough to see it and keeps tests short. */
const QUIET = 0.05;

const startOf = (instrumentId: number, more: Partial<SessionStart> = {}): SessionStart => ({
  instrumentId,
  seed: 7,
  startMs: START_MS,
  openTicks: instrumentById(instrumentId)?.basePriceTicks ?? 0,
  scale: QUIET,
  announced: false,
  journeyFromMs: null,
  ...more,
});

/** What was sent at one time. */
export interface Sent {
  readonly instrumentId: number;
  readonly rows: Int32Array;
}

export class KeptFloor {
  readonly sent: Sent[] = [];
  readonly books = new Map<number, OrderBook>();
  readonly #floor = new ExchangeFloor((instrumentId, rows) => this.#take(instrumentId, rows));

  open(instrumentId: number, more: Partial<SessionStart> = {}): boolean {
    return this.#floor.handle({ kind: 'open', start: startOf(instrumentId, more) });
  }

  pause(instrumentId: number): boolean {
    return this.#floor.handle({ kind: 'pause', instrumentId });
  }

  snapshot(instrumentId: number): boolean {
    return this.#floor.handle({ kind: 'snapshot', instrumentId });
  }

  /** To so many milliseconds after the start. */
  advance(ms: number): boolean {
    return this.#floor.handle({ kind: 'advance', nowMs: START_MS + ms });
  }

  /** In steps as small as the clock's: always live. */
  live(fromMs: number, toMs: number, stepMs = 100): void {
    for (let ms = fromMs; ms <= toMs; ms += stepMs) this.advance(ms);
  }

  take(): readonly Sent[] {
    return this.sent.splice(0);
  }

  #take(instrumentId: number, { rows, count }: RowBuffer): void {
    // Valid during the call only
    this.sent.push({ instrumentId, rows: rows.slice(0, count * ROW_LENGTH) });
    const book = this.books.get(instrumentId) ?? new OrderBook();
    this.books.set(instrumentId, book);
    for (let at = 0; at < count * ROW_LENGTH; at += ROW_LENGTH) book.applyRow(rows, at);
  }
}
