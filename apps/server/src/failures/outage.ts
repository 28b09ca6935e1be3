/**
 * Which failures mean that storage is unavailable, busy or full: one classification for the response to a request and
 * for a retry.
 */
import type { ErrorCode } from '@undertow/contracts';

export type Outage = Extract<ErrorCode, 'DATABASE_AWAY' | 'DATABASE_BUSY' | 'STORAGE_FULL'>;

/** SQLSTATE (PostgreSQL appendix A) and errno codes. */
const CODES: readonly (readonly [RegExp, Outage])[] = [
  // Disk full, quota reached
  [/^(53100|ENOSPC|EDQUOT)$/, 'STORAGE_FULL'],
  // Other insufficient resources; serialization failure, deadlock, lock not available, statement timeout
  [/^(53...|40001|40P01|55P03|57014)$/, 'DATABASE_BUSY'],
  // Connection exceptions; shutdown, crash, start-up; idle timeouts; an I/O error; a standby that only reads
  [/^(08...|57P0.|25P03|58030|25006)$/, 'DATABASE_AWAY'],
  [/^(ECONN|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)/, 'DATABASE_AWAY'],
];

/** Messages of the drivers that come without a code. */
const TEXTS: readonly (readonly [RegExp, Outage])[] = [
  [/^timeout exceeded when trying to connect$/, 'DATABASE_BUSY'],
  [
    /^(Connection terminated|timeout expired|Query read timeout|Cannot use a pool after calling end)/,
    'DATABASE_AWAY',
  ],
  [/^Client (has encountered a connection error|was closed) and is not queryable/, 'DATABASE_AWAY'],
];

interface Failure {
  readonly message?: unknown;
  readonly code?: unknown;
  readonly syscall?: unknown;
  readonly cause?: unknown;
}

/** How deep causes are followed: a chain may be circular. */
const DEEPEST = 8;

function ofOne({ code, syscall, message }: Failure): Outage | null {
  // The server's socket file is removed when the server stops
  if (code === 'ENOENT' && syscall === 'connect') return 'DATABASE_AWAY';
  const table = typeof code === 'string' ? CODES : TEXTS;
  const text = typeof code === 'string' ? code : message;
  if (typeof text !== 'string') return null;
  return table.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

/** The outage that a failure, or its cause, comes from; null where a retry would not help. */
export function outageOf(thrown: unknown): Outage | null {
  let failure = thrown;
  for (let depth = 0; depth < DEEPEST; depth += 1) {
    if (typeof failure !== 'object' || failure === null) return null;
    const outage = ofOne(failure);
    if (outage !== null) return outage;
    failure = (failure as Failure).cause;
  }
  return null;
}
