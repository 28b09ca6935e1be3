/** Rows of market data, events and patterns. */
import { all, type MatrixRow, paid } from './matrix-row.ts';

function dataRows(route: string, path: string): readonly MatrixRow[] {
  return [
    {
      route,
      situation: 'in own list',
      statuses: paid(200),
      instruments: [1],
      request: { url: `${path}?instrumentId=1` },
    },
    {
      route,
      situation: 'not in own list',
      statuses: paid(403),
      instruments: [1],
      request: { url: `${path}?instrumentId=2` },
    },
    {
      route,
      situation: 'unknown instrument',
      statuses: paid(403),
      instruments: [1],
      request: { url: `${path}?instrumentId=999` },
    },
    { route, situation: 'bad id', statuses: all(401, 400), request: { url: `${path}?instrumentId=x` } },
    {
      route,
      situation: 'unknown key',
      statuses: all(401, 400),
      request: { url: `${path}?instrumentId=1&userId=2` },
    },
    {
      route,
      situation: 'key given twice',
      statuses: all(401, 400),
      request: { url: `${path}?instrumentId=1&instrumentId=2` },
    },
  ];
}

const EVENT_ROWS: readonly MatrixRow[] = [
  {
    route: 'listOrderFlowEvents',
    situation: 'in own list',
    statuses: paid(200),
    instruments: [1],
    request: { url: '/api/order-flow-events?instrumentId=1&active=true' },
  },
  {
    route: 'listOrderFlowEvents',
    situation: 'not in own list',
    statuses: paid(403),
    instruments: [1],
    request: { url: '/api/order-flow-events?instrumentId=2&active=true' },
  },
  {
    route: 'listOrderFlowEvents',
    situation: 'span of days',
    statuses: all(401, 200),
    instruments: [1],
    request: { url: '/api/order-flow-events?timeframe=7d&eventType=absorption' },
  },
  {
    route: 'listOrderFlowEvents',
    situation: 'unknown span',
    statuses: all(401, 400),
    request: { url: '/api/order-flow-events?timeframe=2d' },
  },
  {
    route: 'getLargestEvents',
    situation: 'a stretch of time',
    statuses: paid(200),
    instruments: [1],
    request: {
      url: '/api/order-flow-events/largest?instrumentId=1&from=2026-11-20T00:00:00.000Z&to=2030-01-01T00:00:00.000Z',
    },
  },
  {
    route: 'getLargestEvents',
    situation: 'from is no instant',
    statuses: all(401, 400),
    request: { url: '/api/order-flow-events/largest?instrumentId=1&from=yesterday' },
  },
  {
    route: 'getEventEvidence',
    situation: 'unknown event',
    statuses: all(401, 404),
    request: { url: '/api/order-flow-events/nothing/evidence' },
  },
  {
    route: 'getEventReplay',
    situation: 'unknown event',
    statuses: all(401, 404),
    request: { url: '/api/order-flow-events/nothing/replay' },
  },
  {
    route: 'getEventOutcome',
    situation: 'unknown event',
    statuses: all(401, 404),
    request: { url: '/api/order-flow-events/nothing/outcome' },
  },
];

const PATTERN_ROWS: readonly MatrixRow[] = [
  {
    route: 'listAiPatterns',
    situation: 'in own list',
    statuses: paid(200),
    instruments: [1],
    request: { url: '/api/ai-patterns?instrumentId=1' },
  },
  {
    route: 'listAiPatterns',
    situation: 'not in own list',
    statuses: paid(403),
    instruments: [1],
    request: { url: '/api/ai-patterns?instrumentId=5' },
  },
  {
    route: 'listAiPatternsOfInstrument',
    situation: 'in own list',
    statuses: paid(200),
    instruments: [1],
    request: { url: '/api/ai-patterns/1' },
  },
  {
    route: 'listAiPatternsOfInstrument',
    situation: 'not in own list',
    statuses: paid(403),
    instruments: [1],
    request: { url: '/api/ai-patterns/4' },
  },
  {
    route: 'listAiPatternsOfInstrument',
    situation: 'not an integer',
    statuses: all(401, 400),
    request: { url: '/api/ai-patterns/4.5' },
  },
];

const TRACK_RECORD_ROWS: readonly MatrixRow[] = [
  {
    route: 'getTrackRecord',
    situation: 'own instruments',
    statuses: all(401, 200),
    request: { url: '/api/track-record' },
  },
  {
    route: 'getTrackRecord',
    situation: 'in own list',
    statuses: paid(200),
    instruments: [1],
    request: { url: '/api/track-record?instrumentId=1' },
  },
  {
    route: 'getTrackRecord',
    situation: 'not in own list',
    statuses: all(401, 403),
    instruments: [1],
    request: { url: '/api/track-record?instrumentId=2' },
  },
  {
    route: 'getTrackRecord',
    situation: 'from is no instant',
    statuses: all(401, 400),
    request: { url: '/api/track-record?from=yesterday' },
  },
];

export const MARKET_ROWS = [
  ...dataRows('getMarketData', '/api/market-data'),
  ...dataRows('getOrderBook', '/api/order-book'),
  ...dataRows('getEventCounts', '/api/order-flow-events/counts'),
  ...dataRows('getLargestEvents', '/api/order-flow-events/largest'),
  ...dataRows('getSessionFacts', '/api/session-facts'),
  ...dataRows('getFeedStatus', '/api/feed-status'),
  ...dataRows('getInstrumentNews', '/api/news'),
  ...dataRows('listDetectableTypes', '/api/feed-status/types'),
  ...EVENT_ROWS,
  ...PATTERN_ROWS,
  ...TRACK_RECORD_ROWS,
];
