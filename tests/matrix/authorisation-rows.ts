/** The authorisation matrix of reliability-security.md section 2: for each route and case the status that each caller gets. */
import { ACCOUNT_ROWS } from './account-rows.ts';
import { ALERT_RULE_ROWS } from './alert-rule-rows.ts';
import { BILLING_ROWS } from './billing-rows.ts';
import { HISTORY_ROWS } from './history-rows.ts';
import { INSTRUMENT_ROWS } from './instrument-rows.ts';
import { JOURNAL_ROWS } from './journal-rows.ts';
import { MARKET_ROWS } from './market-rows.ts';
import type { MatrixRow } from './matrix-row.ts';
import { REGISTRATION_ROWS } from './registration-rows.ts';
import { WEBHOOK_ROWS } from './webhook-rows.ts';

export const MATRIX: readonly MatrixRow[] = [
  ...ACCOUNT_ROWS,
  ...ALERT_RULE_ROWS,
  ...BILLING_ROWS,
  ...HISTORY_ROWS,
  ...INSTRUMENT_ROWS,
  ...JOURNAL_ROWS,
  ...MARKET_ROWS,
  ...WEBHOOK_ROWS,
  ...REGISTRATION_ROWS,
];
