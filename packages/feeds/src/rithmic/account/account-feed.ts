/**
 * A Rithmic account as a feed: one connection that is made again when it breaks, and a flow for each open instrument.
 */
import { type Bar, type EpochMs, epochMs, type FeedTier } from '@undertow/market';
import type { FeedContract, FeedListener, FeedSubscription } from '#feed/feed.ts';
import { type Depth, findDepth } from '#rithmic/depth/depth-tier.ts';
import type { InstrumentFlow, OpenFlow } from '#rithmic/depth/instrument-flow.ts';
import { LevelFlow } from '#rithmic/depth/level-flow.ts';
import { Numbering } from '#rithmic/depth/numbering.ts';
import { OrderFlow } from '#rithmic/depth/order-flow.ts';
import { HistoryPlant } from '#rithmic/history/history-plant.ts';
import { replayMinuteBars, replayMinuteProfiles } from '#rithmic/history/minute-history.ts';
import type { RithmicMinuteProfile, RithmicProfiles } from '#rithmic/history/minute-profiles.ts';
import { lookUpRolls, type RithmicContract } from '#rithmic/session/contract-lookup.ts';
import type { PlantSession } from '#rithmic/session/plant-session.ts';
import { ReconnectWait } from '#rithmic/session/reconnect-wait.ts';
import { asRithmicError, RithmicError } from '#rithmic/wire/rithmic-error.ts';
import type { Received } from '#rithmic/wire/rithmic-wire.ts';
import type { RithmicFeed, RithmicFeedOptions } from './rithmic-feed.ts';
import { RollWatch } from './roll-watch.ts';
import { explained, openFirstSession, reopenTickerSession, type TickerSession } from './ticker-session.ts';

/** Resolves once logged in and the tier is known. Rejects with `RithmicError`; nothing is left open then. */
export async function openRithmicFeed(options: RithmicFeedOptions): Promise<RithmicFeed & RithmicProfiles> {
  const session = await openFirstSession(options);
  try {
    const first = session.contracts.values().next().value as RithmicContract;
    const depth = await findDepth(session.plant, first, options.depth ?? 'whole');
    return new AccountFeed(options, session, depth);
  } catch (error) {
    const cause = await explained(error, session.report);
    await session.plant.close();
    throw cause;
  }
}

class AccountFeed implements RithmicFeed, RithmicProfiles {
  readonly source = 'rithmic';
  readonly replaySpeed = null;
  readonly tier: FeedTier;
  readonly run: string;
  readonly instrumentIds: readonly number[];
  readonly #options: RithmicFeedOptions;
  readonly #depth: Depth;
  readonly #history: HistoryPlant;
  readonly #numbering = new Numbering();
  readonly #wait: ReconnectWait;
  readonly #rolls: RollWatch;
  readonly #flows = new Map<number, OpenFlow>();
  #bySymbol = new Map<string, OpenFlow>();
  #contracts: ReadonlyMap<number, RithmicContract>;
  #plant: PlantSession | null = null;
  /** Messages that earlier connections skipped. */
  #skippedBefore = 0;
  #connectedMs = 0;
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;
  #onRoll: (instrumentId: number) => void = () => undefined;
  /** The latest instant that was sent: the present never lies before it, and never goes back. */
  #reachedMs = Number.NEGATIVE_INFINITY;

  constructor(options: RithmicFeedOptions, session: TickerSession, depth: Depth) {
    this.#options = options;
    this.#depth = depth;
    this.#contracts = session.contracts;
    this.tier = depth.tier;
    this.instrumentIds = [...session.contracts.keys()];
    this.run = `rithmic-${Math.floor(options.nowMs())}-${Math.floor(options.random() * 2 ** 32)}`;
    const makeWait = () => new ReconnectWait(options.random, options.waitScale);
    const login = { gateway: options.gateway, credentials: this.#credentials };
    this.#history = new HistoryPlant(login, makeWait());
    this.#wait = makeWait();
    this.#rolls = new RollWatch({
      nowMs: options.nowMs,
      contracts: () => this.#contracts.values(),
      resolve: () => this.#resolveRolls(),
    });
    this.#connect(session);
  }

  get messagesNotUnderstood(): number {
    return this.#skippedBefore + (this.#plant?.unknownTemplates ?? 0);
  }

  contractOf(instrumentId: number): FeedContract {
    const { code, expiry } = this.#contract(instrumentId);
    return { instrumentId, code, expiry };
  }

  nowMs(): EpochMs {
    this.#reachedMs = Math.max(this.#reachedMs, this.#options.nowMs());
    return epochMs(this.#reachedMs);
  }

  open(instrumentId: number, listener: FeedListener): FeedSubscription {
    const contract = this.#contract(instrumentId);
    if (this.#isClosed) throw new Error('the feed of the account is closed');
    if (this.#flows.has(instrumentId)) throw new Error(`${contract.code} has a listener already`);
    const opened: OpenFlow = { instrumentId, listener, flow: this.#flowFor(contract, listener), on: null };
    this.#flows.set(instrumentId, opened);
    this.#nameFlows();
    queueMicrotask(() => {
      if (this.#plant !== null) this.#start(opened, this.#plant);
    });
    return {
      requestSnapshot: () => opened.flow.requestSnapshot(),
      close: () => {
        if (this.#flows.get(instrumentId) !== opened) return;
        this.#flows.delete(instrumentId);
        this.#nameFlows();
        opened.flow.stop();
      },
    };
  }

  async minuteBars(instrumentId: number, fromMs: number, toMs: number): Promise<readonly Bar[]> {
    const contract = this.#contract(instrumentId);
    return await this.#replay((plant) => replayMinuteBars(plant, contract, { fromMs, toMs }));
  }

  async minuteProfiles(
    instrumentId: number,
    fromMs: number,
    toMs: number,
  ): Promise<readonly RithmicMinuteProfile[]> {
    const contract = this.#contract(instrumentId);
    return await this.#replay((plant) => replayMinuteProfiles(plant, contract, { fromMs, toMs }));
  }

  onRoll(listener: (instrumentId: number) => void): void {
    this.#onRoll = listener;
  }

  reconnectNow(): void {
    if (this.#timer === null) return;
    clearTimeout(this.#timer);
    void this.#reconnect();
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#rolls.close();
    if (this.#timer !== null) clearTimeout(this.#timer);
    const flows = [...this.#flows.values()];
    this.#flows.clear();
    this.#nameFlows();
    const plant = this.#plant;
    this.#plant = null;
    for (const { flow } of flows) flow.stop();
    await Promise.all([plant?.close(), this.#history.close()]);
  }

  /** An attempt that is under way when the feed is closed ends before it logs in. */
  readonly #credentials: RithmicFeedOptions['credentials'] = async () => {
    if (this.#isClosed) throw new RithmicError('gateway_down', 'the feed of the account is closed');
    return await this.#options.credentials();
  };

  /** A login that the history plant refuses has no history; that is no failure of the feed. */
  async #replay<T>(step: (plant: PlantSession) => Promise<readonly T[]>): Promise<readonly T[]> {
    // While the connection is being made again there is no second one beside it
    this.#connectedPlant();
    try {
      return await this.#history.use(step);
    } catch (error) {
      const known = asRithmicError(error);
      if (known.fault === 'no_entitlement' || known.fault === 'wrong_password') return [];
      throw known;
    }
  }

  #flowFor(contract: RithmicContract, listener: FeedListener): InstrumentFlow {
    const { instrument, instrumentId } = contract;
    const host = {
      listener,
      nowMs: () => this.nowMs(),
      reach: (timeMs: number) => {
        this.#reachedMs = Math.max(this.#reachedMs, timeMs);
      },
      onRefused: (reason: string) => {
        this.#flows.get(instrumentId)?.flow.stop();
        listener.onTransport('down', reason);
      },
    };
    return this.tier === 'L3'
      ? new OrderFlow(instrument, this.#depth.isByPrice, this.#numbering, host)
      : new LevelFlow(instrument, this.tier === 'L2C', host);
  }

  #connect({ plant, contracts }: TickerSession): void {
    this.#plant = plant;
    this.#connectedMs = performance.now();
    this.#wait.accepted();
    this.#take(contracts);
    plant.listen({
      onPush: (message) => this.#onPush(message),
      onAlive: () => {
        for (const { flow } of this.#flows.values()) flow.heartbeat();
      },
      onDown: (error) => this.#onDown(plant, error),
    });
    if (this.#plant !== plant) return;
    this.#options.onState({ kind: 'connected' });
    for (const opened of [...this.#flows.values()]) this.#start(opened, plant);
  }

  async #resolveRolls(): Promise<void> {
    const plant = this.#connectedPlant();
    const rolled = await lookUpRolls(plant, [...this.#contracts.values()]);
    if (this.#plant !== plant) return;
    this.#take(rolled);
    for (const opened of [...this.#flows.values()]) this.#start(opened, plant);
  }

  /** A contract that is not found right now keeps its name, and so does one that trades; one that another follows ends its flow. */
  #take(resolved: ReadonlyMap<number, RithmicContract>): void {
    const known = this.#contracts;
    const isOther = (id: number, code: string): boolean => (known.get(id)?.code ?? code) !== code;
    const contracts = [...resolved].filter(
      ([id, { code }]) => !isOther(id, code) || this.#rolls.mayRoll(this.contractOf(id)),
    );
    const rolled = contracts.filter(([id, { code }]) => isOther(id, code));
    for (const [id] of rolled) this.#endFlow(id);
    this.#contracts = new Map([...this.#contracts, ...contracts]);
    this.#nameFlows();
    for (const [id] of rolled) this.#onRoll(id);
  }

  #endFlow(instrumentId: number): void {
    const opened = this.#flows.get(instrumentId);
    if (opened === undefined || opened.on === null) return;
    if (opened.on === this.#plant) opened.listener.onTransport('down', 'another contract is the front month');
    opened.flow.stop();
    opened.on = null;
  }

  #start(opened: OpenFlow, plant: PlantSession): void {
    if (this.#flows.get(opened.instrumentId) !== opened || opened.on === plant) return;
    opened.on = plant;
    opened.listener.onTransport('up', null);
    if (this.#flows.get(opened.instrumentId) === opened)
      opened.flow.start(plant, this.#contract(opened.instrumentId));
  }

  #onPush(message: Received): void {
    const symbol = 'symbol' in message.message ? message.message.symbol : undefined;
    if (typeof symbol === 'string') this.#bySymbol.get(symbol)?.flow.take(message);
    else for (const one of symbol ?? []) this.#bySymbol.get(one)?.flow.take(message);
  }

  #onDown(plant: PlantSession, error: RithmicError): void {
    if (this.#plant !== plant) return;
    this.#plant = null;
    this.#skippedBefore += plant.unknownTemplates;
    this.#wait.ended(performance.now() - this.#connectedMs);
    for (const { flow, listener } of [...this.#flows.values()]) {
      flow.stop();
      listener.onTransport('down', error.message);
    }
    this.#failed(error);
  }

  /** What passes is tried again; a forced logout or a refusal is shown, not retried. */
  #failed({ fault, retry }: RithmicError): void {
    if (this.#isClosed) return;
    const waitMs = this.#wait.after(retry);
    this.#options.onState({ kind: waitMs === null ? 'ended' : 'connecting', fault });
    if (waitMs !== null) this.#timer = setTimeout(() => this.#reconnect(), waitMs);
  }

  async #reconnect(): Promise<void> {
    this.#timer = null;
    try {
      const session = await reopenTickerSession({ ...this.#options, credentials: this.#credentials });
      if (this.#isClosed) await session.plant.close();
      else this.#connect(session);
    } catch (error) {
      this.#failed(asRithmicError(error));
    }
  }

  #connectedPlant(): PlantSession {
    if (this.#plant !== null) return this.#plant;
    throw new RithmicError('gateway_down', this.#isClosed ? 'the feed is closed' : 'it is connecting again');
  }

  #nameFlows(): void {
    this.#bySymbol = new Map(
      [...this.#flows.values()].map((opened) => [this.#contract(opened.instrumentId).code, opened]),
    );
  }

  #contract(instrumentId: number): RithmicContract {
    const contract = this.#contracts.get(instrumentId);
    if (contract === undefined)
      throw new RangeError(`the account has no instrument ${instrumentId}: expected ${this.instrumentIds}`);
    return contract;
  }
}
