/** One instrument of the gateway: rows of the exchange in, its book, messages to subscribers out. */
import {
  ACTION_FILL,
  ACTION_STATUS,
  ACTION_TRADE,
  COL_ACTION,
  COL_AUX,
  COL_FLAGS,
  COL_ORDER_HI,
  COL_ORDER_LO,
  COL_PRICE_TICKS,
  COL_SEQUENCE,
  COL_SIDE,
  COL_SIZE,
  type EventBatch,
  FLAG_LAST,
  FLAG_SNAPSHOT,
  type Instrument,
  orderIdString,
  ROW_LENGTH,
  rowTimeMs,
  rowTimeNs,
  SIDE_NONE,
  TRADING_STATUSES,
  type TradingStatus,
} from '@undertow/market';
import { DayFigures } from './day-figures.ts';
import { DepthBook, type DepthChange } from './depth-book.ts';
import { depthFrames, type EventTime } from './depth-frames.ts';
import { bookImage, levelFrames } from './level-frames.ts';
import { Quotes } from './quote-frames.ts';
import {
  changeFrame,
  closeFrame,
  type DayTotals,
  modeFrame,
  type Print,
  statisticsFrame,
  tradeFrame,
  tradeImage,
} from './trade-frames.ts';
import { TradeStore } from './trade-store.ts';
import * as bits from './update-bits.ts';
import type { WireInstrument } from './wire-instrument.ts';

/** A client's subscription to one instrument. */
export interface LineReader {
  /** The name that the instrument is read under. */
  readonly of: WireInstrument;
  /** Update bits, with `DEPTH_BY_ORDER` among them. */
  readonly bits: number;
  /** Prices in ticks whose orders are wanted; null for the whole book. */
  readonly prices: ReadonlySet<number> | null;
  push(frame: Uint8Array): void;
  /** Depth by order has its own path: its order can be disturbed. */
  pushDepth(frames: readonly Uint8Array[]): void;
}

/** Called for every trade after it was stored. */
export type TradeListener = () => void;

/** An exchange this far behind the present still makes its history. */
const LIVE_LAG_MS = 2_000;
/** Sequence numbers of a channel are beyond 32 bits after a while. */
const SEQUENCE_BASE = 5_000_000_000;
/** The change since yesterday is sent once per this many trades. */
const TRADES_A_CHANGE = 50;

export class InstrumentLine {
  readonly instrument: Instrument;
  readonly book = new DepthBook();
  readonly trades = new TradeStore();
  readonly day = new DayFigures();
  readonly readers = new Set<LineReader>();
  readonly tradeListeners = new Set<TradeListener>();
  status: TradingStatus = 'open';
  /** Sequence of the last event that changed the book. */
  sequence = SEQUENCE_BASE;
  readonly #nowMs: () => number;
  readonly #quotes = new Quotes();
  readonly #whenLive: (() => void)[] = [];
  #live = false;
  #prints: (Print & DayTotals)[] = [];
  #changes: DepthChange[] = [];
  #rangeMoved = false;
  #tradesPushed = 0;
  #aggressorSide = SIDE_NONE;
  #aggressorId = '';
  /** Contracts of the trade row that no fill has reported yet, at its price. */
  #unnamed = 0;
  #unnamedTicks = 0;

  constructor(instrument: Instrument, nowMs: () => number) {
    this.instrument = instrument;
    this.#nowMs = nowMs;
  }

  /** Calls back at once, or when the history has been generated. */
  whenLive(then: () => void): void {
    if (this.#live) then();
    else this.#whenLive.push(then);
  }

  onBatch({ rows, count }: EventBatch): void {
    for (let row = 0; row < count; row++) this.#onRow(rows, row * ROW_LENGTH);
    if (count === 0) return;
    const lastMs = rowTimeMs(rows, (count - 1) * ROW_LENGTH);
    if (!this.#live && this.#nowMs() - lastMs <= LIVE_LAG_MS) this.#goLive();
    this.#pushQuotes();
  }

  /** What a client that just subscribed to these bits is shown first. */
  images(of: WireInstrument, wanted: number): readonly Uint8Array[] {
    const nowMs = this.#nowMs();
    const shown = (bit: number, make: () => Uint8Array | null) => ((wanted & bit) === 0 ? null : make());
    return [
      shown(bits.LAST_TRADE, () => tradeImage(of, this.day, nowMs)),
      shown(bits.BBO, () => this.#quotes.image(of, nowMs)),
      shown(bits.ORDER_BOOK, () => bookImage(of, this.book, nowMs)),
      shown(bits.OPEN | bits.HIGH_LOW, () => statisticsFrame(of, this.day, nowMs, true)),
      shown(bits.CLOSE | bits.SETTLEMENT, () => closeFrame(of, this.day, nowMs)),
      shown(bits.MARKET_MODE, () => modeFrame(of, this.status, nowMs)),
    ].filter((frame) => frame !== null);
  }

  #goLive(): void {
    this.#live = true;
    this.#quotes.update(this.book);
    for (const then of this.#whenLive.splice(0)) then();
  }

  #onRow(rows: Int32Array, at: number): void {
    const action = rows[at + COL_ACTION]!;
    if (action === ACTION_TRADE) this.#onTrade(rows, at);
    else if (action === ACTION_FILL) this.#onFill(rows, at);
    else if (action === ACTION_STATUS) this.#onStatus(rows[at + COL_AUX]!);
    const change = this.book.apply(rows, at);
    if (change !== null && this.#live) this.#changes.push(change);
    const flags = rows[at + COL_FLAGS]!;
    if ((flags & FLAG_LAST) === 0) return;
    this.#recordUnnamed(rows, at);
    this.book.endEvent();
    if ((flags & FLAG_SNAPSHOT) === 0 && this.#live) this.#pushEvent(rows, at);
  }

  #onTrade(rows: Int32Array, at: number): void {
    this.#recordUnnamed(rows, at);
    this.#aggressorSide = rows[at + COL_SIDE]!;
    this.#aggressorId = orderIdString(rows[at + COL_ORDER_HI]!, rows[at + COL_ORDER_LO]!);
    this.#unnamed = rows[at + COL_SIZE]!;
    this.#unnamedTicks = rows[at + COL_PRICE_TICKS]!;
  }

  /**
   * Fills of an auction name both sides of each trade, so the trade row itself is reported. An order that was re-priced
   * through the spread has a fill of its own beside those of the orders that it traded with.
   */
  #onFill(rows: Int32Array, at: number): void {
    const side = this.#aggressorSide;
    if (side === SIDE_NONE || rows[at + COL_SIDE] === side) return;
    const size = rows[at + COL_SIZE]!;
    this.#unnamed -= size;
    this.#addPrint(rows, at, {
      priceTicks: rows[at + COL_PRICE_TICKS]!,
      size,
      aggressorSide: this.#aggressorSide,
      restingId: orderIdString(rows[at + COL_ORDER_HI]!, rows[at + COL_ORDER_LO]!),
      aggressorId: this.#aggressorId,
    });
  }

  #recordUnnamed(rows: Int32Array, at: number): void {
    if (this.#unnamed <= 0) return;
    const hasAggressor = this.#aggressorSide !== SIDE_NONE;
    this.#addPrint(rows, at, {
      priceTicks: this.#unnamedTicks,
      size: this.#unnamed,
      aggressorSide: this.#aggressorSide,
      restingId: null,
      aggressorId: hasAggressor ? this.#aggressorId : null,
    });
    this.#unnamed = 0;
  }

  #addPrint(rows: Int32Array, at: number, print: Print): void {
    const timeMs = rowTimeMs(rows, at);
    this.trades.add(timeMs, print.priceTicks, print.size, print.aggressorSide);
    const moved = this.day.add(timeMs, print.priceTicks, print.size, print.aggressorSide);
    this.#rangeMoved ||= moved;
    // An event may have several: each carries the totals after it, not those after the last
    const { volume, averageTicks } = this.day;
    if (this.#live) this.#prints.push({ ...print, volume, averageTicks });
  }

  #onStatus(index: number): void {
    const status = TRADING_STATUSES[index];
    if (status === undefined || status === this.status) return;
    this.status = status;
    if (this.#live) this.#push(bits.MARKET_MODE, (of) => [modeFrame(of, status, this.#nowMs())]);
  }

  #pushEvent(rows: Int32Array, at: number): void {
    const prints = this.#prints.splice(0);
    const changes = this.#changes.splice(0);
    const exchangeNs = rowTimeNs(rows, at);
    const nowMs = this.#nowMs();
    if (prints.length > 0) this.#pushTrades(prints, exchangeNs, nowMs);
    if (changes.length === 0) return;
    // Rows of other sources may repeat a sequence: ours is strictly increasing
    this.sequence = Math.max(this.sequence + 1, SEQUENCE_BASE + rows[at + COL_SEQUENCE]!);
    this.#push(bits.ORDER_BOOK, (of) => levelFrames(of, this.book, changes, nowMs));
    this.#pushDepth(changes, { sequence: this.sequence, exchangeNs, nowMs });
  }

  #pushTrades(prints: readonly (Print & DayTotals)[], exchangeNs: bigint, nowMs: number): void {
    this.#push(bits.LAST_TRADE, (of) => prints.map((print) => tradeFrame(of, print, exchangeNs, nowMs)));
    this.#tradesPushed += prints.length;
    if (this.#tradesPushed >= TRADES_A_CHANGE) {
      this.#tradesPushed = 0;
      this.#push(bits.LAST_TRADE, (of) => [changeFrame(of, this.day, nowMs)]);
    }
    if (this.#rangeMoved)
      this.#push(bits.OPEN | bits.HIGH_LOW, (of) => {
        const statistics = statisticsFrame(of, this.day, nowMs, false);
        return statistics === null ? [] : [statistics];
      });
    this.#rangeMoved = false;
    for (const listener of this.tradeListeners) listener();
  }

  #pushDepth(changes: readonly DepthChange[], time: EventTime): void {
    const whole = onceAName((of) => depthFrames(of, changes, time));
    for (const reader of this.readers) {
      if ((reader.bits & bits.DEPTH_BY_ORDER) === 0) continue;
      const { of, prices } = reader;
      if (prices === null) {
        reader.pushDepth(whole(of));
        continue;
      }
      const own = changes.filter(
        ({ priceTicks, priceBeforeTicks }) =>
          prices.has(priceTicks) || (priceBeforeTicks !== null && prices.has(priceBeforeTicks)),
      );
      if (own.length > 0) reader.pushDepth(depthFrames(of, own, time));
    }
  }

  #pushQuotes(): void {
    if (!this.#live) return;
    const changed = this.#quotes.update(this.book);
    if (changed !== 0) this.#push(bits.BBO, (of) => [this.#quotes.updateFrame(of, changed, this.#nowMs())]);
  }

  #push(bit: number, make: (of: WireInstrument) => readonly Uint8Array[]): void {
    const made = onceAName(make);
    for (const reader of this.readers)
      if ((reader.bits & bit) !== 0) for (const frame of made(reader.of)) reader.push(frame);
  }
}

type Frames = readonly Uint8Array[];

/** Encodes once for each name that is read under, and only where somebody reads it. */
function onceAName(make: (of: WireInstrument) => Frames): (of: WireInstrument) => Frames {
  let made: Map<string, Frames> | null = null;
  return (of) => {
    made ??= new Map();
    const known = made.get(of.symbol);
    if (known !== undefined) return known;
    const frames = make(of);
    made.set(of.symbol, frames);
    return frames;
  };
}
