/** Counts requests of API keys by scope, and stores the counts every few seconds. */
import type { ApiScope } from '@undertow/contracts';
import { HOUR_MS, SECOND_MS } from '@undertow/market';
import type { ApiKeyStore, ApiKeyUse } from '#ports/api-keys/api-key-store.ts';
import type { Clock } from '#ports/clock.ts';
import type { Log } from '#ports/log.ts';

const STORE_MS = 5 * SECOND_MS;

interface Use {
  readonly keyId: string;
  readonly userId: string;
  readonly scope: ApiScope;
  readonly address: string;
  /** Refused by the rate limit. */
  readonly isLimited: boolean;
}

interface KeyUsageInput {
  readonly store: Pick<ApiKeyStore, 'addUse'>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
}

export class KeyUsage {
  readonly #input: KeyUsageInput;
  readonly #timer: NodeJS.Timeout;
  #uses = new Map<string, ApiKeyUse>();
  #storing: Promise<void> = Promise.resolve();

  constructor(input: KeyUsageInput) {
    this.#input = input;
    this.#timer = setInterval(() => void this.store(), STORE_MS);
    this.#timer.unref();
  }

  note({ keyId, userId, scope, address, isLimited }: Use): void {
    const lastAtMs = this.#input.clock.nowMs();
    this.#add({
      keyId,
      userId,
      scope,
      lastAtMs,
      lastAddress: address,
      requests: 1,
      limited: Number(isLimited),
    });
  }

  #add(use: ApiKeyUse): void {
    const place = `${use.keyId} ${use.scope} ${Math.floor(use.lastAtMs / HOUR_MS)}`;
    const known = this.#uses.get(place);
    const latest = known === undefined || known.lastAtMs <= use.lastAtMs ? use : known;
    const requests = use.requests + (known?.requests ?? 0);
    this.#uses.set(place, { ...latest, requests, limited: use.limited + (known?.limited ?? 0) });
  }

  /** Stores what was counted; what cannot be stored is counted with the next. */
  store(): Promise<void> {
    this.#storing = this.#storing.then(() => this.#storeNow());
    return this.#storing;
  }

  async #storeNow(): Promise<void> {
    const uses = this.#uses;
    this.#uses = new Map();
    for (const [place, use] of uses) {
      try {
        await this.#input.store.addUse(use);
        uses.delete(place);
      } catch (error) {
        this.#input.log.error({ err: error, waiting: uses.size }, 'use of API keys not stored yet');
        for (const waiting of uses.values()) this.#add(waiting);
        return;
      }
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.store();
  }
}
