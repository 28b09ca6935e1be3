/** Time as a market trades it: closed hours do not count, so that what is straight on a chart of bars is straight here. */
import type { ExchangeCalendar, SessionBounds } from './exchange-calendar.ts';

/**
 * Milliseconds of sessions since an origin, and back. It remembers the session of the latest call: calls that move with time cost
 * nothing. Pauses within a session count as trading.
 */
export class TradingClock {
  readonly #calendar: ExchangeCalendar;
  #session: SessionBounds;
  #nextOpenMs: number;
  /** Trading time from the origin to the open of the session; negative before it. */
  #beforeMs: number;

  /** `originMs`: milliseconds since 1970 UTC; while the market is closed it counts as the close before it. */
  constructor(calendar: ExchangeCalendar, originMs: number) {
    this.#calendar = calendar;
    this.#session = this.#sessionAt(originMs);
    this.#nextOpenMs = calendar.nextOpenMs(originMs);
    this.#beforeMs = -(Math.min(originMs, this.#session.closeMs) - this.#session.openMs);
  }

  /** Trading time from the origin to an instant, in milliseconds; negative before the origin. */
  elapsedMs(atMs: number): number {
    while (atMs < this.#session.openMs) this.#back();
    while (atMs >= this.#nextOpenMs) this.#forward();
    const { openMs, closeMs } = this.#session;
    return this.#beforeMs + Math.min(atMs, closeMs) - openMs;
  }

  /** The instant at which so much trading time has passed since the origin. */
  instantMs(elapsedMs: number): number {
    while (elapsedMs < this.#beforeMs) this.#back();
    while (elapsedMs >= this.#beforeMs + this.#lengthMs) this.#forward();
    return this.#session.openMs + elapsedMs - this.#beforeMs;
  }

  get #lengthMs(): number {
    return this.#session.closeMs - this.#session.openMs;
  }

  #sessionAt(atMs: number): SessionBounds {
    return this.#calendar.sessionBounds(this.#calendar.tradingDayOf(atMs));
  }

  #back(): void {
    this.#nextOpenMs = this.#session.openMs;
    this.#session = this.#sessionAt(this.#session.openMs - 1);
    this.#beforeMs -= this.#lengthMs;
  }

  #forward(): void {
    this.#beforeMs += this.#lengthMs;
    this.#session = this.#sessionAt(this.#nextOpenMs);
    this.#nextOpenMs = this.#calendar.nextOpenMs(this.#nextOpenMs);
  }
}
