/** The authorisation matrix of reliability-security.md section 2: for each route and case the status that each caller gets. */
import { ACCOUNT_ROWS } from './account-rows.ts';
import { ADMIN_CONTROL_ROWS } from './admin-control-rows.ts';
import { ADMIN_ROWS } from './admin-rows.ts';
import { ADMIN_USER_ROWS } from './admin-user-rows.ts';
import { ALERT_RULE_ROWS } from './alert-rule-rows.ts';
import { API_KEY_ROWS } from './api-key-rows.ts';
import { BACKTEST_ROWS } from './backtest-rows.ts';
import { BILLING_ROWS } from './billing-rows.ts';
import { CONNECTION_ROWS } from './connection-rows.ts';
import { DRAWING_ROWS } from './drawing-rows.ts';
import { goldenRows } from './golden-rows.ts';
import { HISTORY_ROWS } from './history-rows.ts';
import { INSTRUMENT_ROWS } from './instrument-rows.ts';
import { JOURNAL_ROWS } from './journal-rows.ts';
import { LAYOUT_ROWS } from './layout-rows.ts';
import { MARKET_ROWS } from './market-rows.ts';
import type { MatrixRow } from './matrix-row.ts';
import { OPERATIONS_ROWS } from './operations-rows.ts';
import { REGISTRATION_ROWS } from './registration-rows.ts';
import { REPLAY_ROWS } from './replay-rows.ts';
import { WEBHOOK_ENDPOINT_ROWS } from './webhook-endpoint-rows.ts';
import { WEBHOOK_ROWS } from './webhook-rows.ts';

/** Of routes that need something in the database, or differ between tiers. */
const OWN_ROWS: readonly MatrixRow[] = [
  ...ACCOUNT_ROWS,
  ...ADMIN_ROWS,
  ...ADMIN_USER_ROWS,
  ...ADMIN_CONTROL_ROWS,
  ...ALERT_RULE_ROWS,
  ...API_KEY_ROWS,
  ...WEBHOOK_ENDPOINT_ROWS,
  ...BACKTEST_ROWS,
  ...BILLING_ROWS,
  ...CONNECTION_ROWS,
  ...HISTORY_ROWS,
  ...INSTRUMENT_ROWS,
  ...JOURNAL_ROWS,
  ...LAYOUT_ROWS,
  ...REPLAY_ROWS,
  ...DRAWING_ROWS,
  ...MARKET_ROWS,
  ...WEBHOOK_ROWS,
  ...REGISTRATION_ROWS,
  ...OPERATIONS_ROWS,
];

export const MATRIX: readonly MatrixRow[] = [...OWN_ROWS, ...goldenRows(OWN_ROWS)];
