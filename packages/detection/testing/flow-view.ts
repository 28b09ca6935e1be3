/** A view without detectors for the tests of flow: rows in, the facts after them out. */
import {
  ACTION_ADD,
  ACTION_CANCEL,
  ACTION_TRADE,
  CME_CALENDAR,
  COL_ACTION,
  COL_FLAGS,
  COL_INSTRUMENT,
  COL_ORDER_LO,
  COL_PRICE_TICKS,
  COL_SEQUENCE,
  COL_SIDE,
  COL_SIZE,
  COL_TIME_HI,
  COL_TIME_LO,
  type ExchangeCalendar,
  FLAG_LAST,
  InstrumentMarket,
  type MatchEvent,
  MS_NS,
  NS_PER_MS,
  nsHi,
  nsLo,
  ROW_LENGTH,
} from '@undertow/market';
import { LiveMarketView } from '#view/live-market-view.ts';
import { ES } from './hand-tape.ts';

const CLOCK_MS = 100;
/** 2023-12-26 15:00 UTC, a Tuesday in regular trading hours. */
export const FLOW_START_MS = 1_703_602_800_000;

export class WatchedMarket {
  readonly view: LiveMarketView;
  readonly market: InstrumentMarket;
  readonly #onEvent: (event: MatchEvent) => void;
  timeMs = FLOW_START_MS;
  #tickMs = Number.NaN;
  #orders = 0;

  /** `onEvent` receives each match event once the view holds it. */
  constructor(
    calendar: ExchangeCalendar = CME_CALENDAR,
    onEvent: (event: MatchEvent) => void = () => undefined,
  ) {
    this.#onEvent = onEvent;
    this.market = new InstrumentMarket({ instrument: ES, tier: 'L3', calendar });
    this.view = new LiveMarketView(ES, 'L3', this.market);
  }

  /** An order that arrives after `waitMs`; returns its id. */
  add(waitMs: number, side: number, priceTicks: number, size: number): number {
    this.#orders += 1;
    this.#row(waitMs, ACTION_ADD, side, priceTicks, size, this.#orders);
    return this.#orders;
  }

  cancel(waitMs: number, id: number): void {
    this.#row(waitMs, ACTION_CANCEL, 0, 0, 0, id);
  }

  /** A trade by a fresh aggressor; `side` is the aggressor's. */
  trade(waitMs: number, side: number, priceTicks: number, size: number): void {
    this.#orders += 1;
    this.#row(waitMs, ACTION_TRADE, side, priceTicks, size, this.#orders);
  }

  /** Takes rows as the session does: the clock, the view, then `onEvent`. */
  apply(rows: Int32Array): void {
    this.market.applyBatch({ rows, count: rows.length / ROW_LENGTH }, (event) => {
      this.runClock(event.timeMs);
      this.view.observe(event);
      this.#onEvent(event);
    });
  }

  /** Advances the clock to the instant, as a pipeline does. */
  runClock(timeMs: number): void {
    const nowMs = Math.floor(timeMs / CLOCK_MS) * CLOCK_MS;
    if (Number.isNaN(this.#tickMs)) this.#tickMs = nowMs - CLOCK_MS;
    while (this.#tickMs < nowMs) {
      this.#tickMs += CLOCK_MS;
      this.view.onClock(this.#tickMs);
    }
  }

  #row(waitMs: number, action: number, side: number, priceTicks: number, size: number, id: number): void {
    this.timeMs += waitMs;
    const wholeMs = Math.floor(this.timeMs);
    const timeNs = BigInt(wholeMs) * NS_PER_MS + BigInt(Math.round((this.timeMs - wholeMs) * MS_NS));
    const row = new Int32Array(ROW_LENGTH);
    row[COL_ACTION] = action;
    row[COL_SIDE] = side;
    row[COL_PRICE_TICKS] = priceTicks;
    row[COL_SIZE] = size;
    row[COL_ORDER_LO] = id;
    row[COL_TIME_HI] = nsHi(timeNs);
    row[COL_TIME_LO] = nsLo(timeNs);
    row[COL_FLAGS] = FLAG_LAST;
    row[COL_SEQUENCE] = id;
    row[COL_INSTRUMENT] = ES.id;
    this.apply(row);
  }
}
