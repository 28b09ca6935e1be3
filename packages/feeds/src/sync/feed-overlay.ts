/** What lies over a sound book: silence, halts, closed hours, and the check that prices do not stay crossed. */
import {
  type FeedState,
  type MarketPhase,
  NO_PRICE,
  TRADING_STATUSES,
  type TradingStatus,
} from '@undertow/market';

/** Best prices in ticks, `NO_PRICE` where a side is empty. */
export interface BookPrices {
  readonly bestBidTicks: number;
  readonly bestAskTicks: number;
}

/** When the venue trades (`ExchangeCalendar`). */
export interface FeedHours {
  marketPhase(timeMs: number): MarketPhase;
}

const QUIET_MS = 3000;
const STALE_MS = 10_000;
/** Crossed or locked this long while trading is open: the book is wrong. */
const CROSSED_MS = 250;
/** A venue that traded this recently outside its hours is open: calendars do not know every special session. */
const TRADED_MS = 60_000;

export class FeedOverlay {
  readonly #book: BookPrices | null;
  readonly #hours: FeedHours | null;
  #receivedMs = Number.NEGATIVE_INFINITY;
  #status: TradingStatus | null = null;
  /** Something traded since the status was announced: an auction is over then, whatever was missed. */
  #hasTraded = false;
  /** Exchange time of the newest trade. */
  #tradedMs = Number.NEGATIVE_INFINITY;
  #crossedSinceMs = Number.POSITIVE_INFINITY;

  constructor(book: BookPrices | null, hours: FeedHours | null) {
    this.#book = book;
    this.#hours = hours;
  }

  /** Anything came from the feed, a heartbeat too. */
  received(nowMs: number): void {
    this.#receivedMs = nowMs;
  }

  /** `timeMs` is the exchange's. */
  traded(timeMs: number): void {
    this.#hasTraded = true;
    this.#tradedMs = timeMs;
  }

  /** The venue announced a trading status (index of `TRADING_STATUSES`). */
  announced(index: number): void {
    this.#status = TRADING_STATUSES[index] ?? this.#status;
    this.#hasTraded = false;
  }

  bookReplaced(): void {
    this.#crossedSinceMs = Number.POSITIVE_INFINITY;
  }

  /** Rows went into the book; only at the end of an event are its prices to be looked at. */
  bookChanged(nowMs: number, isAtEventEnd: boolean): void {
    if (!isAtEventEnd || this.#book === null) return;
    const { bestBidTicks, bestAskTicks } = this.#book;
    const isCrossed = bestBidTicks !== NO_PRICE && bestAskTicks !== NO_PRICE && bestBidTicks >= bestAskTicks;
    if (!isCrossed || !this.#isTrading(nowMs)) this.#crossedSinceMs = Number.POSITIVE_INFINITY;
    else if (this.#crossedSinceMs === Number.POSITIVE_INFINITY) this.#crossedSinceMs = nowMs;
  }

  isCrossedTooLong(nowMs: number): boolean {
    return nowMs - this.#crossedSinceMs > CROSSED_MS;
  }

  isQuiet(nowMs: number): boolean {
    return nowMs - this.#receivedMs >= QUIET_MS && !this.#isOutsideHours(nowMs);
  }

  state(nowMs: number): FeedState {
    if (this.#status === 'close' || this.#isOutsideHours(nowMs)) return 'closed';
    if (this.#status === 'halt') return 'halted';
    if (nowMs - this.#receivedMs >= STALE_MS) return 'stale';
    return this.#status === 'preopen' && !this.#hasTraded ? 'auction' : 'live';
  }

  /** Before the opening auction, in a halt and after the close crossed orders are legal. */
  #isTrading(nowMs: number): boolean {
    const isOpen =
      this.#status === null ? this.#tradedMs > Number.NEGATIVE_INFINITY : this.#status === 'open';
    return isOpen && (this.#hours === null || this.#hours.marketPhase(nowMs) === 'open');
  }

  #isOutsideHours(nowMs: number): boolean {
    if (!this.#isShut(nowMs)) return false;
    return nowMs - this.#tradedMs >= TRADED_MS || !this.#isShut(this.#tradedMs);
  }

  #isShut(timeMs: number): boolean {
    const phase = this.#hours?.marketPhase(timeMs);
    return phase === 'break' || phase === 'closed';
  }
}
