/** What each route carries of the market: every one with a request that has it, or among those that carry nothing. */
import type { LicenceChannel, ShownKind } from '@undertow/contracts';
import { putBacktest } from '#tests/backtests/own-backtest.ts';
import type { MatrixRow } from './matrix-row.ts';

export interface LicenceRow {
  readonly route: string;
  readonly kind: ShownKind;
  readonly channel: LicenceChannel;
  readonly request: MatrixRow['request'];
  /** In the response exactly where the licence allows it; null where the refusal alone shows it. */
  readonly marker: string | null;
}

export const EVENT = 'licensed-event';
export const ALERT = 'licensed-alert';
const EVENTS = '/api/order-flow-events';
const ES = 'instrumentId=1';
const SPAN = 'from=2026-11-20T13:00:00.000Z&to=2026-11-20T14:00:00.000Z';

const RULE = {
  ...{ name: 'Round number', notificationMethod: 'in_app', isEnabled: true, instrumentIds: [1] },
  condition: { kind: 'price_level', test: 'crosses', price: '4600.00' },
  ...{ sessionHours: 'any', coolDownSeconds: 60, quietHours: null, expiresAt: null },
};

const row = (
  route: string,
  [kind, channel]: readonly [ShownKind, LicenceChannel],
  url: string,
  marker: string | null,
): LicenceRow => ({ route, kind, channel, request: { url }, marker });

const PRICES = ['prices', 'screen'] as const;
const RECORDINGS = ['recordings', 'screen'] as const;
const DERIVED = ['events', 'screen'] as const;
const DRY_RUN = { url: '/api/alert-configurations/dry-run', body: { rule: RULE, tradingDays: 2 } };

/** A backtest of the user, with its result. */
const ofBacktest = (
  route: string,
  [kind, channel]: readonly [ShownKind, LicenceChannel],
  path: string,
  marker: string,
): LicenceRow => ({
  ...{ route, kind, channel, marker },
  request: async ({ app, user, other }) => {
    const id = await putBacktest(app, (user ?? other).id);
    return { url: path === '' ? '/api/backtests' : `/api/backtests/${id}${path}` };
  },
});

export const LICENCE_ROWS: readonly LicenceRow[] = [
  row('getMarketData', PRICES, `/api/market-data?${ES}`, '4567.25'),
  row('getOrderBook', PRICES, `/api/order-book?${ES}`, '4567.25'),
  row('getSessionFacts', PRICES, `/api/session-facts?${ES}`, '4567.25'),
  row('listWatchlist', PRICES, '/api/watchlist', '4567.25'),
  row('listOrderFlowEvents', DERIVED, `${EVENTS}?${ES}`, null),
  row('listOrderFlowEvents', DERIVED, `${EVENTS}?${ES}&timeframe=7d`, EVENT),
  row('getEventCounts', DERIVED, `${EVENTS}/counts?${ES}`, '"counts"'),
  row('getLargestEvents', DERIVED, `${EVENTS}/largest?${ES}`, EVENT),
  row('getEventEvidence', DERIVED, `${EVENTS}/${EVENT}/evidence`, EVENT),
  row('getEventEvidence', RECORDINGS, `${EVENTS}/${EVENT}/evidence`, '"truncated":true'),
  row('getEventReplay', DERIVED, `${EVENTS}/${EVENT}/replay`, EVENT),
  row('getEventReplay', RECORDINGS, `${EVENTS}/${EVENT}/replay`, EVENT),
  row('getEventOutcome', DERIVED, `${EVENTS}/${EVENT}/outcome`, EVENT),
  row('listAiPatterns', DERIVED, `/api/ai-patterns?${ES}`, null),
  row('listAiPatternsOfInstrument', DERIVED, '/api/ai-patterns/1', null),
  row('getTrackRecord', DERIVED, `/api/track-record?${ES}`, '"entries"'),
  row('searchHistory', DERIVED, `/api/history/events?${ES}`, EVENT),
  row('exportHistory', ['events', 'export'], `/api/history/export?${ES}`, EVENT),
  row('listAnalysisSessions', DERIVED, '/api/analysis/sessions', '"totalEvents":1'),
  row('listAlerts', DERIVED, `/api/alerts?${ES}`, ALERT),
  { route: 'dryRunAlert', kind: 'recordings', channel: 'screen', request: DRY_RUN, marker: '"fires"' },
  { route: 'dryRunAlert', kind: 'events', channel: 'screen', request: DRY_RUN, marker: '"fires"' },
  {
    ...{ route: 'getTradeContext', kind: 'recordings', channel: 'screen', marker: '"bestPrice":"4572.50"' },
    request: async ({ app, user }) => {
      const response = await app.http.inject({ url: '/api/trades', headers: user?.headers ?? {} });
      const [trade] = response.json() as { id: string }[];
      return { url: `/api/trades/${trade?.id}/context` };
    },
  },
  row('getFlowSpans', RECORDINGS, `/api/order-flow/spans?${ES}&${SPAN}`, null),
  row('listPrints', RECORDINGS, `/api/order-flow/prints?${ES}&${SPAN}`, null),
  row('getRecordedBook', RECORDINGS, `/api/order-book/recorded?${ES}&at=2026-11-20T14:00:00.000Z`, '"state"'),
  row('getReplayRanges', RECORDINGS, `/api/replays/ranges?${ES}`, '"spans"'),
  row('listBacktestSessions', RECORDINGS, '/api/backtests/sessions?product=ES', '"sessions"'),
  ofBacktest('listBacktests', RECORDINGS, '', '"verdict":"'),
  ofBacktest('listBacktests', DERIVED, '', '"verdict":"'),
  ofBacktest('getBacktest', RECORDINGS, '?', '"text"'),
  ofBacktest('getBacktestResult', RECORDINGS, '/result', '"verdict"'),
  ofBacktest('getBacktestResult', DERIVED, '/result', '"verdict"'),
  ofBacktest('listBacktestTrades', RECORDINGS, '/trades', '"total"'),
  ofBacktest('exportBacktestTrades', ['events', 'export'], '/trades/export', 'Strategy'),
  row('getContextTable', RECORDINGS, '/api/trades/context', '"covered":1'),
];

/** Carry market data that is computed in the background, or in words: their own tests withhold it. */
export const TESTED_ELSEWHERE: Readonly<Record<string, string>> = {
  generateInsights: 'the context of trades that insights read is that of getContextTable',
  listInsights: 'the same',
  createBacktest: 'nothing is recorded here; it returns no more than listBacktests does',
  openReplay:
    'nothing is recorded here: tests/line/market-replay.test.ts withholds it, before and while one runs',
  createAlertConfiguration: 'its warnings name no price: the last price is not read where it is withheld',
  updateAlertConfiguration: 'the same',
  createAlertsFromTemplate: 'the same',
};

/** The catalogue, what users, administrators and companies wrote themselves, accounts, payments, and states of the system. */
export const CARRYING_NOTHING: ReadonlySet<string> = new Set([
  ...['login', 'loginCallback', 'logout', 'postLogout', 'getCurrentUser', 'getSession'],
  ...['listInstruments', 'listUserInstruments', 'addUserInstrument', 'removeUserInstrument'],
  ...['swapUserInstrument', 'addToWatchlist', 'removeFromWatchlist'],
  // State of a feed, without a price of it
  ...[
    'controlReplay',
    'closeReplay',
    'cancelBacktest',
    'removeBacktest',
    'getFeedStatus',
    'listFeedGaps',
    'listDetectableTypes',
    'listAvailablePatterns',
    'getTierConfig',
  ],
  // The hours of a venue
  'listTradingDays',
  // Public information; how often scores were right is a count, without a price
  'getInstrumentNews',
  ...['markAlertRead', 'markAllAlertsRead', 'stopAlertMail', 'listAlertConfigurations'],
  ...['deleteAlertConfiguration', 'testAlertConfiguration', 'listAlertTemplates'],
  ...['getRithmicConnection', 'listConnectionLog', 'saveRithmicConnection', 'testRithmicConnection'],
  ...['resumeRithmicConnection', 'listRithmicSystems', 'disconnectRithmic', 'deleteOwnData'],
  ...[
    'getPreferences',
    'savePreferences',
    'listDevices',
    'listApiKeys',
    'createApiKey',
    'revokeApiKey',
    'listWebhooks',
    'createWebhook',
    'changeWebhook',
    'deleteWebhook',
    'rotateWebhookSecret',
    'resumeWebhook',
    'testWebhook',
    // Names of what was delivered; what a delivery itself carries is decided when it is sent (webhooks/webhook-delivery.test.ts)
    'listWebhookDeliveries',
    'resendWebhookDelivery',
    'revokeDevice',
    'revokeOtherDevices',
  ],
  // A person's own rows, to which they have a right: alerts as they were sent, no market data
  'exportAccount',
  ...['getErasure', 'requestErasure', 'undoErasure', 'getCompany', 'register', 'getRegistration'],
  // Measured on simulated markets
  ...['getEvaluation', 'getMeasuredRates'],
  ...['quoteSubscription', 'getSubscription', 'getBillingConfig', 'createSubscription'],
  ...['cancelSubscription', 'resumeSubscription', 'openBillingPortal', 'listInvoices', 'stripeWebhook'],
  // A journal holds what its owner imported: their own executions
  ...['listTrades', 'addTrade', 'uploadTrades', 'changeTrade', 'removeTrade', 'searchTrades'],
  ...['exportTrades', 'getTradeFacets', 'getTradeAnalysis', 'getTradeStatistics', 'getPropRules'],
  ...['importTrades', 'listTradeImports', 'compareTrades', 'undoTradeImport', 'listTradeAccounts'],
  ...['saveTradeAccount', 'listTradeMappings', 'saveTradeMapping'],
  ...['markInsightRead', 'markInsightImplemented', 'getInsightRun'],
  ...['searchAudit', 'verifyAudit', 'listUsers', 'getUserStats', 'getUserGrowth', 'getSystemStats'],
  ...['setUserRole', 'promoteSubscription', 'demoteSubscription', 'deleteSubscription'],
  // Figures of panes are in the routes that panes read
  ...['listLayouts', 'createLayout', 'saveLayout', 'removeLayout', 'getRealTimeUsers'],
  // Files that a user brought; what is tested on them is in the results
  ...['listUploads', 'beginUpload', 'sendUploadPiece', 'removeUpload'],
  // A user's own drawings
  ...['getDrawings', 'saveDrawings', 'removeDrawings'],
  ...['exportEntitlementReport', 'getAdminUser', 'explainEntitlement', 'revokeUserDevice'],
  ...['startView', 'endView', 'listViews', 'listControls', 'setSwitch', 'setNotice', 'getSiteState'],
  ...[
    'listLicences',
    'setLicence',
    'getOperations',
    'retryMail',
    'requeueAlert',
    'requeueJob',
    'dropJob',
    'getRecoveryDrill',
  ],
]);
