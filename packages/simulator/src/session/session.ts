/**
 * One instrument's simulated exchange in time: the crowd and the agents trade, rows come out, labels give the ground
 * truth.
 */

import { MS_NS, SECOND_NS } from '@undertow/market';
import { nextReleaseMs } from '#agents/crowd/release-timetable.ts';
import { type Agent, MarketAccess } from '#agents/frame/market-access.ts';
import { RowEncoder } from '#engine/encoder.ts';
import { MatchingEngine } from '#engine/matching-engine.ts';
import { priceLimitsOf } from '#engine/price-ladder.ts';
import { TimerHeap } from '#engine/timer-heap.ts';
import { crowdOf, worldOf } from '#families/mechanics.ts';
import { ACTIVITY_STEP_NS, Activity } from '#flow/activity.ts';
import type { CrowdFlow } from '#flow/crowd-flow.ts';
import { type DayShape, dayShapeOf } from '#flow/day-shape.ts';
import { sectorOf } from '#flow/flow-profile.ts';
import { isFamily, perturbationOf } from '#flow/generator.ts';
import { MarketConditions, USUAL_SCALE } from '#flow/market-conditions.ts';
import type { Label } from '#ground-truth/labels.ts';
import { NOBODY, SCENARIOS } from '#ground-truth/prevalence.ts';
import { type RandomStream, randomStream } from '#random/random.ts';
import { createAgents, FIRST_AGENT } from '#roster/roster.ts';
import { RowBuffer } from '#rows/row-buffer.ts';
import type { Session, SessionOptions } from './session-options.ts';
import { VenueHours } from './venue-hours.ts';

/** Contracts of an opening auction in the orders of an undisturbed level. */
const AUCTIONED_LEVELS = 6;
/** Owners of timers: the crowd's withdrawals, the pace, then the agents of the roster. */
const OWNER_CROWD = 0;
const OWNER_ACTIVITY = 1;

/** Opens a session; nothing happens before the first `advance`. */
export function createSession(options: SessionOptions): Session {
  return new SimulatedSession(options);
}

class SimulatedSession implements Session {
  readonly #startMs: number;
  readonly #openTicks: number;
  readonly #encoder: RowEncoder;
  readonly #engine: MatchingEngine;
  readonly #flow: CrowdFlow;
  readonly #conditions: MarketConditions;
  readonly #day: DayShape;
  readonly #hours: VenueHours;
  readonly #timers = new TimerHeap();
  readonly #arrivals: RandomStream;
  readonly #activity: Activity;
  readonly #market: MarketAccess;
  readonly #agents: readonly Agent[];
  /** The null's rates are constant: nothing latent moves them. */
  readonly #isNull: boolean;
  readonly #labels: Label[] = [];
  #nowNs = 0;
  #reachedNs = 0;
  #candidateNs = 0;
  #candidateRate = 0;
  #started = false;
  #settledOrdinal = 0;

  constructor(options: SessionOptions) {
    const { instrument, seed, generator = 'g1', scale = USUAL_SCALE } = options;
    const stream = (name: string, instance: number): RandomStream =>
      randomStream(seed, `${instrument.symbol}/${name}`, instance);
    this.#isNull = generator === 'g0';
    const perturbation = perturbationOf(generator);
    const { profile, ...world } = worldOf(generator, instrument, scale, stream('world', 0));
    this.#startMs = Math.floor(options.startMs);
    this.#openTicks = options.openTicks;
    this.#encoder = new RowEncoder(instrument.id, this.#startMs, new RowBuffer());
    this.#arrivals = stream('arrivals', 0);
    this.#engine = new MatchingEngine({
      encoder: this.#encoder,
      random: stream('engine', 0),
      firstOrderId: this.#startMs * 4,
      protectionTicks: profile.protectionTicks,
      proRataShare: perturbation.proRataShare,
      limits: priceLimitsOf(options.openTicks),
    });
    this.#conditions = new MarketConditions(scale);
    // Products of a sector share their pace: a busy hour of one is a busy hour of all.
    this.#activity = new Activity(randomStream(seed, `${sectorOf(instrument)}/activity`, 0));
    this.#day = dayShapeOf(instrument, options.timeOfDay ?? 'flat');
    this.#flow = crowdOf(generator, {
      engine: this.#engine,
      profile,
      random: stream('crowd', 0),
      signRandom: stream('signs', 0),
      conditions: this.#conditions,
      ...world,
      planCancel: (timeNs, slot, id) => this.#timers.push(timeNs, OWNER_CROWD, slot, id),
    });
    this.#applyConditions();
    this.#flow.fillBook(0, options.openTicks);
    this.#stepActivity();
    this.#encoder.rptSeq = 0;
    this.#hours = new VenueHours({
      engine: this.#engine,
      encoder: this.#encoder,
      random: stream('venue', 0),
      startMs: this.#startMs,
      timeOfDay: options.timeOfDay ?? 'flat',
      openingAuction: options.openingAuction ?? false,
      sizeFactor: perturbation.sizeFactor,
      auctionContracts: AUCTIONED_LEVELS * profile.ordersPerLevel,
    });
    this.#market = new MarketAccess({
      engine: this.#engine,
      timers: this.#timers,
      profile,
      perturbation: { ...perturbation, sizeFactor: world.sizeFactor },
      excludedStyles: isFamily(generator) ? (options.excludedStyles ?? []) : null,
      conditions: this.#conditions,
      instrument,
      startMs: this.#startMs,
      stream,
      sectorStream: (name, instance) => randomStream(seed, `${sectorOf(instrument)}/${name}`, instance),
      worldStream: (name, instance) => randomStream(seed, `world/${name}`, instance),
      onLabel: (label) => this.#labels.push(label),
      onLag: (fromNs, lagMs) => options.onLag?.(fromNs, lagMs),
      settle: () => this.#settle(),
      pause: (lengthNs) => this.#hours.requestPause(lengthNs),
      reportOffBook: (priceTicks, size, kind) => this.#encoder.offBook(this.#nowNs, priceTicks, size, kind),
    });
    this.#agents = this.#createAgents(options);
    this.#drawCandidate();
  }

  advance(toMs: number, sink: RowBuffer): void {
    const toNs = Math.floor((toMs - this.#startMs) * MS_NS);
    if (toNs > this.#reachedNs) this.#reachedNs = toNs;
    this.#encoder.sink = sink;
    if (!this.#started) this.#encoder.snapshot(0, this.#engine.orders, this.#engine.ladder);
    this.#started = true;
    for (;;) {
      const timerNs = this.#hours.isOpen ? this.#timers.nextNs : Number.POSITIVE_INFINITY;
      const nextNs = Math.min(timerNs, this.#candidateNs, this.#hours.nextNs);
      if (nextNs > toNs) break;
      this.#flow.decay((nextNs - this.#nowNs) / SECOND_NS);
      this.#nowNs = nextNs;
      this.#market.nowNs = nextNs;
      if (nextNs === this.#hours.nextNs) this.#changeHours();
      else if (nextNs === timerNs) this.#wake();
      else if (this.#arrivals.unit() * this.#candidateRate <= this.#flow.rate()) {
        this.#flow.act(nextNs);
        this.#settle();
      }
      this.#standStill(this.#hours.takePause(nextNs));
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
    return this.#labels.splice(0);
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
    const pinned = options.pinnedIcebergs;
    return createAgents(this.#market, {
      // The null has nobody but the crowd.
      often:
        options.generator === 'g0'
          ? NOBODY
          : { ...SCENARIOS[options.scenario ?? 'sparse'], ...options.agents },
      nextReleaseNs: options.announced === true ? (fromNs) => this.#nextReleaseNs(fromNs) : undefined,
      pinnedIcebergs:
        pinned === undefined
          ? null
          : { fromNs: Math.max(0, (pinned.fromMs - this.#startMs) * MS_NS), everyNs: pinned.everyMs * MS_NS },
    });
  }

  #nextReleaseNs(fromNs: number): number {
    const atMs = nextReleaseMs(this.#market.instrumentId, this.#startMs + fromNs / MS_NS);
    return atMs === null ? Number.POSITIVE_INFINITY : (atMs - this.#startMs) * MS_NS;
  }

  #wake(): void {
    this.#timers.pop();
    const { owner, slot, orderId } = this.#timers;
    if (owner === OWNER_ACTIVITY) this.#stepActivity();
    else if (owner === OWNER_CROWD) this.#withdraw(slot, orderId);
    else this.#agents[owner - FIRST_AGENT]!.wake(slot, orderId);
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
    this.#applyConditions();
    this.#flow.stepSecond();
    this.#timers.push(this.#nowNs + ACTIVITY_STEP_NS, OWNER_ACTIVITY);
  }

  #applyConditions(): void {
    const conditions = this.#conditions;
    if (!this.#isNull) conditions.latent.pace = this.#activity.value;
    this.#day.apply(this.#startMs + this.#nowNs / MS_NS, conditions);
    conditions.refresh();
  }

  #changeHours(): void {
    const wasOpen = this.#hours.isOpen;
    const stillNs = this.#hours.change(this.#nowNs);
    if (wasOpen) this.#standStill(stillNs);
    else {
      this.#applyConditions();
      this.#settle();
    }
  }

  /** Trading stops: everybody's plans are postponed until it resumes. */
  #standStill(lengthNs: number): void {
    if (lengthNs > 0) this.#timers.delayAll(lengthNs + 1);
  }

  /** Ogata's thinning: a candidate at the present bound, kept with the share of the bound that is left by then. */
  #drawCandidate(): void {
    if (!this.#hours.isOpen) {
      this.#candidateNs = Number.POSITIVE_INFINITY;
      return;
    }
    this.#candidateRate = this.#flow.rate();
    const waitNs = (this.#arrivals.exponential() / this.#candidateRate) * SECOND_NS;
    this.#candidateNs = this.#nowNs + Math.max(1, Math.round(waitNs));
  }
}
