/** The running sessions: one per instrument, started by the first viewer. */
import { type CrossMarket, createCrossMarket, type KnownOutcomes } from '@undertow/detection';
import type { Feed } from '@undertow/feeds';
import {
  type ExchangeCalendar,
  type Instrument,
  instrumentById,
  type MarketFacts,
  productCalendar,
} from '@undertow/market';
import type { Learnt } from '#live/tape/learnt.ts';
import type { InstrumentUpdate } from '#ports/bus.ts';
import type { Log } from '#ports/log.ts';
import { InstrumentSession } from './instrument-session.ts';
import type { InstrumentSessionInput } from './instrument-session-input.ts';
import { NO_PAST, type PastStore, readStoredPast, type StoredPast } from './stored-past.ts';

export interface SessionRegistryInput
  extends Pick<InstrumentSessionInput, 'onResync' | 'recordings' | 'flow' | 'newsWindow'> {
  readonly feed: Feed;
  /** Of the venue; each session has the hours of its product in it. */
  readonly calendar: ExchangeCalendar;
  readonly store: PastStore;
  readonly log: Log;
  /** What was learnt of forecasts in this market; undefined where nothing was. */
  outcomesOf(instrumentId: number): Promise<KnownOutcomes | undefined>;
  /** What the detectors of a contract continue with; undefined where they begin anew. Left out where they always do. */
  learntOf?: ((instrumentId: number) => Promise<Learnt | undefined>) | undefined;
  onUpdate(update: InstrumentUpdate): void;
  /** `InstrumentSessionInput.onRestored`, of any instrument. */
  onRestored?(instrumentId: number, facts: MarketFacts, firstMs: number): void;
  /** Called with the stored history of the instrument before its first row flows; may take its time. */
  beforeOpen(instrument: Instrument): Promise<void>;
}

export class SessionRegistry {
  readonly #input: SessionRegistryInput;
  readonly #sessions = new Map<number, InstrumentSession>();
  readonly #starting = new Map<number, Promise<void>>();
  /** Instruments that another process owns: their sessions record nothing. */
  readonly #standby = new Set<number>();
  /** Sessions that are starting and were ended meanwhile. */
  readonly #stale = new Set<number>();
  readonly #crossMarket: CrossMarket;
  #closed = false;

  constructor(input: SessionRegistryInput) {
    this.#input = input;
    const { feed } = input;
    this.#crossMarket = createCrossMarket({
      instruments: feed.instrumentIds.flatMap((id) => instrumentById(id) ?? []),
      tier: feed.tier,
      emitPattern: (pattern, change) => this.#sessions.get(pattern.instrumentId)?.addPattern(pattern, change),
    });
  }

  /**
   * Starts the session of an instrument that the feed offers; false for any other. `onFirst` is called before it
   * starts, of a session that does not run yet.
   */
  start(instrumentId: number, onFirst: (instrument: Instrument) => void): boolean {
    const instrument = instrumentById(instrumentId);
    if (instrument === undefined || !this.#input.feed.instrumentIds.includes(instrumentId)) return false;
    if (this.#sessions.has(instrumentId) || this.#starting.has(instrumentId) || this.#closed) return true;
    onFirst(instrument);
    this.#start(instrument, () => this.#input.beforeOpen(instrument));
    return true;
  }

  /** Whether another process owns the instrument: of a running session and of those that follow. */
  setStandby(instrumentId: number, isStandby: boolean): void {
    if (isStandby === this.#standby.has(instrumentId)) return;
    const session = this.#sessions.get(instrumentId);
    if (isStandby) {
      this.#standby.add(instrumentId);
      session?.records.end();
    } else {
      this.#standby.delete(instrumentId);
      session?.records.begin();
    }
  }

  /**
   * Another contract is the front one: the session of the old one ends with a last update, and that of the new one
   * starts, for the same views.
   */
  roll(instrumentId: number): void {
    const session = this.#sessions.get(instrumentId);
    const last = session?.endContract() ?? null;
    if (last !== null) this.#input.onUpdate(last);
    this.end(instrumentId);
    if (session !== undefined && !this.#closed) this.#start(session.instrument, async () => undefined);
  }

  #start(instrument: Instrument, before: () => Promise<void>): void {
    const { id } = instrument;
    const started = this.#open(instrument, before)
      .catch((error: unknown) =>
        this.#input.log.error({ err: error, instrumentId: id }, 'instrument could not be started'),
      )
      .finally(() => this.#starting.delete(id));
    this.#starting.set(id, started);
  }

  async #open(instrument: Instrument, before: () => Promise<void>): Promise<void> {
    const { feed, log, onUpdate, onResync, recordings, flow, newsWindow } = this.#input;
    await before();
    let stored = await this.#stored(instrument);
    while (this.#stale.delete(instrument.id)) stored = await this.#stored(instrument);
    const outcomes = await this.#outcomes(instrument);
    const learnt = await this.#input.learntOf?.(instrument.id);
    if (this.#closed) return;
    const session = new InstrumentSession({
      feed,
      instrument,
      calendar: productCalendar(this.#input.calendar, instrument),
      onUpdate,
      onResync,
      recordings,
      flow,
      newsWindow,
      onRestored: (facts, firstMs) => this.#input.onRestored?.(instrument.id, facts, firstMs),
      onMid: (timeMs, midTicks) => this.#crossMarket.onMid(instrument.id, timeMs, midTicks),
      onDiscontinuity: (timeMs) => this.#crossMarket.onDiscontinuity(instrument.id, timeMs),
      onCaughtUp: (behind) => log.warn({ instrumentId: instrument.id, ...behind }, 'rows came late'),
      onFault: (error) => log.error({ err: error, instrumentId: instrument.id }, 'book broken, rebuilt'),
      ...stored,
      ...{ outcomes, learnt },
      isStandby: this.#standby.has(instrument.id),
    });
    this.#sessions.set(instrument.id, session);
    session.open();
    const { code: contract } = feed.contractOf(instrument.id);
    log.info(
      { instrument: instrument.symbol, contract, source: feed.source, run: feed.run },
      'session opened',
    );
  }

  /** Without storage the session starts without history rather than not at all. */
  async #stored({ id }: Instrument): Promise<StoredPast> {
    const { feed, store, log } = this.#input;
    try {
      return await readStoredPast(store, feed, id);
    } catch (error) {
      log.error({ err: error, instrumentId: id }, 'stored bars and events not read');
      return NO_PAST;
    }
  }

  /** Without storage its forecasts are new again. */
  async #outcomes({ id }: Instrument): Promise<KnownOutcomes | undefined> {
    const { outcomesOf, log } = this.#input;
    try {
      return await outcomesOf(id);
    } catch (error) {
      log.error({ err: error, instrumentId: id }, 'outcomes of earlier forecasts not read');
      return undefined;
    }
  }

  get(instrumentId: number): InstrumentSession | undefined {
    return this.#sessions.get(instrumentId);
  }

  all(): IterableIterator<InstrumentSession> {
    return this.#sessions.values();
  }

  /** Ends a session; it starts again with its next viewer. */
  end(instrumentId: number): void {
    const session = this.#sessions.get(instrumentId);
    if (session === undefined) {
      if (this.#starting.has(instrumentId)) this.#stale.add(instrumentId);
      return;
    }
    this.#sessions.delete(instrumentId);
    session.close();
    this.#crossMarket.onDiscontinuity(instrumentId, this.#input.feed.nowMs());
  }

  /** No row arrives from here on; resolves when what is starting has noticed. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const session of this.#sessions.values()) session.close();
    await Promise.all(this.#starting.values());
  }
}
