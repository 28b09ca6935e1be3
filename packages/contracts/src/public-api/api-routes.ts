/** Every route of the public API, in the order of its reference. */
import { ALERT_API } from './alert-api.ts';
import type { ApiRoute } from './api-route.ts';
import { BACKTEST_API } from './backtest-api.ts';
import { CALENDAR_API } from './calendar-api.ts';
import { JOURNAL_API } from './journal-api.ts';
import { MARKET_API } from './market-api.ts';

export const API_PREFIX = '/api/v1';

export const API_ROUTES: readonly ApiRoute[] = [
  ...MARKET_API,
  ...CALENDAR_API,
  ...ALERT_API,
  ...JOURNAL_API,
  ...BACKTEST_API,
];
