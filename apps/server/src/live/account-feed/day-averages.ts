/** Averages of trading days computed from those of their minutes: the day average in a bar of a live session. */
import type { Bar, ExchangeCalendar } from '@undertow/market';

/**
 * `calendar` is the product's. `bars` are oldest first and complete from `fromMs` on: a day that began before it has no average, and any other day
 * has
 * none from a minute without an average on.
 */
export function withDayAverages(
  calendar: ExchangeCalendar,
  bars: readonly Bar[],
  fromMs: number,
): readonly Bar[] {
  let [notional, volume] = [0, 0];
  const unknownDay = calendar.tradingDayOf(fromMs);
  let day = '';
  let isKnown = false;
  return bars.map((bar) => {
    const ownDay = calendar.tradingDayOf(bar.startMs);
    if (ownDay !== day) {
      day = ownDay;
      isKnown = ownDay !== unknownDay;
      [notional, volume] = [0, 0];
    }
    isKnown &&= bar.vwapTicks !== null;
    notional += (bar.vwapTicks ?? 0) * bar.volume;
    volume += bar.volume;
    return { ...bar, vwapTicks: isKnown && volume > 0 ? notional / volume : null };
  });
}
