/** Cuts what an instrument shows and trades into spans of five minutes: depth once a second, every execution. */
import type { DepthChange } from '#book/depth-change.ts';
import { DepthReader } from '#book/depth-reader.ts';
import type { PriceLevels } from '#book/price-levels.ts';
import { joinAllPrints, type PrintRows, printsWithin } from '#tape/print-rows.ts';
import { MINUTE_MS, SECOND_MS } from '#time/durations.ts';
import type { DepthSample, FlowSpan } from './flow-span.ts';

/** Spans begin at whole multiples of it. */
export const FLOW_SPAN_MS = 5 * MINUTE_MS;

interface OpenSpan {
  readonly fromMs: number;
  readonly toMs: number;
  readonly depth: DepthSample[];
}

/** Times are milliseconds since 1970 UTC on the exchange's clock. */
export class FlowRecorder {
  readonly #book: PriceLevels;
  readonly #onSpan: (span: FlowSpan) => void;
  readonly #reader = new DepthReader();
  /** Oldest first; all but the last wait for their executions. */
  #spans: OpenSpan[] = [];
  #prints: PrintRows[] = [];
  #isKnown = false;
  /** Start of the second of the latest row. */
  #secondMs = Number.NaN;

  /** `onSpan` receives each span when nothing more can come for it. */
  constructor(book: PriceLevels, onSpan: (span: FlowSpan) => void) {
    this.#book = book;
    this.#onSpan = onSpan;
  }

  /** The time of a row outside a snapshot, before the row is applied: the book is that of the seconds before it. */
  advance(timeMs: number): void {
    if (timeMs < this.#secondMs + SECOND_MS) return;
    const endMs = this.#secondMs + SECOND_MS;
    this.#secondMs = Math.floor(timeMs / SECOND_MS) * SECOND_MS;
    if (!Number.isNaN(endMs)) this.#sample(endMs);
    this.#spanAt(this.#secondMs);
  }

  /** Whether the book is whole, from an instant on. */
  setKnown(isKnown: boolean, atMs: number): void {
    if (isKnown === this.#isKnown) return;
    this.#isKnown = isKnown;
    this.#reader.restart();
    const second = Math.floor(atMs / SECOND_MS) * SECOND_MS;
    // The seconds before were not those of this book
    if (isKnown && !(second <= this.#secondMs)) this.#secondMs = second;
    else if (!isKnown) this.#spans.at(-1)?.depth.push({ atMs: this.#lastMs(atMs), change: null });
  }

  /** Executions since the call before. Ends the spans that are over. */
  settle(prints: PrintRows | null): void {
    if (prints !== null) this.#prints.push(prints);
    while (this.#spans.length > 1) this.#closeFirst(Number.POSITIVE_INFINITY);
  }

  /** What there is of the span that is not over; null before the first row. */
  open(): FlowSpan | null {
    const span = this.#spans[0];
    return span === undefined ? null : this.#spanOf(span, this.#endMs);
  }

  /** Ends the last span: the session is over. */
  close(): void {
    while (this.#spans.length > 0) this.#closeFirst(this.#endMs);
  }

  /** End of what is known. */
  get #endMs(): number {
    return this.#secondMs + SECOND_MS;
  }

  /** Within the last span, and not before its last sample. */
  #lastMs(atMs: number): number {
    const span = this.#spans.at(-1);
    if (span === undefined) return atMs;
    return Math.min(span.toMs - 1, Math.max(span.depth.at(-1)?.atMs ?? span.fromMs, atMs));
  }

  #sample(atMs: number): void {
    if (!this.#isKnown) return;
    const span = this.#spanAt(atMs);
    if (span.depth.length === 0) this.#reader.restart();
    const change: DepthChange | null = this.#reader.read(this.#book);
    if (change !== null) span.depth.push({ atMs, change });
  }

  /** The span of an instant, which is in the last one or later. */
  #spanAt(atMs: number): OpenSpan {
    const last = this.#spans.at(-1);
    if (last !== undefined && atMs < last.toMs) return last;
    const toMs = (Math.floor(atMs / FLOW_SPAN_MS) + 1) * FLOW_SPAN_MS;
    const span = { fromMs: last === undefined ? atMs : toMs - FLOW_SPAN_MS, toMs, depth: [] };
    this.#spans.push(span);
    return span;
  }

  #closeFirst(endMs: number): void {
    const span = this.#spans.shift();
    if (span === undefined) return;
    const whole = this.#spanOf(span, Math.min(span.toMs, endMs));
    this.#prints = [printsWithin(joinAllPrints(this.#prints), span.toMs, Number.POSITIVE_INFINITY)];
    if (whole.depth.length > 0 || whole.prints.times.length > 0) this.#onSpan(whole);
  }

  #spanOf({ fromMs, depth }: OpenSpan, toMs: number): FlowSpan {
    // What is older came late: it belongs to the first span that can still take it
    const prints = printsWithin(joinAllPrints(this.#prints), Number.NEGATIVE_INFINITY, toMs);
    return { fromMs, toMs, depth: [...depth], prints };
  }
}
