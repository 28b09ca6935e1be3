/** A dataset of Databento as a feed: one session for all instruments, a flow for each that is open. */
import type { EpochMs } from '@undertow/market';
import type { DbnInstrument } from '#dbn/decode/dbn-instruments.ts';
import type { DbnMessage, DbnSymbolMapping } from '#dbn/decode/decode-records.ts';
import type { DbnMetadata } from '#dbn/files/dbn-metadata.ts';
import { ERROR_CODES } from '#dbn/files/message-codes.ts';
import type { AnnouncedFigures, FeedContract, FeedListener, FeedSubscription } from '#feed/feed.ts';
import { AnnouncedStatistics } from './announced-statistics.ts';
import { ContractMap } from './contract-map.ts';
import { DatabentoError, faultOfCode } from './databento-error.ts';
import type { DatabentoFeed, DatabentoFeedOptions, DatabentoStatus } from './databento-feed.ts';
import { FeedCounts } from './feed-counts.ts';
import { databentoPlace, databentoSource, isDatabentoKey } from './gateway-lines.ts';
import { type FlowHost, LiveFlow } from './live-flow.ts';
import { SessionDecoder } from './session-decoder.ts';
import { SessionKeeper } from './session-keeper.ts';
import { SessionSubscriptions } from './session-subscriptions.ts';
import { VenueClock } from './venue-clock.ts';

/** How long opening waits for the first session and its contracts. */
const READY_MS = 10_000;
const TICK_MS = 1000;

/**
 * Connects and waits for the contracts. A gateway that is away or refuses is no failure: the feed is down then and says
 * why. Throws `DatabentoError` for a text that is no key, RangeError for an instrument outside the catalogue.
 */
export async function openDatabentoFeed(options: DatabentoFeedOptions): Promise<DatabentoFeed> {
  if (!isDatabentoKey(options.key))
    throw new DatabentoError('key_refused', 'expected a key of 32 characters that begins with db-');
  const feed = new DatasetFeed(options);
  await feed.ready;
  return feed;
}

class DatasetFeed implements DatabentoFeed {
  readonly source: DatabentoFeed['source'];
  readonly tier = 'L3';
  readonly replaySpeed = null;
  readonly run: string;
  readonly #ready = Promise.withResolvers<void>();
  /** Resolves when the contracts are known, the first session failed, or it took too long. */
  readonly ready = this.#ready.promise;
  readonly #options: DatabentoFeedOptions;
  readonly #contracts: ContractMap;
  readonly #keeper: SessionKeeper;
  readonly #counts = new FeedCounts();
  readonly #subscriptions: SessionSubscriptions;
  readonly #clock: VenueClock;
  readonly #flows = new Map<number, LiveFlow>();
  readonly #announced = new AnnouncedStatistics();
  readonly #unmapped: Set<number>;
  readonly #tick: NodeJS.Timeout;
  #decoder: SessionDecoder | null = null;
  #isAlive = false;
  #isClosed = false;
  #onRoll: (instrumentId: number) => void = () => undefined;

  constructor(options: DatabentoFeedOptions) {
    this.#options = options;
    const { nowMs, random, dataset, gateway, compression = 'none', waitScale = 1 } = options;
    this.#contracts = new ContractMap(options.instruments, nowMs(), options.served);
    this.#clock = new VenueClock(nowMs, (reason) => this.#warn(reason));
    this.#unmapped = new Set(options.instruments);
    this.#subscriptions = new SessionSubscriptions({
      contracts: this.#contracts,
      send: (lines) => this.#keeper.send(lines),
      nowMs: () => this.nowMs(),
      monotonicMs: options.monotonicMs,
      waitScale,
    });
    this.run = `databento-${Math.floor(nowMs())}-${Math.floor(random() * 2 ** 32)}`;
    const place = gateway ?? databentoPlace(dataset);
    this.source = databentoSource(dataset, gateway);
    this.#keeper = new SessionKeeper(
      { ...options, ...place, compression, waitScale },
      {
        startLines: () => this.#subscriptions.startLines(this.#flows.keys()),
        onMetadata: (metadata) => this.#onMetadata(metadata),
        onBlock: (block) => {
          this.#isAlive = true;
          this.#counts.receivedMs = options.nowMs();
          this.#decoder?.take(block);
        },
        onLost: (error) => this.#onLost(error),
      },
    );
    this.#tick = setInterval(() => this.#onTick(), TICK_MS * waitScale);
    const timer = setTimeout(this.#ready.resolve, READY_MS * waitScale);
    this.ready.finally(() => clearTimeout(timer));
    this.#keeper.connect();
  }

  get instrumentIds(): readonly number[] {
    return this.#contracts.instrumentIds;
  }

  get messagesNotUnderstood(): number {
    return this.#counts.unknownRecords;
  }

  contractOf(instrumentId: number): FeedContract {
    return this.#contracts.contractOf(instrumentId);
  }

  announced(instrumentId: number): AnnouncedFigures | null {
    return this.#announced.of(this.#contracts.contractOf(instrumentId).code);
  }

  nowMs(): EpochMs {
    return this.#clock.nowMs();
  }

  open(instrumentId: number, listener: FeedListener): FeedSubscription {
    const { code } = this.#contracts.contractOf(instrumentId);
    if (this.#isClosed) throw new Error('the feed is closed');
    if (this.#flows.has(instrumentId)) throw new Error(`${code} has a listener already`);
    const flow = new LiveFlow(instrumentId, listener, this.#host);
    this.#flows.set(instrumentId, flow);
    this.#decoder?.forgetFlows();
    queueMicrotask(() => this.#start(flow));
    return {
      requestSnapshot: () => this.#requestSnapshot(flow),
      close: () => {
        if (this.#flows.get(instrumentId) !== flow) return;
        this.#flows.delete(instrumentId);
        this.#subscriptions.bookEnded(instrumentId);
        this.#decoder?.forgetFlows();
      },
    };
  }

  status(): DatabentoStatus {
    const { gaps, slowReader, receivedMs, lastCut, records, refused, reconnects, times } = this.#counts;
    const { state, failure, backlogBytes } = this.#keeper;
    return {
      ...{ session: state, fault: failure?.fault ?? null, reason: failure?.message ?? null },
      ...{ records, refused, reconnects, gaps, slowReader, backlogBytes },
      ...times,
      receivedMs,
      lastCut,
      unknown: this.#contracts.unknown(),
    };
  }

  onRoll(listener: (instrumentId: number) => void): void {
    this.#onRoll = listener;
  }

  reconnectNow(): void {
    this.#keeper.connect();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#tick);
    this.#ready.resolve();
    this.#flows.clear();
    this.#keeper.close();
  }

  readonly #host: FlowHost = {
    reach: (timeMs) => this.#clock.reach(timeMs),
    onHole: () => {
      this.#counts.gaps += 1;
    },
    onSnapshot: (instrumentId, state) => {
      if (state === 'whole') this.#subscriptions.bookEnded(instrumentId);
      else this.#subscriptions.bookBegan(instrumentId);
    },
  };

  #start(flow: LiveFlow): void {
    if (this.#flows.get(flow.instrumentId) !== flow) return;
    const { isRunning, state, failure } = this.#keeper;
    if (isRunning) {
      flow.listener.onTransport('up', null);
      this.#requestSnapshot(flow);
    } else if (state === 'ended') flow.listener.onTransport('down', failure?.message ?? null);
  }

  #requestSnapshot(flow: LiveFlow): void {
    const { instrumentId } = flow;
    if (this.#flows.get(instrumentId) === flow && this.#keeper.isRunning)
      this.#subscriptions.requestBook(instrumentId);
  }

  #onMetadata(metadata: DbnMetadata): void {
    const decoder = new SessionDecoder(metadata, {
      flowOf: (instrument) => this.#flowOf(instrument),
      onMapping: (mapping) => this.#onMapping(mapping),
      onDefinition: (definition) => this.#contracts.define(definition),
      onStatistic: (statistic, instrument) => this.#announced.take(statistic, instrument),
      onError: (error) => this.#onError(error),
      onSlowReader: () => {
        this.#counts.slowReader += 1;
        this.#warn('the gateway finds us too slow: what it sends is late');
      },
    });
    this.#decoder = decoder;
    this.#counts.began(decoder, metadata);
    for (const flow of [...this.#flows.values()]) {
      flow.restart();
      this.#subscriptions.sessionBegan(flow.instrumentId);
      flow.listener.onTransport('up', null);
    }
  }

  #flowOf(instrument: DbnInstrument): LiveFlow | null {
    const id = this.#contracts.productOfCode(instrument.symbol);
    const flow = id === null ? undefined : this.#flows.get(id);
    if (flow === undefined || instrument.isCatalogued) return flow ?? null;
    this.#loseInstrument(flow.instrumentId, `the vendor's tick of ${instrument.symbol} differs from ours`);
    return null;
  }

  /** The feed goes on without this one. */
  #loseInstrument(instrumentId: number, reason: string): void {
    if (this.#contracts.unknown().has(instrumentId)) return;
    this.#contracts.markUnknown(instrumentId, reason);
    this.#subscriptions.bookEnded(instrumentId);
    this.#settle(instrumentId);
    this.#flows.get(instrumentId)?.listener.onTransport('down', reason);
    this.#warn(reason);
  }

  #onMapping(mapping: DbnSymbolMapping): void {
    const mapped = this.#contracts.map(mapping, this.nowMs());
    if (mapped === null) return;
    const { instrumentId, isNew, isLater, wasUnknown } = mapped;
    this.#settle(instrumentId);
    if (isLater)
      this.#warn(`${mapping.inSymbol} is ${mapping.outSymbol} now: it serves from the next trading day on`);
    else this.#subscriptions.requestReference(instrumentId);
    if (!isNew && !wasUnknown) return;
    this.#decoder?.forgetFlows();
    const flow = this.#flows.get(instrumentId);
    if (isNew) flow?.listener.onTransport('down', 'another contract is the front month');
    if (isNew) this.#onRoll(instrumentId);
    if (flow === undefined || this.#flows.get(instrumentId) !== flow) return;
    flow.restart();
    flow.listener.onTransport('up', null);
    this.#subscriptions.contractChanged(instrumentId, isNew);
  }

  #onError({ code, text }: DbnMessage): void {
    const fault = faultOfCode(code);
    const shown = `the gateway reports: ${text.replaceAll(this.#options.key, '…')}`;
    if (fault === 'replay_aged_out') this.#subscriptions.stopReplays();
    // Thrown, so that nothing of this session is taken after it
    if (fault !== null) throw new DatabentoError(fault, shown);
    if (code === ERROR_CODES.skipped) for (const flow of [...this.#flows.values()]) flow.markHole();
    const named = code === ERROR_CODES.symbolResolution ? this.#contracts.namedIn(text) : [];
    if (named.length === 0) this.#warn(shown);
    for (const id of named) this.#loseInstrument(id, shown);
  }

  #onLost(error: DatabentoError): void {
    const wasRunning = this.#decoder !== null;
    this.#counts.ended();
    this.#decoder = null;
    this.#isAlive = false;
    this.#subscriptions.sessionEnded();
    this.#ready.resolve();
    if (wasRunning) this.#counts.gaps += 1;
    for (const { listener } of [...this.#flows.values()]) listener.onTransport('down', error.message);
  }

  #onTick(): void {
    if (this.#keeper.isRunning) this.#subscriptions.lookForRolls(this.nowMs());
    for (const id of this.#subscriptions.overdue()) this.#onOverdue(id);
    if (!this.#isAlive) return;
    this.#isAlive = false;
    for (const flow of [...this.#flows.values()]) flow.heartbeat(this.nowMs());
  }

  /** A snapshot did not come: first a new session, and where that was tried a moment ago another request. */
  #onOverdue(instrumentId: number): void {
    const flow = this.#flows.get(instrumentId);
    if (!this.#keeper.isRunning || flow?.endEmptySnapshot() === true) return;
    this.#subscriptions.bookEnded(instrumentId);
    if (flow === undefined) return;
    if (!this.#subscriptions.mayRenew()) {
      this.#requestSnapshot(flow);
      return;
    }
    const { code } = this.contractOf(instrumentId);
    this.#keeper.giveUp(new DatabentoError('no_snapshot', `no whole snapshot of ${code} came`));
  }

  /** The contract of an instrument is known, or that there is none. */
  #settle(instrumentId: number): void {
    this.#unmapped.delete(instrumentId);
    if (this.#unmapped.size === 0) this.#ready.resolve();
  }

  #warn(reason: string): void {
    if (!this.#isClosed) this.#options.onState({ kind: 'warning', reason });
  }
}
