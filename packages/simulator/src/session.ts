/** One instrument's simulated exchange in time: the crowd and the agents trade, rows come out, labels say what was true. */
import type { Instrument } from '@undertow/market';
import { ACTIVITY_STEP_NS, Activity } from './activity.ts';
import { type Agent, MarketAccess } from './agents/market-access.ts';
import { NativeIcebergs } from './agents/native-icebergs.ts';
import { StopHunter } from './agents/stop-hunter.ts';
import { StopRunWatch } from './agents/stop-run-watch.ts';
import { StopTraders } from './agents/stop-traders.ts';
import { BackgroundFlow } from './background-flow.ts';
import { RowEncoder } from './encoder.ts';
import { flowProfileOf } from './flow-profile.ts';
import type { Label } from './labels.ts';
import { MatchingEngine } from './matching-engine.ts';
import { PLAUSIBLE_LIFE, type Prevalence } from './prevalence.ts';
import { type RandomStream, randomStream } from './random.ts';
import { RowBuffer } from './row-buffer.ts';
import { TimerHeap } from './timer-heap.ts';

export interface SessionOptions {
  readonly instrument: Instrument;
  /** Same seed, same market: any safe integer. */
  readonly seed: number;
  /** Exchange time of the first row, milliseconds since 1970 UTC. */
  readonly startMs: number;
  /** First price; the book is filled around it. */
  readonly openTicks: number;
  /** Multiplies the rates of the crowd; 1 is a busy day. The default gives about 45 messages a second on ES. */
  readonly scale?: number;
  /** How often agents act; what is not given is as in plausible life. `CLEAN` leaves the crowd alone. */
  readonly agents?: Partial<Prevalence>;
  /** Icebergs that arrive at fixed times and are traded into at once, besides those by chance: for a test that must see one soon. */
  readonly pinnedIcebergs?: { readonly fromMs: number; readonly everyMs: number };
}

/** A running exchange. The rows are the same for any division of the time into calls. */
export interface Session {
  /**
   * Runs the exchange to a time (milliseconds since 1970 UTC) and appends its rows; the first call begins with a
   * snapshot. A time that was reached before changes nothing.
   */
  advance(toMs: number, sink: RowBuffer): void;
  /** Appends the whole displayed book as it stands: a clear, then adds flagged as snapshot. */
  snapshot(sink: RowBuffer): void;
  /** Appends a row that says that the exchange is alive at the time it was last run to. */
  heartbeat(sink: RowBuffer): void;
  /** Labels that became final since the last call, in the order in which they did. */
  takeLabels(): Label[];
  /** Ends the session: what still goes on is labelled as it stands, and the labels are taken. */
  finish(): Label[];
  /** Price of the last trade in ticks, the opening price before the first. */
  lastTicks(): number;
}

const DEFAULT_SCALE = 0.33;
/** Owners of timers: the crowd's withdrawals, the pace, then the agents in their order. */
const OWNER_CROWD = 0;
const OWNER_ACTIVITY = 1;
const OWNER_ICEBERGS = 2;
const OWNER_STOPS = 3;
const OWNER_HUNTER = 4;
const OWNER_WATCH = 5;
/** A push this long before an election makes the run a hunted one, nanoseconds. */
const HUNT_MEMORY_NS = 10e9;

/** Opens a session; nothing happens before the first `advance`. */
export function createSession(options: SessionOptions): Session {
  return new SimulatedSession(options);
}

class SimulatedSession implements Session {
  readonly #startMs: number;
  readonly #openTicks: number;
  readonly #encoder: RowEncoder;
  readonly #engine: MatchingEngine;
  readonly #flow: BackgroundFlow;
  readonly #timers = new TimerHeap();
  readonly #arrivals: RandomStream;
  readonly #activity: Activity;
  readonly #market: MarketAccess;
  readonly #agents: readonly Agent[];
  #labels: Label[] = [];
  #nowNs = 0;
  #reachedNs = 0;
  #candidateNs = 0;
  #candidateRate = 0;
  #started = false;
  #settledOrdinal = 0;

  constructor(options: SessionOptions) {
    const { instrument, seed } = options;
    const stream = (name: string, instance: number): RandomStream =>
      randomStream(seed, `${instrument.symbol}/${name}`, instance);
    const profile = flowProfileOf(instrument);
    this.#startMs = Math.floor(options.startMs);
    this.#openTicks = options.openTicks;
    this.#encoder = new RowEncoder(instrument.id, this.#startMs, new RowBuffer());
    this.#arrivals = stream('arrivals', 0);
    this.#engine = new MatchingEngine({
      encoder: this.#encoder,
      random: stream('engine', 0),
      // Ids grow with time, so that an exchange that goes on after a restart never gives one twice.
      firstOrderId: this.#startMs * 4,
      protectionTicks: profile.protectionTicks,
    });
    this.#flow = new BackgroundFlow({
      engine: this.#engine,
      profile,
      random: stream('crowd', 0),
      signRandom: stream('signs', 0),
      scale: options.scale ?? DEFAULT_SCALE,
      planCancel: (timeNs, slot, id) => this.#timers.push(timeNs, OWNER_CROWD, slot, id),
    });
    this.#activity = new Activity(stream('activity', 0));
    this.#flow.fillBook(0, options.openTicks);
    this.#stepActivity();
    this.#encoder.rptSeq = 0;
    this.#market = new MarketAccess({
      engine: this.#engine,
      timers: this.#timers,
      profile,
      instrumentId: instrument.id,
      startMs: this.#startMs,
      stream,
      onLabel: (label) => this.#labels.push(label),
      settle: () => this.#settle(),
    });
    this.#agents = this.#createAgents(options);
    this.#drawCandidate();
  }

  advance(toMs: number, sink: RowBuffer): void {
    const toNs = Math.floor((toMs - this.#startMs) * 1e6);
    if (toNs > this.#reachedNs) this.#reachedNs = toNs;
    this.#encoder.sink = sink;
    if (!this.#started) this.#encoder.snapshot(0, this.#engine.orders, this.#engine.ladder);
    this.#started = true;
    for (;;) {
      const timerNs = this.#timers.nextNs;
      const isTimer = timerNs <= this.#candidateNs;
      const nextNs = isTimer ? timerNs : this.#candidateNs;
      if (nextNs > toNs) break;
      this.#flow.excitation.decay((nextNs - this.#nowNs) / 1e9);
      this.#nowNs = nextNs;
      if (isTimer) this.#wake();
      else if (this.#arrivals.unit() * this.#candidateRate <= this.#flow.rate()) {
        this.#flow.act(nextNs);
        this.#settle();
      }
      this.#drawCandidate();
    }
  }

  snapshot(sink: RowBuffer): void {
    this.#encoder.sink = sink;
    this.#encoder.snapshot(this.#reachedNs, this.#engine.orders, this.#engine.ladder);
  }

  heartbeat(sink: RowBuffer): void {
    this.#encoder.sink = sink;
    this.#encoder.heartbeat(this.#reachedNs);
  }

  takeLabels(): Label[] {
    const taken = this.#labels;
    if (taken.length > 0) this.#labels = [];
    return taken;
  }

  finish(): Label[] {
    for (const agent of this.#agents) agent.finish();
    return this.takeLabels();
  }

  lastTicks(): number {
    const last = this.#engine.lastTradeTicks;
    return this.#engine.hasTraded ? last : this.#openTicks;
  }

  #createAgents(options: SessionOptions): readonly Agent[] {
    const market = this.#market;
    const often: Prevalence = { ...PLAUSIBLE_LIFE, ...options.agents };
    const pinned = options.pinnedIcebergs;
    const fromNs = pinned === undefined ? 0 : Math.max(0, (pinned.fromMs - this.#startMs) * 1e6);
    const hunter = new StopHunter(market, { owner: OWNER_HUNTER, perHour: often.huntsPerHour });
    return [
      new NativeIcebergs(market, {
        owner: OWNER_ICEBERGS,
        perHour: often.nativeIcebergsPerHour,
        pinned: pinned === undefined ? null : { fromNs, everyNs: pinned.everyMs * 1e6 },
      }),
      new StopTraders(market, {
        owner: OWNER_STOPS,
        singlesPerHour: often.singleStopsPerHour,
        clustersPerHour: often.stopClustersPerHour,
      }),
      hunter,
      new StopRunWatch(market, {
        owner: OWNER_WATCH,
        wasHunted: (side, timeNs) =>
          hunter.lastPushSide === side && timeNs - hunter.lastPushNs <= HUNT_MEMORY_NS,
      }),
    ];
  }

  #wake(): void {
    this.#timers.pop();
    const { owner, slot, orderId } = this.#timers;
    this.#market.nowNs = this.#nowNs;
    if (owner === OWNER_ACTIVITY) this.#stepActivity();
    else if (owner === OWNER_CROWD) this.#withdraw(slot, orderId);
    else (this.#agents[owner - OWNER_ICEBERGS] as Agent).wake(slot, orderId);
  }

  /** An order of the crowd that was meant to be short-lived leaves, unless it was filled. */
  #withdraw(slot: number, orderId: number): void {
    if (this.#engine.orders.id[slot] !== orderId) return;
    this.#engine.cancel(this.#nowNs, slot);
    this.#settle();
  }

  /** Everybody learns what the last order did, once. */
  #settle(): void {
    const { report } = this.#engine;
    if (report.ordinal === this.#settledOrdinal) return;
    this.#flow.learn();
    if (report.rounds > 0) for (const agent of this.#agents) agent.onMatch(report);
    this.#flow.restock(this.#nowNs);
    this.#settledOrdinal = report.ordinal;
    this.#flow.readBook();
  }

  #stepActivity(): void {
    this.#activity.step();
    this.#flow.stepSecond(this.#activity.value);
    this.#timers.push(this.#nowNs + ACTIVITY_STEP_NS, OWNER_ACTIVITY);
  }

  /** Ogata's thinning: a candidate at the present bound, kept with the share of the bound that is left by then. */
  #drawCandidate(): void {
    this.#candidateRate = this.#flow.rate();
    const waitNs = (this.#arrivals.exponential() / this.#candidateRate) * 1e9;
    this.#candidateNs = this.#nowNs + Math.max(1, Math.round(waitNs));
  }
}
