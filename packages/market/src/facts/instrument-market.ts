/** One instrument's market from rows: the book with its match events, the facts of the day, the trading status. */

import { MatchEventAssembler } from '#assembly/match-event-assembler.ts';
import { LevelBook } from '#book/level-book.ts';
import { OrderBook } from '#book/order-book.ts';
import {
  ACTION_NEWS,
  ACTION_STATUS,
  COL_ACTION,
  COL_AUX,
  COL_FLAGS,
  type EventBatch,
  FLAG_SNAPSHOT,
  ROW_LENGTH,
  rowWholeMs,
} from '#events/market-event.ts';
import type { MatchEvent } from '#events/match-event.ts';
import { type FeedTier, TRADING_STATUSES, type TradingStatus } from '#events/vocabulary.ts';
import type { ExchangeCalendar } from '#instruments/exchange-calendar.ts';
import type { Instrument } from '#instruments/instrument.ts';
import { type NewsWindow, windowOfRow } from '#news/news-window.ts';
import { MarketFacts } from './market-facts.ts';

export interface InstrumentMarketOptions {
  readonly instrument: Instrument;
  /** L3 keeps every order, the other tiers keep levels. */
  readonly tier: FeedTier;
  readonly calendar: ExchangeCalendar;
}

/** Takes a match event when book and facts already hold it. The event is reused: copy what is kept. */
export type OnMatchEvent = (event: MatchEvent) => void;

/** Rows in the order of `market-event.ts`; prices in ticks, sizes in contracts. */
export class InstrumentMarket {
  readonly instrument: Instrument;
  readonly tier: FeedTier;
  readonly book: OrderBook | LevelBook;
  readonly facts: MarketFacts;
  readonly #assembler: MatchEventAssembler;
  #lastStatus: TradingStatus | null = null;
  #newsWindow: NewsWindow | null = null;
  #lastTimeMs = Number.NEGATIVE_INFINITY;

  constructor(options: InstrumentMarketOptions) {
    this.instrument = options.instrument;
    this.tier = options.tier;
    this.book = options.tier === 'L3' ? new OrderBook() : new LevelBook();
    this.facts = new MarketFacts({ instrument: options.instrument, calendar: options.calendar });
    this.#assembler = new MatchEventAssembler(this.book);
  }

  /** Trading status as the venue announced it last; null before any announcement. */
  get status(): TradingStatus | null {
    return this.#lastStatus;
  }

  /** The window around a release as it was stated last, whether or not it is over; null before any. */
  get newsWindow(): NewsWindow | null {
    return this.#newsWindow;
  }

  /** The book of orders, or null on a feed of levels. */
  get orders(): OrderBook | null {
    return this.book instanceof OrderBook ? this.book : null;
  }

  /** Exchange time of the last row outside a snapshot, whole milliseconds; -Infinity before the first. */
  get timeMs(): number {
    return this.#lastTimeMs;
  }

  /**
   * Takes rows of this instrument in feed order, and passes on each match event that they end; nothing of the batch is
   * kept.
   */
  applyBatch(batch: EventBatch, onMatchEvent?: OnMatchEvent): void {
    const { rows, count } = batch;
    const end = count * ROW_LENGTH;
    for (let at = 0; at < end; at += ROW_LENGTH) {
      const event = this.applyRow(rows, at);
      if (event !== null) onMatchEvent?.(event);
    }
  }

  /**
   * Takes the row of 16 int32 that starts at `at`. Returns the match event that the row ends, when book and facts
   * already hold it, otherwise null. The event is reused and holds until the next row: copy what is kept.
   */
  applyRow(rows: Int32Array, at: number): MatchEvent | null {
    const action = rows[at + COL_ACTION];
    if (action === ACTION_STATUS) {
      this.#lastStatus = TRADING_STATUSES[rows[at + COL_AUX]!] ?? this.#lastStatus;
    } else if (action === ACTION_NEWS) {
      this.#newsWindow = windowOfRow(rows, at);
    }
    if ((rows[at + COL_FLAGS]! & FLAG_SNAPSHOT) === 0) {
      const timeMs = rowWholeMs(rows, at);
      if (timeMs > this.#lastTimeMs) this.#lastTimeMs = timeMs;
      // Facts first: the consumer of the match event finds its trades in them.
      this.facts.applyRowAt(rows, at, timeMs);
    }
    return this.#assembler.applyRow(rows, at);
  }
}
