/** The port of writes that must happen once however often they are sent. */

/** What was answered to a write. */
export interface StoredAnswer {
  readonly status: number;
  /** JSON text. */
  readonly body: string;
}

/** `begun`: it is to be carried out now. `conflict`: the key belongs to another request. */
export type IdempotentBegin =
  | { readonly kind: 'begun' }
  | { readonly kind: 'answered'; readonly answer: StoredAnswer }
  | { readonly kind: 'under-way' | 'conflict' };

export interface IdempotencyStore {
  /** Of two requests with one key exactly one begins, whichever process they reach. */
  begin(userId: string, key: string, fingerprint: string, nowMs: number): Promise<IdempotentBegin>;
  settle(userId: string, key: string, answer: StoredAnswer): Promise<void>;
  /** Nothing was stored: the key may be used again. */
  abandon(userId: string, key: string): Promise<void>;
}
