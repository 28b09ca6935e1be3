/** A stretch of a market as plain samples: the distributions of LOB-Bench and windows of five seconds. */
import {
  ACTION_ADD,
  ACTION_CANCEL,
  ACTION_FILL,
  ACTION_HEARTBEAT,
  ACTION_TRADE,
  COL_ACTION,
  COL_FLAGS,
  COL_ORDER_HI,
  COL_ORDER_LO,
  COL_SIDE,
  COL_SIZE,
  FLAG_LAST,
  FLAG_SNAPSHOT,
  NO_PRICE,
  OrderBook,
  rowTimeMs,
  SIDE_ASK,
  SIDE_BID,
  SIDE_NONE,
} from '@undertow/market';
import { WindowFeatures } from './window-features.ts';

const TWO_POW_32 = 4_294_967_296;
const DEPTH = 10;

/** Names of the distributions; those of times are of their decimal logarithm in milliseconds. */
export const DISTRIBUTIONS = [
  'spread',
  'inter-arrival',
  'imbalance',
  'time to cancel',
  'volume of an aggressor',
  'depth at the best',
  'depth of ten levels',
] as const;
export type Distribution = (typeof DISTRIBUTIONS)[number];

/** Values closer than a microsecond are one instant for a clock of milliseconds. */
const MIN_MS = 1e-3;
const logMs = (ms: number): number => Math.log10(Math.max(MIN_MS, ms));

/** Feed it every row in order; nothing counts before the market is open, but the book is kept from the first row. */
export class MarketSample {
  readonly windows = new WindowFeatures();
  /** The mid price of each second in ticks, NaN while a side is empty. */
  readonly midsTicks: number[] = [];
  /** First and last instant that count, NaN before. */
  fromMs = Number.NaN;
  toMs = Number.NaN;
  readonly #values = new Map<Distribution, number[]>(DISTRIBUTIONS.map((name) => [name, []]));
  readonly #book = new OrderBook();
  readonly #born = new Map<number, number>();
  readonly #filled = new Set<number>();
  readonly #isOpen: (timeMs: number) => boolean;
  #lastMs = Number.NaN;
  #nextSecondMs = 0;
  #aggressor = 0;
  #volume = 0;

  constructor(isOpen: (timeMs: number) => boolean = () => true) {
    this.#isOpen = isOpen;
  }

  /** The values seen so far. */
  of(name: Distribution): readonly number[] {
    return this.#values.get(name) ?? [];
  }

  applyRow(rows: Int32Array, at: number): void {
    const flags = rows[at + COL_FLAGS]!;
    const action = rows[at + COL_ACTION]!;
    const timeMs = rowTimeMs(rows, at);
    const counts = (flags & FLAG_SNAPSHOT) === 0 && action !== ACTION_HEARTBEAT && this.#hasBegun(timeMs);
    if (counts) {
      this.#sampleUntil(timeMs);
      this.#count(rows, at, action, timeMs);
    }
    this.#book.applyRow(rows, at);
    if (counts && (flags & FLAG_LAST) !== 0) this.#endEvent(timeMs);
  }

  #hasBegun(timeMs: number): boolean {
    if (Number.isNaN(this.fromMs)) {
      if (!this.#isOpen(timeMs)) return false;
      this.fromMs = timeMs;
      this.#nextSecondMs = timeMs;
      this.windows.begin(timeMs);
    }
    this.toMs = timeMs;
    return true;
  }

  #push(name: Distribution, value: number): void {
    this.#values.get(name)?.push(value);
  }

  #count(rows: Int32Array, at: number, action: number, timeMs: number): void {
    const id = rows[at + COL_ORDER_HI]! * TWO_POW_32 + (rows[at + COL_ORDER_LO]! >>> 0);
    const size = rows[at + COL_SIZE]!;
    this.windows.addRow(timeMs, action, size);
    if (action === ACTION_ADD) this.#born.set(id, timeMs);
    else if (action === ACTION_FILL) this.#filled.add(id);
    else if (action === ACTION_CANCEL) this.#cancel(id, timeMs);
    else if (action === ACTION_TRADE && rows[at + COL_SIDE] !== SIDE_NONE) this.#trade(id, size);
  }

  #cancel(id: number, timeMs: number): void {
    const born = this.#born.get(id);
    this.#born.delete(id);
    if (this.#filled.delete(id) || born === undefined) return;
    this.#push('time to cancel', logMs(timeMs - born));
    this.windows.addCancel(timeMs - born);
  }

  #trade(id: number, size: number): void {
    if (id !== this.#aggressor) this.#closeAggressor();
    this.#aggressor = id;
    this.#volume += size;
  }

  #closeAggressor(): void {
    if (this.#aggressor === 0) return;
    this.#push('volume of an aggressor', this.#volume);
    this.windows.addAggressor(this.#volume);
    this.#aggressor = 0;
    this.#volume = 0;
  }

  #endEvent(timeMs: number): void {
    this.#closeAggressor();
    if (!Number.isNaN(this.#lastMs)) this.#push('inter-arrival', logMs(timeMs - this.#lastMs));
    this.#lastMs = timeMs;
    this.windows.addEvent(timeMs);
  }

  /** The book once a second. */
  #sampleUntil(timeMs: number): void {
    for (; this.#nextSecondMs <= timeMs; this.#nextSecondMs += 1000) this.#sampleBook();
  }

  #sampleBook(): void {
    const { bestBidTicks: bid, bestAskTicks: ask } = this.#book;
    const isWhole = bid !== NO_PRICE && ask !== NO_PRICE && bid < ask;
    this.midsTicks.push(isWhole ? (bid + ask) / 2 : Number.NaN);
    if (!isWhole) return;
    const bidSize = this.#book.levelSize(SIDE_BID, bid);
    const askSize = this.#book.levelSize(SIDE_ASK, ask);
    let deep = 0;
    for (let k = 0; k < DEPTH; k += 1)
      deep += this.#book.levelSize(SIDE_BID, bid - k) + this.#book.levelSize(SIDE_ASK, ask + k);
    const imbalance = (bidSize - askSize) / (bidSize + askSize);
    this.#push('spread', ask - bid);
    this.#push('imbalance', imbalance);
    this.#push('depth at the best', (bidSize + askSize) / 2);
    this.#push('depth of ten levels', deep / 2);
    this.windows.addBook({
      spread: ask - bid,
      imbalance,
      best: (bidSize + askSize) / 2,
      deep: deep / 2,
      mid: (bid + ask) / 2,
    });
  }
}
