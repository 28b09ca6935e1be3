/** The lines of connected accounts, one per user, and which viewer sees which: their own, or the platform feed. */
import type { RithmicFeed } from '@undertow/feeds';
import { MINUTE_MS } from '@undertow/market';
import { KeyedQueue } from '#concurrency/keyed-queue.ts';
import { isolated } from '#live/tasks/isolated.ts';
import type { InstrumentView } from '#live/views/instrument-view.ts';
import {
  createViewResolver,
  type FeedViewResolver,
  type FeedViewSource,
  type FeedViews,
} from '#live/views/view-resolver.ts';
import type { AccountFeedLines, AccountMarkets, Viewer } from '#ports/account-feeds.ts';
import type { RuleMarket } from '#ports/alerts.ts';
import type { InstrumentUpdate } from '#ports/bus.ts';
import type { Controls } from '#ports/controls.ts';
import type { Log } from '#ports/log.ts';
import type { Recordings } from '#ports/recordings.ts';
import { AccountFeedLine } from './account-feed-line.ts';

const SWEEP_MS = MINUTE_MS;

/**
 * Deliberately without the bus: what the line of an account publishes must not reach the house's recorder, alerts or
 * track record. What it records reaches its owner's store.
 */
export interface AccountFeedLinesInput {
  readonly platform: FeedViews;
  readonly controls: Pick<Controls, 'isOff' | 'onChange'>;
  /** Null where nothing of account feeds is stored. */
  readonly markets: Pick<AccountMarkets, 'of'> | null;
  /** Where sessions of account feeds are recorded; null where they are not. */
  readonly recordings: Pick<Recordings, 'ofOwner'> | null;
  readonly log: Log;
  monotonicMs(): number;
  onVisible(userId: string, view: InstrumentView, update: InstrumentUpdate): void;
  /** True while a socket of the user shows the view. */
  isFollowed(userId: string, view: InstrumentView): boolean;
  /** Called when the views of the user change to another line. */
  onSourceChange(userId: string): void;
}

export class RunningAccountFeedLines implements AccountFeedLines {
  readonly viewResolver: FeedViewResolver;
  readonly #input: AccountFeedLinesInput;
  readonly #lines = new Map<string, AccountFeedLine>();
  /** A line opens after what replaces its owner's stored data. */
  readonly #turns = new KeyedQueue();
  readonly #sweep: NodeJS.Timeout;
  readonly #stopListening: () => void;
  #opened = 0;
  #isOver = false;

  constructor(input: AccountFeedLinesInput) {
    this.#input = input;
    this.viewResolver = createViewResolver(input.platform, {
      lineOf: (viewer) => this.#lineOf(viewer),
      // An administrator sees what the plan includes, not what the user pays a broker for
      marketOf: ({ userId, view }) => (view === undefined ? (input.markets?.of(userId) ?? null) : null),
    });
    this.#stopListening = input.controls.onChange(() => this.#forEach((line) => line.applySwitch()));
    this.#sweep = setInterval(() => this.#forEach((line) => line.endIdle()), SWEEP_MS);
    this.#sweep.unref();
  }

  /** Lines that are open. */
  get size(): number {
    return this.#lines.size;
  }

  open(userId: string, feed: RithmicFeed, onResync: (withoutDataMs: number) => void): Promise<void> {
    return this.#turns.run(userId, () => this.#open(userId, feed, onResync));
  }

  pausing<T>(userId: string, act: () => Promise<T>): Promise<T> {
    return this.#turns.run(userId, () => this.#lines.get(userId)?.pausing(act) ?? act());
  }

  async #open(userId: string, feed: RithmicFeed, onResync: (withoutDataMs: number) => void): Promise<void> {
    if (this.#isOver) return feed.close();
    const input = this.#input;
    const before = this.#lines.get(userId);
    this.#opened += 1;
    const line = new AccountFeedLine({
      line: `account ${this.#opened}`,
      feed,
      market: input.markets?.of(userId) ?? null,
      recordings: input.recordings,
      controls: input.controls,
      log: input.log,
      monotonicMs: input.monotonicMs,
      onVisible: (view, update) => input.onVisible(userId, view, update),
      onResync,
      onRoll: () => input.onSourceChange(userId),
      isFollowed: (view) => input.isFollowed(userId, view),
    });
    this.#lines.set(userId, line);
    input.onSourceChange(userId);
    await this.#end(before);
  }

  async close(userId: string): Promise<void> {
    const line = this.#lines.get(userId);
    if (line === undefined) return;
    this.#lines.delete(userId);
    this.#input.onSourceChange(userId);
    await this.#end(line);
  }

  /** The market on which the user's rules are evaluated; null where that is the platform's. */
  ruleMarketOf(userId: string): RuleMarket | null {
    // Where nothing may be stored, an alert of it would store what it quotes
    if (this.#input.markets === null) return null;
    return this.#lines.get(userId)?.ruleMarket(userId) ?? null;
  }

  /** Runs these instruments of the user's line whether or not they have a viewer. */
  require(userId: string, instrumentIds: readonly number[]): void {
    this.#lines.get(userId)?.require(instrumentIds);
  }

  /** Closes all of them permanently, and whatever is opened later at once. */
  async shutDown(): Promise<void> {
    this.#isOver = true;
    clearInterval(this.#sweep);
    this.#stopListening();
    const open = [...this.#lines.values()];
    this.#lines.clear();
    await Promise.all(open.map((line) => this.#end(line)));
  }

  #forEach(act: (line: AccountFeedLine) => void): void {
    for (const line of this.#lines.values())
      isolated(
        () => act(line),
        (error) => this.#input.log.error({ err: error }, 'line of an account failed'),
      );
  }

  async #end(line: AccountFeedLine | undefined): Promise<void> {
    await line
      ?.close()
      .catch((error: unknown) =>
        this.#input.log.error({ err: error }, 'line of an account not closed cleanly'),
      );
  }

  #lineOf(viewer: Viewer): FeedViewSource | undefined {
    return viewer.view === undefined ? this.#lines.get(viewer.userId)?.viewSource : undefined;
  }
}
