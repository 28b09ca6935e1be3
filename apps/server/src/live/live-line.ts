/** The live line: sessions, views, sockets, recorder and alerts assembled, from a feed to its viewers. */
import type { IncomingMessage } from 'node:http';
import { type FeedStatus, VIEW_DELAYS } from '@undertow/contracts';
import type { KnownOutcomes } from '@undertow/detection';
import type { Feed, FeedSessionStatus } from '@undertow/feeds';
import type { WebSocket } from 'ws';
import { RunningAccountFeedLines } from '#live/account-feed/account-feed-lines.ts';
import { AlertDispatch, type AlertDispatchInput } from '#live/alerts/alert-dispatch.ts';
import { FlowHistory } from '#live/flow/flow-history.ts';
import { RunningReplays } from '#live/market-replay/market-replays.ts';
import { Recorder } from '#live/record/recorder.ts';
import { TrackWriter } from '#live/record/track-writer.ts';
import { Publisher } from '#live/session/publisher.ts';
import { SessionRegistry } from '#live/session/session-registry.ts';
import { SwitchedFeed } from '#live/session/switched-feed.ts';
import { WithheldSignals } from '#live/session/withheld-signals.ts';
import { SocketHub } from '#live/socket/socket.ts';
import type { SocketUser } from '#live/socket/socket-client.ts';
import { isolated } from '#live/tasks/isolated.ts';
import type { InstrumentView } from '#live/views/instrument-view.ts';
import { StoredBars } from '#live/views/stored-bars.ts';
import { ViewBoard } from '#live/views/view-board.ts';
import { createFeedViews, type FeedViews, PLATFORM_LINE } from '#live/views/view-resolver.ts';
import type { AccountFeedLines, ViewResolver } from '#ports/account-feeds.ts';
import type { RuleMarket } from '#ports/alerts.ts';
import type { InstrumentUpdate } from '#ports/bus.ts';
import type { LiveViews } from '#ports/live-views.ts';
import type { Recordings } from '#ports/recordings.ts';
import type { MarketReplays } from '#ports/replay.ts';
import type { LiveLineInput } from './live-line-input.ts';
import { refillViews } from './refill-views.ts';

/** ES: runs from the start, so that the first chart is never empty. */
const FIRST_INSTRUMENT = 1;
/** Delays of the plans, in seconds. */
const DELAYS = VIEW_DELAYS.filter((seconds) => seconds > 0);

/** Of a line that records nowhere. */
const NO_RECORDINGS: Pick<Recordings, 'list' | 'stream'> = {
  list: async () => [],
  async *stream() {},
};

export interface LiveLineStatus {
  readonly source: Feed['source'];
  /** The feed's own present. */
  readonly feedNowMs: number;
  readonly run: string;
  /** Null for feeds that keep no session with a vendor. */
  readonly session: FeedSessionStatus | null;
  readonly instruments: readonly FeedStatus[];
  readonly sockets: number;
  /** Open replays of the recorded market. */
  readonly marketReplays: number;
  /** Connected accounts whose feed runs here. */
  readonly accountFeedLines: number;
  readonly published: number;
  readonly recorder: { readonly waiting: number; readonly lastError: string | null };
  readonly alerts: { readonly rules: number; readonly waiting: number };
}

export interface LiveLine {
  /** Those of the platform feed. */
  readonly views: LiveViews;
  readonly viewResolver: ViewResolver;
  /** The lines of connected accounts. */
  readonly accountFeedLines: AccountFeedLines;
  readonly marketReplays: MarketReplays;
  /** Handles a socket whose upgrade http allowed; the user is the session's. */
  attachSocket(request: IncomingMessage, socket: WebSocket, user: SocketUser): void;
  /** Sessions of a user with an open socket. */
  liveSessionsOf(userId: string): ReadonlySet<string>;
  /** For health checks: cheap, no I/O. */
  status(): LiveLineStatus;
  /** Ends the platform feed, publishes what its sessions still have, and stores what waits. Views stay readable. */
  settle(): Promise<void>;
  /** Settles, notifies clients, and closes the lines of connected accounts. */
  close(): Promise<void>;
}

/** Starts the line and the default instrument, so that the first chart is never empty. */
export function createLiveLine(input: LiveLineInput): LiveLine {
  return new RunningLine(input);
}

function startFirst({ instrumentIds, view }: FeedViews): void {
  const first = instrumentIds.includes(FIRST_INSTRUMENT) ? FIRST_INSTRUMENT : instrumentIds[0];
  if (first !== undefined) view(first, 0);
}

class RunningLine implements LiveLine {
  readonly views: LiveViews;
  readonly viewResolver: ViewResolver;
  readonly accountFeedLines: RunningAccountFeedLines;
  readonly marketReplays: RunningReplays;
  readonly #input: LiveLineInput;
  readonly #board: ViewBoard;
  readonly #sessions: SessionRegistry;
  readonly #recorder: Recorder;
  readonly #flow: FlowHistory;
  readonly #trackWriter: TrackWriter;
  readonly #hub: SocketHub;
  readonly #alerts: AlertDispatch;
  readonly #publisher: Publisher;
  readonly #unsubscribe: readonly (() => void)[];
  #settled: Promise<void> | null = null;

  constructor({ feed: given, ...parts }: LiveLineInput) {
    const { controls } = parts;
    const onFault = (error: unknown): void => this.#onFault(error);
    const feed = new SwitchedFeed(given, () => controls.isOff('feed', given.source), onFault);
    const input: LiveLineInput = { ...parts, feed };
    this.#input = input;
    const { calendar, bus, marketStore: store, log } = input;
    const withheld = new WithheldSignals((kind, key) => controls.isOff(kind, key));
    const monotonicMs = input.monotonicMs ?? (() => performance.now());
    this.#board = new ViewBoard({
      line: PLATFORM_LINE,
      feed,
      delays: DELAYS,
      calendar,
      barsBefore: (id) => new StoredBars(store, id, feed.source),
      monotonicMs,
      onVisible: (view, update) => this.#onVisible(view, update),
      onFault,
    });
    this.#alerts = new AlertDispatch({
      ...input,
      source: feed.source,
      gateNowMs: () => this.#board.gate.nowMs(),
      ...this.#accountRules(),
    });
    this.#alerts.start();
    feed.onRoll((instrumentId) => this.#roll(instrumentId));
    this.#unsubscribe = [
      bus.subscribe('instrument', (update) => this.#board.onUpdate(update)),
      controls.onChange(() => feed.applySwitch()),
    ];
    this.#trackWriter = new TrackWriter(bus, input.trackStore, log);
    this.#recorder = new Recorder({
      ...{ bus, store, log },
      feedNowMs: () => feed.nowMs(),
      tape: (id) => this.#sessions.get(id)?.tape,
    });
    this.#flow = new FlowHistory({ source: feed.source, store: input.flowStore ?? null, log });
    this.#sessions = new SessionRegistry({
      ...{ feed, calendar, store, log, recordings: input.recordings, flow: this.#flow },
      outcomesOf: (id) => this.#outcomesOf(id),
      onUpdate: (update) => this.#publisher.publish(update),
      beforeOpen: (instrument) => refillViews(input, this.#board, instrument),
    });
    this.#publisher = new Publisher({
      deliver: (update) => bus.publish('instrument', update),
      outgoing: (update) => withheld.outgoing(update),
      sessions: () => this.#sessions.all(),
      afterTick: () => this.#board.advance(),
      onFault,
    });
    const platform = createFeedViews({
      feed,
      board: this.#board,
      sessions: this.#sessions,
      waitingWindow: (eventId) => this.#recorder.waitingWindow(eventId),
      minuteBars: (id, fromMs, toMs) => store.listBars(id, feed.source, fromMs, toMs),
      flow: this.#flow,
    });
    this.views = platform;
    this.accountFeedLines = this.#openAccountFeedLines(platform, monotonicMs);
    this.marketReplays = this.#openReplays(monotonicMs);
    const { viewResolver } = this.marketReplays;
    this.viewResolver = viewResolver;
    this.#hub = new SocketHub({ ...input, monotonicMs, viewResolver, replays: this.marketReplays });
    startFirst(platform);
  }

  /** Two sessions, in the same views: they keep the bars of both contracts, and the events of the new one. */
  #roll(instrumentId: number): void {
    const { feed, log } = this.#input;
    const { code: contract, expiry } = feed.contractOf(instrumentId);
    log.warn({ instrumentId, contract, expiry, atMs: feed.nowMs() }, 'another contract is the front month');
    this.#sessions.roll(instrumentId);
  }

  /** Of a replay nothing is learnt for the next one. */
  async #outcomesOf(instrumentId: number): Promise<KnownOutcomes | undefined> {
    const { feed, trackStore } = this.#input;
    return feed.source === 'replay' ? undefined : trackStore.latestOutcomes(feed.source, instrumentId);
  }

  /** They get no bus: their updates reach the owner's sockets and store, and nothing else. */
  #openAccountFeedLines(platform: FeedViews, monotonicMs: () => number): RunningAccountFeedLines {
    const { controls, log, bus, accountMarkets: markets, recordings = null } = this.#input;
    return new RunningAccountFeedLines({
      platform,
      ...{ markets, recordings },
      controls,
      log,
      monotonicMs,
      onVisible: (userId, view, update) => this.#onOwnVisible(userId, view, update),
      isFollowed: (userId, view) => this.#hub.isFollowed(userId, view),
      onSourceChange: (userId) => bus.publish('userChanged', { userId }),
    });
  }

  /** They get no bus either: their updates reach the sockets of their user. */
  #openReplays(monotonicMs: () => number): RunningReplays {
    const { controls, log, bus, entitlements, marketStore, recordings } = this.#input;
    return new RunningReplays({
      ...{ controls, log, bus, entitlements, monotonicMs, store: marketStore },
      recordings: recordings ?? NO_RECORDINGS,
      resolver: this.accountFeedLines.viewResolver,
      ownMarketOf: (userId) => this.accountFeedLines.ruleMarketOf(userId)?.line ?? null,
      onVisible: (view, update) => this.#hub.onViewChange(view, update),
      onState: (userId, state) => this.#hub.replays.send(userId, state),
      isFollowed: (userId, id) => this.#hub.replays.isShown(userId, id),
    });
  }

  #onVisible(view: InstrumentView, update: InstrumentUpdate): void {
    const { instrument, delaySeconds } = view;
    const nowMs = this.#input.feed.nowMs();
    const onFault = (error: unknown): void => this.#onFault(error);
    isolated(() => this.#hub.onViewChange(view, update), onFault);
    isolated(() => this.#alerts.onVisible({ instrument, delaySeconds, update, nowMs }), onFault);
  }

  /** Rules of connected users: each is evaluated on the market that its owner looks at. */
  #accountRules(): Pick<AlertDispatchInput, 'accounts'> {
    const { accountMarkets: outbox } = this.#input;
    if (outbox === null) return {};
    const marketOf = (userId: string): RuleMarket | null => this.accountFeedLines.ruleMarketOf(userId);
    return {
      accounts: { outbox, marketOf, onRules: (userId, ids) => this.accountFeedLines.require(userId, ids) },
    };
  }

  #onOwnVisible(userId: string, view: InstrumentView, update: InstrumentUpdate): void {
    const { instrument, delaySeconds } = view;
    const onFault = (error: unknown): void => this.#onFault(error);
    isolated(() => this.#hub.onViewChange(view, update), onFault);
    const market = this.accountFeedLines.ruleMarketOf(userId);
    if (market === null) return;
    const nowMs = market.nowMs();
    isolated(() => this.#alerts.onVisible({ market, instrument, delaySeconds, update, nowMs }), onFault);
  }

  #onFault(error: unknown): void {
    this.#input.log.error({ err: error }, 'round of updates failed');
  }

  liveSessionsOf(userId: string): ReadonlySet<string> {
    return this.#hub.clients.sessionsOf(userId);
  }

  attachSocket(request: IncomingMessage, socket: WebSocket, user: SocketUser): void {
    this.#hub.attach(socket, request.socket, user);
  }

  status(): LiveLineStatus {
    const { feed } = this.#input;
    return {
      source: feed.source,
      feedNowMs: feed.nowMs(),
      run: feed.run,
      session: feed.status?.() ?? null,
      instruments: [...this.#sessions.all()].map((session) => session.status()),
      sockets: this.#hub.clients.size,
      accountFeedLines: this.accountFeedLines.size,
      marketReplays: this.marketReplays.size,
      published: this.#publisher.published,
      recorder: this.#recorder.status(),
      alerts: this.#alerts.status(),
    };
  }

  settle(): Promise<void> {
    this.#settled ??= this.#endFeed();
    return this.#settled;
  }

  async #endFeed(): Promise<void> {
    const started = this.#sessions.close();
    this.#publisher.close();
    // Together: no alert waits for the rows of a whole history
    const stored = Promise.all([this.#recorder.close(), this.#trackWriter.close(), this.#alerts.close()]);
    await Promise.all([stored, started, this.#flow.close(), this.#input.feed.close()]);
  }

  async close(): Promise<void> {
    await this.settle();
    await this.marketReplays.shutDown();
    this.#hub.close();
    await this.accountFeedLines.shutDown();
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
  }
}
