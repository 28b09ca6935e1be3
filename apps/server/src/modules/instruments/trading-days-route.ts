/** The trading calendar of an instrument, by the rules of its venue. */
import { instantOfMs, listTradingDays, type TradingDayDto } from '@undertow/contracts';
import {
  calendarOf,
  DAY_MS,
  type ExchangeCalendar,
  instrumentById,
  productCalendar,
  type SessionBounds,
  tradingDayBefore,
} from '@undertow/market';
import { AppError } from '#failures/app-error.ts';
import type { RouteBinder } from '#http/bind/bind-route.ts';

const boundsOf = ({ openMs, closeMs }: SessionBounds) => ({
  open: instantOfMs(openMs),
  close: instantOfMs(closeMs),
});

/** Of both ends those that are traded, in order; from a day after the last one backwards, as each names the one before. */
function tradedBetween(calendar: ExchangeCalendar, from: string, to: string): readonly string[] {
  const days: string[] = [];
  let day = calendar.tradingDayOf(Date.parse(to) + DAY_MS);
  while (day >= from) {
    if (day <= to) days.push(day);
    day = tradingDayBefore(calendar, day);
  }
  return days.toReversed();
}

export function bindTradingDaysRoute(binder: RouteBinder): void {
  binder.bindInstrument(listTradingDays, 'nothing', ({ instrumentId, viewSource, query }) => {
    const instrument = instrumentById(instrumentId);
    if (instrument === undefined) throw new AppError('INSTRUMENT_NOT_FED');
    const calendar = productCalendar(calendarOf(viewSource.views.present(0).source), instrument);
    return tradedBetween(calendar, query.from, query.to).map((tradingDay): TradingDayDto => {
      const regular = calendar.regularHours(instrument, tradingDay);
      const session = boundsOf(calendar.sessionBounds(tradingDay));
      return { tradingDay, ...session, regularHours: regular && boundsOf(regular) };
    });
  });
}
