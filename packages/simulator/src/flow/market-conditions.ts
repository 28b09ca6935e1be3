/** The state of the market that no order shows: pace, depth and how fast a wide spread closes, from all who set them. */
import { pow } from '#random/exact-math.ts';

/** However many causes meet, the market trades at most this often its usual pace and keeps this share of its depth. */
const MAX_PACE = 24;
const MIN_DEPTH = 0.15;
/**
 * Latent volatility as a power of the latent pace. A half would be trading time alone (Clark 1973); beyond it each trade
 * moves the price further in unrest, because the book is thinner then.
 */
const VOLATILITY_POWER = 0.75;
/** Liquidity thins when volatility swells (simulator reference, 2.2). */
const DEPTH_ELASTICITY = -0.5;
/** Who trades one market against another follows the crowd's pace with a quarter of its power only. */
const ARBITRAGE_POWER = -0.75;
/** The scale of a session that names none. */
export const USUAL_SCALE = 0.25;

/** Factors about 1. Agents that change the state set their own part and call `refresh`. */
export class MarketConditions {
  /** On every rate of the crowd: time of day, latent volatility, regime and news together. */
  pace = 1;
  /** On the undisturbed length of every queue. */
  depth = 1;
  /** On the rate at which a spread of more than a tick is filled. */
  narrowing = 1;
  /** Pace against that of a flat session of the usual scale. */
  speed = 1;
  /** On the rate of those who trade the gap to the worth, beside the pace: machines, who sleep less than the crowd. */
  arbitrage = 1;
  /** Drift of the product's worth, ticks a second. */
  driftTicks = 0;
  /** What the product is worth has jumped by this many ticks since the crowd looked last. */
  valueJump = 0;
  /** How far the worth was above the price when the crowd looked last, ticks. */
  gapTicks = 0;
  /** Trades of this moment call nobody forth: who trades on the worth stops when the price is there. */
  isUnfollowed = false;
  readonly latent = { pace: 1 };
  readonly day = { pace: 1, depth: 1, narrowing: 1 };
  readonly regime = { pace: 1, depth: 1 };
  readonly news = { pace: 1, depth: 1 };
  /** The session's factor on every rate, constant. */
  readonly scale: number;

  constructor(scale: number) {
    this.scale = scale;
  }

  /** What moves the price is multiplied by this: variance grows with the pace, and faster where unrest drives it. */
  volatility = 1;

  refresh(): void {
    const { latent, day, regime, news } = this;
    this.pace = Math.min(MAX_PACE, latent.pace * day.pace * regime.pace * news.pace);
    const unrest = pow(latent.pace, VOLATILITY_POWER);
    this.volatility = (Math.sqrt(this.scale * this.pace) * unrest) / Math.sqrt(latent.pace);
    this.speed = (this.scale * this.pace) / USUAL_SCALE;
    this.arbitrage = pow(this.speed, ARBITRAGE_POWER);
    const depth = day.depth * regime.depth * news.depth * pow(unrest, DEPTH_ELASTICITY);
    this.depth = Math.max(MIN_DEPTH, depth);
    this.narrowing = day.narrowing;
  }
}
