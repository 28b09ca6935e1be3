/** Averages of trading days from those of their minutes: what a bar of a live session says of its day. */
import { type Bar, calendarOf } from '@undertow/market';

const calendar = calendarOf('rithmic');

/**
 * `bars` are oldest first and whole from `fromMs` on: the day that had begun before it has no average, and a day has none
 * from a minute on whose own is not known.
 */
export function withDayAverages(bars: readonly Bar[], fromMs: number): readonly Bar[] {
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
