/** A feed of Databento whose instruments begin with today's trades so far, replayed by the gateway free of charge. */
import { calendarOf, type EpochMs, instrumentById, productCalendar } from '@undertow/market';
import pLimit from 'p-limit';
import { contractDay } from '#databento/contract-map.ts';
import type { DatabentoFeed, DatabentoStatus } from '#databento/databento-feed.ts';
import type { SessionOptions } from '#databento/gateway-session.ts';
import type { AnnouncedFigures, FeedContract, FeedListener, FeedSubscription } from '#feed/feed.ts';
import { PastFlow, type PastState } from './past-flow.ts';

export interface TodaysPastOptions {
  /** How the sessions of replays connect: the same gateway, key and dataset as the feed. */
  readonly session: SessionOptions;
  readonly onState?: (instrumentId: number, state: PastState) => void;
}

export interface FeedWithPast extends DatabentoFeed {
  /** How the past of each instrument came out that was opened. */
  pasts(): ReadonlyMap<number, PastState>;
}

/** Sessions of replays at once: a team has ten of a dataset, and another server may begin while this one ends. */
const MAX_REPLAYS = 4;

/**
 * Flows begin with `onPast` from the open of the trading day on, or as far back as the gateway has. A replay that fails,
 * stands still for ten seconds or takes more than twenty leaves a partial past, and the live rows follow all the same.
 * While the gateway is away altogether, the replay waits for it.
 */
export function withTodaysPast(feed: DatabentoFeed, options: TodaysPastOptions): FeedWithPast {
  return new TodaysPast(feed, options);
}

class TodaysPast implements FeedWithPast {
  readonly tier = 'L3';
  readonly replaySpeed = null;
  readonly #feed: DatabentoFeed;
  readonly #options: TodaysPastOptions;
  readonly #turns = pLimit(MAX_REPLAYS);
  readonly #flows = new Map<number, PastFlow>();
  readonly #states = new Map<number, PastState>();
  /** When each instrument's contract became the front one: before that another one made today's bars. */
  readonly #rolledMs = new Map<number, number>();

  constructor(feed: DatabentoFeed, options: TodaysPastOptions) {
    this.#feed = feed;
    this.#options = options;
  }

  get run(): string {
    return this.#feed.run;
  }

  get instrumentIds(): readonly number[] {
    return this.#feed.instrumentIds;
  }

  get messagesNotUnderstood(): number {
    return this.#feed.messagesNotUnderstood ?? 0;
  }

  get source(): DatabentoFeed['source'] {
    return this.#feed.source;
  }

  announced(instrumentId: number): AnnouncedFigures | null {
    return this.#feed.announced(instrumentId);
  }

  contractOf(instrumentId: number): FeedContract {
    return this.#feed.contractOf(instrumentId);
  }

  nowMs(): EpochMs {
    return this.#feed.nowMs();
  }

  open(instrumentId: number, listener: FeedListener): FeedSubscription {
    const { code } = this.#feed.contractOf(instrumentId);
    if (this.#flows.has(instrumentId)) throw new Error(`${code} has a listener already`);
    const fromMs = this.#pastFromMs(instrumentId);
    if (fromMs >= this.#feed.nowMs()) {
      this.#states.set(instrumentId, { kind: 'whole', fromMs: null, trades: 0 });
      return this.#feed.open(instrumentId, listener);
    }
    const flow = new PastFlow({
      feed: this.#feed,
      request: { session: this.#options.session, instrumentId, code, fromMs },
      listener,
      isRunning: () => this.#feed.status().session === 'running',
      onState: (state) => {
        this.#states.set(instrumentId, state);
        this.#options.onState?.(instrumentId, state);
      },
    });
    this.#flows.set(instrumentId, flow);
    void this.#turns(() => flow.begin());
    return {
      requestSnapshot: () => flow.requestSnapshot(),
      close: () => {
        if (this.#flows.get(instrumentId) === flow) this.#flows.delete(instrumentId);
        flow.close();
      },
    };
  }

  /** From the open of the trading day that the contract serves: in the break before it there is nothing yet. */
  #pastFromMs(instrumentId: number): number {
    const instrument = instrumentById(instrumentId);
    if (instrument === undefined) throw new RangeError(`no instrument ${instrumentId} in the catalogue`);
    const calendar = productCalendar(calendarOf('databento'), instrument);
    const { openMs } = calendar.sessionBounds(contractDay(calendar, this.#feed.nowMs()));
    return Math.max(openMs, this.#rolledMs.get(instrumentId) ?? openMs);
  }

  pasts(): ReadonlyMap<number, PastState> {
    return this.#states;
  }

  status(): DatabentoStatus {
    return this.#feed.status();
  }

  onRoll(listener: (instrumentId: number) => void): void {
    this.#feed.onRoll((instrumentId) => {
      this.#rolledMs.set(instrumentId, this.#feed.nowMs());
      listener(instrumentId);
    });
  }

  reconnectNow(): void {
    this.#feed.reconnectNow();
  }

  async close(): Promise<void> {
    for (const flow of this.#flows.values()) flow.close();
    this.#flows.clear();
    await this.#feed.close();
  }
}
