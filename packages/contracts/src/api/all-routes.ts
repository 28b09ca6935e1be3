/** Every route of the product. */
import { ACCOUNT_ROUTES } from '#account/account.ts';
import { API_KEY_ROUTES } from '#account/api-keys.ts';
import { AUTH_ROUTES } from '#account/auth.ts';
import { CONNECTION_ROUTES } from '#account/connection.ts';
import { PREFERENCE_ROUTES } from '#account/preferences.ts';
import { REGISTRATION_ROUTES } from '#account/registration.ts';
import { ADMIN_AUDIT_ROUTES } from '#admin/audit.ts';
import { ADMIN_CONTROL_ROUTES } from '#admin/controls.ts';
import { ADMIN_LICENCE_ROUTES } from '#admin/licences.ts';
import { ADMIN_OPERATION_ROUTES } from '#admin/operations.ts';
import { ADMIN_ROUTES } from '#admin/people.ts';
import { ADMIN_USER_ROUTES } from '#admin/user.ts';
import { ALERT_RULE_ROUTES } from '#alerts/alert-rules.ts';
import { ALERT_ROUTES } from '#alerts/alerts.ts';
import { BACKTEST_ROUTES } from '#backtests/backtests.ts';
import { UPLOAD_ROUTES } from '#backtests/uploads.ts';
import { INSIGHT_ROUTES } from '#journal/insights.ts';
import { TRADE_IMPORT_ROUTES } from '#journal/trade-imports.ts';
import { TRADE_CONTEXT_ROUTES, TRADE_STATISTICS_ROUTES } from '#journal/trade-statistics.ts';
import { TRADE_ROUTES } from '#journal/trades.ts';
import { EVENT_REPLAY_ROUTES } from '#market/event-replay.ts';
import { FLOW_SPANS_ROUTES } from '#market/flow-spans.ts';
import { HISTORY_ROUTES } from '#market/history.ts';
import { INSTRUMENT_ROUTES } from '#market/instruments.ts';
import { MAX_EVENT_ROUTES } from '#market/largest-events.ts';
import { MARKET_DATA_ROUTES } from '#market/market-data.ts';
import { MARKET_REPLAY_ROUTES } from '#market/market-replay.ts';
import { NEWS_ROUTES } from '#market/news.ts';
import { PATTERN_ROUTES } from '#market/patterns.ts';
import { PRINT_ROUTES } from '#market/prints.ts';
import { RECORDED_BOOK_ROUTES } from '#market/recorded-book.ts';
import { TRACK_RECORD_ROUTES } from '#market/track-record.ts';
import { TRADING_DAY_ROUTES } from '#market/trading-days.ts';
import { BILLING_ROUTES, WEBHOOK_ROUTES } from '#plans/billing.ts';
import type { RouteContract } from '#shapes/route.ts';
import { COMPANY_ROUTES } from '#site/company.ts';
import { WEBHOOK_ENDPOINT_ROUTES } from '#webhooks/webhooks.ts';
import { DRAWING_ROUTES } from '#workspace/drawing-routes.ts';
import { LAYOUT_ROUTES } from '#workspace/layout-routes.ts';

/** All served routes. A route with a fixed segment precedes the one with a parameter in its place. */
export const ROUTES: readonly RouteContract[] = [
  ...AUTH_ROUTES,
  ...INSTRUMENT_ROUTES,
  ...MARKET_DATA_ROUTES,
  ...RECORDED_BOOK_ROUTES,
  ...FLOW_SPANS_ROUTES,
  ...PRINT_ROUTES,
  ...MAX_EVENT_ROUTES,
  ...EVENT_REPLAY_ROUTES,
  ...MARKET_REPLAY_ROUTES,
  ...PATTERN_ROUTES,
  ...NEWS_ROUTES,
  ...TRADING_DAY_ROUTES,
  ...ALERT_ROUTES,
  ...ALERT_RULE_ROUTES,
  ...CONNECTION_ROUTES,
  ...PREFERENCE_ROUTES,
  ...LAYOUT_ROUTES,
  ...DRAWING_ROUTES,
  ...ACCOUNT_ROUTES,
  ...API_KEY_ROUTES,
  ...WEBHOOK_ENDPOINT_ROUTES,
  ...COMPANY_ROUTES,
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
  ...UPLOAD_ROUTES,
  ...BACKTEST_ROUTES,
  ...ADMIN_AUDIT_ROUTES,
  ...ADMIN_ROUTES,
  ...ADMIN_USER_ROUTES,
  ...ADMIN_CONTROL_ROUTES,
  ...ADMIN_LICENCE_ROUTES,
  ...ADMIN_OPERATION_ROUTES,
];
