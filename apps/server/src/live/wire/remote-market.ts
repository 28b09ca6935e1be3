/** The market of a process that runs no feed: its views begin with the database and the wire's past, and follow the wire. */
import type { FeedStatus } from '@undertow/contracts';
import { type Instrument, instrumentById } from '@undertow/market';
import { RepeatingTask } from '#concurrency/repeating-task.ts';
import { FlowHistory } from '#live/flow/flow-history.ts';
import type { LineMarket } from '#live/session/line-market.ts';
import type { Bus, InstrumentUpdate } from '#ports/bus.ts';
import type { Traces } from '#ports/cluster/traces.ts';
import type { Wire } from '#ports/cluster/wire.ts';
import type { Log } from '#ports/log.ts';
import type { FlowStore } from '#ports/recordings.ts';
import { emptyAfter } from './empty-update.ts';
import type { RemoteFeed } from './remote-feed.ts';
import { WireReader } from './wire-reader.ts';

const TICK_MS = 100;
/** An owner sends something at least every two seconds. */
const STALE_MS = 5_000;
/** The longest delay of a plan, two keyframes, and the time that a start takes. */
const PAST_MS = 17 * 60_000;

export interface RemoteMarketInput {
  readonly feed: RemoteFeed;
  readonly wire: Wire;
  /** Carries the updates of the wire to the views, sockets and alerts of this process. */
  readonly bus: Bus;
  readonly flowStore?: FlowStore;
  readonly log: Log;
  readonly traces?: Traces | undefined;
  monotonicMs(): number;
  /** Creates the views of an instrument; those that exist stay. */
  makeViews(instrument: Instrument): void;
  /** Fills its views with what is stored of it. */
  fillViews(instrument: Instrument): Promise<void>;
  /** Folds an update from before this process. */
  onPast(update: InstrumentUpdate): void;
  afterTick(): void;
}

interface Followed {
  last: InstrumentUpdate | null;
  /** As the owner stated it last. */
  status: FeedStatus | null;
  aliveMs: number;
  /** Its owner sent nothing for a while, and viewers know it. */
  isSilent: boolean;
}

function statusOf({ status, isSilent }: Followed): FeedStatus | null {
  return status !== null && isSilent ? { ...status, state: 'stale' } : status;
}

export class RemoteMarket implements LineMarket {
  readonly flow: FlowHistory;
  readonly #input: RemoteMarketInput;
  readonly #reader: WireReader;
  readonly #followed = new Map<number, Followed>();
  readonly #tick: RepeatingTask;
  readonly #started: Promise<void>;
  #lagMs: number | null = null;

  constructor(input: RemoteMarketInput) {
    this.#input = input;
    const { feed, wire, log, traces, flowStore = null } = input;
    this.flow = new FlowHistory({ source: feed.source, store: flowStore, log });
    this.#reader = new WireReader({
      ...{ wire, log, traces },
      onPast: (update) => this.#onPast(update),
      onUpdate: (update) => this.#onUpdate(update),
      onAlive: (id, storedMs) => {
        this.#followedOf(id).aliveMs = input.monotonicMs();
        this.#lagMs = Math.max(0, feed.nowMs() - storedMs);
      },
    });
    this.#started = this.#start();
    this.#started.catch((error: unknown) => log.error({ err: error }, 'the market cannot be followed'));
    this.#tick = new RepeatingTask(
      TICK_MS,
      async () => this.#onTick(),
      (error) => log.error({ err: error }, 'round of updates failed'),
    );
  }

  async #start(): Promise<void> {
    const { feed, makeViews, fillViews } = this.#input;
    const fill = async (id: number): Promise<void> => {
      const instrument = instrumentById(id);
      if (instrument === undefined) return;
      makeViews(instrument);
      await fillViews(instrument);
    };
    await Promise.all(feed.instrumentIds.map(fill));
    await this.#reader.start(feed.nowMs() - PAST_MS);
  }

  /** True once views show what those of any other process show. */
  get isReady(): boolean {
    return this.#reader.isCaughtUp;
  }

  get lagMs(): number | null {
    return this.#lagMs;
  }

  #followedOf(instrumentId: number): Followed {
    const known = this.#followed.get(instrumentId);
    if (known !== undefined) return known;
    const followed: Followed = {
      last: null,
      status: null,
      aliveMs: this.#input.monotonicMs(),
      isSilent: false,
    };
    this.#followed.set(instrumentId, followed);
    return followed;
  }

  #note(update: InstrumentUpdate): void {
    const followed = this.#followedOf(update.instrumentId);
    // An instrument that another process began to serve since the start
    const instrument = followed.last === null ? instrumentById(update.instrumentId) : undefined;
    if (instrument !== undefined) this.#input.makeViews(instrument);
    followed.last = update;
    followed.status = update.status ?? followed.status;
  }

  #onPast(update: InstrumentUpdate): void {
    this.#note(update);
    this.#input.onPast(update);
  }

  #onUpdate(update: InstrumentUpdate): void {
    this.#note(update);
    this.#input.bus.publish('instrument', update);
  }

  #onTick(): void {
    if (this.isReady) for (const followed of this.#followed.values()) this.#checkAge(followed);
    this.#input.afterTick();
  }

  /** Nobody publishes the instrument, or the wire is away: what is shown is old, and says so until its owner is back. */
  #checkAge(followed: Followed): void {
    const { last, status, aliveMs } = followed;
    if (last === null || status === null) return;
    const isSilent = this.#input.monotonicMs() - aliveMs >= STALE_MS;
    if (isSilent === followed.isSilent) return;
    followed.isSilent = isSilent;
    this.#input.bus.publish('instrument', { ...emptyAfter(last), status: statusOf(followed) });
  }

  start(instrumentId: number, onFirst: (instrument: Instrument) => void): boolean {
    const instrument = instrumentById(instrumentId);
    if (instrument === undefined || !this.#input.feed.instrumentIds.includes(instrumentId)) return false;
    onFirst(instrument);
    return true;
  }

  /** The tape of an instrument is with its owner: windows are read from storage. */
  get(): undefined {
    return undefined;
  }

  waitingWindow(): undefined {
    return undefined;
  }

  statuses(): readonly FeedStatus[] {
    return [...this.#followed.values()].flatMap((followed) => statusOf(followed) ?? []);
  }

  get published(): number {
    return this.#reader.read;
  }

  recorderStatus() {
    return { waiting: 0, lastError: null };
  }

  async settle(): Promise<void> {
    await this.#tick.stop();
    await this.#started.catch(() => undefined);
    await this.#reader.close();
    await this.flow.close();
  }
}
