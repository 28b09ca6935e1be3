/** Facts and status of a session when they changed, at most one a second each. */
import { encodeSessionFacts, type FeedStatus, type SessionFacts } from '@undertow/contracts';
import type { ExchangeCalendar, Instrument, MarketFacts } from '@undertow/market';

const EVERY_MS = 1000;

export class SessionStatus {
  readonly #instrument: Instrument;
  readonly #calendar: ExchangeCalendar;
  #factsMs = Number.NEGATIVE_INFINITY;
  #statusMs = Number.NEGATIVE_INFINITY;
  #statusText = '';

  constructor(instrument: Instrument, calendar: ExchangeCalendar) {
    this.#instrument = instrument;
    this.#calendar = calendar;
  }

  /** Null within the second after the last ones. */
  nextFacts(facts: MarketFacts, asOfMs: number): SessionFacts | null {
    if (asOfMs - this.#factsMs < EVERY_MS) return null;
    this.#factsMs = asOfMs;
    return encodeSessionFacts(this.#instrument, facts.dayFacts(), this.#calendar.tradingDayOf(asOfMs));
  }

  /** Null within the second after the last check, and while it is unchanged. */
  nextStatus(read: () => FeedStatus, asOfMs: number): FeedStatus | null {
    if (asOfMs - this.#statusMs < EVERY_MS) return null;
    this.#statusMs = asOfMs;
    const status = read();
    const text = JSON.stringify(status);
    if (text === this.#statusText) return null;
    this.#statusText = text;
    return status;
  }

  /** The next status is published although it is unchanged. */
  resendStatus(): void {
    this.#statusText = '';
  }

  /** The status is checked again without waiting for the next second. */
  recheckStatus(): void {
    this.#statusMs = Number.NEGATIVE_INFINITY;
  }
}
