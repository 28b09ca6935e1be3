/** The rows of one contract and run that wait to be stored. A row is removed only after storage accepted it. */
import type { Bar, FlowEvent, Pattern } from '@undertow/market';
import type { FeedGap } from '#ports/bus.ts';
import type {
  ContractOrigin,
  EventWindow,
  FactStore,
  RecordStore,
  TopOfBookSecond,
} from '#ports/market-store.ts';
import type { Fence } from '#ports/ownership/fence.ts';

/** Rows per statement: the embedded database blocks everything else while it writes them. */
const BATCH = 50;
/** Of a closing server, which has less to do beside it than time to store a whole history. */
const CLOSING_BATCH = 200;
/** Beyond these the oldest frames and minutes of seconds are dropped: frames older than half an hour are useless. */
const MAX_FRAMES = 1800;
const MAX_MINUTES = 120;

export class WriteBuffer {
  readonly origin: ContractOrigin;
  readonly #bars = new Map<number, Bar>();
  readonly #events = new Map<string, FlowEvent>();
  readonly #toNotify = new Set<string>();
  readonly #patterns = new Map<string, Pattern>();
  readonly #gaps = new Map<number, FeedGap>();
  readonly #minutes: (readonly TopOfBookSecond[])[] = [];
  readonly #frames: { asOfMs: number; frame: Uint8Array }[] = [];
  readonly #windows = new Map<string, EventWindow>();
  readonly #stop: AbortSignal;
  readonly #fence: Fence | undefined;
  #batch = BATCH;

  /** Writes end between two statements once `stop` was aborted, and are refused once a later owner than that of `fence` wrote. */
  constructor(origin: ContractOrigin, stop: AbortSignal, fence?: Fence) {
    this.origin = origin;
    this.#stop = stop;
    this.#fence = fence;
  }

  addBar(bar: Bar): void {
    this.#bars.set(bar.startMs, bar);
  }

  /** `isNews`: an entry of the alert outbox is stored with it. */
  addEvent(event: FlowEvent, isNews: boolean): void {
    this.#events.set(event.id, event);
    if (isNews) this.#toNotify.add(event.id);
  }

  addPattern(pattern: Pattern): void {
    this.#patterns.set(pattern.id, pattern);
  }

  addGap(gap: FeedGap): void {
    this.#gaps.set(gap.fromMs, gap);
  }

  /** Seconds of one minute. */
  addMinute(seconds: readonly TopOfBookSecond[]): void {
    this.#minutes.push(seconds);
    if (this.#minutes.length > MAX_MINUTES) this.#minutes.shift();
  }

  addFrame(frame: { asOfMs: number; frame: Uint8Array }): void {
    this.#frames.push(frame);
    if (this.#frames.length > MAX_FRAMES) this.#frames.shift();
  }

  addWindow(eventId: string, window: EventWindow): void {
    this.#windows.set(eventId, window);
  }

  /** The window of an event as long as storage has not accepted it. */
  window(eventId: string): EventWindow | undefined {
    return this.#windows.get(eventId);
  }

  /** Rows that wait. */
  get waiting(): number {
    return (
      this.#bars.size +
      this.#events.size +
      this.#patterns.size +
      this.#gaps.size +
      this.#minutes.length +
      this.#frames.length +
      this.#windows.size
    );
  }

  /** Another process stores what follows: nothing of this waits any more. */
  drop(): void {
    for (const rows of [this.#bars, this.#events, this.#patterns, this.#gaps, this.#windows]) rows.clear();
    this.#toNotify.clear();
    this.#minutes.length = 0;
    this.#frames.length = 0;
  }

  /** The server closes: fewer and larger statements from here on. */
  hurry(): void {
    this.#batch = CLOSING_BATCH;
  }

  /**
   * Stores pending events with their entries of the alert outbox, then bars and patterns. Rejects as storage does; what was not stored is
   * kept and retried by the next call.
   */
  async writeFacts(given: RecordStore): Promise<void> {
    const { origin } = this;
    const store = this.#behindFence(given);
    await this.#drainMap(this.#events, (events) => this.#saveEvents(store, events));
    await this.#drainMap(this.#bars, (bars) => store.saveBars(origin, bars));
    await this.#drainMap(this.#patterns, (patterns) =>
      store.savePatterns(origin.source, origin.run, patterns),
    );
  }

  /** Stores the pending windows, frames and seconds, in the same way: many rows, and no alert or candle depends on them. */
  async writeStreams(given: RecordStore): Promise<void> {
    const { origin } = this;
    const store = this.#behindFence(given);
    await this.#drainMap(this.#gaps, async (gaps) => store.saveGaps?.(origin, gaps));
    for (const [eventId, window] of this.#windows) {
      await store.saveEventWindow(eventId, window);
      this.#windows.delete(eventId);
      await this.#othersFirst();
    }
    await this.#drain(this.#frames, async (frames) => store.saveFrames?.(origin, frames));
    await this.#drain(this.#minutes, async (minutes) => {
      for (const seconds of minutes) await store.saveTopOfBook?.(origin, seconds);
    });
  }

  #behindFence(store: RecordStore): RecordStore {
    if (this.#fence === undefined) return store;
    if (store.fenced === undefined) throw new Error('expected a store that takes a fence');
    return store.fenced(this.#fence);
  }

  async #saveEvents(store: FactStore, events: readonly FlowEvent[]): Promise<void> {
    const { source, run } = this.origin;
    const toNotify = new Set(events.map(({ id }) => id).filter((id) => this.#toNotify.has(id)));
    await store.saveEvents(source, run, events, toNotify);
    // News that arrived meanwhile is stored, with its entries of the outbox, by the next batch
    for (const event of events) if (this.#events.get(event.id) === event) this.#toNotify.delete(event.id);
  }

  /** Removes rows once they are stored, unless a newer state arrived meanwhile. */
  async #drainMap<K, V>(waiting: Map<K, V>, save: (rows: readonly V[]) => Promise<void>): Promise<void> {
    while (waiting.size > 0) {
      const batch = [...waiting].slice(0, this.#batch);
      await save(batch.map(([, row]) => row));
      for (const [key, row] of batch) if (waiting.get(key) === row) waiting.delete(key);
      await this.#othersFirst();
    }
  }

  /** Removes rows once they are stored. Rows that were dropped while storage was slow are skipped. */
  async #drain<T>(rows: T[], save: (rows: readonly T[]) => Promise<void>): Promise<void> {
    while (rows.length > 0) {
      const batch = rows.slice(0, this.#batch);
      await save(batch);
      rows.splice(0, rows.indexOf(batch.at(-1) as T) + 1);
      await this.#othersFirst();
    }
  }

  /** The embedded database works in this thread: between two statements other tasks get their turn. */
  async #othersFirst(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.#stop.throwIfAborted();
  }
}
