/** Every route of the public API, in the order of its reference. */
import { ALERT_API } from './alert-api.ts';
import type { ApiRoute } from './api-route.ts';
import { JOURNAL_API } from './journal-api.ts';
import { MARKET_API } from './market-api.ts';

export const API_PREFIX = '/api/v1';

/** Of the description; a change that adds something raises its second number. */
export const API_VERSION = '1.0.0';

export const API_ROUTES: readonly ApiRoute[] = [...MARKET_API, ...ALERT_API, ...JOURNAL_API];
