/** Writes the track record: rows of the present, of a live or simulated venue, appended in their order. */
import type { TrackRow } from '@undertow/detection';
import { retrying } from '#live/tasks/retrying.ts';
import type { InstrumentUpdate, UpdateSource } from '#ports/bus.ts';
import type { Log } from '#ports/log.ts';
import type { Origin } from '#ports/market-store.ts';
import { FencedOff } from '#ports/ownership/fence.ts';
import type { TrackStore } from '#ports/track-store.ts';
import { type FenceOf, type Owned, Ownership } from './ownership.ts';

const BATCH_MS = 1000;
const CLOSE_TIMEOUT_MS = 5000;

interface Waiting {
  readonly origin: Origin;
  readonly owned: Owned;
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
  readonly #ownership: Ownership;
  readonly #waiting = new Map<string, Waiting>();
  readonly #stop = new AbortController();
  readonly #unsubscribe: () => void;
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();

  /** `fenceOf` as the recorder takes it. */
  constructor(bus: UpdateSource, store: Pick<TrackStore, 'append'>, log: Log, fenceOf?: FenceOf) {
    this.#store = store;
    this.#ownership = new Ownership(fenceOf);
    this.#log = log;
    this.#unsubscribe = bus.subscribe('instrument', (update) => this.#onUpdate(update));
  }

  #onUpdate({ instrumentId, source, run, backfill, trackRows }: InstrumentUpdate): void {
    if (trackRows.length === 0 || backfill || source === 'replay') return;
    const owned = this.#ownership.of(instrumentId);
    if (owned === null) return;
    const key = `${instrumentId}/${owned.key}`;
    const waiting = this.#waiting.get(key) ?? { origin: { instrumentId, source, run }, owned, rows: [] };
    waiting.rows.push(...trackRows);
    this.#waiting.set(key, waiting);
    this.#schedule();
  }

  /** Rows of an instrument that wait. */
  waitingOf(instrumentId: number): number {
    let waiting = 0;
    for (const { origin, rows } of this.#waiting.values())
      if (origin.instrumentId === instrumentId) waiting += rows.length;
    return waiting;
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
        () => this.#append(waiting, rows),
        this.#stop.signal,
        (error, delayMs) => this.#log.warn({ err: error, delayMs }, 'track record not stored, trying again'),
      );
      waiting.rows = waiting.rows.slice(rows.length);
    }
  }

  /** What a later owner forestalled is dropped. */
  async #append(waiting: Waiting, rows: readonly TrackRow[]): Promise<void> {
    const { origin, owned } = waiting;
    try {
      await (owned.fence === undefined
        ? this.#store.append(origin, rows)
        : this.#store.append(origin, rows, owned.fence));
    } catch (error) {
      if (!(error instanceof FencedOff)) throw error;
      this.#ownership.lose(owned);
      this.#log.warn(
        { err: error, rows: waiting.rows.length },
        'track record dropped: another process stores its instrument',
      );
      waiting.rows = rows.slice();
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
