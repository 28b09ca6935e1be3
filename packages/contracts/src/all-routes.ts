/** Every route of the product. */
import { ACCOUNT_ROUTES } from './account.ts';
import { ADMIN_ROUTES } from './admin.ts';
import { ADMIN_AUDIT_ROUTES } from './admin-audit.ts';
import { ADMIN_CONTROL_ROUTES } from './admin-controls.ts';
import { ADMIN_OPERATION_ROUTES } from './admin-operations.ts';
import { ADMIN_USER_ROUTES } from './admin-user.ts';
import { ALERT_RULE_ROUTES } from './alert-rules.ts';
import { listAlerts, markAlertRead, markAllAlertsRead } from './alerts.ts';
import { AUTH_ROUTES } from './auth.ts';
import { BILLING_ROUTES, WEBHOOK_ROUTES } from './billing.ts';
import { getCompany } from './company.ts';
import {
  disconnectRithmic,
  getRithmicConnection,
  listConnectionLog,
  listRithmicSystems,
  resumeRithmicConnection,
  saveRithmicConnection,
  testRithmicConnection,
} from './connection.ts';
import { EVENT_REPLAY_ROUTES } from './event-replay.ts';
import { HISTORY_ROUTES } from './history.ts';
import { INSIGHT_ROUTES } from './insights.ts';
import { INSTRUMENT_ROUTES } from './instruments.ts';
import { getLargestEvents } from './largest-events.ts';
import { MARKET_DATA_ROUTES } from './market-data.ts';
import {
  getTierConfig,
  listAiPatterns,
  listAiPatternsOfInstrument,
  listAvailablePatterns,
} from './patterns.ts';
import { getPreferences, savePreferences } from './preferences.ts';
import { REGISTRATION_ROUTES } from './registration.ts';
import type { RouteContract } from './route.ts';
import { TRACK_RECORD_ROUTES } from './track-record.ts';
import { TRADE_IMPORT_ROUTES } from './trade-imports.ts';
import { TRADE_CONTEXT_ROUTES, TRADE_STATISTICS_ROUTES } from './trade-statistics.ts';
import { TRADE_ROUTES } from './trades.ts';

/**
 * Served now. A route with fixed words stands before the one with a parameter in its place.
 * @internal For tests that go through every route.
 */
export const ROUTES: readonly RouteContract[] = [
  ...AUTH_ROUTES,
  ...INSTRUMENT_ROUTES,
  ...MARKET_DATA_ROUTES,
  getLargestEvents,
  ...EVENT_REPLAY_ROUTES,
  listAvailablePatterns,
  getTierConfig,
  listAiPatterns,
  listAiPatternsOfInstrument,
  listAlerts,
  markAllAlertsRead,
  markAlertRead,
  ...ALERT_RULE_ROUTES,
  getRithmicConnection,
  listConnectionLog,
  saveRithmicConnection,
  listRithmicSystems,
  resumeRithmicConnection,
  testRithmicConnection,
  disconnectRithmic,
  getPreferences,
  savePreferences,
  ...ACCOUNT_ROUTES,
  getCompany,
  ...TRACK_RECORD_ROUTES,
  ...HISTORY_ROUTES,
  ...BILLING_ROUTES,
  ...WEBHOOK_ROUTES,
  ...REGISTRATION_ROUTES,
  ...TRADE_ROUTES,
  ...TRADE_IMPORT_ROUTES,
  ...TRADE_STATISTICS_ROUTES,
  ...TRADE_CONTEXT_ROUTES,
  ...INSIGHT_ROUTES,
  ...ADMIN_AUDIT_ROUTES,
  ...ADMIN_ROUTES,
  ...ADMIN_USER_ROUTES,
  ...ADMIN_CONTROL_ROUTES,
  ...ADMIN_OPERATION_ROUTES,
];
