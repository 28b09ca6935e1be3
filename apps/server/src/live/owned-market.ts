/** The market role of a process among others: the instruments it owns, from the feed to the wire. */
import { SwitchedFeed } from '#live/session/switched-feed.ts';
import { InstrumentLeases } from '#live/wire/instrument-leases.ts';
import { WirePublisher } from '#live/wire/wire-publisher.ts';
import type { Leases } from '#ports/cluster/leases.ts';
import type { Wire } from '#ports/cluster/wire.ts';
import type { LiveLineStatus } from './live-line.ts';
import { MarketLine, type MarketLineInput } from './market-line.ts';

export interface OwnedMarketInput
  extends Omit<MarketLineInput, 'fenceOf' | 'beforeOpen' | 'afterTick' | 'onFault'> {
  readonly wire: Wire;
  readonly leases: Leases;
  monotonicMs(): number;
}

export class OwnedMarket {
  readonly #feed: SwitchedFeed;
  readonly #line: MarketLine;
  readonly #unsubscribe: () => void;
  readonly #publisher: WirePublisher;
  readonly #instruments: InstrumentLeases;

  constructor(input: OwnedMarketInput) {
    const { controls, bus, wire, leases, log, traces, monotonicMs } = input;
    const onFault = (error: unknown): void => log.error({ err: error }, 'round of updates failed');
    const isOff = (): boolean => controls.isOff('feed', input.feed.source);
    const feed = new SwitchedFeed(input.feed, isOff, onFault);
    this.#feed = feed;
    this.#unsubscribe = controls.onChange(() => feed.applySwitch());
    this.#line = new MarketLine({
      ...input,
      feed,
      onFault,
      fenceOf: (id) => this.#instruments.leaseOf(id)?.fence,
      beforeOpen: async () => undefined,
      afterTick: () => undefined,
    });
    this.#publisher = new WirePublisher({
      ...{ bus, wire, log, traces, monotonicMs },
      leaseOf: (id) => this.#instruments.leaseOf(id),
      describe: (instrumentId) => {
        const { code: contract, expiry } = feed.contractOf(instrumentId);
        const { source, tier, run } = feed;
        return { instrumentId, source, tier, run, contract, expiry };
      },
    });
    this.#instruments = new InstrumentLeases({
      ...{ leases, log, instrumentIds: feed.instrumentIds },
      start: (id) => void this.#line.start(id, () => undefined),
      end: (id) => this.#line.end(id),
    });
  }

  /** Names of the leases that this process holds. */
  get leases(): readonly string[] {
    return this.#instruments.names;
  }

  /** What the wire has of this process, and what it does not have yet. */
  get wire() {
    const { published, waiting } = this.#publisher;
    return { published, waiting, failovers: this.#instruments.failovers };
  }

  status(): LiveLineStatus {
    const feed = this.#feed;
    return {
      ...{ source: feed.source, run: feed.run, feedNowMs: feed.nowMs(), session: feed.status() },
      ...{ instruments: this.#line.statuses(), published: this.#line.published },
      ...{ recorder: this.#line.recorderStatus(), alerts: { rules: 0, waiting: 0 } },
      ...{ sockets: 0, marketReplays: 0, accountFeedLines: 0, isReady: true, lagMs: null },
    };
  }

  /** Stores and publishes what waits, then gives the instruments back. */
  async close(): Promise<void> {
    this.#unsubscribe();
    await this.#instruments.close(async () => {
      await this.#line.settle();
      await this.#publisher.close();
    });
  }
}
