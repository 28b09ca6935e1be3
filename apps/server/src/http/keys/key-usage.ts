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
    const lastAtMs = Math.floor(this.#input.clock.nowMs());
    const place = `${keyId} ${scope} ${Math.floor(lastAtMs / HOUR_MS)}`;
    const { requests = 0, limited = 0 } = this.#uses.get(place) ?? {};
    this.#uses.set(place, {
      ...{ keyId, userId, scope, lastAtMs, lastAddress: address },
      ...{ requests: requests + 1, limited: limited + Number(isLimited) },
    });
  }

  /** Stores what was counted; what cannot be stored is logged and not counted. */
  store(): Promise<void> {
    this.#storing = this.#storing.then(() => this.#storeNow());
    return this.#storing;
  }

  async #storeNow(): Promise<void> {
    const uses = [...this.#uses.values()];
    if (uses.length === 0) return;
    this.#uses = new Map();
    try {
      await this.#input.store.addUse(uses);
    } catch (error) {
      this.#input.log.error({ err: error, keys: uses.length }, 'use of API keys not stored');
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.store();
  }
}
