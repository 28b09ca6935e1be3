/** Plays a recorded stretch at its own pace: depth and executions as they came, findings as they were known. Pure; time is given to it. */
import {
  type DepthChange,
  DepthLevels,
  type DepthSample,
  type FlowSpan,
  flowBefore,
  joinAllPrints,
  type PrintRows,
  printsWithin,
  type RecordedFinding,
} from '@undertow/market';
import type { Excerpt } from './excerpt.ts';

/** Prices in ticks, times in milliseconds since 1970 UTC. */
export interface ExcerptListener {
  /** Whole first, then what changed. */
  onDepth?(change: DepthChange, atMs: number): void;
  /** `isWhole`: everything known before playing began. */
  onPrints?(prints: PrintRows, isWhole: boolean): void;
  /** The market is known until an instant. */
  onClock?(nowMs: number): void;
}

export class ExcerptPlayer {
  readonly excerpt: Excerpt;
  /** Spans before playing began. */
  readonly past: readonly FlowSpan[];
  readonly #listeners = new Set<ExcerptListener>();
  readonly #depth = new DepthLevels();
  readonly #samples: readonly DepthSample[];
  readonly #prints: PrintRows;
  #nextSample = 0;
  #nowMs: number;

  constructor(excerpt: Excerpt) {
    const { spans, startMs, endMs } = excerpt;
    this.excerpt = excerpt;
    this.#nowMs = startMs;
    this.past = spans.filter(({ fromMs }) => fromMs < startMs).map((span) => flowBefore(span, startMs));
    this.#samples = spans.flatMap(({ depth }) => depth.filter(({ atMs }) => atMs <= endMs));
    this.#prints = joinAllPrints(spans.map(({ prints }) => prints));
    this.#playDepth(startMs);
  }

  get nowMs(): number {
    return this.#nowMs;
  }

  get isOver(): boolean {
    return this.#nowMs >= this.excerpt.endMs;
  }

  /** The listener receives what is known, then what comes. Returns how to end it. */
  listen(listener: ExcerptListener): () => void {
    this.#listeners.add(listener);
    const depth = this.#depth.whole();
    if (depth !== null) listener.onDepth?.(depth, this.#nowMs);
    listener.onPrints?.(this.printsSince(Number.NEGATIVE_INFINITY), true);
    listener.onClock?.(this.#nowMs);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Plays on, to the end of the stretch at most. */
  advance(byMs: number): void {
    const fromMs = this.#nowMs;
    this.#nowMs = Math.min(this.excerpt.endMs, fromMs + byMs);
    const changes = this.#playDepth(this.#nowMs);
    const prints = printsWithin(this.#prints, fromMs, this.#nowMs);
    for (const listener of this.#listeners) {
      for (const { atMs, change } of changes) if (change !== null) listener.onDepth?.(change, atMs);
      if (prints.times.length > 0) listener.onPrints?.(prints, false);
      listener.onClock?.(this.#nowMs);
    }
  }

  /** Executions from an instant to now. */
  printsSince(fromMs: number): PrintRows {
    return printsWithin(this.#prints, fromMs, this.#nowMs);
  }

  /** Of each event what is known of it now, the newest first. */
  findings(): readonly RecordedFinding[] {
    const known = new Map<string, RecordedFinding>();
    for (const finding of this.excerpt.findings) {
      if (finding.knownMs > this.#nowMs) break;
      known.set(finding.id, finding);
    }
    return [...known.values()].sort((one, other) => other.detectedMs - one.detectedMs);
  }

  #playDepth(untilMs: number): readonly DepthSample[] {
    const first = this.#nextSample;
    while (this.#nextSample < this.#samples.length && this.#samples[this.#nextSample]!.atMs <= untilMs) {
      const { change } = this.#samples[this.#nextSample]!;
      if (change !== null) this.#depth.apply(change);
      this.#nextSample += 1;
    }
    return this.#samples.slice(first, this.#nextSample);
  }
}
