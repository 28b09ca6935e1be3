/** Public routes of the market: instruments, bars, book, tape, events, patterns, levels, track record. */
import { FLOW_EVENT_TYPES } from '@undertow/market';
import { z } from 'zod';
import { eventOutcome, eventReplay, getEventOutcome, getEventReplay } from '#market/event-replay.ts';
import { searchHistory } from '#market/history.ts';
import { instrument, listInstruments } from '#market/instruments.ts';
import {
  barContracts,
  eventEvidence,
  getEventEvidence,
  getMarketData,
  getOrderBook,
  getSessionFacts,
  MAX_BARS_OF_REQUEST,
  marketDataBar,
  orderBookRow,
  orderFlowEvent,
  sessionFacts,
} from '#market/market-data.ts';
import { aiPattern, listAiPatterns } from '#market/patterns.ts';
import { listPrints, MAX_PRINTS } from '#market/prints.ts';
import { getTrackRecord, trackRecord } from '#market/track-record.ts';
import { instant, timeframeName } from '#shapes/primitives.ts';
import { apiCursor, apiInstrument, apiRoute, instrumentIdOf } from './api-route.ts';
import { tapeEntry, tapeEntryOf } from './tape-entry.ts';

const SCOPE = 'market:read' as const;
const ofInstrument = z.strictObject({ instrument: apiInstrument });
const byInstrument = ({ instrument: symbol }: { readonly instrument?: string | undefined }) => ({
  instrumentId: instrumentIdOf(symbol),
});
const limitOf = (most: number, usual: number) =>
  z.coerce.number<number>().int().min(1).max(most).default(usual);

const apiListInstruments = apiRoute({
  ...{ id: 'listInstruments', path: '/api/v1/instruments', scope: SCOPE, tag: 'Instruments' },
  summary: 'All instruments, with the front contract of each',
  of: listInstruments,
  data: z.array(instrument),
});

const apiListBars = apiRoute({
  ...{ id: 'listBars', path: '/api/v1/bars', scope: SCOPE, tag: 'Bars, book and tape' },
  summary: 'Bars of an instrument, the newest page first, oldest first within a page',
  description: 'The last bar is still forming while `complete` is false. `next` leads to earlier bars.',
  of: getMarketData,
  isPaged: true,
  isMarket: true,
  query: ofInstrument.extend({
    timeframe: timeframeName.default('1m'),
    contracts: barContracts
      .default('last')
      .describe('`last`: of the contract of the newest bar. `all`: earlier contracts too, prices as traded.'),
    limit: limitOf(MAX_BARS_OF_REQUEST, 100),
    after: apiCursor.optional(),
  }),
  toQuery: ({ instrument: symbol, after: _cursor, ...query }, after) => ({
    ...query,
    instrumentId: instrumentIdOf(symbol),
    ...(after === null ? {} : { end: after }),
  }),
  data: z.array(marketDataBar),
  toAnswer: (bars, { limit }) => ({
    data: bars,
    next: bars.length < limit ? null : (bars[0]?.timestamp ?? null),
  }),
});

const apiGetBook = apiRoute({
  ...{ id: 'getBook', path: '/api/v1/book', scope: SCOPE, tag: 'Bars, book and tape' },
  summary: 'The ten best bids, then the ten best asks, best first',
  of: getOrderBook,
  isMarket: true,
  query: ofInstrument,
  toQuery: byInstrument,
  data: z.array(orderBookRow),
});

/** `from` and the number to leave out of its instant. */
function placeOf(after: string | null) {
  const [from, skip] = (after ?? '').split('|');
  return after === null ? {} : { from, skip };
}

const apiListTape = apiRoute({
  ...{ id: 'listTape', path: '/api/v1/tape', scope: SCOPE, tag: 'Bars, book and tape' },
  summary: 'Executions by aggressive order and price, oldest first',
  description: 'At most an hour; `from` is included, `to` is not.',
  of: listPrints,
  isPaged: true,
  isMarket: true,
  query: ofInstrument.extend({
    from: instant,
    to: instant,
    limit: limitOf(MAX_PRINTS, 1_000),
    after: apiCursor.optional(),
  }),
  toQuery: ({ instrument: symbol, after: _cursor, ...query }, after) => ({
    ...query,
    instrumentId: instrumentIdOf(symbol),
    ...placeOf(after),
  }),
  data: z.array(tapeEntry),
  toAnswer: ({ prints, next }) => ({
    data: prints.map(tapeEntryOf),
    next: next === null ? null : `${next.from}|${next.skip}`,
  }),
});

const profile = sessionFacts.pick({
  tradingDay: true,
  volume: true,
  pointOfControl: true,
  valueAreaHigh: true,
  valueAreaLow: true,
  profile: true,
});

const apiGetProfile = apiRoute({
  ...{ id: 'getProfile', path: '/api/v1/profile', scope: SCOPE, tag: 'Bars, book and tape' },
  summary: 'Volume at each price of the trading day',
  of: getSessionFacts,
  isMarket: true,
  query: ofInstrument,
  toQuery: byInstrument,
  data: profile,
  toAnswer: (facts) => ({ data: profile.parse(facts) }),
});

const apiListEvents = apiRoute({
  ...{ id: 'listEvents', path: '/api/v1/events', scope: SCOPE, tag: 'Events' },
  summary: 'Order-flow events, newest first',
  description:
    'Events of your instruments, or of one of them. A live event changes in place while it lasts; request it again with `If-None-Match`.',
  of: searchHistory,
  isPaged: true,
  isMarket: true,
  query: z.strictObject({
    instrument: apiInstrument.optional(),
    type: z.enum(FLOW_EVENT_TYPES).optional(),
    side: z.enum(['bid', 'ask']).optional().describe('The resting side.'),
    from: z.iso
      .date()
      .optional()
      .describe('Trading day of the exchange, included. Default: the last seven days.'),
    to: z.iso.date().optional().describe('Trading day of the exchange, included.'),
    minProbability: z.coerce
      .number<number>()
      .min(0)
      .max(1)
      .optional()
      .describe('Least `confidence`. What the exchange’s messages prove has 1.'),
    limit: limitOf(200, 50),
    after: apiCursor.optional(),
  }),
  toQuery: ({ instrument: symbol, type, minProbability, after: _cursor, ...query }, after) => ({
    ...query,
    instrumentId: instrumentIdOf(symbol),
    eventType: type,
    minConfidence: minProbability,
    ...(after === null ? {} : { cursor: after }),
  }),
  data: z.array(orderFlowEvent),
  toAnswer: ({ events, nextCursor, withheld }) => ({
    data: events,
    next: nextCursor,
    withheld: withheld.screen,
  }),
});

const apiGetEvidence = apiRoute({
  ...{ id: 'getEvidence', path: '/api/v1/events/:id/evidence', scope: SCOPE, tag: 'Events' },
  summary: 'What an event rests on: facts of the detector, its rules, and the recorded window',
  of: getEventEvidence,
  isMarket: true,
  data: eventEvidence,
});

const apiGetOutcome = apiRoute({
  ...{ id: 'getOutcome', path: '/api/v1/events/:id/outcome', scope: SCOPE, tag: 'Events' },
  summary: 'The outcome of an event by the rule that was declared when it was raised',
  of: getEventOutcome,
  isMarket: true,
  data: eventOutcome,
});

const apiGetReplay = apiRoute({
  ...{ id: 'getReplay', path: '/api/v1/events/:id/replay', scope: SCOPE, tag: 'Events' },
  summary: 'Book and tape around an event, and whether they reproduce it',
  of: getEventReplay,
  isMarket: true,
  data: eventReplay,
});

const apiListPatterns = apiRoute({
  ...{ id: 'listPatterns', path: '/api/v1/patterns', scope: SCOPE, tag: 'Patterns and levels' },
  summary: 'Current AI patterns of an instrument',
  of: listAiPatterns,
  isMarket: true,
  query: ofInstrument,
  toQuery: byInstrument,
  data: z.array(aiPattern),
});

const levels = sessionFacts.omit({ profile: true, instrumentId: true });

const apiGetLevels = apiRoute({
  ...{ id: 'getLevels', path: '/api/v1/levels', scope: SCOPE, tag: 'Patterns and levels' },
  summary: 'Levels of the trading day: prior day, overnight, opening range, VWAP, value area, settlement',
  of: getSessionFacts,
  isMarket: true,
  query: ofInstrument,
  toQuery: byInstrument,
  data: levels,
  toAnswer: (facts) => ({ data: levels.parse(facts) }),
});

const apiGetTrackRecord = apiRoute({
  ...{ id: 'getTrackRecord', path: '/api/v1/track-record', scope: SCOPE, tag: 'Track record' },
  summary: 'Settled outcomes of live events by type, with sample, interval and base rate',
  of: getTrackRecord,
  isMarket: true,
  query: z.strictObject({
    instrument: apiInstrument.optional(),
    from: instant.optional(),
    to: instant.optional(),
  }),
  toQuery: ({ instrument: symbol, ...query }) => ({ ...query, instrumentId: instrumentIdOf(symbol) }),
  data: trackRecord,
});

export const MARKET_API = [
  apiListInstruments,
  apiListBars,
  apiGetBook,
  apiListTape,
  apiGetProfile,
  apiListEvents,
  apiGetEvidence,
  apiGetOutcome,
  apiGetReplay,
  apiListPatterns,
  apiGetLevels,
  apiGetTrackRecord,
] as const;
