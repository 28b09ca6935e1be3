/**
 * What draws the price: the worth of the product, which news moves at once and trading moves slowly, and tired flow.
 */

import type { RandomStream } from '#random/random.ts';

/** Weight of the newest aggressor in the mean sign that liquidity leans against. */
const FLOW_WEIGHT = 1 / 60;
/** How strongly liquidity leans against a run of buys or sells: without it the memory of signs would make trends. */
const RESISTANCE = 0.07;
/** How strongly it leans against a price that left the product's worth. */
const VALUE_PULL = 0.2;
/**
 * The market learns from its own price: the worth follows the mid with this time constant, seconds of a usual pace. It
 * learns from trades, not from the clock: at night a push by one trader carries little information, and the price
 * returns.
 */
const VALUE_SECONDS = 38;
const MAX_SPEED = 2;
/** Aggressors a second, per rate of the crowd, for each unit that the price is away from the worth. */
const TRADED_GAP = 4;
/** A gap below this many ticks is not worth the spread. */
const MIN_GAP = 0.6;
const MAX_GAPS = 8;
/** Beyond `BELIEVED_UNITS` most of those who would push the price further away turn against it. */
const TURNED = 0.7;
/** Liquidity leans at most this often as it does at one unit. */
const MAX_STRETCHED = 1.5;
/**
 * A price further than this many units from the worth has no more influence than one at that distance.
 */
const BELIEVED_UNITS = 3;
/** A price this many units from the worth is refused: its buyer or seller waits at the worth instead. */
const ABSURD_UNITS = 6;
/** The unit: what the worth moves in six seconds of a busy day. */
const UNIT_SIGMAS = 2.6;
/** A spread of this many ticks is no longer closed step by step. */
const WIDE_TICKS = 12;

export class PricePull {
  /** What the product is worth, ticks. */
  valueTicks = 0;
  /** Decaying mean sign of aggressors. */
  #flow = 0;
  readonly #unitTicks: number;

  constructor(sigmaTicks: number) {
    this.#unitTicks = UNIT_SIGMAS * sigmaTicks;
  }

  /** A second passes at a mid; `speed` is the market's pace against that of a session of usual scale. */
  stepSecond(mid: number, driftTicks: number, speed: number): void {
    const believed = BELIEVED_UNITS * this.#unitTicks;
    const away = Math.max(-believed, Math.min(believed, mid - this.valueTicks));
    this.valueTicks += driftTicks + (away * Math.min(MAX_SPEED, speed)) / VALUE_SECONDS;
  }

  /** An aggressor traded; +1 buy. */
  remember(sign: number): void {
    this.#flow += FLOW_WEIGHT * (sign - this.#flow);
  }

  /** What liquidity leans against, above 0 for buying. */
  pressure(mid: number): number {
    const stretched = (mid - this.valueTicks) / this.#unitTicks;
    return (
      RESISTANCE * this.#flow + VALUE_PULL * Math.max(-MAX_STRETCHED, Math.min(MAX_STRETCHED, stretched))
    );
  }

  /** How far a new best price steps into the spread: anywhere into a narrow one, near the worth where it is wide. */
  stepInto(best: number, inwards: number, room: number, random: RandomStream): number {
    if (room <= 1) return 1;
    if (room < WIDE_TICKS) return 1 + random.below(room);
    const worth = Math.floor((this.valueTicks - best) * inwards);
    return Math.max(1, Math.min(room, worth - random.below(WIDE_TICKS)));
  }

  /** Share of aggressors of this sign who turn round, because the price has left all reason in their direction. */
  turned(mid: number, sign: number): number {
    return (mid - this.valueTicks) * sign > BELIEVED_UNITS * this.#unitTicks ? TURNED : 0;
  }

  /**
   * Whether nobody would buy (sign +1) or sell at the price: a void has opened, and the next order lies beyond all
   * reason.
   */
  isAbsurd(ticks: number, sign: number): boolean {
    return (ticks - this.valueTicks) * sign > ABSURD_UNITS * this.#unitTicks;
  }

  /** Aggressors who trade the gap between price and worth, relative to the crowd's base rate; above 0 they buy. */
  gapFlow(mid: number): number {
    const gap = this.valueTicks - mid;
    const away = Math.abs(gap) - MIN_GAP;
    if (away <= 0) return 0;
    const flow = Math.min(MAX_GAPS, (TRADED_GAP * away) / this.#unitTicks);
    return gap > 0 ? flow : -flow;
  }
}
