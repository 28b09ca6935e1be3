/** Breakouts that fail: late buyers (sellers) enter beyond a swing, meet supply, and the price returns inside. */
import { SIDE_BID } from '@undertow/market';
import type { OwnOrder, Player } from '#agents/frame/agent-group.ts';
import type { MarketAccess } from '#agents/frame/market-access.ts';
import type { MarketGauge } from '#agents/frame/market-gauge.ts';
import { type Seeker, SwingSeekers } from '#agents/frame/swing-seekers.ts';
import type { StopLevels } from '#agents/stops/stop-levels.ts';
import type { EventReport } from '#engine/event-report.ts';
import { oppositeSide } from '#engine/match-rounds.ts';
import { NO_SLOT } from '#engine/order-store.ts';

/** Shares of the usual ten-minute range. */
const REACH = 0.7;
const MIN_OVERSHOOT = 0.12;
const MAX_OVERSHOOT = 0.4;
const INSIDE = 0.15;
const FOLLOW_THROUGH = 0.75;
/** A trap is one whichever way it ends; most of the trapped are squeezed. */
const FOLLOWS = 0.62;
const STOPPED = 0.35;
const APPROACH_SECONDS = 120;
const CHASE_SECONDS = 60;
const TURN_SECONDS = 180;
const AFTER_SECONDS = 600;
const AFTER_BACK_TICKS = 2;
const MIN_FOLLOW_TICKS = 6;

interface Trap extends Seeker {
  readonly overshoot: number;
  readonly stallSeconds: number;
  readonly follows: boolean;
  readonly stops: { readonly slot: number; readonly orderId: number }[];
  supply: OwnOrder | null;
  /** Time at which the price was back inside for good, -1 before. */
  insideNs: number;
  /** First trade so far inside once somebody was trapped: from here on the feed shows it. */
  evidentNs: number;
}

export interface TrappedBreakoutOptions {
  readonly owner: number;
  readonly perHour: number;
  readonly gauge: MarketGauge;
  readonly levels: StopLevels;
}

export class TrappedBreakouts extends SwingSeekers<Trap> {
  readonly #owner: number;
  readonly #levels: StopLevels;

  constructor(market: MarketAccess, options: TrappedBreakoutOptions) {
    super(market, 'trapped-breakout', options, REACH);
    this.#owner = options.owner;
    this.#levels = options.levels;
  }

  protected begin(player: Player): Trap {
    const { random } = player;
    return {
      ...this.seeker(player),
      overshoot: MIN_OVERSHOOT + (MAX_OVERSHOOT - MIN_OVERSHOOT) * random.unit(),
      stallSeconds: 4 + 30 * random.unit(),
      follows: random.chance(FOLLOWS),
      stops: [],
      supply: null,
      insideNs: -1,
      evidentNs: -1,
    };
  }

  protected override closed(trap: Trap): void {
    if (trap.insideNs >= 0) this.#judge(trap, null);
  }

  /** The zone is what was traded beyond the level before the return. */
  protected override observed(trap: Trap, report: EventReport): void {
    if (trap.insideNs < 0) super.observed(trap, report);
    if (trap.evidentNs >= 0 || trap.taken === 0 || trap.phase === 'seeking') return;
    if (this.beyond(trap, report.lastTradeTicks) <= -this.ticksOf(trap, INSIDE, 2))
      trap.evidentNs = report.timeNs;
  }

  protected act(trap: Trap): number | null {
    if (trap.phase === 'approach') return this.#approach(trap);
    if (trap.phase === 'chase') return this.#chase(trap);
    if (trap.phase === 'stall') return this.#stall(trap);
    if (trap.phase === 'turn') return this.#turn(trap);
    return this.#after(trap);
  }

  #pause(trap: Trap, mean: number): number {
    return 0.03 + mean * trap.random.exponential();
  }

  #approach(trap: Trap): number | null {
    const seconds = this.phaseSeconds(trap);
    if (seconds > APPROACH_SECONDS) return null;
    this.clip(trap, trap.side, 0.8 + seconds / 40);
    if (trap.brokenNs >= 0) {
      this.#levels.plan(trap.levelTicks);
      this.enterPhase(trap, 'chase');
    }
    return this.#pause(trap, 0.8);
  }

  /** Small traders run after the price; each second one leaves a stop inside the level. */
  #chase(trap: Trap): number {
    this.#offer(trap);
    this.#late(trap, 0.7 + this.phaseSeconds(trap) / 60);
    const far = this.lastBeyond(trap) >= this.ticksOf(trap, trap.overshoot, 2);
    if (far || this.phaseSeconds(trap) > CHASE_SECONDS) this.enterPhase(trap, 'stall');
    return this.#pause(trap, 0.35);
  }

  /** They continue, and the price does not. */
  #stall(trap: Trap): number {
    this.#offer(trap);
    this.#late(trap, 0.5);
    if (this.phaseSeconds(trap) > trap.stallSeconds) {
      this.withdraw(trap.supply);
      trap.supply = null;
      this.enterPhase(trap, 'turn');
    }
    return this.#pause(trap, 0.4);
  }

  #late(trap: Trap, force: number): void {
    const traded = this.clip(trap, trap.side, force);
    if (traded === 0 || this.lastBeyond(trap) <= 0) return;
    if (trap.random.chance(STOPPED)) this.#protect(trap, traded);
  }

  /** A large seller rests at the price beyond which nothing shall trade. */
  #offer(trap: Trap): void {
    if (this.rests(trap.supply)) return;
    const { market } = this;
    const side = oppositeSide(trap.side);
    const step = trap.side === SIDE_BID ? 1 : -1;
    let price = trap.levelTicks + step * this.ticksOf(trap, trap.overshoot, 2);
    const best = market.bestTicks(side);
    if ((best - price) * step > 0) price = best;
    let shown = 0;
    for (let k = 0; k < 5; k++) shown += market.engine.ladder.sizeAt(side, best + k * step);
    const size = Math.max(2, Math.round((shown / 5) * (0.8 + 1.6 * trap.random.unit())));
    trap.supply = this.enter(trap, side, price, size);
  }

  #protect(trap: Trap, size: number): void {
    const { market } = this;
    const side = oppositeSide(trap.side);
    const step = trap.side === SIDE_BID ? -1 : 1;
    const inside = 1 + Math.floor(trap.random.exponential() * (1 + 0.08 * trap.rangeTicks));
    const slot = market.addStop({
      side,
      triggerTicks: trap.levelTicks + step * inside,
      size,
      owner: this.#owner,
    });
    if (slot === NO_SLOT) return;
    const orderId = market.engine.orders.id[slot]!;
    trap.stops.push({ slot, orderId });
    this.#levels.note(orderId, { ticks: trap.levelTicks, kind: 'swing' });
  }

  #turn(trap: Trap): number | null {
    const seconds = this.phaseSeconds(trap);
    if (this.lastBeyond(trap) <= -this.ticksOf(trap, INSIDE, 2)) {
      trap.insideNs = this.market.nowNs;
      if (trap.evidentNs < 0) trap.evidentNs = trap.insideNs;
      this.enterPhase(trap, 'after');
    } else if (seconds > TURN_SECONDS) {
      this.#forgive(trap);
      return null;
    } else this.clip(trap, oppositeSide(trap.side), 1 + seconds / 25);
    return this.#pause(trap, 0.5);
  }

  /** The trapped get out, or are saved. */
  #after(trap: Trap): number | null {
    const seconds = this.phaseSeconds(trap);
    const last = this.lastBeyond(trap);
    const through = last <= -this.ticksOf(trap, FOLLOW_THROUGH, MIN_FOLLOW_TICKS);
    if (through || last >= AFTER_BACK_TICKS || seconds > AFTER_SECONDS) {
      this.#judge(trap, through);
      this.#forgive(trap);
      return null;
    }
    const side = trap.follows ? oppositeSide(trap.side) : trap.side;
    if (trap.random.chance(0.5)) this.clip(trap, side, 0.7 + seconds / 120);
    return this.#pause(trap, 1.2);
  }

  #forgive(trap: Trap): void {
    for (const { slot, orderId } of trap.stops) {
      this.#levels.forget(orderId);
      if (!this.market.holds(slot, orderId)) continue;
      if (this.market.engine.stops.holds(slot)) this.market.cancelStop(slot);
      else this.market.cancel(slot);
    }
  }

  #judge(trap: Trap, through: boolean | null): void {
    const { market } = this;
    const step = trap.side === SIDE_BID ? 1 : -1;
    const first = trap.levelTicks + step;
    const contracts = Math.max(1, trap.taken);
    market.onLabel({
      id: `trapped-breakout-${market.instrumentId}-${trap.serial}`,
      type: 'trap',
      sub: 'scripted',
      side: trap.side === SIDE_BID ? 'bid' : 'ask',
      instrumentId: market.instrumentId,
      t0Ns: market.exchangeNs(trap.brokenNs),
      t1Ns: market.exchangeNs(market.nowNs),
      tEvidentNs: market.exchangeNs(trap.evidentNs),
      priceLowTicks: Math.min(first, trap.extremeTicks),
      priceHighTicks: Math.max(first, trap.extremeTicks),
      qty: trap.taken,
      agentIds: [`trapped-breakout/${trap.serial}`],
      orderIds: trap.takerIds,
      params: {
        levelTicks: trap.levelTicks,
        overshootTicks: this.beyond(trap, trap.extremeTicks),
        meanEntryTicks: Math.round((trap.paid / contracts) * 100) / 100,
        stops: trap.stops.length,
        follows: trap.follows,
      },
      observability: 'strong',
      success: through,
    });
  }
}
