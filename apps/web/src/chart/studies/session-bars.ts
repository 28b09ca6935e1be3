/** Which session of a template each bar of a chart belongs to. */
import {
  type ExchangeCalendar,
  type Instrument,
  type SessionBounds,
  type SessionTemplate,
  sessionWindow,
} from '@undertow/market';
import type { ChartBar } from '#chart/data/chart-input.ts';

export interface StudyMarket {
  readonly instrument: Instrument;
  /** The product's (`productCalendar`). */
  readonly calendar: ExchangeCalendar;
  readonly template: SessionTemplate;
}

export interface BarSession extends SessionBounds {
  readonly tradingDay: string;
  /** Its bars are `from <= index < to`. */
  readonly from: number;
  readonly to: number;
  /** Its first bars are not loaded: what it traded is known in part. */
  readonly isPartial: boolean;
}

/** Longest time after an open until a market that trades has its first bar. */
const FIRST_BAR_MS = 5 * 60_000;

/** Answers which window an instant is in; consecutive instants are answered from the last one. */
export class SessionClock {
  readonly #market: StudyMarket;
  #fromMs = Number.NaN;
  #toMs = Number.NaN;
  #day = '';
  #window: SessionBounds | null = null;

  constructor(market: StudyMarket) {
    this.#market = market;
  }

  /** The trading day of an instant and the window of its template; null outside of it, or where it falls away. */
  at(timeMs: number): (SessionBounds & { readonly tradingDay: string }) | null {
    if (!(timeMs >= this.#fromMs && timeMs < this.#toMs)) this.#move(timeMs);
    const window = this.#window;
    if (window === null || timeMs < window.openMs || timeMs >= window.closeMs) return null;
    return { ...window, tradingDay: this.#day };
  }

  #move(timeMs: number): void {
    const { calendar, instrument, template } = this.#market;
    this.#day = calendar.tradingDayOf(timeMs);
    this.#fromMs = calendar.sessionBounds(this.#day).openMs;
    this.#toMs = calendar.nextOpenMs(timeMs);
    this.#window = sessionWindow(template, instrument, calendar, this.#day);
  }
}

/** Sessions that the bars have, oldest first. */
export function sessionsOf(bars: readonly ChartBar[], market: StudyMarket): readonly BarSession[] {
  const clock = new SessionClock(market);
  const sessions: BarSession[] = [];
  bars.forEach(({ startMs }, index) => {
    const window = clock.at(startMs);
    if (window === null) return;
    const last = sessions.at(-1);
    if (last?.openMs === window.openMs) sessions[sessions.length - 1] = { ...last, to: index + 1 };
    else {
      const isPartial = index === 0 && startMs > window.openMs + FIRST_BAR_MS;
      sessions.push({ ...window, from: index, to: index + 1, isPartial });
    }
  });
  return sessions;
}
