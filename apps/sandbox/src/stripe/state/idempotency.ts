/** The same key with the same call gets the same response; with another call it is refused. */
import { createHash } from 'node:crypto';
import { DAY_S } from '@undertow/market';
import type { StripeObject } from '#stripe/objects/stripe-object.ts';
import { StripeError } from '#stripe/wire/stripe-error.ts';
import type { Store } from './store.ts';

const KEEP_SECONDS = DAY_S;
const MAX_LENGTH = 255;

interface Kept extends StripeObject {
  readonly print: string;
  readonly status: number;
  readonly body: string;
  readonly atMs: number;
}

export interface CallResponse {
  readonly status: number;
  readonly body: string;
}

export function fingerprintOfCall(method: string, path: string, body: string): string {
  return createHash('sha256').update(`${method} ${path}\n${body}`).digest('hex');
}

export class Idempotency {
  readonly #store: Store;
  readonly #nowMs: () => number;

  constructor(store: Store, nowMs: () => number) {
    this.#store = store;
    this.#nowMs = nowMs;
  }

  /** The response given before; undefined for a key that is new. Throws for a key that belongs to another call. */
  find(key: string, print: string): CallResponse | undefined {
    if (key.length > MAX_LENGTH) {
      const message = `Idempotency keys can be at most ${MAX_LENGTH} characters.`;
      throw new StripeError(message, { status: 400, type: 'invalid_request_error' });
    }
    const kept = this.#store.get('sandbox.note', `key:${key}`) as Kept | undefined;
    if (kept === undefined || kept.atMs + KEEP_SECONDS * 1000 < this.#nowMs()) return undefined;
    if (kept.print === print) return kept;
    throw new StripeError(
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      { status: 400, type: 'idempotency_error' },
    );
  }

  /** Removes expired entries. */
  forgetOld(): void {
    for (const note of this.#store.all('sandbox.note')) {
      const isOld = note.id.startsWith('key:') && (note as Kept).atMs + KEEP_SECONDS * 1000 < this.#nowMs();
      if (isOld) this.#store.remove('sandbox.note', note.id);
    }
  }

  keep(key: string, print: string, response: CallResponse): void {
    const id = `key:${key}`;
    this.#store.put('sandbox.note', { id, object: 'sandbox.note', print, ...response, atMs: this.#nowMs() });
  }
}
