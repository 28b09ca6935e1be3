/** Writes the track record: rows of the present, of a live or simulated venue, appended in their order. */
import type { TrackRow } from '@undertow/detection';
import { retrying } from '#live/tasks/retrying.ts';
import type { InstrumentUpdate, UpdateSource } from '#ports/bus.ts';
import type { Log } from '#ports/log.ts';
import type { Origin } from '#ports/market-store.ts';
import type { TrackStore } from '#ports/track-store.ts';

const BATCH_MS = 1000;
const CLOSE_TIMEOUT_MS = 5000;

interface Waiting {
  readonly origin: Origin;
  rows: TrackRow[];
}

/**
 * History that is generated or caught up at the start is left out: its outcomes were known when it was raised here. A
 * replay
 * proves nothing about today. Rows wait in memory while storage fails; the chain accepts each once.
 */
export class TrackWriter {
  readonly #store: Pick<TrackStore, 'append'>;
  readonly #log: Log;
  readonly #waiting = new Map<number, Waiting>();
  readonly #stop = new AbortController();
  readonly #unsubscribe: () => void;
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(bus: UpdateSource, store: Pick<TrackStore, 'append'>, log: Log) {
    this.#store = store;
    this.#log = log;
    this.#unsubscribe = bus.subscribe('instrument', (update) => this.#onUpdate(update));
  }

  #onUpdate({ instrumentId, source, run, backfill, trackRows }: InstrumentUpdate): void {
    if (trackRows.length === 0 || backfill || source === 'replay') return;
    const waiting = this.#waiting.get(instrumentId) ?? { origin: { instrumentId, source, run }, rows: [] };
    waiting.rows.push(...trackRows);
    this.#waiting.set(instrumentId, waiting);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#timer !== null || this.#stop.signal.aborted) return;
    this.#timer = setTimeout(() => {
      this.#writing = this.#writeAll()
        .catch((error: unknown) => this.#log.error({ err: error }, 'track record not stored'))
        .finally(() => {
          this.#timer = null;
          if ([...this.#waiting.values()].some(({ rows }) => rows.length > 0)) this.#schedule();
        });
    }, BATCH_MS);
  }

  async #writeAll(): Promise<void> {
    for (const waiting of this.#waiting.values()) {
      const rows = [...waiting.rows];
      if (rows.length === 0) continue;
      await retrying(
        () => this.#store.append(waiting.origin, rows),
        this.#stop.signal,
        (error, delayMs) => this.#log.warn({ err: error, delayMs }, 'track record not stored, trying again'),
      );
      waiting.rows = waiting.rows.slice(rows.length);
    }
  }

  /** Stores what is pending. Gives up after five seconds of failures. */
  async close(): Promise<void> {
    this.#unsubscribe();
    const timeout = setTimeout(() => this.#stop.abort(), CLOSE_TIMEOUT_MS);
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#writing;
    await this.#writeAll().catch((error: unknown) =>
      this.#log.error({ err: error }, 'track record lost at shutdown'),
    );
    clearTimeout(timeout);
    this.#stop.abort();
  }
}
