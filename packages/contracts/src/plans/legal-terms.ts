/** Periods and limits of the legal texts, as the product implements them. */

/** Days in which a consumer may cancel with a full refund: of the contract, and of the first charge after a trial. */
export const COOLING_OFF_DAYS = 14;
/** Days for which the tier is kept after a payment failed. */
export const GRACE_DAYS = 7;
/** Days between the announcement of a price change, or of new terms, and the day it applies. */
export const NOTICE_DAYS = 30;
/** Days in which an erasure can be cancelled. */
export const ERASURE_UNDO_DAYS = 7;
/** Days within which a request about personal data is answered: the law's month can be as short as 28 days. */
export const DATA_REQUEST_DAYS = 28;
/** Hours within which a personal-data breach is reported to the authority. */
export const BREACH_NOTICE_HOURS = 72;
/** Years for which invoices, contracts, consents and audit rows are retained. */
export const RECORD_YEARS = 6;
/** Liability is capped at the fees of so many months. */
export const LIABILITY_MONTHS = 12;
export const RECOVERY_TIME_HOURS = 4;
export const RECOVERY_POINT_HOURS = 1;
/** The account's minimum age. */
export const MINIMUM_AGE = 18;

/** Days for which the log of a user's own trading-platform connection is retained. */
export const CONNECTION_LOG_DAYS = 30;
/** Days for which an API key that ended, and the numbers of its requests, are retained. */
export const API_KEY_DAYS_KEPT = 90;
/** Days for which deliveries of webhooks are listed. */
export const WEBHOOK_DAYS_KEPT = 7;
