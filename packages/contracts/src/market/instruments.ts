/** The catalogue, the instruments a user analyses live, and the watchlist. */
import { TRENDS } from '@undertow/market';
import { z } from 'zod';
import { decimalString, instant, instrumentId, okResponse } from '#shapes/primitives.ts';
import { route } from '#shapes/route.ts';

export const instrument = z.object({
  id: z.number().int(),
  symbol: z.string(),
  name: z.string(),
  venue: z.string(),
  /** Front contract of the product, for example `ESZ6`, and its last trading day. */
  contract: z.string(),
  expiry: z.string(),
  tickSize: decimalString,
  decimals: z.number().int(),
  /** How its prices are displayed; prices on the wire are always decimal. */
  notation: z.enum(['decimal', '32nds']),
  /** Money of one tick of one contract. */
  tickValue: decimalString,
  pointValue: z.number(),
  currency: z.string(),
  /** Regular trading hours in the exchange's zone (America/Chicago), minutes after midnight. */
  rthOpenMinute: z.number().int(),
  rthCloseMinute: z.number().int(),
});
export type InstrumentDto = z.infer<typeof instrument>;

export const userInstrument = z.object({
  id: z.string(),
  instrumentId: z.number().int(),
  instrument: z.object({ symbol: z.string(), name: z.string() }),
  /** False beyond the plan's limit: shown as Paused. */
  active: z.boolean(),
});
export type UserInstrument = z.infer<typeof userInstrument>;

export const listInstruments = route({
  id: 'listInstruments',
  method: 'GET',
  path: '/api/instruments',
  access: 'user',
  viewable: true,
  summary: 'All instruments of the catalogue',
  response: z.array(instrument),
});

export const listUserInstruments = route({
  id: 'listUserInstruments',
  method: 'GET',
  path: '/api/user/instruments',
  access: 'user',
  viewable: true,
  summary: "The user's instruments, oldest first",
  response: z.array(userInstrument),
});

export const addUserInstrument = route({
  id: 'addUserInstrument',
  method: 'POST',
  path: '/api/user/instruments',
  access: 'user',
  summary: 'Adds an instrument, within the limit of the plan',
  body: z.strictObject({ instrumentId: z.number().int().min(1) }),
  response: userInstrument,
  status: 201,
});

export const removeUserInstrument = route({
  id: 'removeUserInstrument',
  method: 'DELETE',
  path: '/api/user/instruments/:instrumentId',
  access: 'user',
  summary: 'Removes an instrument',
  params: z.object({ instrumentId }),
  response: okResponse,
});

/** Pauses one active instrument and activates a paused one, both of the user's list. */
export const swapUserInstrument = route({
  id: 'swapUserInstrument',
  method: 'POST',
  path: '/api/user/instruments/swap',
  access: 'user',
  summary: 'Swaps a paused instrument with an active one',
  body: z.strictObject({ activate: z.number().int().min(1), pause: z.number().int().min(1) }),
  response: z.array(userInstrument),
});

export const watchlistRow = z.object({
  instrumentId: z.number().int(),
  symbol: z.string(),
  name: z.string(),
  /** With the viewer's delay; null while unknown, and where the running feed does not carry the instrument. */
  lastPrice: decimalString.nullable(),
  /** Against the prior settlement, or the first price of the trading day where there is none. */
  change: decimalString.nullable(),
  changePercent: z.number().nullable(),
  dailyTrend: z.enum(TRENDS).nullable(),
  /** Null where the running feed does not carry the instrument. */
  asOf: instant.nullable(),
  /** Why the licence of the venue withholds its prices; null where it does not. */
  withheld: z.string().nullable(),
});
export type WatchlistRow = z.infer<typeof watchlistRow>;

export const listWatchlist = route({
  id: 'listWatchlist',
  method: 'GET',
  path: '/api/watchlist',
  access: 'user',
  viewable: true,
  summary: 'The watchlist with last price, change and daily trend',
  response: z.array(watchlistRow),
});

export const addToWatchlist = route({
  id: 'addToWatchlist',
  method: 'POST',
  path: '/api/watchlist',
  access: 'user',
  summary: 'Adds an instrument to the watchlist',
  body: z.strictObject({ instrumentId: z.number().int().min(1) }),
  response: okResponse,
  status: 201,
});

export const removeFromWatchlist = route({
  id: 'removeFromWatchlist',
  method: 'DELETE',
  path: '/api/watchlist/:instrumentId',
  access: 'user',
  summary: 'Removes an instrument from the watchlist',
  params: z.object({ instrumentId }),
  response: okResponse,
});

export const INSTRUMENT_ROUTES = [
  listInstruments,
  listUserInstruments,
  addUserInstrument,
  removeUserInstrument,
  swapUserInstrument,
  listWatchlist,
  addToWatchlist,
  removeFromWatchlist,
] as const;
