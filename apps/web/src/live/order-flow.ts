/** Depth and executions of one instrument as open panes need them, outside React: what is known, and every change of it. */
import type { DepthUpdate, PrintsUpdate } from '@undertow/contracts';
import {
  type DepthChange,
  DepthLevels,
  type Instrument,
  joinAllPrints,
  lastPrints,
  type PrintRows,
} from '@undertow/market';
import { decodeDepth, decodePrints } from './decode-order-flow.ts';

/** Executions kept; a pane that needs older ones requests the history. */
const MAX_PRINTS = 20_000;
/** A minute of messages becomes one list: two arrays of each message would cost more than the executions in them. */
const MAX_LISTS = 600;

/** Prices in ticks, times in milliseconds since 1970 UTC on the clock of the view. */
export interface OrderFlowListener {
  /** Whole first, then what changed. */
  onDepth?(change: DepthChange, asOfMs: number): void;
  /** `isWhole`: the rows are the latest known ones, and replace what was known. */
  onPrints?(prints: PrintRows, isWhole: boolean): void;
}

export class OrderFlow {
  readonly depth = new DepthLevels();
  readonly #instrument: Instrument;
  readonly #listeners = new Set<OrderFlowListener>();
  /** Joined when they are read; null before the first message. */
  #prints: PrintRows[] | null = null;
  #count = 0;
  /** `asOfMs` of the latest depth. */
  #depthMs = 0;

  constructor(instrument: Instrument) {
    this.#instrument = instrument;
  }

  /** The latest executions, oldest first; null before the first message. */
  get prints(): PrintRows | null {
    if (this.#prints === null) return null;
    if (this.#prints.length !== 1) this.#prints = [joinAllPrints(this.#prints)];
    return this.#prints[0] ?? null;
  }

  /** The listener receives what is known, then every change. Returns how to end it. */
  listen(listener: OrderFlowListener): () => void {
    this.#listeners.add(listener);
    const depth = this.depth.whole();
    if (depth !== null) listener.onDepth?.(depth, this.#depthMs);
    const { prints } = this;
    if (prints !== null) listener.onPrints?.(prints, true);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** A change before the first whole depth is left out: the whole one contains it. */
  applyDepth(update: DepthUpdate, asOfMs: number): void {
    if (!update.isWhole && !this.depth.isKnown) return;
    const change = decodeDepth(this.#instrument, update);
    this.depth.apply(change);
    this.#depthMs = asOfMs;
    for (const listener of this.#listeners) listener.onDepth?.(change, asOfMs);
  }

  applyPrints({ isWhole, prints }: PrintsUpdate): void {
    const rows = decodePrints(this.#instrument, prints);
    if (isWhole || this.#prints === null) this.#prints = [rows];
    else this.#prints.push(rows);
    this.#count = isWhole ? rows.times.length : this.#count + rows.times.length;
    if (this.#count > MAX_PRINTS * 2) this.#shorten(this.#prints);
    else if (this.#prints.length > MAX_LISTS) this.#prints = [joinAllPrints(this.#prints)];
    for (const listener of this.#listeners) listener.onPrints?.(rows, isWhole);
  }

  /** Only at twice the size, so that not every message copies everything. */
  #shorten(lists: readonly PrintRows[]): void {
    this.#prints = [lastPrints(joinAllPrints(lists), MAX_PRINTS)];
    this.#count = MAX_PRINTS;
  }

  /** Of another source or contract nothing stays. */
  reset(): void {
    this.depth.clear();
    this.#prints = null;
    this.#count = 0;
    const nothing = { times: new Float64Array(), rows: new Int32Array() };
    for (const listener of this.#listeners) {
      listener.onDepth?.({ isWhole: true, levels: new Int32Array() }, this.#depthMs);
      listener.onPrints?.(nothing, true);
    }
  }
}
