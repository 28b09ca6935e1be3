/** The catalogue of errors: code, HTTP status and the text shown. No file but this and its parts contains an error text. */
import { ANALYSIS_ERRORS } from './analysis-errors.ts';
import { API_ERRORS } from './api-errors.ts';
import { REGISTRATIONS_CLOSED_MESSAGE, REPLAY_OVER_MESSAGE } from './page-messages.ts';

export const ERRORS = {
  ...API_ERRORS,
  UNAUTHORIZED: { status: 401, message: 'Unauthorized: You are logged out. Logging in again...' },
  FORBIDDEN: { status: 403, message: 'You are not allowed to do this.' },
  CROSS_SITE: { status: 403, message: 'This request came from another site and was refused.' },
  REAUTH_REQUIRED: { status: 403, message: 'Please sign in again to confirm this change.' },
  NOT_FOUND: { status: 404, message: 'Not found.' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This method is not allowed here.' },
  BAD_REQUEST: { status: 400, message: 'The request is not valid.' },
  WEBHOOK_REFUSED: {
    status: 400,
    message: 'This event does not carry a valid signature of the payment provider.',
  },
  BAD_SIGN_IN: { status: 400, message: 'This sign-in could not be completed. Please start again.' },
  REQUEST_TIMEOUT: { status: 408, message: 'The request took too long to arrive.' },
  HEADERS_TOO_LARGE: { status: 431, message: 'The headers of the request are too large.' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'The request is too large.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'Expected a body of type application/json.' },
  FILE_BYTES_EXPECTED: { status: 415, message: 'Expected a body of type application/octet-stream.' },
  RATE_LIMITED: { status: 429, message: 'Too many requests. Please wait a moment and try again.' },
  INTERNAL: { status: 500, message: 'Internal Server Error' },
  UNAVAILABLE: { status: 503, message: 'This is not available right now. Please try again shortly.' },
  DATABASE_AWAY: {
    status: 503,
    message: 'The database is not available right now. Please try again shortly.',
  },
  DATABASE_BUSY: {
    status: 503,
    message: 'The database is overloaded right now. Please try again shortly.',
  },
  STORAGE_FULL: {
    status: 503,
    message: 'The server has no disk space left, and nothing was stored. Please try again later.',
  },
  QUEUE_FULL: {
    status: 503,
    message: 'Too many requests of this kind are already queued. Please try again shortly.',
  },
  IDENTITY_UNAVAILABLE: {
    status: 503,
    message: 'Sign-in is not available right now. Please try again shortly.',
  },
  ERASURE_LAST_ADMIN: {
    status: 409,
    message:
      'You are the only administrator. Make another user an administrator first, then erase your account.',
  },
  ERASURE_DUE: {
    status: 409,
    message: 'The seven days are over. The account is being erased, and that cannot be undone.',
  },
  VIEW_READS_ONLY: {
    status: 403,
    message: 'You are viewing as another user: nothing can be changed. End the view first.',
  },
  ALERT_REFUSED_AGAIN: {
    status: 409,
    message: 'Storage refused the alert again. Its cause must be fixed first.',
  },
  ALREADY_VIEWING: { status: 409, message: 'You are already viewing as a user. End that view first.' },
  VIEW_OF_ADMIN: { status: 409, message: 'The account of an administrator cannot be viewed as a user.' },
  OWN_ROLE: { status: 409, message: 'You cannot change your own role. Contact another administrator.' },
  LAST_ADMIN: {
    status: 409,
    message: 'This is the last administrator. Make another user an administrator first.',
  },
  SAME_ROLE: { status: 409, message: 'The user has this role already.' },
  TIER_STEP_REFUSED: {
    status: 409,
    message: 'Expected one step up or down from the plan that the user has now. Please reload the page.',
  },
  NO_TIER: { status: 409, message: 'This user has no plan that could be cancelled.' },
  NOTICE_OVER: {
    status: 400,
    message: 'This notice would have ended already. Choose a later end, or none.',
  },
  SWITCH_UNKNOWN: { status: 404, message: 'There is no such switch.' },
  REGISTRATIONS_CLOSED: { status: 503, message: REGISTRATIONS_CLOSED_MESSAGE },
  VERIFIED_JUST_NOW: {
    status: 429,
    message: 'The log was verified less than a minute ago. Please wait a moment.',
  },
  INSTRUMENT_UNKNOWN: { status: 404, message: 'There is no such instrument.' },
  INSTRUMENT_LIMIT: {
    status: 403,
    message: 'Your plan does not allow more instruments. Upgrade your plan to add more instruments.',
  },
  INSTRUMENT_DUPLICATE: { status: 409, message: 'This instrument is already in your list.' },
  INSTRUMENT_NOT_LISTED: { status: 404, message: 'This instrument is not in your list.' },
  INSTRUMENT_NOT_ENTITLED: {
    status: 403,
    message: 'This instrument is not part of your active instruments.',
  },
  LIVE_ELSEWHERE: {
    status: 409,
    message: 'Live data moved to another device. Reload this page to get it here.',
  },
  INSTRUMENT_NOT_FED: { status: 404, message: 'The running feed does not carry this instrument.' },
  LICENCE_WITHHELD: { status: 403, message: 'The licence of the exchange does not allow this to be shown.' },
  NO_MARKET_DATA: { status: 404, message: 'No market data: connect your own account.' },
  WATCHLIST_NOT_LISTED: { status: 404, message: 'This instrument is not in your watchlist.' },
  RITHMIC_OFF: { status: 503, message: 'Trading-platform connections are not set up on this server.' },
  RITHMIC_NOT_SAVED: { status: 409, message: 'Save your connection details first.' },
  RITHMIC_WRONG_PASSWORD: {
    status: 409,
    message: 'Rithmic refused the username or the password. Check both and save again.',
  },
  RITHMIC_LOGIN_DENIED: {
    status: 409,
    message:
      'Rithmic denied this login (code 13). Either another program still holds its seat, or the username, the password or the system is wrong.',
  },
  RITHMIC_LOGIN_REJECTED: {
    status: 409,
    message:
      'Rithmic could not read this login (code 6, bad input). Check username, server, domain and system.',
  },
  RITHMIC_LOGIN_FAILED: {
    status: 409,
    message: 'Rithmic reported an internal error at this login without a reason.',
  },
  RITHMIC_AGREEMENTS_UNSIGNED: {
    status: 409,
    message:
      'Rithmic refuses market data until the agreements of this account are signed. Sign them in R | Trader, then reconnect.',
  },
  RITHMIC_NO_ENTITLEMENT: {
    status: 409,
    message: 'This Rithmic account has no market data. Request it from your broker, then test again.',
  },
  RITHMIC_SESSION_LIMIT: {
    status: 409,
    message:
      'This Rithmic login is in use elsewhere: one login is one seat. Close the other program, then reconnect.',
  },
  RITHMIC_GATEWAY_DOWN: {
    status: 503,
    message: 'The Rithmic gateway is not responding right now. The login is retried automatically.',
  },
  RITHMIC_MAINTENANCE: {
    status: 503,
    message: 'Rithmic is closed for maintenance right now. The login is retried automatically.',
  },
  RITHMIC_CERTIFICATE: {
    status: 503,
    message:
      'The identity of the Rithmic gateway could not be verified. Nothing was sent to it. Please contact us.',
  },
  RITHMIC_UNKNOWN_SYSTEM: {
    status: 409,
    message: 'This server does not offer that system. Choose another system or domain, then save again.',
  },
  RITHMIC_PROTOCOL: {
    status: 503,
    message: 'The Rithmic gateway sent an invalid message. The login is retried automatically.',
  },
  RITHMIC_SECRET_UNREADABLE: {
    status: 409,
    message: 'Your saved password can no longer be read. Enter it and save again.',
  },
  OWN_DATA_UNREADABLE: {
    status: 503,
    message:
      'What is stored of your own feed cannot be opened: its key is not available on this server. Please contact support.',
  },
  WATCHLIST_LIMIT: { status: 403, message: 'Your plan does not allow more instruments in the watchlist.' },
  WATCHLIST_DUPLICATE: { status: 409, message: 'This instrument is already in your watchlist.' },
  PAYMENTS_OFF: { status: 503, message: 'Payments are not set up on this server.' },
  PAYMENT_PROVIDER_AWAY: {
    status: 503,
    message:
      'The payment provider is not responding right now. Please try again shortly; nothing is charged twice.',
  },
  PAYMENT_PROVIDER_REFUSED: {
    status: 502,
    message: 'The payment provider refused this change. Please try again, or contact support.',
  },
  PAYMENT_REFUSED: { status: 402, message: 'The card was refused. Please use another one.' },
  PAYMENT_DUE: {
    status: 409,
    message: 'A payment is open. Please settle it before you change your plan.',
  },
  REGISTRATION_REQUIRED: { status: 409, message: 'Please complete your registration first.' },
  CONSENT_REQUIRED: {
    status: 400,
    message: 'Please agree to the immediate start, before the 14 days for cancelling are over.',
  },
  SAME_TIER: { status: 409, message: 'This is already your plan.' },
  QUOTE_EXPIRED: { status: 409, message: 'This price is no longer current. Please review it again.' },
  NO_SUBSCRIPTION: { status: 409, message: 'There is no subscription to change.' },
  ALREADY_ENDING: { status: 409, message: 'Your subscription already ends with the current period.' },
  NOTHING_TO_RESUME: { status: 409, message: 'Nothing is scheduled for the end of the current period.' },
  CANCELLATION_UNDER_WAY: {
    status: 409,
    message: 'Your cancellation is still in progress. Please try again in a few minutes.',
  },
  NO_BILLING_ACCOUNT: { status: 409, message: 'There is nothing to show yet: you have not subscribed.' },
  BILLING_BUSY: {
    status: 409,
    message: 'Another change of your subscription is in progress. Please try again in a moment.',
  },
  LEGAL_TEXT_CHANGED: {
    status: 409,
    message: 'These texts have changed since you read them. Please read and accept the current ones.',
  },
  IMPORT_REFUSED: { status: 422, message: 'This file cannot be imported.' },
  IMPORT_QUESTIONS: {
    status: 422,
    message: 'This file has open questions. Please answer them, then import the file again.',
  },
  IMPORT_TOO_HEAVY: {
    status: 422,
    message:
      'Reading this file took too long or too much memory. Nothing was imported. Please export a shorter period.',
  },
  IMPORT_COMPLETED: {
    status: 409,
    message: 'A later import completed trades of this one. Please undo that one first.',
  },
  IMPORT_UNDER_WAY: {
    status: 409,
    message: 'Another import of yours is still in progress. Please try again in a moment.',
  },
  COMPARISON_ENDED: {
    status: 409,
    message: 'This comparison was replaced by one of a newer file of yours.',
  },
  IMPORTS_BUSY: {
    status: 503,
    message: 'Many files are being imported right now. Please try again in a minute.',
  },
  JOURNAL_FULL: {
    status: 409,
    message: 'Your journal is full. Please remove imports that you no longer need.',
  },
  ALERT_RULE_LIMIT: {
    status: 403,
    message: 'Your plan does not allow more alert rules. Delete one, or change your plan.',
  },
  ALERT_DRY_RUN_REPLACED: {
    status: 409,
    message: 'This dry run was replaced by a newer one of yours.',
  },
  ALERT_RULE_REFUSED: {
    status: 422,
    message: 'This rule could never fire, or would fire all the time. Please change it.',
  },
  LAYOUT_LIMIT: {
    status: 403,
    message: 'You have as many layouts as can be stored. Delete one first.',
  },
  LAYOUT_PANES: {
    status: 403,
    message: 'Your plan does not allow this many panes in a layout. Close one, or change your plan.',
  },
  REPLAY_OVER: { status: 410, message: REPLAY_OVER_MESSAGE },
  REPLAY_NOT_RECORDED: { status: 404, message: 'There is no recording of this instrument at this instant.' },
  REPLAY_NOT_YET: { status: 403, message: 'This instant cannot be replayed yet.' },
  REPLAY_TOO_OLD: { status: 403, message: 'Your plan does not include the replay of this day.' },
  REPLAYS_BUSY: {
    status: 503,
    message: 'Many replays are running right now. Please try again in a few minutes.',
  },
  DRAWING_LIMIT: {
    status: 403,
    message: 'You have as many drawings as can be stored. Delete some first.',
  },
  DRAWING_REFUSED: {
    status: 422,
    message: 'This drawing has a price that the instrument cannot have.',
  },
  WEBHOOKS_OFF: { status: 503, message: 'Webhooks are not available here yet.' },
  WEBHOOK_LIMIT: { status: 403, message: 'You have as many webhooks as your plan allows.' },
  ...ANALYSIS_ERRORS,
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;
