/** A refusal of the server or a failure on the way to it, with the message in the form the specification fixes. */
import { type ErrorBody, errorBody } from '@undertow/contracts';
import { readableError } from '#lib/format/readable-error.ts';
import { retryAfterMs } from './retry-after.ts';

/** `message` is the status, a colon, a space and the body's text (the status text where the body is empty). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** What a user reads: the body's own `message` where there is one. */
  readonly readable: string;
  /** The refusal's code in the catalogue; null for what is no refusal of the server. */
  readonly code: string | null;
  /** What is wrong with which part of the request, where the server reports it. */
  readonly issues: NonNullable<ErrorBody['issues']>;

  /** Milliseconds to wait before the call is sent again; null where it was not refused for coming too soon. */
  readonly retryAfterMs: number | null;

  constructor(status: number, statusText: string, bodyText: string, retryAfter: string | null = null) {
    super(`${status}: ${bodyText === '' ? statusText : bodyText}`);
    this.status = status;
    this.retryAfterMs = retryAfterMs(status, retryAfter);
    const body = parseBody(bodyText);
    this.readable = body?.message ?? (bodyText === '' ? statusText : bodyText);
    this.code = body?.code ?? null;
    this.issues = body?.issues ?? [];
  }
}

function parseBody(bodyText: string): ErrorBody | null {
  try {
    return errorBody.safeParse(JSON.parse(bodyText)).data ?? null;
  } catch {
    // Not JSON: proxies answer with plain text or HTML.
    return null;
  }
}

/** True for the refusal of a caller without a session: starts `401:` and contains `Unauthorized`. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof Error && /^401: [\s\S]*Unauthorized/.test(error.message);
}

/** What a user reads where the server says which part is wrong: those sentences, else the error's own. */
export function detailedError(error: unknown): string {
  const issues = error instanceof ApiError ? error.issues : [];
  return issues.length === 0 ? readableError(error) : issues.map(({ message }) => message).join(' ');
}

/** True where the bank or the provider refused the card; the words are theirs. */
export function isPaymentRefused(error: unknown): boolean {
  return error instanceof ApiError && error.status === 402;
}

/** Milliseconds to wait before a rate-limited call is sent again; null for every other error. */
export function waitBeforeRetryMs(error: unknown): number | null {
  return error instanceof ApiError ? error.retryAfterMs : null;
}

/** True for a refusal with this code of the catalogue. */
export function isRefusal(error: unknown, code: string): boolean {
  return error instanceof ApiError && error.code === code;
}
