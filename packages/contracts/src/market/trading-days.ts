/** When an instrument trades: its trading days with their sessions and regular hours. */
import { parseDay } from '@undertow/market';
import { z } from 'zod';
import { instant, instrumentId } from '#shapes/primitives.ts';
import { route } from '#shapes/route.ts';

export const MAX_TRADING_DAYS = 100;

const bounds = z.object({ open: instant, close: instant });

export const tradingDay = z.object({
  tradingDay: z.iso.date(),
  /** Of the session, which opens on the evening before. */
  ...bounds.shape,
  /** Null where they fall away. */
  regularHours: bounds.nullable(),
});
export type TradingDayDto = z.infer<typeof tradingDay>;

export const tradingDaysQuery = {
  /** Both included. */
  from: z.iso.date(),
  to: z.iso.date(),
};

/** Days on which the venue is closed are left out. */
export const listTradingDays = route({
  id: 'listTradingDays',
  method: 'GET',
  path: '/api/trading-days',
  access: 'instrument',
  viewable: true,
  summary: 'Trading days of an instrument, in order',
  query: z
    .strictObject({ instrumentId, ...tradingDaysQuery })
    .refine(({ from, to }) => parseDay(to) - parseDay(from) < MAX_TRADING_DAYS, {
      path: ['to'],
      message: `expected at most ${MAX_TRADING_DAYS} days`,
    }),
  response: z.array(tradingDay),
});

export const TRADING_DAY_ROUTES = [listTradingDays] as const;
