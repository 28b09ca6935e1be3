/**
 * The live line of one connected account: sessions and real-time views that reach its owner alone, and what is stored of
 * them, which reaches its owner's store alone.
 */
import { unlicensedAccess } from '@undertow/contracts';
import type { RithmicFeed } from '@undertow/feeds';
import { calendarOf, type Instrument, MINUTE_MS } from '@undertow/market';
import { FlowHistory } from '#live/flow/flow-history.ts';
import { Publisher } from '#live/session/publisher.ts';
import { SessionRegistry } from '#live/session/session-registry.ts';
import { SwitchedFeed } from '#live/session/switched-feed.ts';
import { WithheldSignals } from '#live/session/withheld-signals.ts';
import type { InstrumentView } from '#live/views/instrument-view.ts';
import { ViewBoard } from '#live/views/view-board.ts';
import { createFeedViews, type FeedViewSource } from '#live/views/view-resolver.ts';
import type { AccountMarket } from '#ports/account-feeds.ts';
import type { RuleMarket } from '#ports/alerts.ts';
import type { InstrumentUpdate } from '#ports/bus.ts';
import type { Controls } from '#ports/controls.ts';
import type { Log } from '#ports/log.ts';
import type { Recordings } from '#ports/recordings.ts';
import { AccountPast } from './account-past.ts';
import { AccountStorage } from './account-storage.ts';
import { AccountUpdates } from './account-updates.ts';
import { FirstMinutes } from './first-minutes.ts';
import { PlantHistory } from './plant-history.ts';

/** A session without a viewer ends after this: it uses about ten megabytes. */
const IDLE_MS = 15 * MINUTE_MS;
/** Licensed to its owner by their broker: the terms of the venues are about the platform's feed. */
const OWN_ACCESS = unlicensedAccess(0);

export interface AccountFeedLineInput {
  /** Unique among the lines of the process. */
  readonly line: string;
  readonly feed: RithmicFeed;
  /** What is stored for the owner; null where nothing is. */
  readonly market: AccountMarket | null;
  /** Where sessions are recorded for the owner; null where they are not. */
  readonly recordings: Pick<Recordings, 'ofOwner'> | null;
  readonly controls: Pick<Controls, 'isOff'>;
  readonly log: Log;
  monotonicMs(): number;
  /** Receives each update when it is visible. */
  onVisible(view: InstrumentView, update: InstrumentUpdate): void;
  /** Receives each book that was rebuilt, and how long it had no data. */
  readonly onResync: (withoutDataMs: number) => void;
  /** Called when an instrument's views were removed and start again for their viewers. */
  readonly onRoll: () => void;
  /** True while a socket shows the view. */
  isFollowed(view: InstrumentView): boolean;
}

export class AccountFeedLine {
  /** The views of the owner. */
  readonly viewSource: FeedViewSource;
  readonly #input: AccountFeedLineInput;
  readonly #feed: SwitchedFeed;
  readonly #board: ViewBoard;
  readonly #sessions: SessionRegistry;
  readonly #publisher: Publisher;
  readonly #plant: PlantHistory;
  readonly #past: AccountPast;
  readonly #firstMinutes: FirstMinutes;
  readonly #storage: AccountStorage;
  /** Ends with the line. */
  readonly #flow: FlowHistory;
  /** Instruments that run without a viewer: rules of the owner need them. */
  #required: ReadonlySet<number> = new Set();
  #rolls = 0;
  /** Monotonic time at which an instrument was last viewed. */
  readonly #viewedMs = new Map<number, number>();

  constructor(input: AccountFeedLineInput) {
    this.#input = input;
    const { line, feed: given, market, controls, log, monotonicMs, onVisible, onResync } = input;
    const onFault = (error: unknown): void => log.error({ err: error, line }, 'round of updates failed');
    const feed = new SwitchedFeed(given, () => controls.isOff('feed', given.source), onFault);
    const withheld = new WithheldSignals((kind, key) => controls.isOff(kind, key));
    const calendar = calendarOf(feed.source);
    const contractOf = (id: number): string => feed.contractOf(id).code;
    const plant = new PlantHistory({ feed: given, log });
    const past = new AccountPast({ plant, market, contractOf });
    const updates = new AccountUpdates(onFault);
    this.#feed = feed;
    this.#plant = plant;
    this.#past = past;
    this.#firstMinutes = new FirstMinutes({ plant, source: feed.source, log });
    const barsBefore = (instrumentId: number) => past.barsBefore(instrumentId, feed.source);
    const views = { calendar, barsBefore, monotonicMs, onVisible, onFault };
    this.#board = new ViewBoard({ line, feed, delays: [], ...views });
    updates.subscribe('instrument', (update) => this.#board.onUpdate(update));
    this.#flow = new FlowHistory({ source: feed.source, store: null, log });
    this.#storage = new AccountStorage({
      ...{ line, market, recordings: input.recordings, bus: updates, log },
      feedNowMs: () => feed.nowMs(),
      tape: (id) => this.#sessions.get(id)?.tape,
    });
    this.#sessions = new SessionRegistry({
      feed,
      flow: this.#flow,
      calendar,
      store: past,
      log,
      outcomesOf: async (id) => market?.latestOutcomes(feed.source, id),
      onUpdate: (update) => this.#publisher.publish(update),
      beforeOpen: (instrument) => this.#showEarlier(instrument),
      onResync,
      onRestored: (id, facts, firstMs) => this.#firstMinutes.begin(id, facts, firstMs),
      recordings: this.#storage,
    });
    this.#publisher = new Publisher({
      deliver: (update) => updates.publish(update),
      outgoing: (update) => withheld.outgoing(update),
      sessions: () => this.#sessions.all(),
      afterTick: () => undefined,
      onFault,
    });
    given.onRoll((instrumentId) => this.#roll(instrumentId));
    this.viewSource = { line, access: () => OWN_ACCESS, isAccountFeed: true, market, views: this.#views() };
  }

  #views(): FeedViewSource['views'] {
    const past = this.#past;
    const views = createFeedViews({
      feed: this.#feed,
      board: this.#board,
      sessions: this.#sessions,
      waitingWindow: (eventId) => this.#storage.waitingWindow(eventId),
      minuteBars: (id, fromMs, toMs) => past.listBars(id, this.#feed.source, fromMs, toMs),
      flow: this.#flow,
    });
    const touch = (instrumentId: number): number => {
      this.#viewedMs.set(instrumentId, this.#input.monotonicMs());
      return instrumentId;
    };
    return {
      ...views,
      view: (id, delaySeconds) => views.view(touch(id), delaySeconds),
      peek: (id, delaySeconds) => views.peek(touch(id), delaySeconds),
    };
  }

  /** What earlier sessions found is on the owner's chart again. Without it the session starts anyway. */
  async #showEarlier({ id }: Instrument): Promise<void> {
    await this.#storage.ready();
    try {
      const { events, patterns } = await this.#past.signals(id, this.#feed.source, this.#feed.nowMs());
      this.#board.putStored(id, events, patterns);
    } catch (error) {
      const { log, line } = this.#input;
      log.error({ err: error, line, instrumentId: id }, 'stored events of an account feed not read');
    }
  }

  /** The market on which the owner's rules are evaluated; another one after a roll. */
  ruleMarket(ownerId: string): RuleMarket {
    const past = this.#past;
    return {
      ...{ line: `${this.#input.line}/${this.#rolls}`, market: 'own', ownerId, source: this.#feed.source },
      ...{ calendar: calendarOf(this.#feed.source), nowMs: () => this.#board.gate.nowMs() },
      listBars: (...query) => past.listBars(...query),
    };
  }

  /** Runs these instruments whether or not they have a viewer. */
  require(instrumentIds: readonly number[]): void {
    this.#required = new Set(instrumentIds);
    for (const id of instrumentIds) this.viewSource.views.view(id, 0);
  }

  /** Reads the administrator's switches again. */
  applySwitch(): void {
    this.#feed.applySwitch();
  }

  /** Another contract is the front month: the data of the previous one is removed and not joined to the new one. */
  #roll(instrumentId: number): void {
    this.#rolls += 1;
    this.#end(instrumentId);
    this.#input.onRoll();
  }

  #end(instrumentId: number): void {
    // While its tape is there: windows are cut from it
    this.#storage.endInstrument(instrumentId);
    this.#sessions.end(instrumentId);
    this.#board.drop(instrumentId);
    this.#plant.remove(instrumentId);
  }

  /** Runs `act` while nothing is stored; every instrument starts anew afterwards, with nothing from before. */
  async pausing<T>(act: () => Promise<T>): Promise<T> {
    const forgotten = async (): Promise<T> => {
      await this.#flow.forget();
      return act();
    };
    const done = this.#storage.pausing(forgotten, () => {
      for (const id of this.#feed.instrumentIds) this.#end(id);
    });
    try {
      return await done;
    } finally {
      this.#rolls += 1;
      this.#input.onRoll();
    }
  }

  /** Once a minute. Ends the sessions that had no viewer for a while. */
  endIdle(): void {
    // A key that was not available may be by now
    void this.#storage.ready();
    void this.#firstMinutes.check(this.#feed.nowMs());
    const nowMs = this.#input.monotonicMs();
    for (const { instrument } of [...this.#sessions.all()]) {
      const view = this.#board.find(instrument.id, 0);
      const isFollowed = view !== undefined && this.#input.isFollowed(view);
      if (isFollowed || this.#required.has(instrument.id)) this.#viewedMs.set(instrument.id, nowMs);
      if (nowMs - (this.#viewedMs.get(instrument.id) ?? Number.NEGATIVE_INFINITY) < IDLE_MS) continue;
      this.#end(instrument.id);
    }
  }

  /** Ends every session, stores what waits, then ends the feed. */
  async close(): Promise<void> {
    // Sessions that start wait for it
    this.#plant.close();
    await this.#sessions.close();
    this.#publisher.close();
    await this.#storage.close();
    await this.#feed.close();
  }
}
