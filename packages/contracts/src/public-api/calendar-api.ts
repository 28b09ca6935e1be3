/** Public routes of the calendar: scheduled releases with their windows, and trading days. */
import { z } from 'zod';
import { getInstrumentNews, newsRelease, newsWindow } from '#market/news.ts';
import { listTradingDays, tradingDay, tradingDaysQuery } from '#market/trading-days.ts';
import { apiInstrument, apiRoute, instrumentIdOf } from './api-route.ts';

const BASE = { scope: 'market:read', tag: 'Calendar' } as const;

const apiListReleases = apiRoute({
  ...{ ...BASE, id: 'listReleases', path: '/api/v1/calendar/releases' },
  summary:
    'Scheduled releases that concern an instrument, from two days before to two days after the present',
  description: 'Within a window volume and volatility are of another order. Windows that touch are one.',
  of: getInstrumentNews,
  query: z.strictObject({ instrument: apiInstrument }),
  toQuery: ({ instrument }) => ({ instrumentId: instrumentIdOf(instrument) }),
  data: z.object({ releases: z.array(newsRelease), windows: z.array(newsWindow) }),
  toAnswer: ({ releases, windows }) => ({ data: { releases, windows } }),
});

const apiListTradingDays = apiRoute({
  ...{ ...BASE, id: 'listTradingDays', path: '/api/v1/calendar/trading-days' },
  summary: 'Trading days of an instrument with their sessions and regular hours',
  description: 'At most 100 days, both ends included; days without trading are left out.',
  of: listTradingDays,
  query: z.strictObject({ instrument: apiInstrument, ...tradingDaysQuery }),
  toQuery: ({ instrument, ...days }) => ({ instrumentId: instrumentIdOf(instrument), ...days }),
  data: z.array(tradingDay),
});

export const CALENDAR_API = [apiListReleases, apiListTradingDays] as const;
