/** Stations 3 to 6 of the line: sessions of the instruments that run in this process, what records them, and their updates on a bus. */
import { setTimeout as wait } from 'node:timers/promises';
import type { FeedStatus } from '@undertow/contracts';
import type { KnownOutcomes } from '@undertow/detection';
import type { Feed } from '@undertow/feeds';
import type { ExchangeCalendar, Instrument } from '@undertow/market';
import { FlowHistory } from '#live/flow/flow-history.ts';
import { Recorder } from '#live/record/recorder.ts';
import { TrackWriter } from '#live/record/track-writer.ts';
import type { LineMarket } from '#live/session/line-market.ts';
import { Publisher } from '#live/session/publisher.ts';
import { SessionRegistry } from '#live/session/session-registry.ts';
import { WithheldSignals } from '#live/session/withheld-signals.ts';
import type { Bus, InstrumentUpdate } from '#ports/bus.ts';
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
  readonly log: Log;
  readonly traces?: Traces | undefined;
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
    this.flow = new FlowHistory({ source: feed.source, store: input.flowStore ?? null, log });
    this.#sessions = new SessionRegistry({
      ...{ feed, calendar, store, log, recordings: input.recordings, flow: this.flow },
      outcomesOf: (id) => this.#outcomesOf(id),
      onUpdate: (update) => this.#publisher.publish(update),
      beforeOpen: (instrument) => input.beforeOpen(instrument),
    });
    this.#publisher = new Publisher({
      deliver: (update) => {
        input.traces?.begin(update, this.#ageMs(update));
        bus.publish('instrument', update);
      },
      outgoing: (update) => withheld.outgoing(update),
      sessions: () => this.#sessions.all(),
      afterTick: () => input.afterTick(),
      onFault,
    });
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

  /** Another process runs the instrument from here on. Resolves when what its session still has is stored, or cannot be. */
  async end(instrumentId: number): Promise<void> {
    this.#recorder.endInstrument(instrumentId);
    this.#sessions.end(instrumentId);
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
    return [...this.#sessions.all()].map((session) => session.status());
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
      ...[this.flow.close(), this.#input.feed.close()],
    ]);
  }
}
