/** Requests to the historical service: where they go, with which key, and how long each may take. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabentoKey } from '#databento/gateway-lines.ts';
import { detailOf, HistoryError, refusalOf } from './history-error.ts';

export const DATABENTO_HISTORY_URL = 'https://hist.databento.com';

export interface HistoryAccess {
  /** 32 characters that begin with db-. Sent to the service only, never shown. */
  readonly key: string;
  /** For example GLBX.MDP3. */
  readonly dataset: string;
  /** Base address of the service; plain http on this machine only. */
  readonly url?: string;
  /** Milliseconds since 1970 UTC. */
  readonly nowMs: () => number;
  /** Multiplies the waits between attempts; 1 where it is left out. */
  readonly waitScale?: number;
}

const ANSWER_MS = 30_000;
/** A whole answer of JSON with all its attempts. */
const JSON_MS = 180_000;
const ATTEMPTS = 4;
const FIRST_WAIT_MS = 500;
/** What the service requests to wait beyond this ends the request instead. */
const MAX_WAIT_MS = 30_000;
const MAX_ERROR_BYTES = 64 * 1024;
const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]']);

/** A sentence of what was expected where the address cannot be used, or null. The key would travel readable over http. */
export function historyUrlFault(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url?.search === '' && url.hash === '' && url.username === '' && url.password === '';
  if (url === null || !isPlain || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    return 'expected an address such as https://hist.databento.com';
  if (url.protocol === 'http:' && !LOCAL.has(url.hostname))
    return 'expected https: plain http is for a service on this machine only';
  return null;
}

export class HistoryRequests {
  readonly #access: HistoryAccess;
  readonly #base: string;

  /** Throws `HistoryError` for a text that is no key, or no address. */
  constructor(access: HistoryAccess) {
    const { key, url = DATABENTO_HISTORY_URL } = access;
    if (!isDatabentoKey(key))
      throw new HistoryError('key_refused', 'expected a key of 32 characters that begins with db-');
    const fault = historyUrlFault(url);
    if (fault !== null) throw new HistoryError('unreachable', `DATABENTO_HISTORY ${url}: ${fault}`);
    this.#access = access;
    this.#base = url.replace(/\/+$/, '').replace(/\/v0$/, '');
  }

  /**
   * The answer to a request, its body not yet read. What may pass is tried a few times, after the wait that the service
   * requests; a request that costs money only after a refusal, because it may be charged where the answer was lost.
   * Throws `HistoryError`.
   */
  async send(
    method: 'GET' | 'POST',
    name: string,
    fields: Readonly<Record<string, string>>,
    { isPaid = false, signal }: { readonly isPaid?: boolean; readonly signal?: AbortSignal | undefined } = {},
  ): Promise<Response> {
    const { waitScale = 1 } = this.#access;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#sendOnce(method, name, fields, signal);
      } catch (error) {
        const waitMs = waitBeforeNext(error, attempt, isPaid);
        if (waitMs === null) throw error;
        await sleep(waitMs * waitScale, undefined, signal === undefined ? {} : { signal });
      }
    }
  }

  async json(
    method: 'GET' | 'POST',
    name: string,
    fields: Readonly<Record<string, string>>,
  ): Promise<unknown> {
    try {
      const response = await this.send(method, name, fields, { signal: AbortSignal.timeout(JSON_MS) });
      return await response.json();
    } catch (error) {
      if (error instanceof HistoryError) throw error;
      throw new HistoryError(
        'protocol',
        `expected JSON from ${name}, got something else, half of it, or nothing in time`,
        {
          cause: error,
        },
      );
    }
  }

  async #sendOnce(
    method: 'GET' | 'POST',
    name: string,
    fields: Readonly<Record<string, string>>,
    signal?: AbortSignal,
  ): Promise<Response> {
    const { key, dataset, nowMs } = this.#access;
    const form = new URLSearchParams({ dataset, ...fields });
    const url = `${this.#base}/v0/${name}`;
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), ANSWER_MS);
    const signals = signal === undefined ? limit.signal : AbortSignal.any([limit.signal, signal]);
    const request: RequestInit = {
      method,
      headers: { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` },
      // A redirect would carry the key to another host
      redirect: 'error',
      signal: signals,
      ...(method === 'POST' ? { body: form } : {}),
    };
    try {
      const response = await fetch(method === 'GET' ? `${url}?${form}` : url, request);
      if (response.ok) return response;
      // Before anything is cut: half of the key would not be recognised
      const body = (await response.text()).replaceAll(key, '…');
      const said = detailOf(body.slice(0, MAX_ERROR_BYTES));
      throw refusalOf(response.status, said, response.headers.get('retry-after'), nowMs());
    } catch (error) {
      if (error instanceof HistoryError || signal?.aborted === true) throw error;
      if (limit.signal.aborted)
        throw new HistoryError('timeout', `no answer from ${this.#base} within ${ANSWER_MS / 1000} s`);
      throw new HistoryError('unreachable', `no connection to ${this.#base}: ${causeOf(error)}`, {
        cause: error,
      });
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Milliseconds until the next attempt; null where there is none. */
function waitBeforeNext(error: unknown, attempt: number, isPaid: boolean): number | null {
  if (!(error instanceof HistoryError) || !error.canRetry || attempt === ATTEMPTS) return null;
  if (isPaid && error.mayBeCharged) return null;
  const waitMs = error.retryAfterMs ?? FIRST_WAIT_MS * 2 ** (attempt - 1);
  return waitMs > MAX_WAIT_MS ? null : waitMs;
}

/** The reason behind a failed `fetch`. */
export function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
}
