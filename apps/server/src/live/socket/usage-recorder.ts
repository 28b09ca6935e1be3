/**
 * Records which market data was shown to whom, by day in London, and stores it every minute: the exchanges require it
 * in a data contract.
 */
import { createHash } from 'node:crypto';
import { MINUTE_MS } from '@undertow/market';
import type { Log } from '#ports/log.ts';
import type { DataUsage, DataUsageStore, ShownData, UsageRow } from '#ports/people.ts';
import { londonDayOf } from '#rules/london-day.ts';

const STORE_MS = MINUTE_MS;

export interface UsageRecorderInput {
  readonly store: Pick<DataUsageStore, 'save'>;
  readonly log: Log;
  nowMs(): number;
}

/** A session id must not leave the server: this one distinguishes devices and gives no access. */
function deviceOf(sessionId: string): string {
  return createHash('sha256').update(`data usage ${sessionId}`).digest('hex').slice(0, 16);
}

export class UsageRecorder implements DataUsage {
  readonly #input: UsageRecorderInput;
  readonly #timer: NodeJS.Timeout;
  #rows = new Map<string, UsageRow>();
  #storing: Promise<void> = Promise.resolve();

  constructor(input: UsageRecorderInput) {
    this.#input = input;
    this.#timer = setInterval(() => void this.store(), STORE_MS);
    this.#timer.unref();
  }

  /** Records that it was shown now. Cheap: a lookup for each instrument. */
  note({ sessionId, source, delaySeconds, instrumentIds, ...shown }: ShownData): void {
    const userId = shown.view?.administratorId ?? shown.userId;
    const nowMs = Math.floor(this.#input.nowMs());
    const day = londonDayOf(nowMs);
    for (const instrumentId of instrumentIds) {
      const key = `${day} ${userId} ${sessionId} ${source} ${delaySeconds} ${instrumentId}`;
      const known = this.#rows.get(key);
      const facts = { userId, day, source, delaySeconds, instrumentId };
      const row = known ?? { ...facts, device: deviceOf(sessionId), firstAtMs: nowMs };
      this.#rows.set(key, { ...row, lastAtMs: nowMs });
    }
  }

  store(): Promise<void> {
    this.#storing = this.#storing.then(() => this.#storeNow());
    return this.#storing;
  }

  async #storeNow(): Promise<void> {
    const rows = this.#rows;
    if (rows.size === 0) return;
    this.#rows = new Map();
    try {
      await this.#input.store.save([...rows.values()]);
    } catch (error) {
      this.#input.log.error({ err: error, rows: rows.size }, 'data usage not stored yet');
      for (const [key, row] of rows) {
        const since = this.#rows.get(key);
        this.#rows.set(key, since === undefined ? row : { ...row, lastAtMs: since.lastAtMs });
      }
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.store();
  }
}
