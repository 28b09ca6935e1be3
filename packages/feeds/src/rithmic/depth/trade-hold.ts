/** Keeps trades until the book changes that they caused are there, so that both are rows of one event. */
import {
  ACTION_FILL,
  ACTION_TRADE,
  type Instrument,
  NO_PRICE,
  SIDE_ASK,
  SIDE_BID,
  SIDE_NONE,
} from '@undertow/market';
import type { RithmicMessage } from '#rithmic/wire/rithmic-wire.ts';
import { compareTimes, isSameTime, messageTime, type SplitTime } from '#rithmic/wire/split-time.ts';
import { HAS_TRADE, WIRE_BUY, WIRE_SELL } from '#rithmic/wire/update-bits.ts';
import { NO_ID, type SplitId, splitId, ticksOf } from '#rithmic/wire/wire-price.ts';
import type { RowEmitter } from './row-emitter.ts';

interface Trade {
  readonly time: SplitTime | null;
  readonly side: number;
  readonly priceTicks: number;
  readonly size: number;
  readonly aggressor: SplitId;
  readonly resting: SplitId;
}

/** What the trades need from the book that they are sent with. */
interface TradeBook {
  /** Whether book changes wait somewhere for others, so that trades after them have to wait too. */
  isAhead(): boolean;
  /** Whether a current fill concerns the book: not where it holds it already, or does not follow the order. */
  isOpenTo(resting: SplitId): boolean;
}

const SIMPLE_BOOK: TradeBook = { isAhead: () => false, isOpenTo: () => true };

/** The book changes of a trade follow within this, or there are none. */
const HOLD_MS = 25;
/** Trades that are remembered: to recognise duplicates, to send a fill with its change. */
const REMEMBERED = 256;

export class TradeHold {
  /** Trades without a usable price or size. */
  refused = 0;
  duplicates = 0;
  readonly #instrument: Instrument;
  readonly #rows: RowEmitter;
  readonly #trades: Trade[] = [];
  /** Fills of trades that were sent alone: each waits for the change of the book that it caused. */
  #fills: readonly Trade[] = [];
  readonly #seen = new Set<string>();
  readonly #book: TradeBook;
  #timer: NodeJS.Timeout | null = null;
  /** The latest event of the book: it has the fills of trades up to it that come only now. */
  #begun: SplitTime | null = null;

  constructor(instrument: Instrument, rows: RowEmitter, book: TradeBook = SIMPLE_BOOK) {
    this.#instrument = instrument;
    this.#rows = rows;
    this.#book = book;
  }

  /** Takes a trade that is new: a snapshot carries an old one, and without its presence bit there is no trade. */
  take(message: RithmicMessage<'LastTrade'>): void {
    if (((message.presenceBits ?? 0) & HAS_TRADE) === 0 || message.isSnapshot === true) return;
    if (this.#isDuplicate(message)) {
      this.duplicates += 1;
      return;
    }
    const priceTicks = ticksOf(this.#instrument, message.tradePrice);
    const { tradeSize: size = 0 } = message;
    if (priceTicks === NO_PRICE || size <= 0) {
      this.refused += 1;
      return;
    }
    this.#trades.push({
      time: messageTime(message),
      side: sideOf(message.aggressor),
      priceTicks,
      size,
      aggressor: splitId(message.aggressorExchangeOrderId),
      resting: splitId(message.exchangeOrderId),
    });
    this.#wait();
  }

  /** Begins the event of a book change: its trades are its first rows. Older ones have been sent before. */
  begin(time: SplitTime | null): void {
    if (time !== null) {
      if (this.#trades.length > 0) this.#write(this.#take((trade) => isSameTime(trade.time, time)));
      if (this.#fills.length > 0) this.#writeFills(time);
    }
    this.#begun = time;
    this.#rows.at(time);
  }

  /** Emits what waits from before an instant; all of it for null. */
  flushBefore(time: SplitTime | null): void {
    if (this.#trades.length === 0) return;
    this.#emit(this.#take((trade) => trade.time === null || time === null || isBefore(trade.time, time)));
  }

  /**
   * Trades whose change of the book is not there are events of their own, one for each instant. Their fills wait on:
   * sent now they would cost orders their places in changes that come before, or be gone with a book that is replaced.
   */
  flush(): void {
    if (this.#book !== SIMPLE_BOOK) {
      const begun = this.#begun;
      // At the instant of the latest event another may follow
      const fills = this.#trades.filter(
        ({ time }) => time !== null && (begun === null || !isBefore(time, begun)),
      );
      this.#fills = [...this.#fills, ...fills].slice(-REMEMBERED);
    }
    this.flushBefore(null);
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#trades.length = 0;
    this.#fills = [];
    this.#begun = null;
  }

  #wait(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      if (this.#book.isAhead()) this.#wait();
      else this.flush();
    }, HOLD_MS);
  }

  /** What belongs to earlier events has missed them. */
  #writeFills(time: SplitTime): void {
    const due = this.#fills.filter((trade) => isSameTime(trade.time, time));
    this.#fills = this.#fills.filter((trade) => trade.time !== null && compareTimes(trade.time, time) > 0);
    if (due.length === 0) return;
    this.#rows.nextSequence();
    this.#rows.at(time);
    for (const fill of due) this.#writeFill(fill);
  }

  /** Takes the trades that match off the front of what waits. */
  #take(matches: (trade: Trade) => boolean): readonly Trade[] {
    const end = this.#trades.findIndex((trade) => !matches(trade));
    const taken = this.#trades.splice(0, end < 0 ? this.#trades.length : end);
    if (this.#trades.length === 0 && this.#timer !== null) {
      clearTimeout(this.#timer);
      this.#timer = null;
    }
    return taken;
  }

  #emit(trades: readonly Trade[]): void {
    for (let from = 0, to = 1; from < trades.length; from = to, to += 1) {
      const first = trades[from]!;
      while (to < trades.length && isSameTime(trades[to]!.time, first.time)) to += 1;
      this.#write(trades.slice(from, to), (trade) => !this.#isLate(trade) && !this.#fills.includes(trade));
      this.#rows.end();
    }
  }

  /** Appends the rows of trades of one instant, and those of the fills that the book receives now. */
  #write(trades: readonly Trade[], hasFills: (trade: Trade) => boolean = () => true): void {
    let before: Trade | null = null;
    for (const trade of trades) {
      if (before === null || !isSameRound(before, trade)) this.#rows.nextSequence();
      before = trade;
      this.#rows.at(trade.time);
      const { side, priceTicks, size, aggressor } = trade;
      this.#rows.row({ action: ACTION_TRADE, side, priceTicks, size, id: aggressor });
      if (hasFills(trade)) this.#writeFill(trade);
    }
  }

  #writeFill({ side, priceTicks, size, resting }: Trade): void {
    if (resting !== NO_ID && this.#book.isOpenTo(resting))
      this.#rows.row({ action: ACTION_FILL, side: opposite(side), priceTicks, size, id: resting });
  }

  #isLate({ time }: Trade): boolean {
    return time !== null && this.#begun !== null && compareTimes(time, this.#begun) <= 0;
  }

  /**
   * The same trade twice has the same total volume; without it two fills of one refilled order may look the same, and
   * both count.
   */
  #isDuplicate(message: RithmicMessage<'LastTrade'>): boolean {
    if (message.volume === undefined) return false;
    const text = JSON.stringify(message);
    if (this.#seen.has(text)) return true;
    this.#seen.add(text);
    if (this.#seen.size > REMEMBERED) this.#seen.delete(this.#seen.values().next().value ?? '');
    return false;
  }
}

function isBefore(a: SplitTime, b: SplitTime): boolean {
  return compareTimes(a, b) < 0;
}

function sideOf(aggressor: number | undefined): number {
  if (aggressor === WIRE_BUY) return SIDE_BID;
  return aggressor === WIRE_SELL ? SIDE_ASK : SIDE_NONE;
}

function opposite(side: number): number {
  if (side === SIDE_NONE) return SIDE_NONE;
  return side === SIDE_BID ? SIDE_ASK : SIDE_BID;
}

function isSameRound(a: Trade, b: Trade): boolean {
  return a.side === b.side && a.aggressor.hi === b.aggressor.hi && a.aggressor.lo === b.aggressor.lo;
}
