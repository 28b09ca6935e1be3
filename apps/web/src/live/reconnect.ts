/** The reconnect rule: attempt n waits n seconds, at most five attempts, and a success starts the count again. */

export const MAX_ATTEMPTS = 5;

/** State of the socket as people see it. Times are milliseconds since 1970 UTC on the reader's clock. */
export type Connection =
  | { readonly kind: 'idle' }
  | { readonly kind: 'connecting'; readonly attempt: number; readonly closedAtMs: number | null }
  | { readonly kind: 'open' }
  | {
      readonly kind: 'waiting';
      readonly attempt: number;
      readonly closedAtMs: number;
      readonly retryAtMs: number;
    }
  | { readonly kind: 'disconnected'; readonly closedAtMs: number }
  /** Another device of the user receives live data in this one's place; only they bring it back. */
  | { readonly kind: 'moved'; readonly closedAtMs: number };

/** Delay before an attempt, counted from 1. */
export function delayOfAttempt(attempt: number): number {
  return attempt * 1000;
}

/** What follows when the socket closes: a wait for the next attempt, or Disconnected after the fifth. */
export function afterClose(connection: Connection, nowMs: number): Connection {
  const made = connection.kind === 'connecting' || connection.kind === 'waiting' ? connection.attempt : 0;
  const closedAtMs = closedAt(connection) ?? nowMs;
  const attempt = made + 1;
  if (attempt > MAX_ATTEMPTS) return { kind: 'disconnected', closedAtMs };
  return { kind: 'waiting', attempt, closedAtMs, retryAtMs: nowMs + delayOfAttempt(attempt) };
}

/** When the data stopped; null while the socket is open or was never open. */
export function closedAt(connection: Connection): number | null {
  return connection.kind === 'idle' || connection.kind === 'open' ? null : connection.closedAtMs;
}
