/** What is kept of a person: purpose, legal basis, retention and recipients of every table. The privacy policy prints it; a test of the server holds it to the database. */
import {
  API_KEY_DAYS_KEPT,
  CONNECTION_LOG_DAYS,
  ERASURE_UNDO_DAYS,
  RECORD_YEARS,
  WEBHOOK_DAYS_KEPT,
} from '#plans/legal-terms.ts';
import { TIER_RULES } from '#plans/plans.ts';

export interface DataRecord {
  /** What it is, in words. */
  readonly data: string;
  readonly purpose: string;
  /** Article 6 of the UK GDPR. */
  readonly basis: 'Contract' | 'Legal obligation' | 'Legitimate interests' | 'Consent';
  readonly kept: string;
  readonly recipients: string;
  /** Tables of the database that hold it. */
  readonly tables: readonly string[];
}

const WITH_ACCOUNT = `Until the account is erased (${ERASURE_UNDO_DAYS} days after you ask)`;
const YEARS = `${RECORD_YEARS} years after the contract ends, without your name once the account is erased`;
const HOST = 'Hosting provider';

export const PERSONAL_DATA_RECORD: readonly DataRecord[] = [
  {
    data: 'Subject id, verified e-mail address, first and last name, as the sign-in service gives them; role; day of the first sign-in',
    purpose: 'To know whose account it is and to reach you',
    basis: 'Contract',
    kept: WITH_ACCOUNT,
    recipients: `Sign-in service, ${HOST.toLowerCase()}`,
    tables: ['users'],
  },
  {
    data: 'Registration: names, contact address, company and phone where given, trading experience, professional or non-professional status',
    purpose: 'To make the contract and to meet the exchanges’ rules on who receives data',
    basis: 'Contract',
    kept: WITH_ACCOUNT,
    recipients: `${HOST}; the data partner receives numbers of users by status, no names unless it audits`,
    tables: ['registrations'],
  },
  {
    data: 'Consents: which text in which version, when, and a keyed hash of the network address',
    purpose: 'To prove what was agreed',
    basis: 'Legitimate interests',
    kept: YEARS,
    recipients: HOST,
    tables: ['consents'],
  },
  {
    data: 'Signed-in devices: a hash of the session id, kind of browser, first and last use',
    purpose: 'To keep you signed in, to let you end a device, and to hold to the number of live devices',
    basis: 'Contract',
    kept: 'Until you sign out, at most 7 days',
    recipients: HOST,
    tables: ['sessions'],
  },
  {
    data: 'Your instruments, watchlist, settings and alerts',
    purpose: 'To provide the service as you set it',
    basis: 'Contract',
    kept: WITH_ACCOUNT,
    recipients: HOST,
    tables: [
      'user_instruments',
      'watchlist',
      'preferences',
      'workspace_layouts',
      'workspace_drawings',
      'alert_rules',
      'alerts',
      'alert_dead_letters',
    ],
  },
  {
    data: 'API keys, if you create any: name, scopes, permitted addresses, a hash of the key, last use with its network address, and numbers of requests by hour',
    purpose: 'To let programs of yours use the service, within your plan and its limits',
    basis: 'Contract',
    kept: `${API_KEY_DAYS_KEPT} days after a key ends; numbers of requests as long`,
    recipients: HOST,
    tables: ['api_keys', 'api_key_usage', 'api_idempotency'],
  },
  {
    data: 'Webhooks, if you add any: name, what they are notified of, their address and secret, encrypted, and what was delivered with the answer of the receiver',
    purpose: 'To send what you choose to the addresses that you name',
    basis: 'Contract',
    kept: `As long as the webhook; deliveries ${WEBHOOK_DAYS_KEPT} days`,
    recipients: `${HOST}; the receivers that you name`,
    tables: ['webhooks', 'webhook_keys', 'webhook_deliveries'],
  },
  {
    data: 'Your own trading platform, if you connect one: username, server and domain, when it was last connected and recent activity of the connection; the password, encrypted',
    purpose: 'To receive your market data through your own account',
    basis: 'Contract',
    kept: `${WITH_ACCOUNT}; recent activity ${CONNECTION_LOG_DAYS} days; the password until you disconnect`,
    recipients: `${HOST}; your trading platform`,
    tables: ['broker_connections', 'broker_credentials', 'broker_connection_log'],
  },
  {
    data: 'Market data of your own trading platform, if you connect one and the operator stores it: bars, gaps, events and patterns found in it, what it showed around each event, and how declared outcomes came out; all encrypted under a key of your own',
    purpose:
      'To give you alerts, history, replay and journal context on the market you trade; no other user and no administrator sees it, and no statistic counts it',
    basis: 'Contract',
    kept: `${WITH_ACCOUNT}; events and what surrounds them for a shorter time that the operator sets`,
    recipients: HOST,
    tables: [
      'account_keys',
      'account_bars',
      'account_gaps',
      'account_events',
      'account_windows',
      'account_outcomes',
    ],
  },
  {
    data: 'Your trade journal: trades with the rows of the files they came from, names of those files and of trading accounts, what you answered about them, insights and what you did with them',
    purpose: 'To keep the journal and to compute its statistics and insights for you alone',
    basis: 'Contract',
    kept: `Until you remove it. ${WITH_ACCOUNT}`,
    recipients: HOST,
    tables: [
      'journal_trades',
      'journal_imports',
      'journal_accounts',
      'journal_mappings',
      'journal_insights',
      'journal_insight_runs',
      'journal_versions',
      'jobs',
    ],
  },
  {
    data: 'Rules that you tested, their results and trades, and how many rules you tried; market data files that you uploaded for it, and what was found in them',
    purpose: 'To test rules for you alone, and to say what a result is worth after so many',
    basis: 'Contract',
    kept: `Until you remove it, files for ${TIER_RULES.elite.backtesting.uploads.days} days at most; the number of rules you tried until the account is erased. ${WITH_ACCOUNT}`,
    recipients: HOST,
    tables: ['backtests', 'backtest_tries', 'uploads', 'upload_sessions'],
  },
  {
    data: 'Plan, its state and dates; brand, last four digits, expiry and fingerprint of the card, never its number; the payment provider’s customer number',
    purpose: 'To provide and bill the plan',
    basis: 'Contract',
    kept: WITH_ACCOUNT,
    recipients: `Payment provider, ${HOST.toLowerCase()}`,
    tables: ['billing_customers', 'subscriptions', 'billing_tasks', 'billing_leases'],
  },
  {
    data: 'Tiers granted by the operator, with the reason',
    purpose: 'To provide what was granted and to account for it',
    basis: 'Contract',
    kept: WITH_ACCOUNT,
    recipients: HOST,
    tables: ['tier_overrides'],
  },
  {
    data: 'Invoices and refunds',
    purpose: 'Accounts and VAT',
    basis: 'Legal obligation',
    kept: YEARS,
    recipients: `Payment provider, ${HOST.toLowerCase()}, tax authority where it asks`,
    tables: ['invoices'],
  },
  {
    data: 'Hashes of account, mail address and card that took a trial',
    purpose: 'To give each person one trial',
    basis: 'Legitimate interests',
    kept: 'As long as trials are offered; the hashes name nobody',
    recipients: HOST,
    tables: ['trial_uses'],
  },
  {
    data: 'Mails about your plan that wait to be sent or were sent',
    purpose: 'To give you the notices that the law and the contract require',
    basis: 'Contract',
    kept: WITH_ACCOUNT,
    recipients: `Mail provider, ${HOST.toLowerCase()}`,
    tables: ['mail_outbox'],
  },
  {
    data: 'Your request to be erased, until it is carried out',
    purpose: 'To carry it out, and to let you take it back',
    basis: 'Legal obligation',
    kept: `${ERASURE_UNDO_DAYS} days`,
    recipients: HOST,
    tables: ['erasures'],
  },
  {
    data: 'When support looked at the product as you see it, and why; you can read it in your settings',
    purpose: 'To help you, and to account for it',
    basis: 'Legitimate interests',
    kept: WITH_ACCOUNT,
    recipients: HOST,
    tables: ['admin_views'],
  },
  {
    data: 'Days on which market data was shown to you: of which instruments, in real time or delayed, on how many devices',
    purpose: 'To report to the exchanges who received their data, as the licence asks',
    basis: 'Legitimate interests',
    kept: `${RECORD_YEARS} years, without your name once the account is erased`,
    recipients: `${HOST}; the data partner receives keys, status and days, no names unless it audits`,
    tables: ['data_usage'],
  },
  {
    data: 'Audit rows: a key in place of your name, what was done and when',
    purpose: 'Security, and proof of privileged acts',
    basis: 'Legitimate interests',
    kept: `${RECORD_YEARS} years; the key means nothing once the account is erased`,
    recipients: HOST,
    tables: ['audit_log', 'audit_values'],
  },
  {
    data: 'Server logs: account key, path, status and duration of calls. Network addresses are used in memory to limit abuse and are not written',
    purpose: 'Security and fixing of faults',
    basis: 'Legitimate interests',
    kept: 'At most 90 days',
    recipients: HOST,
    tables: [],
  },
];

/** What is stored in the browser. All of it is strictly necessary or requested by the user: no consent banner is needed. */
export const BROWSER_STORAGE: readonly {
  readonly name: string;
  readonly where: 'Cookie' | 'Local storage' | 'Session storage' | 'Database';
  readonly purpose: string;
  readonly kept: string;
}[] = [
  {
    name: '__Host-sid',
    where: 'Cookie',
    purpose: 'Keeps you signed in. Holds a random id and no data about you. Not readable by scripts',
    kept: '7 days, or until you sign out',
  },
  {
    name: '__Host-tx',
    where: 'Cookie',
    purpose: 'Links the redirect to the sign-in service with the return from it. Encrypted, used once',
    kept: '10 minutes',
  },
  {
    name: 'theme',
    where: 'Local storage',
    purpose: 'Light or dark, as you chose',
    kept: 'Until you clear it',
  },
  {
    name: 'palette',
    where: 'Local storage',
    purpose: 'Colour-blind palette, if you chose it',
    kept: 'Until you clear it',
  },
  {
    name: 'timeZone',
    where: 'Local storage',
    purpose: 'The time zone that you chose',
    kept: 'Until you choose that of the browser, or clear it',
  },
  {
    name: 'dismissedNotice',
    where: 'Local storage',
    purpose: 'Number of the notice that you dismissed, so that it stays dismissed',
    kept: 'Until you dismiss another, or clear it',
  },
  {
    name: 'undertow-claims',
    where: 'Database',
    purpose:
      'Numbers of the alerts that sounded or were shown, so that only one of several tabs announces each',
    kept: 'A day; older ones are removed when a page next announces an alert',
  },
  {
    name: 'selectedPlan',
    where: 'Session storage',
    purpose: 'The plan chosen before sign-in',
    kept: 'Until you are signed in, or the tab is closed',
  },
  {
    name: 'orderedPlan',
    where: 'Session storage',
    purpose: 'The plan that you ordered, until the page after the payment has read it',
    kept: 'Until it was read, or the tab is closed',
  },
  {
    name: 'registrationForm',
    where: 'Session storage',
    purpose: 'What you filled in at registration, until it can be sent after sign-in',
    kept: 'Until it was sent, or the tab is closed',
  },
  {
    name: '__stripe_mid, __stripe_sid',
    where: 'Cookie',
    purpose: 'Set by the payment provider’s script on the payment page only, to recognise fraud',
    kept: '1 year and 30 minutes',
  },
];
