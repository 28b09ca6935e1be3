/** A burst of business: for seconds to a minute many times the usual volume trades, on both sides or mostly on one. */
import { HOUR_NS, SECOND_NS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import type { Agent, MarketAccess } from '#agents/frame/market-access.ts';
import type { MarketGauge } from '#agents/frame/market-gauge.ts';
import type { EventReport } from '#engine/event-report.ts';
import { exp, log } from '#random/exact-math.ts';
import type { RandomStream } from '#random/random.ts';
import type { VolumeLaw } from './volume-law.ts';
import { SPIKE_MULTIPLE } from './volume-watch.ts';

const NAME = 'volume-shock';
const TAG_ARRIVE = 0;
const TAG_CLIP = 1;

const MIN_MULTIPLE = 3;
const MAX_MULTIPLE = 15;
const MIN_SECONDS = 5;
const MAX_SECONDS = 60;
const ONE_SIDED = 0.45;
/** An agent that would start while the market is unusual waits this long. */
const RETRY_NS = 60 * SECOND_NS;
/** Minimum time between two shocks, so that the second has a usual stretch before it. */
const APART_NS = 120 * SECOND_NS;
const MIN_GAP_NS = 0.004 * SECOND_NS;

/** Shares of the usual ten-minute range: a spread that is wide, a move that is far. */
const WIDE = 0.08;
const FAR = 0.7;

type Shape = 'block' | 'fading' | 'peaked';

interface Shock {
  readonly serial: number;
  readonly random: RandomStream;
  /** `SIDE_BID` for buyers, `SIDE_ASK` for sellers, 0 for both. */
  readonly side: number;
  /** Share of the clips that go to the side. */
  readonly lean: number;
  readonly multiple: number;
  readonly seconds: number;
  readonly shape: Shape;
  /** What the planner calls usual: the last minutes. */
  readonly usualPerSecond: number;
  /** What was usual by the hidden law when it began; the unit of the label. */
  readonly lawPerSecond: number;
  readonly startNs: number;
  readonly startMid: number;
  readonly volumeBefore: number;
  lowTicks: number;
  highTicks: number;
  own: number;
  clips: number;
  lastNs: number;
  volumeAtLast: number;
  evidentNs: number;
}

export interface VolumeShockOptions {
  readonly owner: number;
  readonly perHour: number;
  readonly gauge: MarketGauge;
  readonly law: VolumeLaw;
}

/**
 * It trades until the market's whole volume, not its own, has reached the multiple that was drawn: the crowd joins in.
 */
export class VolumeShocks implements Agent {
  readonly #market: MarketAccess;
  readonly #options: VolumeShockOptions;
  readonly #random: RandomStream;
  #shock: Shock | null = null;
  #lastEndNs = Number.NEGATIVE_INFINITY;
  #lastSpikeNs = Number.NEGATIVE_INFINITY;
  #serial = 0;

  constructor(market: MarketAccess, options: VolumeShockOptions) {
    this.#market = market;
    this.#options = options;
    this.#random = market.stream(NAME, 0);
    this.#planArrival();
  }

  wake(instance: number, tag: number): void {
    if (tag === TAG_ARRIVE) {
      if (instance === 0) this.#planArrival();
      this.#arrive();
    } else if (this.#shock !== null && this.#shock.serial === instance) this.#clip(this.#shock);
  }

  /** Whether a shock is under way, or one that was a spike ended within the time. */
  isNear(withinNs: number): boolean {
    return this.#shock !== null || this.#market.nowNs - this.#lastSpikeNs <= withinNs;
  }

  onMatch(report: EventReport): void {
    const shock = this.#shock;
    if (shock === null) return;
    shock.lowTicks = Math.min(shock.lowTicks, report.lastTradeTicks);
    shock.highTicks = Math.max(shock.highTicks, report.lastTradeTicks);
    if (shock.evidentNs >= 0) return;
    if (this.#options.gauge.tenSeconds >= SPIKE_MULTIPLE * 10 * shock.lawPerSecond)
      shock.evidentNs = report.timeNs;
  }

  finish(): void {
    if (this.#shock !== null) this.#end(this.#shock);
  }

  #planArrival(): void {
    const { perHour, owner } = this.#options;
    if (perHour > 0)
      this.#market.wakeIn(owner, (this.#random.exponential() * HOUR_NS) / perHour, 0, TAG_ARRIVE);
  }

  #arrive(): void {
    const market = this.#market;
    const { gauge, law, owner } = this.#options;
    const usualPerSecond = gauge.usualPerSecond;
    const calm = market.nowNs - this.#lastEndNs >= APART_NS && gauge.tenSeconds < 25 * usualPerSecond;
    if (!gauge.isWarm || this.#shock !== null || !calm) {
      market.wakeIn(owner, RETRY_NS, 1, TAG_ARRIVE);
      return;
    }
    const serial = ++this.#serial;
    const random = market.stream(NAME, serial);
    const oneSided = random.chance(ONE_SIDED);
    const buys = random.chance(0.5);
    const shape = random.below(3);
    const mid = market.midTicks();
    this.#shock = {
      serial,
      random,
      side: oneSided ? (buys ? SIDE_BID : SIDE_ASK) : 0,
      lean: oneSided ? 0.8 + 0.15 * random.unit() : 0.5,
      multiple: logUniform(random, MIN_MULTIPLE, MAX_MULTIPLE),
      seconds: logUniform(random, MIN_SECONDS, MAX_SECONDS),
      shape: shape === 0 ? 'block' : shape === 1 ? 'fading' : 'peaked',
      usualPerSecond,
      lawPerSecond: Math.max(law.usualPerSecond, usualPerSecond),
      startNs: market.nowNs,
      startMid: mid,
      volumeBefore: gauge.volume,
      lowTicks: Math.floor(mid),
      highTicks: Math.ceil(mid),
      own: 0,
      clips: 0,
      lastNs: market.nowNs,
      volumeAtLast: gauge.volume,
      evidentNs: -1,
    };
    this.#clip(this.#shock);
  }

  /** Trades when the market's volume is behind the plan, and looks again soon. */
  #clip(shock: Shock): void {
    const market = this.#market;
    const { gauge, owner } = this.#options;
    const elapsed = (market.nowNs - shock.startNs) / SECOND_NS;
    if (elapsed > shock.seconds) {
      this.#end(shock);
      return;
    }
    const whole = shock.usualPerSecond * shock.multiple * shock.seconds;
    const due = whole * shareDone(shock.shape, elapsed / shock.seconds) - (gauge.volume - shock.volumeBefore);
    if (due > 0 || shock.clips === 0) this.#trade(shock, Math.max(1, due));
    const meanGap = (0.7 * gauge.usualClip) / (shock.usualPerSecond * shock.multiple);
    const gapNs = Math.max(MIN_GAP_NS, shock.random.exponential() * meanGap * SECOND_NS);
    market.wakeIn(owner, gapNs, shock.serial, TAG_CLIP);
  }

  #trade(shock: Shock, due: number): void {
    const market = this.#market;
    const { gauge } = this.#options;
    const random = shock.random;
    const { bestAskTicks, bestBidTicks } = market.engine.ladder;
    // Nobody trades into a torn book: the quotes return first.
    if (bestAskTicks - bestBidTicks > Math.max(2, WIDE * gauge.rangeTicks)) return;
    const moved = market.midTicks() - shock.startMid;
    let buys = random.chance(0.5);
    // The further the price was driven, the more others trade against it.
    if (Math.abs(moved) > FAR * gauge.rangeTicks) buys = random.chance(moved > 0 ? 0.25 : 0.75);
    else if (shock.side !== 0) buys = random.chance(shock.side === SIDE_BID ? shock.lean : 1 - shock.lean);
    const wanted = 1 + Math.floor(random.exponential() * gauge.usualClip * (0.5 + 1.5 * random.unit()));
    const traded = market.take(buys ? SIDE_BID : SIDE_ASK, 0, Math.min(wanted, Math.ceil(due)));
    if (traded === 0) return;
    shock.own += traded;
    shock.clips++;
    shock.lastNs = market.nowNs;
    shock.volumeAtLast = gauge.volume;
  }

  #end(shock: Shock): void {
    this.#shock = null;
    this.#lastEndNs = this.#market.nowNs;
    if (shock.clips > 0) this.#label(shock);
  }

  #label(shock: Shock): void {
    const market = this.#market;
    const seconds = Math.max(1, (shock.lastNs - shock.startNs) / SECOND_NS);
    const qty = shock.volumeAtLast - shock.volumeBefore;
    const multiple = qty / seconds / shock.lawPerSecond;
    const evident = shock.evidentNs >= 0 && shock.evidentNs <= shock.lastNs;
    const isSpike = evident && multiple >= SPIKE_MULTIPLE;
    if (isSpike) this.#lastSpikeNs = market.nowNs;
    market.onLabel({
      id: `${NAME}-${market.instrumentId}-${shock.serial}`,
      type: 'volume_spike',
      sub: shock.side === 0 ? 'symmetric' : 'one-sided',
      side: shock.side === 0 ? null : shock.side === SIDE_BID ? 'bid' : 'ask',
      instrumentId: market.instrumentId,
      t0Ns: market.exchangeNs(shock.startNs),
      t1Ns: market.exchangeNs(shock.lastNs),
      tEvidentNs: evident ? market.exchangeNs(shock.evidentNs) : null,
      priceLowTicks: shock.lowTicks,
      priceHighTicks: shock.highTicks,
      qty,
      agentIds: [`${NAME}/${shock.serial}`],
      orderIds: [],
      params: {
        multiple: Math.round(multiple * 100) / 100,
        seconds: Math.round(seconds * 100) / 100,
        plannedMultiple: Math.round(shock.multiple * 100) / 100,
        usualPerSecond: Math.round(shock.lawPerSecond * 100) / 100,
        own: shock.own,
        shape: shock.shape,
      },
      observability: isSpike ? 'strong' : 'weak',
      success: null,
    });
  }
}

function logUniform(random: RandomStream, low: number, high: number): number {
  return low * exp(random.unit() * log(high / low));
}

/** Share of the planned volume after a share of the time. */
function shareDone(shape: Shape, time: number): number {
  const x = Math.min(1, time);
  if (shape === 'block') return x;
  if (shape === 'fading') return 1 - (1 - x) * (1 - x);
  return x < 0.5 ? 2 * x * x : 1 - 2 * (1 - x) * (1 - x);
}
