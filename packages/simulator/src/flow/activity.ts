/** Latent volatility: the slow swings of a market's pace that no order explains, about 1 on average. */
import { SECOND_NS } from '@undertow/market';
import { exp } from '#random/exact-math.ts';
import type { RandomStream } from '#random/random.ts';

/** Interval at which the pace is drawn again, nanoseconds. */
export const ACTIVITY_STEP_NS = SECOND_NS;
const HALF_LIFE_S = 1_500;
/** Standard deviation of the logarithm. */
const SPREAD = 0.65;
/** News nobody scheduled: about one in two hours, the pace jumps by half to twofold. */
const JUMPS_PER_S = 1 / 7_200;
const DECAY = exp(-Math.LN2 / HALF_LIFE_S);
const NOISE = SPREAD * Math.sqrt(1 - DECAY * DECAY);
const MAX_LOG = 1.25;
const MIN_LOG = -1.5;

/** Ornstein-Uhlenbeck process of the logarithm with rare jumps. */
export class Activity {
  #log: number;
  readonly #random: RandomStream;

  constructor(random: RandomStream) {
    this.#random = random;
    this.#log = SPREAD * random.normal();
  }

  /** The factor on every base rate. */
  get value(): number {
    return exp(this.#log - 0.5 * SPREAD * SPREAD);
  }

  /** One second passes. */
  step(): void {
    this.#log = this.#log * DECAY + NOISE * this.#random.normal();
    if (this.#random.chance(JUMPS_PER_S)) this.#log += 0.4 + 0.4 * this.#random.unit();
    if (this.#log > MAX_LOG) this.#log = MAX_LOG;
    if (this.#log < MIN_LOG) this.#log = MIN_LOG;
  }
}
