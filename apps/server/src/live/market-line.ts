/** Stations 3 to 6 of the line: sessions of the instruments that run in this process, what records them, and their updates on a bus. */
import { setTimeout as wait } from 'node:timers/promises';
import type { FeedStatus } from '@undertow/contracts';
import type { KnownOutcomes } from '@undertow/detection';
import type { Feed } from '@undertow/feeds';
import { type ExchangeCalendar, epochMs, type Instrument } from '@undertow/market';
import { FlowHistory } from '#live/flow/flow-history.ts';
import { Checkpoints } from '#live/record/checkpoints.ts';
import { Recorder } from '#live/record/recorder.ts';
import { TrackWriter } from '#live/record/track-writer.ts';
import type { LineMarket } from '#live/session/line-market.ts';
import type { FindNewsWindow } from '#live/session/news-input.ts';
import { Publisher } from '#live/session/publisher.ts';
import { RecentNews } from '#live/session/recent-news.ts';
import { SessionRegistry } from '#live/session/session-registry.ts';
import { WithheldSignals } from '#live/session/withheld-signals.ts';
import type { Bus, InstrumentUpdate } from '#ports/bus.ts';
import type { CheckpointOf, DetectorCheckpoints } from '#ports/cluster/checkpoints.ts';
import type { Traces } from '#ports/cluster/traces.ts';
import type { Controls } from '#ports/controls.ts';
import type { Log } from '#ports/log.ts';
import type { MarketStore } from '#ports/market-store.ts';
import type { Fence } from '#ports/ownership/fence.ts';
import type { FlowStore, Recordings } from '#ports/recordings.ts';
import type { TrackStore } from '#ports/track-store.ts';

/** Five seconds. */
const END_CHECKS = 50;
const END_CHECK_MS = 100;

export interface MarketLineInput {
  readonly feed: Feed;
  readonly calendar: ExchangeCalendar;
  /** Carries the updates of the sessions to what records them, and further. */
  readonly bus: Bus;
  readonly controls: Controls;
  readonly marketStore: MarketStore;
  readonly trackStore: TrackStore;
  readonly recordings?: Pick<Recordings, 'open'>;
  readonly flowStore?: FlowStore;
  /** Where detectors leave what they learnt; nowhere where it is left out. */
  readonly checkpoints?: DetectorCheckpoints;
  readonly log: Log;
  readonly traces?: Traces | undefined;
  /** Windows around releases, where a calendar is followed. */
  readonly newsWindow?: FindNewsWindow | undefined;
  /** Proves the ownership of an instrument to the database; undefined where one process owns everything. */
  fenceOf?(instrumentId: number): Fence | undefined;
  /** Called with each instrument before its first row flows; may take its time. */
  beforeOpen(instrument: Instrument): Promise<void>;
  /** Called after each round of updates, also when nothing changed. */
  afterTick(): void;
  onFault(error: unknown): void;
}

export class MarketLine implements LineMarket {
  readonly isReady = true;
  readonly lagMs = null;
  readonly flow: FlowHistory;
  readonly #input: MarketLineInput;
  readonly #sessions: SessionRegistry;
  readonly #recorder: Recorder;
  readonly #trackWriter: TrackWriter;
  readonly #publisher: Publisher;
  readonly #checkpoints: Checkpoints | null;
  /** Of the instruments that this process may own, among others. */
  readonly #news = new Map<number, RecentNews>();
  /** Instruments that another process owns, whose sessions run all the same: nothing of them is published. */
  readonly #standby = new Set<number>();
  #settled: Promise<void> | null = null;

  constructor(input: MarketLineInput) {
    this.#input = input;
    const { feed, calendar, bus, controls, marketStore: store, log, onFault } = input;
    const withheld = new WithheldSignals((kind, key) => controls.isOff(kind, key));
    const fences = input.fenceOf === undefined ? {} : { fenceOf: input.fenceOf };
    feed.onRoll?.((instrumentId) => this.#roll(instrumentId));
    this.#trackWriter = new TrackWriter(bus, input.trackStore, log, input.fenceOf);
    this.#recorder = new Recorder({
      ...{ bus, store, log, ...fences },
      feedNowMs: () => feed.nowMs(),
      tape: (id) => this.#sessions.get(id)?.tape,
    });
    this.#checkpoints = this.#openCheckpoints();
    this.flow = new FlowHistory({ source: feed.source, store: input.flowStore ?? null, log });
    this.#sessions = new SessionRegistry({
      ...{ feed, calendar, store, log, recordings: input.recordings, flow: this.flow },
      // The rows of a replay come with the windows of their time
      newsWindow: feed.source === 'replay' ? undefined : input.newsWindow,
      outcomesOf: (id) => this.#outcomesOf(id),
      learntOf: async (id) => this.#checkpoints?.latest(this.#checkpointOf(id), feed.nowMs()),
      onUpdate: (update) => this.#publisher.publish(update),
      beforeOpen: (instrument) => input.beforeOpen(instrument),
    });
    this.#publisher = new Publisher({
      deliver: (update) => this.#deliver(update),
      outgoing: (update) => withheld.outgoing(update),
      sessions: () => this.#sessions.all(),
      afterTick: () => input.afterTick(),
      onFault,
    });
  }

  /** A market that is generated anew has no past to continue. */
  #openCheckpoints(): Checkpoints | null {
    const { checkpoints: store, feed, fenceOf, log } = this.#input;
    if (store === undefined || feed.source === 'simulated' || feed.source === 'replay') return null;
    return new Checkpoints({ store, log, fenceOf, learnt: () => this.#learnt() });
  }

  #checkpointOf(instrumentId: number): CheckpointOf {
    const { source } = this.#input.feed;
    return { source, instrumentId, contract: this.#input.feed.contractOf(instrumentId).code };
  }

  *#learnt() {
    for (const { instrument, isWarm, tape, pipeline } of this.#sessions.all()) {
      if (this.#standby.has(instrument.id) || !isWarm) continue;
      const atMs = epochMs(Math.floor(tape.newestMs));
      yield { ...this.#checkpointOf(instrument.id), atMs, baselines: pipeline.baselines() };
    }
  }

  #deliver(update: InstrumentUpdate): void {
    const { bus, traces } = this.#input;
    const { instrumentId } = update;
    const news = this.#news.get(instrumentId);
    const shown = update.takesOver === true && news !== undefined ? news.joinedTo(update) : update;
    news?.add(update);
    if (this.#standby.has(instrumentId)) return;
    traces?.begin(shown, this.#ageMs(shown));
    bus.publish('instrument', shown);
  }

  /** Since the newest row of an update, on the feed's clock. */
  #ageMs({ instrumentId, asOfMs, book, depth, prints }: InstrumentUpdate): number {
    const isOfRows = book !== null || depth !== null || prints !== null;
    const rowMs = isOfRows ? (this.#sessions.get(instrumentId)?.tape.newestMs ?? asOfMs) : asOfMs;
    return Number.isFinite(rowMs) ? Math.max(0, this.#input.feed.nowMs() - rowMs) : 0;
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

  start(instrumentId: number, onFirst: (instrument: Instrument) => void): boolean {
    return this.#sessions.start(instrumentId, onFirst);
  }

  /** Runs the session of an instrument that another process owns, to be its next owner at once. */
  prepare(instrumentId: number): void {
    if (this.#standby.has(instrumentId)) return;
    this.#standby.add(instrumentId);
    this.#news.set(instrumentId, this.#news.get(instrumentId) ?? new RecentNews());
    this.#sessions.setStandby(instrumentId, true);
    this.#sessions.start(instrumentId, () => undefined);
  }

  /** The session of an instrument that another process owns is complete up to the present. */
  isPrepared(instrumentId: number): boolean {
    return this.#sessions.get(instrumentId)?.isWarm === true;
  }

  /** What a gap left out is missing in the bars of a prepared session: it begins again with today's past. `all`: whether it had one or not. */
  renewPrepared(all = false): void {
    for (const id of this.#standby) {
      if (!all && (this.#sessions.get(id)?.watch.gaps ?? 0) === 0) continue;
      this.#sessions.end(id);
      this.#sessions.start(id, () => undefined);
    }
  }

  /** This process owns the instrument: from here on its updates are published, of a prepared session everything at first. */
  own(instrumentId: number): void {
    const isPrepared = this.isPrepared(instrumentId);
    if (!isPrepared) this.#sessions.end(instrumentId);
    this.#standby.delete(instrumentId);
    this.#sessions.setStandby(instrumentId, false);
    if (isPrepared) this.#sessions.get(instrumentId)?.updates.startAnew();
    else {
      this.#news.set(instrumentId, new RecentNews());
      this.#sessions.start(instrumentId, () => undefined);
    }
  }

  /** Another process owns the instrument: nothing more is published. Resolves when what the session had is stored, or cannot be. */
  async disown(instrumentId: number): Promise<void> {
    this.prepare(instrumentId);
    this.#recorder.endInstrument(instrumentId);
    await this.#stored(instrumentId);
  }

  /** Another process runs the instrument from here on. Resolves when what its session still has is stored, or cannot be. */
  async end(instrumentId: number): Promise<void> {
    this.#recorder.endInstrument(instrumentId);
    this.#sessions.end(instrumentId);
    this.#standby.delete(instrumentId);
    this.#news.delete(instrumentId);
    await this.#stored(instrumentId);
  }

  async #stored(instrumentId: number): Promise<void> {
    const waiting = (): number =>
      this.#recorder.waitingOf(instrumentId) + this.#trackWriter.waitingOf(instrumentId);
    for (let checks = END_CHECKS; checks > 0 && waiting() > 0; checks -= 1) await wait(END_CHECK_MS);
  }

  get(instrumentId: number) {
    return this.#sessions.get(instrumentId);
  }

  waitingWindow(eventId: string) {
    return this.#recorder.waitingWindow(eventId);
  }

  statuses(): readonly FeedStatus[] {
    const owned = [...this.#sessions.all()].filter(({ instrument }) => !this.#standby.has(instrument.id));
    return owned.map((session) => session.status());
  }

  get published(): number {
    return this.#publisher.published;
  }

  recorderStatus() {
    return this.#recorder.status();
  }

  settle(): Promise<void> {
    this.#settled ??= this.#end();
    return this.#settled;
  }

  async #end(): Promise<void> {
    const started = this.#sessions.close();
    this.#publisher.close();
    await Promise.all([
      ...[this.#recorder.close(), this.#trackWriter.close(), started],
      ...[this.flow.close(), this.#input.feed.close(), this.#checkpoints?.close()],
    ]);
  }
}
