/** The market role of a process among others: the instruments it owns, from the feed to the wire. */
import { SessionCosts } from '#live/session/session-costs.ts';
import { SwitchedFeed } from '#live/session/switched-feed.ts';
import { InstrumentLeases } from '#live/wire/instrument-leases.ts';
import { WirePublisher } from '#live/wire/wire-publisher.ts';
import type { Leases, Member } from '#ports/cluster/leases.ts';
import type { Wire } from '#ports/cluster/wire.ts';
import type { LiveLineStatus } from './live-line.ts';
import { MarketLine, type MarketLineInput } from './market-line.ts';

/** Rounds are ten a second: longer than a busy machine delays one. */
const SUSPENDED_MS = 5_000;
/** How soon a prepared session that missed rows begins again. */
const RENEW_MS = 5_000;

export interface OwnedMarketInput
  extends Omit<MarketLineInput, 'fenceOf' | 'beforeOpen' | 'afterTick' | 'onFault'> {
  readonly wire: Wire;
  readonly leases: Leases;
  /** The id under which this process is announced. */
  readonly self: string;
  monotonicMs(): number;
}

export class OwnedMarket {
  readonly #feed: SwitchedFeed;
  readonly #line: MarketLine;
  readonly #unsubscribe: () => void;
  readonly #publisher: WirePublisher;
  readonly #instruments: InstrumentLeases;
  readonly #costs: SessionCosts;
  readonly #renewal: NodeJS.Timeout;
  readonly #monotonicMs: () => number;
  #tickMs: number;

  constructor(input: OwnedMarketInput) {
    const { controls, bus, wire, leases, self, log, traces, monotonicMs } = input;
    const onFault = (error: unknown): void => log.error({ err: error }, 'round of updates failed');
    const isOff = (): boolean => controls.isOff('feed', input.feed.source);
    this.#costs = new SessionCosts(monotonicMs);
    this.#monotonicMs = monotonicMs;
    this.#tickMs = monotonicMs();
    const feed = new SwitchedFeed(input.feed, isOff, onFault, this.#costs);
    this.#feed = feed;
    this.#unsubscribe = controls.onChange(() => feed.applySwitch());
    this.#line = new MarketLine({
      ...input,
      feed,
      onFault,
      fenceOf: (id) => this.#instruments.leaseOf(id)?.fence,
      beforeOpen: async () => undefined,
      afterTick: () => this.#checkSuspension(),
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
      ...{ leases, self, log, instrumentIds: feed.instrumentIds },
      costs: () => this.#costs.read(),
      prepare: (id) => this.#line.prepare(id),
      isPrepared: (id) => this.#line.isPrepared(id),
      isStoring: () => this.#line.recorderStatus().lastError === null,
      own: (id) => this.#line.own(id),
      disown: async (id) => {
        const stored = this.#line.disown(id);
        this.#checkSuspension();
        await stored;
        await this.#publisher.sent(id);
      },
      end: async (id) => {
        await this.#line.end(id);
        this.#costs.forget(id);
      },
    });
    this.#renewal = setInterval(() => this.#line.renewPrepared(), RENEW_MS);
  }

  /** After a suspension nobody knows yet what the feed left out meanwhile: prepared sessions begin again. */
  #checkSuspension(): void {
    const beforeMs = this.#tickMs;
    this.#tickMs = this.#monotonicMs();
    if (this.#tickMs - beforeMs < SUSPENDED_MS) return;
    // What was owned before is lost in this turn, and prepared from then on
    this.#instruments.checkLost();
    this.#line.renewPrepared(true);
  }

  /** What the other processes share the instruments by. */
  get membership(): Pick<Member, 'leases' | 'standby' | 'costs'> {
    const { names: leases, standby } = this.#instruments;
    const costs = [...this.#costs.read()].map(([id, cost]) => [`instrument.${id}`, cost] as const);
    return { leases, standby, costs: Object.fromEntries(costs) };
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
    clearInterval(this.#renewal);
    await this.#instruments.close(async () => {
      await this.#line.settle();
      await this.#publisher.close();
    });
  }
}
