/** The live line: sessions, views, sockets, recorder and alerts assembled, from a feed to its viewers. */
import type { IncomingMessage } from 'node:http';
import { type FeedStatus, VIEW_DELAYS } from '@undertow/contracts';
import type { Feed, FeedSessionStatus } from '@undertow/feeds';
import type { WebSocket } from 'ws';
import { RunningAccountFeedLines } from '#live/account-feed/account-feed-lines.ts';
import { AlertDispatch, type AlertDispatchInput } from '#live/alerts/alert-dispatch.ts';
import { RunningReplays } from '#live/market-replay/market-replays.ts';
import type { LineMarket } from '#live/session/line-market.ts';
import { SwitchedFeed } from '#live/session/switched-feed.ts';
import { SocketHub } from '#live/socket/socket.ts';
import type { SocketUser } from '#live/socket/socket-client.ts';
import { StreamHub } from '#live/streams/stream-hub.ts';
import { isolated } from '#live/tasks/isolated.ts';
import type { InstrumentView } from '#live/views/instrument-view.ts';
import { StoredBars } from '#live/views/stored-bars.ts';
import { ViewBoard } from '#live/views/view-board.ts';
import { createFeedViews, type FeedViews, PLATFORM_LINE } from '#live/views/view-resolver.ts';
import { RemoteMarket } from '#live/wire/remote-market.ts';
import type { AccountFeedLines, ViewResolver } from '#ports/account-feeds.ts';
import type { RuleMarket } from '#ports/alerts.ts';
import type { InstrumentUpdate } from '#ports/bus.ts';
import type { LiveViews } from '#ports/live-views.ts';
import type { Recordings } from '#ports/recordings.ts';
import type { MarketReplays } from '#ports/replay.ts';
import type { Streams } from '#ports/streams/streams.ts';
import type { LiveLineInput } from './live-line-input.ts';
import { MarketLine } from './market-line.ts';
import { putStoredSignals, refillViews } from './refill-views.ts';

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
  /** False while views are being filled from the wire. */
  readonly isReady: boolean;
  readonly lagMs: number | null;
}

export interface LiveLine {
  /** Those of the platform feed. */
  readonly views: LiveViews;
  readonly viewResolver: ViewResolver;
  /** The lines of connected accounts. */
  readonly accountFeedLines: AccountFeedLines;
  readonly marketReplays: MarketReplays;
  readonly streams: Streams;
  /** Handles a socket whose upgrade http allowed; the user is the session's. */
  attachSocket(request: IncomingMessage, socket: WebSocket, user: SocketUser): void;
  /** Sessions of a user with an open socket. */
  liveSessionsOf(userId: string): ReadonlySet<string>;
  /** Raises alerts from here on; returns what ends it. One process does so at a time. */
  startAlerts(): () => Promise<void>;
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
  readonly #input: LiveLineInput & Required<Pick<LiveLineInput, 'monotonicMs'>>;
  readonly #board: ViewBoard;
  readonly #market: LineMarket;
  readonly streams: StreamHub;
  readonly #hub: SocketHub;
  readonly #unsubscribe: readonly (() => void)[];
  #alerts: AlertDispatch | null = null;
  #settled: Promise<void> | null = null;

  constructor({ feed: given, ...parts }: LiveLineInput) {
    const { controls } = parts;
    const onFault = (error: unknown): void => this.#onFault(error);
    const feed = new SwitchedFeed(given, () => controls.isOff('feed', given.source), onFault);
    const { monotonicMs = () => performance.now() } = parts;
    const input = { ...parts, feed, monotonicMs };
    this.#input = input;
    const { calendar, bus, marketStore: store } = input;
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
    this.#unsubscribe = [
      bus.subscribe('instrument', (update) => this.#fold(update)),
      controls.onChange(() => feed.applySwitch()),
    ];
    if (input.remote === undefined) this.startAlerts();
    this.#market = this.#openMarket(feed);
    const platform = createFeedViews({
      feed,
      board: this.#board,
      sessions: this.#market,
      waitingWindow: (eventId) => this.#market.waitingWindow(eventId),
      minuteBars: (id, fromMs, toMs) => store.listBars(id, feed.source, fromMs, toMs),
      flow: this.#market.flow,
    });
    this.views = platform;
    this.accountFeedLines = this.#openAccountFeedLines(platform, monotonicMs);
    this.marketReplays = this.#openReplays(monotonicMs);
    const { viewResolver } = this.marketReplays;
    this.viewResolver = viewResolver;
    this.#hub = new SocketHub({ ...input, viewResolver, replays: this.marketReplays });
    this.streams = new StreamHub({ ...input, viewResolver });
    if (input.remote === undefined) startFirst(platform);
  }

  /** Of this process, or of the wire where the market runs in others. */
  #openMarket(feed: Feed): LineMarket {
    const { remote, ...input } = this.#input;
    const afterTick = (): void => this.#board.advance();
    if (remote === undefined)
      return new MarketLine({
        ...input,
        feed,
        beforeOpen: (instrument) => refillViews(input, this.#board, instrument),
        afterTick,
        onFault: (error) => this.#onFault(error),
      });
    return new RemoteMarket({
      ...input,
      ...remote,
      makeViews: (instrument) => this.#board.make(instrument),
      fillViews: (instrument) => putStoredSignals(input, this.#board, instrument),
      onPast: (update) => this.#board.follow(update),
      afterTick,
    });
  }

  startAlerts(): () => Promise<void> {
    const { feed } = this.#input;
    const alerts = new AlertDispatch({
      ...this.#input,
      source: feed.source,
      gateNowMs: () => this.#board.gate.nowMs(),
      ...this.#accountRules(),
    });
    alerts.start();
    this.#alerts = alerts;
    return async () => {
      if (this.#alerts === alerts) this.#alerts = null;
      await alerts.close();
    };
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
      isFollowed: (userId, view) =>
        this.#hub.isFollowed(userId, view) || this.streams.isFollowed(userId, view),
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

  #fold(update: InstrumentUpdate): void {
    const span = this.#input.traces?.step(update, 'view.fold');
    this.#board.onUpdate(update);
    span?.end();
  }

  #onVisible(view: InstrumentView, update: InstrumentUpdate): void {
    const { instrument, delaySeconds } = view;
    const nowMs = this.#input.feed.nowMs();
    const onFault = (error: unknown): void => this.#onFault(error);
    isolated(() => this.#hub.onViewChange(view, update), onFault);
    isolated(() => this.streams.onViewChange(view, update), onFault);
    isolated(() => this.#alerts?.onVisible({ instrument, delaySeconds, update, nowMs }), onFault);
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
    isolated(() => this.streams.onViewChange(view, update), onFault);
    const market = this.accountFeedLines.ruleMarketOf(userId);
    if (market === null) return;
    const nowMs = market.nowMs();
    isolated(() => this.#alerts?.onVisible({ market, instrument, delaySeconds, update, nowMs }), onFault);
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
      instruments: this.#market.statuses(),
      sockets: this.#hub.clients.size,
      accountFeedLines: this.accountFeedLines.size,
      marketReplays: this.marketReplays.size,
      published: this.#market.published,
      recorder: this.#market.recorderStatus(),
      alerts: this.#alerts?.status() ?? { rules: 0, waiting: 0 },
      isReady: this.#market.isReady,
      lagMs: this.#market.lagMs,
    };
  }

  settle(): Promise<void> {
    // Together: no alert waits for the rows of a whole history
    this.#settled ??= Promise.all([this.#market.settle(), this.#alerts?.close()]).then(() => undefined);
    return this.#settled;
  }

  async close(): Promise<void> {
    await this.settle();
    await this.marketReplays.shutDown();
    this.#hub.close();
    this.streams.close();
    await this.accountFeedLines.shutDown();
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
  }
}
