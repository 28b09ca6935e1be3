/** The authorisation matrix of reliability-security.md section 2: for each route and case the status that each caller gets. */
import type { TestApp, TestUser } from '@undertow/server/test-app.ts';

/** visitor, free, basic, pro, elite, administrator without a tier */
export const CALLERS = ['V', 'F', 'B', 'P', 'E', 'A'] as const;
export type Caller = (typeof CALLERS)[number];

/** What a row needs of the world before it is called. */
export interface World {
  readonly app: TestApp;
  readonly caller: Caller;
  readonly user: TestUser | null;
  /** Somebody else, elite, with instruments 1 and 2. */
  readonly other: TestUser;
}

interface Request {
  readonly url: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface MatrixRow {
  /** Id of the contract. */
  readonly route: string;
  readonly situation: string;
  /** Statuses of V F B P E A. */
  readonly statuses: readonly [number, number, number, number, number, number];
  /** Status of an elite user who comes from another site; left out where the method changes nothing. */
  readonly crossSite?: number;
  /** Instruments of the caller, cut to his limit. */
  readonly instruments?: readonly number[];
  readonly request: Request | ((world: World) => Request | Promise<Request>);
}

const all = (visitor: number, user: number): MatrixRow['statuses'] => [visitor, user, user, user, user, user];
const paid = (status: number): MatrixRow['statuses'] => [401, 403, status, status, status, 403];

const BASE_URL = '/api/user/instruments';
const ALERT = { instrumentId: 1, eventId: null, title: 'ES', message: 'm', isRead: false };

async function alertOf({ app }: World, userId: string, id: string): Promise<Request> {
  await app.stores.alerts.insert({ ...ALERT, id, userId, createdAt: '2026-11-20T10:00:00.000Z' });
  return { url: `/api/alerts/${id}/read` };
}

const PATTERN_ROWS: readonly MatrixRow[] = [
  {
    route: 'listAvailablePatterns',
    situation: 'own tier',
    statuses: all(401, 200),
    request: { url: '/api/ai-patterns/available-patterns' },
  },
  {
    route: 'getTierConfig',
    situation: 'own tier',
    statuses: all(401, 200),
    request: { url: '/api/ai-patterns/tier-config' },
  },
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

const AUTH_ROWS: readonly MatrixRow[] = [
  {
    route: 'getCurrentUser',
    situation: 'own record',
    statuses: all(401, 200),
    request: { url: '/api/auth/user' },
  },
  { route: 'login', situation: 'issuer down', statuses: all(503, 503), request: { url: '/api/login' } },
  {
    route: 'loginCallback',
    situation: 'no transaction cookie',
    statuses: all(400, 400),
    request: { url: '/api/callback?code=x&state=y' },
  },
  {
    route: 'logout',
    situation: 'own navigation',
    statuses: all(302, 302),
    crossSite: 200,
    request: { url: '/api/logout' },
  },
  {
    route: 'postLogout',
    situation: 'from our page',
    statuses: all(200, 200),
    crossSite: 403,
    request: { url: '/api/logout' },
  },
];

const INSTRUMENT_ROWS: readonly MatrixRow[] = [
  {
    route: 'listInstruments',
    situation: 'catalogue',
    statuses: all(401, 200),
    request: { url: '/api/instruments' },
  },
  {
    route: 'listUserInstruments',
    situation: 'own list',
    statuses: all(401, 200),
    request: { url: BASE_URL },
  },
  {
    route: 'addUserInstrument',
    situation: 'first',
    statuses: paid(201),
    crossSite: 403,
    request: { url: BASE_URL, body: { instrumentId: 1 } },
  },
  {
    route: 'addUserInstrument',
    situation: 'second',
    statuses: [401, 403, 403, 201, 201, 403],
    instruments: [1],
    request: { url: BASE_URL, body: { instrumentId: 2 } },
  },
  {
    route: 'addUserInstrument',
    situation: 'fourth',
    statuses: [401, 403, 403, 403, 201, 403],
    instruments: [1, 2, 3],
    request: { url: BASE_URL, body: { instrumentId: 4 } },
  },
  {
    route: 'addUserInstrument',
    situation: 'duplicate',
    statuses: paid(409),
    instruments: [1],
    request: { url: BASE_URL, body: { instrumentId: 1 } },
  },
  {
    route: 'addUserInstrument',
    situation: 'unknown',
    statuses: all(401, 404),
    request: { url: BASE_URL, body: { instrumentId: 999 } },
  },
  {
    route: 'addUserInstrument',
    situation: 'malformed',
    statuses: all(401, 400),
    request: { url: BASE_URL, body: { instrumentId: '1' } },
  },
  {
    route: 'addUserInstrument',
    situation: 'extra key',
    statuses: all(401, 400),
    request: { url: BASE_URL, body: { instrumentId: 1, userId: 'x' } },
  },
  {
    route: 'addUserInstrument',
    situation: 'not JSON',
    statuses: all(401, 415),
    crossSite: 403,
    request: { url: BASE_URL, body: 'instrumentId=1', headers: { 'content-type': 'text/plain' } },
  },
  {
    route: 'removeUserInstrument',
    situation: 'own row',
    statuses: [401, 404, 200, 200, 200, 404],
    crossSite: 403,
    instruments: [1],
    request: { url: `${BASE_URL}/1` },
  },
  {
    route: 'removeUserInstrument',
    situation: "another's row",
    statuses: all(401, 404),
    request: { url: `${BASE_URL}/2` },
  },
  {
    route: 'swapUserInstrument',
    situation: 'own rows',
    statuses: [401, 404, 404, 200, 200, 404],
    crossSite: 403,
    instruments: [1, 2],
    request: { url: `${BASE_URL}/swap`, body: { activate: 2, pause: 1 } },
  },
  {
    route: 'swapUserInstrument',
    situation: 'malformed',
    statuses: all(401, 400),
    request: { url: `${BASE_URL}/swap`, body: { activate: 2 } },
  },
  {
    route: 'listWatchlist',
    situation: 'own list',
    statuses: all(401, 200),
    request: { url: '/api/watchlist' },
  },
  {
    route: 'addToWatchlist',
    situation: 'first',
    statuses: paid(201),
    crossSite: 403,
    request: { url: '/api/watchlist', body: { instrumentId: 1 } },
  },
  {
    route: 'addToWatchlist',
    situation: 'unknown',
    statuses: all(401, 404),
    request: { url: '/api/watchlist', body: { instrumentId: 999 } },
  },
  {
    route: 'removeFromWatchlist',
    situation: 'not in the list',
    statuses: all(401, 404),
    crossSite: 403,
    request: { url: '/api/watchlist/3' },
  },
];

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
    route: 'getEventEvidence',
    situation: 'unknown event',
    statuses: all(401, 404),
    request: { url: '/api/order-flow-events/nothing/evidence' },
  },
];

const ALERT_ROWS: readonly MatrixRow[] = [
  { route: 'listAlerts', situation: 'own rows', statuses: all(401, 200), request: { url: '/api/alerts' } },
  {
    route: 'listAlerts',
    situation: 'instrument not in own list',
    statuses: all(401, 200),
    request: { url: '/api/alerts?instrumentId=5' },
  },
  {
    route: 'markAlertRead',
    situation: 'own',
    statuses: all(401, 200),
    crossSite: 403,
    request: (world) => alertOf(world, world.user?.id ?? world.other.id, `own-${world.user?.id}`),
  },
  {
    route: 'markAlertRead',
    situation: "another's",
    statuses: all(401, 404),
    request: (world) => alertOf(world, world.other.id, 'other'),
  },
  {
    route: 'markAlertRead',
    situation: 'unknown',
    statuses: all(401, 404),
    crossSite: 403,
    request: { url: '/api/alerts/unknown/read' },
  },
  {
    route: 'markAllAlertsRead',
    situation: 'own',
    statuses: all(401, 200),
    crossSite: 403,
    request: { url: '/api/alerts/read-all' },
  },
];

const CONNECTION_BODY = {
  username: 'u',
  password: 'p',
  server: 'rithmic_paper_server',
  domain: 'rithmic_paper_domain',
};
const CONNECTION_URL = '/api/rithmic-connection';

const CONNECTION_ROWS: readonly MatrixRow[] = [
  {
    route: 'getRithmicConnection',
    situation: 'never set',
    statuses: all(401, 200),
    request: { url: CONNECTION_URL },
  },
  {
    route: 'saveRithmicConnection',
    situation: 'not available yet',
    statuses: all(401, 409),
    crossSite: 403,
    request: { url: CONNECTION_URL, body: CONNECTION_BODY },
  },
  {
    route: 'saveRithmicConnection',
    situation: 'password missing',
    statuses: all(401, 400),
    request: { url: CONNECTION_URL, body: { ...CONNECTION_BODY, password: '' } },
  },
  {
    route: 'saveRithmicConnection',
    situation: 'server is an address',
    statuses: all(401, 400),
    request: { url: CONNECTION_URL, body: { ...CONNECTION_BODY, server: 'http://169.254.169.254' } },
  },
  {
    route: 'testRithmicConnection',
    situation: 'not available yet',
    statuses: all(401, 409),
    crossSite: 403,
    request: { url: `${CONNECTION_URL}/test` },
  },
  {
    route: 'disconnectRithmic',
    situation: 'not available yet',
    statuses: all(401, 409),
    crossSite: 403,
    request: { url: '/api/user/rithmic-connection/disconnect' },
  },
];

const PREFERENCE_ROWS: readonly MatrixRow[] = [
  {
    route: 'getPreferences',
    situation: 'own',
    statuses: all(401, 200),
    request: { url: '/api/user/preferences' },
  },
  {
    route: 'savePreferences',
    situation: 'own',
    statuses: all(401, 200),
    crossSite: 403,
    request: { url: '/api/user/preferences', body: { theme: 'dark' } },
  },
  {
    route: 'savePreferences',
    situation: 'unknown key',
    statuses: all(401, 400),
    request: { url: '/api/user/preferences', body: { role: 'admin' } },
  },
];

export const MATRIX: readonly MatrixRow[] = [
  ...AUTH_ROWS,
  ...INSTRUMENT_ROWS,
  ...dataRows('getMarketData', '/api/market-data'),
  ...dataRows('getOrderBook', '/api/order-book'),
  ...dataRows('getEventCounts', '/api/order-flow-events/counts'),
  ...dataRows('getSessionFacts', '/api/session-facts'),
  ...dataRows('getFeedStatus', '/api/feed-status'),
  ...EVENT_ROWS,
  ...PATTERN_ROWS,
  ...ALERT_ROWS,
  ...CONNECTION_ROWS,
  ...PREFERENCE_ROWS,
];
