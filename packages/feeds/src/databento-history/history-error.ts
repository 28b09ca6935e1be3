/** How a request to the historical service can fail, and what to do about it. */

export const HISTORY_FAULTS = [
  'key_refused',
  'payment_required',
  'not_licensed',
  'unknown_symbol',
  'invalid_request',
  'rate_limited',
  'unavailable',
  /** No connection, or it broke. */
  'unreachable',
  /** No answer in time. */
  'timeout',
  /** The answer is not what the service promises. */
  'protocol',
  /** A file that is cut, or has fewer records than announced. */
  'incomplete',
] as const;
export type HistoryFault = (typeof HISTORY_FAULTS)[number];

/** The message says what failed and what to do; it never contains the key. */
export class HistoryError extends Error {
  override readonly name = 'HistoryError';
  readonly fault: HistoryFault;
  /** What the service requested to wait before the next attempt, in milliseconds; null where it did not say. */
  readonly retryAfterMs: number | null;

  constructor(
    fault: HistoryFault,
    message: string,
    { retryAfterMs = null, ...options }: ErrorOptions & { readonly retryAfterMs?: number | null } = {},
  ) {
    super(message, options);
    this.fault = fault;
    this.retryAfterMs = retryAfterMs;
  }

  /** Whether the service may have begun to send, which is what it charges for: anything but a refusal. */
  get mayBeCharged(): boolean {
    return ['unreachable', 'timeout', 'protocol', 'incomplete'].includes(this.fault);
  }

  /** Whether the same request may succeed a moment later. */
  get canRetry(): boolean {
    return ['rate_limited', 'unavailable', 'unreachable', 'timeout'].includes(this.fault);
  }
}

const ADVICE: ReadonlyMap<number, readonly [HistoryFault, string]> = new Map([
  [400, ['invalid_request', 'check product, schema and dates']],
  [
    401,
    ['key_refused', 'the key is wrong, revoked or deactivated: check DATABENTO_KEY or DATABENTO_KEY_FILE'],
  ],
  [402, ['payment_required', 'the account cannot pay for it: check billing and limits at databento.com']],
  [403, ['not_licensed', 'the plan of the key does not include it: check the licences at databento.com']],
  [404, ['unknown_symbol', 'the service does not know the symbol for these dates: check product and dates']],
  [422, ['invalid_request', 'check product, schema and dates']],
  [429, ['rate_limited', 'too many requests of the team at once: try again later']],
]);

/** A refusal by status code; `said` is the service's own text. `retryAfter` is the header: seconds, or a date. */
export function refusalOf(
  status: number,
  said: string,
  retryAfter: string | null,
  nowMs: number,
): HistoryError {
  const [fault, advice] =
    ADVICE.get(status) ??
    (status >= 500
      ? (['unavailable', 'the service is disturbed: try again later'] as const)
      : (['protocol', 'the address of DATABENTO_HISTORY may be wrong'] as const));
  const text = said === '' ? '' : ` (${said})`;
  return new HistoryError(fault, `Databento refused the request with ${status}${text}: ${advice}`, {
    retryAfterMs: waitOf(retryAfter, nowMs),
  });
}

function waitOf(retryAfter: string | null, nowMs: number): number | null {
  if (retryAfter === null) return null;
  if (/^\d{1,6}$/.test(retryAfter)) return Number(retryAfter) * 1000;
  const atMs = Date.parse(retryAfter);
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - nowMs);
}

/** The text of an error's body: `{"detail": "text"}` or `{"detail": {"message": …}}`. */
export function detailOf(body: string): string {
  try {
    const parsed: unknown = JSON.parse(body);
    const detail = isObject(parsed) ? parsed['detail'] : undefined;
    const text = isObject(detail) ? detail['message'] : detail;
    if (typeof text === 'string') return text.slice(0, 500);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return '';
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
