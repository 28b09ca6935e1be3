/** Bars of an instrument from its executions, past and present: loads what is shown, keeps the two joined, folds both. */
import {
  type BarRule,
  type ExchangeCalendar,
  FLOW_SPAN_MS,
  type FlowBar,
  FlowBarBuilder,
  type FlowSpan,
  HOUR_MS,
  type PrintRows,
  printsWithin,
  SECOND_MS,
} from '@undertow/market';
import { addPrints, type FlowGap, gapsOf } from './fold-prints.ts';
import { joined, joinFlow, NO_PRINTS } from './join-flow.ts';

/** Spans hold the depth too: a request of more takes too long to be shown at once. */
const CHUNK_MS = 2 * HOUR_MS;
const FIRST_CHUNK_MS = HOUR_MS;
/** After so many stretches of an open market without an execution there is nothing older. */
const MAX_EMPTY = 3;
/** A view with a delay reaches the past some seconds later. */
const HOLE_RETRY_MS = 6000;
const MAX_HOLE_TRIES = 4;
/** More than a device that slept for hours needs at once. */
const MAX_HOLE_MS = 6 * HOUR_MS - SECOND_MS;
/** A minute of messages becomes one list: two arrays of each message would cost more than the executions in them. */
const MAX_LISTS = 600;

export interface FlowFeedOptions {
  readonly rule: BarRule;
  readonly calendar: ExchangeCalendar;
  /** Executions of other contracts have prices of their own: they are left out. Null: that of the newest span. */
  readonly contract: string | null;
  /** Clock of the view, milliseconds since 1970 UTC. */
  readonly nowMs: () => number;
  readonly request: (
    fromMs: number,
    toMs: number,
    signal: AbortSignal,
  ) => Promise<readonly (FlowSpan & { readonly contract: string })[]>;
}

export class FlowFeed {
  readonly #options: FlowFeedOptions;
  readonly #stops = new AbortController();
  readonly #listeners = new Set<() => void>();
  #rule: BarRule;
  #past: PrintRows = NO_PRINTS;
  #live: PrintRows[] = [];
  /** Start of what was loaded of the past; null before the first response. */
  #fromMs: number | null = null;
  #hole: FlowGap | null = null;
  #holeTries = 0;
  /** The hole is requested next. */
  #isHoleDue = false;
  #gaps: FlowGap[] = [];
  #wanted = 1;
  #empty = 0;
  #isLoading = false;
  #error: Error | null = null;
  #bars: FlowBar[] = [];
  #builder: FlowBarBuilder;
  #forming: FlowBar | null = null;

  constructor(options: FlowFeedOptions) {
    this.#options = options;
    this.#rule = options.rule;
    this.#builder = this.#newBuilder();
  }

  /** Bars that are over, oldest first. The list is another one after a refold. */
  get bars(): readonly FlowBar[] {
    return this.#bars;
  }

  get forming(): FlowBar | null {
    this.#forming ??= this.#builder.forming();
    return this.#forming;
  }

  /** Stretches of which executions may be missing. */
  get gaps(): readonly FlowGap[] {
    return this.#hole === null ? this.#gaps : [...this.#gaps, this.#hole];
  }

  /** Nothing was received yet, neither past nor present. */
  get isWaiting(): boolean {
    return this.#fromMs === null && this.#bars.length === 0 && this.forming === null && this.#error === null;
  }

  get isLoading(): boolean {
    return this.#isLoading;
  }

  /** There is nothing older. */
  get isComplete(): boolean {
    return this.#empty >= MAX_EMPTY;
  }

  /** Why the past could not be loaded; null while it can. */
  get error(): Error | null {
    return this.#error;
  }

  /** The listener is called after every change. Returns how to end it. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  dispose(): void {
    this.#stops.abort();
    this.#listeners.clear();
  }

  setRule(rule: BarRule): void {
    if (JSON.stringify(rule) === JSON.stringify(this.#rule)) return;
    this.#rule = rule;
    this.#refold();
  }

  /** Loads older executions until there are so many bars, or nothing older. */
  needBars(count: number): void {
    this.#wanted = count;
    void this.#pump();
  }

  retry(): void {
    this.#error = null;
    void this.#pump();
  }

  /** Executions of the present. `isWhole`: they replace the latest known ones, as after a lost connection. */
  applyPrints(rows: PrintRows, isWhole: boolean): void {
    if (!isWhole) {
      if (rows.times.length === 0) return;
      this.#live.push(rows);
      if (this.#live.length > MAX_LISTS) this.#live = [joined(...this.#live)];
      addPrints(this.#builder, rows);
      this.#changed();
      return;
    }
    if (rows.times.length === 0) this.#clear();
    else this.#joinLive(joined(this.#past, ...this.#live), rows);
    this.#refold();
    void this.#pump();
  }

  #joinLive(known: PrintRows, rows: PrintRows): void {
    const lastMs = known.times.at(-1);
    const { earlier, isWhole } = joinFlow(known, rows, Number.NEGATIVE_INFINITY);
    this.#past = earlier;
    this.#live = [rows];
    if (isWhole || lastMs === undefined) return;
    this.#hole = { fromMs: lastMs, toMs: rows.times[0]! };
    this.#holeTries = 0;
    this.#isHoleDue = true;
  }

  #clear(): void {
    this.#past = NO_PRINTS;
    this.#live = [];
    this.#fromMs = null;
    this.#hole = null;
    this.#gaps = [];
    this.#empty = 0;
  }

  /** One request at a time: a hole first, then what is older. */
  async #pump(): Promise<void> {
    if (this.#isLoading || this.#error !== null || this.#stops.signal.aborted) return;
    this.#isLoading = true;
    try {
      while (await this.#loadNext()) this.#refold();
    } catch (error) {
      if (!this.#stops.signal.aborted)
        this.#error = error instanceof Error ? error : new Error(String(error));
    } finally {
      this.#isLoading = false;
      this.#changed();
    }
  }

  async #loadNext(): Promise<boolean> {
    if (this.#stops.signal.aborted) return false;
    if (this.#fromMs === null) return this.#loadNewest();
    if (this.#hole !== null && this.#isHoleDue) return this.#fillHole(this.#hole);
    if (this.#bars.length >= this.#wanted || this.isComplete) return false;
    return this.#loadOlder(this.#fromMs);
  }

  async #loadNewest(): Promise<boolean> {
    const endMs = (this.#live[0]?.times[0] ?? this.#options.nowMs()) + SECOND_MS;
    const fromMs = hourOf(endMs - FIRST_CHUNK_MS);
    const { prints, knownToMs } = await this.#request(fromMs, endMs);
    this.#fromMs = fromMs;
    this.#joinPast(prints, knownToMs);
    return true;
  }

  async #fillHole(hole: FlowGap): Promise<boolean> {
    this.#isHoleDue = false;
    this.#holeTries += 1;
    const spanMs = Math.floor(hole.fromMs / FLOW_SPAN_MS) * FLOW_SPAN_MS;
    const fromMs = Math.max(spanMs, hole.toMs - MAX_HOLE_MS);
    const { prints, knownToMs } = await this.#request(fromMs, hole.toMs + SECOND_MS);
    const before = printsWithin(this.#past, Number.NEGATIVE_INFINITY, fromMs);
    this.#joinPast(prints.times.length === 0 ? this.#past : joined(before, prints), knownToMs);
    return true;
  }

  #joinPast(past: PrintRows, knownToMs: number): void {
    const live = joined(...this.#live);
    const { earlier, isWhole } = joinFlow(past, live, knownToMs);
    this.#past = earlier;
    const toMs = live.times[0];
    this.#hole = null;
    if (isWhole || toMs === undefined) return;
    this.#hole = { fromMs: Math.max(knownToMs, earlier.times.at(-1) ?? knownToMs), toMs };
    if (this.#holeTries < MAX_HOLE_TRIES) setTimeout(() => this.#tryHole(), HOLE_RETRY_MS);
  }

  #tryHole(): void {
    this.#isHoleDue = true;
    void this.#pump();
  }

  async #loadOlder(beforeMs: number): Promise<boolean> {
    const toMs = openBefore(this.#options.calendar, beforeMs);
    const fromMs = hourOf(toMs - CHUNK_MS);
    const { prints } = await this.#request(fromMs, toMs);
    this.#fromMs = fromMs;
    this.#empty = prints.times.length === 0 ? this.#empty + 1 : 0;
    this.#past = joined(prints, this.#past);
    return true;
  }

  async #request(
    fromMs: number,
    toMs: number,
  ): Promise<{ readonly prints: PrintRows; readonly knownToMs: number }> {
    const all = await this.#options.request(fromMs, toMs, this.#stops.signal);
    const contract = this.#options.contract ?? all.at(-1)?.contract ?? null;
    const spans = all.filter((span) => span.contract === contract);
    this.#gaps = [...gapsOf(spans), ...this.#gaps];
    return {
      prints: joined(...spans.map(({ prints }) => prints)),
      knownToMs: spans.at(-1)?.toMs ?? fromMs,
    };
  }

  #newBuilder(): FlowBarBuilder {
    return new FlowBarBuilder({
      rule: this.#rule,
      calendar: this.#options.calendar,
      onBar: (bar) => this.#bars.push(bar),
    });
  }

  #refold(): void {
    this.#bars = [];
    this.#builder = this.#newBuilder();
    for (const rows of [this.#past, ...this.#live]) addPrints(this.#builder, rows);
    this.#changed();
  }

  #changed(): void {
    this.#forming = null;
    for (const listener of this.#listeners) listener();
  }
}

/** Whole hours: every bar by time up to an hour begins at one of its parts. */
const hourOf = (timeMs: number): number => Math.floor(timeMs / HOUR_MS) * HOUR_MS;

/** The instant, or the close before it where the market was closed then. */
function openBefore(calendar: ExchangeCalendar, timeMs: number): number {
  const { closeMs } = calendar.sessionBounds(calendar.tradingDayOf(timeMs - 1));
  return Math.min(timeMs, closeMs);
}
