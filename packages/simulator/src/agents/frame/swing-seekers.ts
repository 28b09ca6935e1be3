/** Traders whose plan begins at a swing that still holds: they wait until one is near, then act at it step by step. */
import { SECOND_NS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import type { EventReport } from '#engine/event-report.ts';
import { NO_SLOT } from '#engine/order-store.ts';
import { AgentGroup, type Player } from './agent-group.ts';
import type { MarketAccess } from './market-access.ts';
import type { MarketGauge } from './market-gauge.ts';

const ACT = 1;
const LOOK_NS = 15 * SECOND_NS;
/** Half an hour of waiting for a swing. */
const MAX_LOOKS = 120;
/** A step below which two ticks are no distance. */
const MIN_RANGE_TICKS = 4;

export interface Seeker extends Player {
  /** `SIDE_BID` when the price is to rise through a high, `SIDE_ASK` when it is to fall through a low. */
  readonly side: number;
  phase: string;
  phaseNs: number;
  looks: number;
  levelTicks: number;
  /** Usual ten-minute range when the swing was chosen: the measure of all distances. */
  rangeTicks: number;
  /** First trade beyond the level, -1 before. */
  brokenNs: number;
  /** Furthest trade beyond the level. */
  extremeTicks: number;
  /** Contracts and orders that took liquidity beyond the level. */
  taken: number;
  /** Sum of contracts times the price of the last trade of their clip. */
  paid: number;
  readonly takerIds: string[];
}

export abstract class SwingSeekers<S extends Seeker> extends AgentGroup<S> {
  protected readonly gauge: MarketGauge;
  readonly #reach: number;

  /** @param reach how far the swing may be, as a share of the usual ten-minute range */
  constructor(
    market: MarketAccess,
    name: string,
    options: { readonly owner: number; readonly perHour: number; readonly gauge: MarketGauge },
    reach: number,
  ) {
    super(market, name, options.owner, options.perHour);
    this.gauge = options.gauge;
    this.#reach = reach;
  }

  /** Acts at the swing, and returns after how many seconds to act again; null when the plan has ended. */
  protected abstract act(seeker: S): number | null;

  /** Whether the swing suits the plan; called once it is near. */
  protected suits(_seeker: S): boolean {
    return true;
  }

  protected seeker(player: Player): Seeker {
    return {
      ...player,
      side: player.random.chance(0.5) ? SIDE_BID : SIDE_ASK,
      phase: 'seeking',
      phaseNs: player.beganNs,
      looks: 0,
      levelTicks: 0,
      rangeTicks: 0,
      brokenNs: -1,
      extremeTicks: 0,
      taken: 0,
      paid: 0,
      takerIds: [],
    };
  }

  protected start(seeker: S): void {
    this.plan(seeker, 0.1 * SECOND_NS, ACT);
  }

  protected step(seeker: S): void {
    if (seeker.phase === 'seeking') {
      if (!this.#seek(seeker)) return;
    }
    const seconds = this.act(seeker);
    if (seconds === null) this.leave(seeker);
    else this.plan(seeker, seconds * SECOND_NS, ACT);
  }

  protected override observed(seeker: S, report: EventReport): void {
    if (seeker.phase === 'seeking' || this.beyond(seeker, report.lastTradeTicks) <= 0) return;
    if (seeker.brokenNs < 0) {
      seeker.brokenNs = report.timeNs;
      seeker.extremeTicks = report.lastTradeTicks;
    }
    if (this.beyond(seeker, report.lastTradeTicks) > this.beyond(seeker, seeker.extremeTicks))
      seeker.extremeTicks = report.lastTradeTicks;
  }

  protected closed(_seeker: S): void {
    // A plan that the end of the session cuts short was never seen.
  }

  protected enterPhase(seeker: S, phase: string): void {
    seeker.phase = phase;
    seeker.phaseNs = this.market.nowNs;
  }

  /** Seconds since the phase began. */
  protected phaseSeconds(seeker: S): number {
    return (this.market.nowNs - seeker.phaseNs) / SECOND_NS;
  }

  /** Ticks beyond the level, negative before it. */
  protected beyond(seeker: S, ticks: number): number {
    return seeker.side === SIDE_BID ? ticks - seeker.levelTicks : seeker.levelTicks - ticks;
  }

  protected lastBeyond(seeker: S): number {
    return this.beyond(seeker, this.market.engine.lastTradeTicks);
  }

  /** Takes a clip of about `force` usual ones; returns the contracts. Counts what was taken beyond the level. */
  protected clip(seeker: S, side: number, force: number): number {
    const { market } = this;
    const size = 1 + Math.floor(seeker.random.exponential() * this.gauge.usualClip * force);
    const id = market.engine.nextOrderId;
    const traded = market.take(side, 0, size);
    if (traded > 0 && side === seeker.side && this.lastBeyond(seeker) > 0) {
      seeker.taken += traded;
      seeker.paid += traded * market.engine.lastTradeTicks;
      seeker.takerIds.push(String(id));
    }
    return traded;
  }

  /** Stops that would be elected between the level and so many ticks beyond it. */
  protected stopsBeyond(seeker: S, ticks: number): number {
    const { stops, orders } = this.market.engine;
    let count = 0;
    for (let slot = stops.head(seeker.side); slot !== NO_SLOT; slot = orders.next[slot]!) {
      if (this.beyond(seeker, orders.priceTicks[slot]!) > ticks) break;
      count++;
    }
    return count;
  }

  /** Ticks of a share of the range, at least `least`. */
  protected ticksOf(seeker: S, share: number, least: number): number {
    return Math.max(least, Math.round(share * seeker.rangeTicks));
  }

  #seek(seeker: S): boolean {
    const { gauge, market } = this;
    const last = market.engine.lastTradeTicks;
    const range = Math.max(MIN_RANGE_TICKS, gauge.rangeTicks);
    const swing = gauge.isWarm
      ? gauge.standingSwing(seeker.side === SIDE_BID ? SIDE_ASK : SIDE_BID, last, this.#reach * range)
      : null;
    if (swing !== null && !gauge.claimed.has(swing)) {
      seeker.levelTicks = swing.ticks;
      seeker.rangeTicks = range;
      if (this.suits(seeker)) {
        gauge.claimed.add(swing);
        this.enterPhase(seeker, 'approach');
        return true;
      }
    }
    if (++seeker.looks > MAX_LOOKS) this.leave(seeker);
    else this.plan(seeker, LOOK_NS * (0.5 + seeker.random.unit()), ACT);
    return false;
  }
}
