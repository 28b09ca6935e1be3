/** Every open replay of the server: opened within a viewer's plan and licence, checked every second, and closed when either ends. */
import { randomUUID } from 'node:crypto';
import { instantOfMs, type MarketReplayState, type ReplayAct } from '@undertow/contracts';
import type { RunHeader } from '@undertow/feeds';
import { calendarOf, type Instrument, productCalendar } from '@undertow/market';
import { KeyedQueue } from '#concurrency/keyed-queue.ts';
import { AppError } from '#failures/app-error.ts';
import type { InstrumentView } from '#live/views/instrument-view.ts';
import type { FeedViewResolver, FeedViewSource } from '#live/views/view-resolver.ts';
import type { OwnerKey, Viewer } from '#ports/account-feeds.ts';
import type { Bus, InstrumentUpdate } from '#ports/bus.ts';
import type { Controls } from '#ports/controls.ts';
import type { Entitlement, Entitlements } from '#ports/entitlements.ts';
import type { Log } from '#ports/log.ts';
import type { Recordings } from '#ports/recordings.ts';
import type { MarketReplays, ReplayRanges } from '#ports/replay.ts';
import { encodeSpan, recordedSpans } from './recorded-spans.ts';
import { replayAccess } from './replay-access.ts';
import { ReplayLine, type ReplayLineInput } from './replay-line.ts';
import type { PastMarket } from './replayed-past.ts';
import { RunningReplay } from './running-replay.ts';
import { requireBounds, requireFound, requireWithin, viewerBounds } from './viewer-bounds.ts';
import { recordedAt, recordingsOf, runsOf, type ViewedMarket } from './viewer-recordings.ts';

/** Of all users at once: each is a thread with a book and detectors for every instrument on screen. */
const MAX_REPLAYS = 4;
const SWEEP_MS = 1000;

export interface MarketReplaysInput {
  readonly recordings: Pick<Recordings, 'list' | 'stream'>;
  /** What is stored of the platform's market. */
  readonly store: PastMarket;
  /** Viewers' markets of the present. */
  readonly resolver: FeedViewResolver;
  readonly entitlements: Entitlements;
  readonly controls: Pick<Controls, 'isOff'>;
  readonly bus: Bus;
  readonly log: Log;
  monotonicMs(): number;
  /** Names what is stored of a user's own feed: another name after it was deleted. */
  ownMarketOf(userId: string): string | null;
  onVisible(view: InstrumentView, update: InstrumentUpdate): void;
  /** Called with each state, `over` at last. */
  onState(userId: string, state: MarketReplayState): void;
  /** True while a socket of the user shows the replay. */
  isFollowed(userId: string, id: string): boolean;
  openLine?(input: ReplayLineInput): ReplayLine;
}

interface WantedInstant {
  readonly instrumentId: number;
  readonly atMs: number;
}

interface OpenReplay {
  readonly running: RunningReplay;
  /** Names the market that was recorded. */
  readonly market: string;
  readonly instrumentIds: readonly number[];
}

export class RunningReplays implements MarketReplays {
  readonly viewResolver: FeedViewResolver;
  readonly #input: MarketReplaysInput;
  readonly #open = new Map<string, OpenReplay>();
  readonly #turns = new KeyedQueue();
  readonly #sweep: NodeJS.Timeout;
  readonly #unsubscribe: () => void;
  #isClosed = false;

  constructor(input: MarketReplaysInput) {
    this.#input = input;
    const { resolver, bus } = input;
    const replayed = (viewer: Viewer, entitlement: Entitlement): FeedViewSource | undefined =>
      viewer.replay === undefined ? undefined : this.#sourceOf(viewer, entitlement);
    this.viewResolver = {
      // What is stored of an own feed reaches beyond the replayed instant
      marketOf: (viewer) => (viewer.replay === undefined ? resolver.marketOf(viewer) : null),
      resolve: (viewer, entitlement) =>
        replayed(viewer, entitlement) ?? resolver.resolve(viewer, entitlement),
      resolveAll(viewer, entitlement) {
        const source = replayed(viewer, entitlement);
        return source === undefined ? resolver.resolveAll(viewer, entitlement) : [source];
      },
    };
    this.#unsubscribe = bus.subscribe('userChanged', ({ userId }) => {
      // After every other listener of the message has invalidated its cache of the user
      setImmediate(() => this.#forEach((open) => open.running.userId === userId && this.#check(open)));
    });
    this.#sweep = setInterval(() => this.#forEach((open) => this.#check(open)), SWEEP_MS);
    this.#sweep.unref();
  }

  /** Replays that are open. */
  get size(): number {
    return this.#open.size;
  }

  isOpen(userId: string, id: string): boolean {
    return this.#open.get(id)?.running.userId === userId;
  }

  stateOf(id: string): MarketReplayState | undefined {
    return this.#open.get(id)?.running.state();
  }

  /** Throws `REPLAY_OVER`: a request about a replay is never answered from the present market. */
  #sourceOf({ userId, view, replay = '' }: Viewer, entitlement: Entitlement): FeedViewSource {
    const { running } = this.#open.get(replay) ?? {};
    if (running === undefined || running.userId !== userId || view !== undefined)
      throw new AppError('REPLAY_OVER');
    const { viewSource } = running.line;
    const access = viewSource.isAccountFeed ? viewSource.access : entitlement.access;
    return { ...viewSource, access: (instrumentId) => replayAccess(access(instrumentId)) };
  }

  async ranges(viewer: Viewer, entitlement: Entitlement, instrumentId: number): Promise<ReplayRanges> {
    const market = await this.#marketFor(viewer, entitlement);
    try {
      const instrument = requireFound(instrumentId);
      const bounds = requireBounds(market.base, entitlement, [instrument]);
      const spans = recordedSpans(await runsOf(market, instrument), bounds);
      return {
        earliest: bounds.earliestMs === null ? null : instantOfMs(bounds.earliestMs),
        latest: instantOfMs(bounds.latestMs),
        spans: spans.map(encodeSpan),
      };
    } finally {
      market.key?.destroy();
    }
  }

  /** The viewer's market of the present, whatever they replay. Destroy its key. */
  async #marketFor({ replay: _replay, ...viewer }: Viewer, entitlement: Entitlement): Promise<ViewedMarket> {
    const { resolver, recordings } = this.#input;
    const base = resolver.resolve(viewer, entitlement);
    const key = base.isAccountFeed ? await base.market?.findRecordingKey() : undefined;
    return { recordings, base, userId: viewer.userId, key };
  }

  open(viewer: Viewer, entitlement: Entitlement, wanted: WantedInstant): Promise<MarketReplayState> {
    return this.#turns.run(viewer.userId, () => this.#openNow(viewer, entitlement, wanted));
  }

  async #openNow(
    viewer: Viewer,
    entitlement: Entitlement,
    wanted: WantedInstant,
  ): Promise<MarketReplayState> {
    const market = await this.#marketFor(viewer, entitlement);
    try {
      return await this.#openIn(market, entitlement, wanted);
    } catch (error) {
      market.key?.destroy();
      throw error;
    }
  }

  async #openIn(
    market: ViewedMarket,
    entitlement: Entitlement,
    { instrumentId, atMs }: WantedInstant,
  ): Promise<MarketReplayState> {
    const { base, userId, key } = market;
    const instrument = requireFound(instrumentId);
    const bounds = requireBounds(base, entitlement, [instrument]);
    requireWithin(bounds, atMs);
    const recorded = await recordedAt(market, entitlement, { instrument, atMs, bounds });
    // Another instrument may be held longer
    requireWithin(requireBounds(base, entitlement, [...recorded.keys()].map(requireFound)), atMs);
    const others = [...this.#open.values()].filter(({ running }) => running.userId !== userId);
    if (this.#isClosed || others.length >= MAX_REPLAYS) throw new AppError('REPLAYS_BUSY');
    if (base.isAccountFeed && key === undefined) throw new AppError('REPLAY_NOT_RECORDED');
    await this.#closeOf(userId, 'Another replay of yours was opened.');
    const open = this.#start({ base, userId, entitlement, instrument, atMs, recorded, key });
    this.#open.set(open.running.id, open);
    return open.running.state();
  }

  #start(from: {
    readonly base: FeedViewSource;
    readonly userId: string;
    readonly entitlement: Entitlement;
    readonly instrument: Instrument;
    readonly atMs: number;
    readonly recorded: ReadonlyMap<number, RunHeader>;
    readonly key: OwnerKey | undefined;
  }): OpenReplay {
    const { base, userId, entitlement, instrument, atMs, recorded, key } = from;
    const { recordings, store, controls, log, monotonicMs, onVisible, onState } = this.#input;
    const { source } = base.views.present(0);
    const id = randomUUID();
    const calendar = productCalendar(calendarOf(source), instrument);
    const instruments = [...recorded.keys()].map(requireFound);
    const running = new RunningReplay({
      userId,
      contract: recorded.get(instrument.id)?.contract ?? '',
      line: {
        ...{ id, base, recorded, recordings, controls, log, monotonicMs, onVisible, source },
        ...{ run: `replay ${id}`, startMs: atMs, instrumentId: instrument.id },
        limitMs: requireBounds(base, entitlement, instruments).latestMs,
        endMs: calendar.sessionBounds(calendar.tradingDayOf(atMs)).closeMs,
        recordingsOf: ({ symbol }) => recordingsOf({ owner: userId, source, product: symbol }, key),
        store: base.isAccountFeed ? base.market : store,
      },
      monotonicMs,
      openLine: this.#input.openLine ?? ((input) => new ReplayLine(input)),
      onState: (state) => onState(userId, state),
      onBroken: () => void this.#end(id, 'It ended unexpectedly. Please open the instant again.'),
      onClosed: () => key?.destroy(),
    });
    log.info({ replay: id, product: instrument.symbol, at: instantOfMs(atMs) }, 'replay opened');
    return { running, market: this.#marketOf(userId, base), instrumentIds: [...recorded.keys()] };
  }

  #marketOf(userId: string, { line, isAccountFeed }: FeedViewSource): string {
    return isAccountFeed ? `${line} ${this.#input.ownMarketOf(userId)}` : line;
  }

  async act(userId: string, id: string, act: ReplayAct): Promise<MarketReplayState> {
    const open = this.#open.get(id);
    if (open?.running.userId !== userId) throw new AppError('REPLAY_OVER');
    const { rules } = await this.#input.entitlements.of(userId);
    open.running.act(act, rules.eventTypes);
    return open.running.state();
  }

  async close(userId: string, id: string): Promise<void> {
    if (this.isOpen(userId, id)) await this.#end(id, 'You returned to the present market.');
  }

  /** The gate again, at the present instant: closes what the viewer may no longer see. */
  async #check(open: OpenReplay): Promise<void> {
    const { running } = open;
    const idle = running.watch(this.#input.isFollowed(running.userId, running.id));
    const over = idle ?? (await this.#refusal(open).catch(() => 'Your plan could not be checked.'));
    if (over !== null) await this.#end(running.id, over);
  }

  async #refusal({ running, market, instrumentIds }: OpenReplay): Promise<string | null> {
    const { userId, instrumentId, line } = running;
    const entitlement = await this.#input.entitlements.of(userId);
    const base = this.#input.resolver.resolve({ userId }, entitlement);
    if (this.#marketOf(userId, base) !== market) return 'Your market data changed.';
    if (!entitlement.activeInstrumentIds.includes(instrumentId))
      return new AppError('INSTRUMENT_NOT_ENTITLED').message;
    const withheld = base.access(instrumentId).withheld('recordings');
    if (withheld !== null) return withheld;
    const instruments = instrumentIds.map(requireFound);
    const bounds = viewerBounds(base, entitlement, instruments);
    if (bounds === null || line.atMs < (bounds.earliestMs ?? line.atMs))
      return new AppError('REPLAY_TOO_OLD').message;
    if (line.atMs > bounds.latestMs) return new AppError('REPLAY_NOT_YET').message;
    line.limit(bounds.latestMs);
    return null;
  }

  async #closeOf(userId: string, reason: string): Promise<void> {
    for (const { running } of [...this.#open.values()])
      if (running.userId === userId) await this.#end(running.id, reason);
  }

  async #end(id: string, reason: string): Promise<void> {
    const open = this.#open.get(id);
    if (open === undefined) return;
    this.#open.delete(id);
    const { log, onState } = this.#input;
    onState(open.running.userId, open.running.state(reason));
    await open.running
      .close()
      .catch((error: unknown) => log.error({ err: error, replay: id }, 'replay not closed cleanly'));
  }

  #forEach(act: (open: OpenReplay) => unknown): void {
    for (const open of [...this.#open.values()]) act(open);
  }

  /** Closes all of them permanently. */
  async shutDown(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#sweep);
    this.#unsubscribe();
    await Promise.all([...this.#open.keys()].map((id) => this.#end(id, 'The server restarts.')));
  }
}
