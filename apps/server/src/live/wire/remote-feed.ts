/** The feed as a process sees it that runs no session: what is served, described by the owners of its instruments. */
import type { Feed, FeedContract } from '@undertow/feeds';
import type { EpochMs, FeedSource, FeedTier } from '@undertow/market';
import type { WireInstrument } from '#ports/cluster/wire.ts';

/** An instrument whose owner was not known when it was requested. */
const UNKNOWN_CONTRACT = '';

export class RemoteFeed implements Feed {
  readonly source: FeedSource;
  readonly tier: FeedTier;
  readonly replaySpeed = null;
  readonly #nowMs: () => EpochMs;
  readonly #instruments = new Map<number, WireInstrument>();

  /** `first` is any instrument of the feed: all come from one source. */
  constructor(first: WireInstrument, nowMs: () => EpochMs) {
    this.source = first.source;
    this.tier = first.tier;
    this.#nowMs = nowMs;
    this.describe(first);
  }

  describe(instrument: WireInstrument): void {
    this.#instruments.set(instrument.instrumentId, instrument);
  }

  /** Each instrument has the run of its owner. */
  get run(): string {
    return 'wire';
  }

  get instrumentIds(): readonly number[] {
    return [...this.#instruments.keys()].sort((one, other) => one - other);
  }

  contractOf(instrumentId: number): FeedContract {
    const { contract = UNKNOWN_CONTRACT, expiry = null } = this.#instruments.get(instrumentId) ?? {};
    return { instrumentId, code: contract, expiry };
  }

  nowMs(): EpochMs {
    return this.#nowMs();
  }

  open(): never {
    throw new Error('expected a process with the role market: this one runs no feed');
  }

  async close(): Promise<void> {}
}
