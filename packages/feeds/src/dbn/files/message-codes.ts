/** Codes of the messages that a live gateway sends among its records. */

/** Codes of system messages. */
export const SYSTEM_CODES = {
  heartbeat: 0,
  subscriptionAck: 1,
  slowReader: 2,
  replayCompleted: 3,
  endOfInterval: 4,
} as const;

/** Codes of error messages. */
export const ERROR_CODES = {
  authFailed: 1,
  keyDeactivated: 2,
  connectionLimit: 3,
  symbolResolution: 4,
  invalidSubscription: 5,
  internal: 6,
  skipped: 7,
  replayAgedOut: 8,
} as const;
