/** Bars of one minute from storage, cached once read: what an earlier run stored does not change. */
import type { ContractBar } from '@undertow/market';
import type { MarketStore } from '#ports/market-store.ts';

/** Bars of one minute older than those which a view has in memory. */
export interface BarsBefore {
  /** What lies before the instant does not change any more. */
  endsAt(toMs: number): void;
  /** Bars with `fromMs <= startMs < toMs`, oldest first. */
  list(fromMs: number, toMs: number): Promise<readonly ContractBar[]>;
}

/** Bars kept; requests that reach further back are read each time. About two weeks. */
const MAX_KEPT = 20_000;

export class StoredBars implements BarsBefore {
  readonly #store: Pick<MarketStore, 'listBars'>;
  readonly #instrumentId: number;
  readonly #source: string;
  /** Bars with `#fromMs <= startMs < #toMs`, oldest first. */
  #kept: readonly ContractBar[] = [];
  #fromMs = 0;
  #toMs = 0;

  constructor(store: Pick<MarketStore, 'listBars'>, instrumentId: number, source: string) {
    this.#store = store;
    this.#instrumentId = instrumentId;
    this.#source = source;
  }

  /** What lies before the instant was stored by earlier runs and may be kept. */
  endsAt(toMs: number): void {
    if (this.#toMs !== 0) return;
    this.#toMs = toMs;
    this.#fromMs = toMs;
  }

  /** Bars with `fromMs <= startMs < toMs`, oldest first. Fails as the storage fails. */
  async list(fromMs: number, toMs: number): Promise<readonly ContractBar[]> {
    if (this.#toMs === 0 || toMs > this.#toMs) return this.#read(fromMs, toMs);
    if (fromMs < this.#fromMs) {
      const older = await this.#read(fromMs, this.#fromMs);
      if (older.length + this.#kept.length > MAX_KEPT) return this.#read(fromMs, toMs);
      // Another request may have read the same meanwhile
      if (fromMs < this.#fromMs) {
        const known = this.#fromMs;
        this.#kept = [...older.filter((bar) => bar.startMs < known), ...this.#kept];
        this.#fromMs = fromMs;
      }
    }
    return this.#kept.filter((bar) => bar.startMs >= fromMs && bar.startMs < toMs);
  }

  #read(fromMs: number, toMs: number): Promise<readonly ContractBar[]> {
    return this.#store.listBars(this.#instrumentId, this.#source, fromMs, toMs);
  }
}
