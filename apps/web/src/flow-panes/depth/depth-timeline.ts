/** Depth and executions over time: spans of the past, then what the socket brought, as samples of one second. */
import {
  type DepthChange,
  DepthCursor,
  DepthLevels,
  type DepthSample,
  type DepthWindow,
  type FlowSpan,
  joinAllPrints,
  joinDepth,
  type PrintRows,
  SECOND_MS,
  type TapeOrder,
  tapeOrders,
} from '@undertow/market';

const endOfSecond = (atMs: number): number => (Math.floor(atMs / SECOND_MS) + 1) * SECOND_MS;

export class DepthTimeline {
  /** The depth as it is now. */
  readonly now = new DepthLevels();
  /** Oldest first, without overlaps. */
  #spans: readonly FlowSpan[] = [];
  /** Of the present, from its first whole depth on. */
  #samples: DepthSample[] = [];
  /** The second that is not over. */
  #open: { readonly endMs: number; readonly change: DepthChange } | null = null;
  #knownUntilMs = Number.NEGATIVE_INFINITY;
  #orders: TapeOrder[] = [];
  #revision = 0;

  /** Another number once columns that were read have changed. */
  get revision(): number {
    return this.#revision;
  }

  /** Orders of all executions that are known, oldest first. */
  get orders(): readonly TapeOrder[] {
    return this.#orders;
  }

  /** From when on the depth is known without a break to the present; null before the first depth. */
  get fromMs(): number | null {
    return this.#spans[0]?.fromMs ?? this.liveFromMs;
  }

  /** From when on the socket brought the depth; null before that. */
  get liveFromMs(): number | null {
    return this.#samples[0]?.atMs ?? this.#open?.endMs ?? null;
  }

  /** Until when columns are known. */
  get untilMs(): number {
    return this.#knownUntilMs;
  }

  addDepth(change: DepthChange, atMs: number): void {
    this.now.apply(change);
    const endMs = endOfSecond(atMs);
    if (this.#open !== null && this.#open.endMs < endMs) this.#close();
    this.#open = { endMs, change: joinDepth(this.#open?.change ?? null, change) ?? change };
    this.knownUntil(atMs);
  }

  /** The depth did not change until an instant. */
  knownUntil(atMs: number): void {
    this.#knownUntilMs = Math.max(this.#knownUntilMs, atMs);
    if (this.#open !== null && this.#open.endMs <= atMs) this.#close();
  }

  /** The depth is unknown from an instant on, until a whole one comes. */
  gap(atMs: number): void {
    if (this.#open !== null) this.#close();
    this.now.clear();
    this.#samples.push({ atMs, change: null });
  }

  addPrints(prints: PrintRows, isWhole: boolean): void {
    const orders = tapeOrders(prints, Number.MAX_SAFE_INTEGER);
    const first = isWhole ? orders[0] : undefined;
    if (first !== undefined) this.#orders = this.#orders.filter(({ timeMs }) => timeMs < first.timeMs);
    for (const order of orders) this.#orders.push(order);
  }

  /** Spans that end where those known begin: the first may be known in part already. */
  addSpans(spans: readonly FlowSpan[]): void {
    const firstMs = this.fromMs ?? Number.POSITIVE_INFINITY;
    const older = spans.filter((span) => span.fromMs < firstMs);
    if (older.length === 0) return;
    this.#spans = [...older, ...this.#spans];
    const prints = joinAllPrints(older.map((span) => span.prints));
    const firstOrder = this.#orders[0];
    const before = tapeOrders(prints, Number.MAX_SAFE_INTEGER).filter(
      ({ timeMs }) => firstOrder === undefined || timeMs < firstOrder.timeMs,
    );
    this.#orders = [...before, ...this.#orders];
    this.#revision += 1;
  }

  /** Leaves out what ended before an instant: nobody scrolls back to an earlier session. */
  forget(beforeMs: number): void {
    this.#spans = this.#spans.filter(({ toMs }) => toMs > beforeMs);
    const kept = this.#samples.findIndex(({ atMs }) => atMs >= beforeMs);
    // The last of those before is the depth that the others change
    if (kept < 2) return;
    const levels = new DepthLevels();
    for (const { change } of this.#samples.slice(0, kept)) {
      if (change === null) levels.clear();
      else levels.apply(change);
    }
    this.#samples = [{ ...this.#samples[kept - 1]!, change: levels.whole() }, ...this.#samples.slice(kept)];
    this.#orders = this.#orders.filter(({ timeMs }) => timeMs >= beforeMs);
    this.#revision += 1;
  }

  /** Of another source or contract nothing stays. */
  clear(): void {
    this.now.clear();
    this.#spans = [];
    this.#samples = [];
    this.#open = null;
    this.#orders = [];
    this.#knownUntilMs = Number.NEGATIVE_INFINITY;
    this.#revision += 1;
  }

  /** A reader of a window that has filled what is known, and can go on as more comes. */
  read(window: DepthWindow): TimelineReader {
    const cursor = new DepthCursor(window);
    let endMs: number | null = null;
    for (const span of this.#spans) {
      // Each span begins with a whole depth
      if (span.toMs <= window.fromMs) continue;
      if (endMs !== null && span.fromMs - endMs > SECOND_MS) skip(cursor, endMs);
      for (const sample of span.depth) apply(cursor, sample);
      endMs = span.toMs;
    }
    const liveMs = this.liveFromMs;
    if (endMs !== null && liveMs !== null && liveMs - endMs > 5 * SECOND_MS) skip(cursor, endMs);
    return new TimelineReader(cursor, this.#samples);
  }

  #close(): void {
    if (this.#open === null) return;
    this.#samples.push({ atMs: this.#open.endMs, change: this.#open.change });
    this.#open = null;
  }
}

function apply(cursor: DepthCursor, { atMs, change }: DepthSample): void {
  cursor.fillUntil(atMs);
  if (change === null) cursor.clear();
  else cursor.apply(change);
}

function skip(cursor: DepthCursor, untilMs: number): void {
  cursor.fillUntil(untilMs);
  cursor.clear();
}

/** Fills a grid with the samples of the present as they come. */
class TimelineReader {
  readonly #cursor: DepthCursor;
  readonly #samples: readonly DepthSample[];
  #next = 0;

  constructor(cursor: DepthCursor, samples: readonly DepthSample[]) {
    this.#cursor = cursor;
    this.#samples = samples;
  }

  get grid() {
    return this.#cursor.grid;
  }

  advance(untilMs: number): void {
    for (; this.#next < this.#samples.length; this.#next += 1)
      apply(this.#cursor, this.#samples[this.#next]!);
    this.#cursor.fillUntil(untilMs + 1);
  }
}

export type { TimelineReader };
