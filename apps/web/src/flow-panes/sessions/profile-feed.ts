/** Bars of a profile pane: stored ones, executions of the past, and those of the present, loaded as far back as is shown. */
import { type FlowBar, HOUR_MS } from '@undertow/market';
import { barEndMs, mergeBars, type ProfileBar } from './merge-bars.ts';
import { SpanBars, type SpanBarsOptions } from './span-bars.ts';
import { StoredBars, type StoredBarsOptions } from './stored-bars.ts';

/** Executions that are received and joined elsewhere. */
export interface LiveBars {
  readonly bars: readonly FlowBar[];
  readonly forming: FlowBar | null;
  readonly isWaiting: boolean;
  readonly isLoading: boolean;
  listen(listener: () => void): () => void;
}

export interface ProfileFeedOptions {
  readonly requestBars: StoredBarsOptions['request'];
  readonly spans: Omit<SpanBarsOptions, 'signal'>;
  readonly live: LiveBars;
  /** Clock of the view, milliseconds since 1970 UTC. */
  readonly nowMs: () => number;
  /** How far back executions may be requested. */
  readonly historyMs: number;
}

export class ProfileFeed {
  readonly #options: ProfileFeedOptions;
  readonly #stops = new AbortController();
  readonly #listeners = new Set<() => void>();
  readonly #stored: StoredBars;
  readonly #spans: SpanBars;
  readonly #stopLive: () => void;
  #fromMs = Number.POSITIVE_INFINITY;
  #volumeFromMs = Number.POSITIVE_INFINITY;
  #isStale = false;
  #isLoading = false;
  #error: Error | null = null;
  #past: readonly ProfileBar[] = [];
  #merged: readonly ProfileBar[] | null = null;
  #version = 0;

  constructor(options: ProfileFeedOptions) {
    const { signal } = this.#stops;
    this.#options = options;
    this.#stored = new StoredBars({ request: options.requestBars, signal });
    this.#spans = new SpanBars({ ...options.spans, signal });
    this.#stopLive = options.live.listen(() => {
      this.#changed();
      void this.#pump();
    });
  }

  /** Another number after a change of the past: what was computed of sessions that are over is stale. */
  get pastVersion(): number {
    return this.#version;
  }

  /** Oldest first. Past bars that end after the clock of the view are left out: it may be in the past itself. */
  bars(): readonly ProfileBar[] {
    if (this.#merged !== null) return this.#merged;
    const { live, nowMs } = this.#options;
    const now = nowMs();
    const past = this.#past.filter((bar) => barEndMs(bar) <= now);
    this.#merged = mergeBars(past, live.bars, live.forming === null ? [] : [live.forming]);
    return this.#merged;
  }

  /** Neither stored bars nor executions were received. */
  get isWaiting(): boolean {
    return !this.#stored.isKnown && this.#options.live.isWaiting && this.#error === null;
  }

  get isLoading(): boolean {
    return this.#isLoading;
  }

  /** No older bar is stored. */
  get isComplete(): boolean {
    return this.#stored.isComplete;
  }

  get error(): Error | null {
    return this.#error;
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Loads bars from an instant on, and their volume by price from another one on, as far as the plan reaches. */
  need(fromMs: number, volumeFromMs: number): void {
    this.#fromMs = fromMs;
    this.#volumeFromMs = volumeFromMs;
    void this.#pump();
  }

  /** Requests the newest bars again: a bar that is over is stored some seconds later. */
  refresh(): void {
    this.#isStale = true;
    void this.#pump();
  }

  retry(): void {
    this.#error = null;
    void this.#pump();
  }

  dispose(): void {
    this.#stops.abort();
    this.#stopLive();
    this.#listeners.clear();
  }

  /** One request at a time. */
  async #pump(): Promise<void> {
    if (this.#isLoading || this.#error !== null) return;
    let task = this.#nextTask();
    if (task === null) return;
    this.#isLoading = true;
    try {
      for (; task !== null; task = this.#nextTask()) {
        await task();
        this.#changedPast();
      }
    } catch (error) {
      if (!this.#stops.signal.aborted)
        this.#error = error instanceof Error ? error : new Error(String(error));
    } finally {
      this.#isLoading = false;
      this.#changed();
    }
  }

  #nextTask(): (() => Promise<void>) | null {
    if (this.#stops.signal.aborted) return null;
    if (this.#stored.needs(this.#fromMs)) return () => this.#stored.loadOlder();
    if (this.#isStale) {
      this.#isStale = false;
      return () => this.#stored.loadNewest();
    }
    const { live, nowMs, historyMs } = this.#options;
    // The present is joined with its last hour first
    if (live.isWaiting || live.isLoading) return null;
    if (!this.#spans.needs(Math.max(this.#volumeFromMs, nowMs() - historyMs))) return null;
    const firstMs = live.bars[0]?.startMs ?? live.forming?.startMs ?? nowMs();
    return () => this.#spans.loadOlder(Math.ceil(firstMs / HOUR_MS) * HOUR_MS);
  }

  #changedPast(): void {
    this.#past = mergeBars(this.#stored.bars(), this.#spans.bars());
    this.#version += 1;
    this.#changed();
  }

  #changed(): void {
    this.#merged = null;
    for (const listener of this.#listeners) listener();
  }
}
