/**
 * Swing highs and lows by directional change: an extreme counts once price has returned by theta (Glattfelder 2011).
 */

/** Swings whose breaking is followed, of each kind. */
const MEMORY = 16;
/** Confirmed swings that are remembered in order, both kinds together: five sessions of an active market. */
const HISTORY = 400;

export interface Swing {
  readonly priceTicks: number;
  /** When the extreme was made, milliseconds since 1970 UTC. */
  readonly timeMs: number;
}

interface KeptSwing extends Swing {
  /** When price first traded beyond it; Infinity while unbroken. */
  brokenMs: number;
}

/**
 * Tracks one direction change at a time over trade prices; theta is given with each price, since it follows volatility.
 */
export class Swings {
  readonly #highs: KeptSwing[] = [];
  readonly #lows: KeptSwing[] = [];
  readonly #prices = new Int32Array(HISTORY);
  readonly #times = new Float64Array(HISTORY);
  #confirmed = 0;
  #rising = true;
  #extremeTicks = Number.NaN;
  #extremeMs = 0;

  add(timeMs: number, priceTicks: number, thetaTicks: number): void {
    breakBeyond(this.#highs, priceTicks, timeMs, 1);
    breakBeyond(this.#lows, priceTicks, timeMs, -1);
    if (Number.isNaN(this.#extremeTicks)) {
      this.#extreme(timeMs, priceTicks);
      return;
    }
    const sign = this.#rising ? 1 : -1;
    const beyond = (priceTicks - this.#extremeTicks) * sign;
    if (beyond > 0) {
      this.#extreme(timeMs, priceTicks);
    } else if (-beyond >= thetaTicks) {
      this.#keep(this.#rising ? this.#highs : this.#lows);
      this.#rising = !this.#rising;
      this.#extreme(timeMs, priceTicks);
    }
  }

  /** Number of swings confirmed so far; the newest has the number `count - 1`, the last `HISTORY` can be read. */
  get count(): number {
    return this.#confirmed;
  }

  /** First number that can still be read. */
  get firstNumber(): number {
    return Math.max(0, this.#confirmed - HISTORY);
  }

  priceTicksOf(number: number): number {
    return this.#prices[number % HISTORY]!;
  }

  /** When the extreme of a swing was made. */
  timeMsOf(number: number): number {
    return this.#times[number % HISTORY]!;
  }

  /** Whether the running leg goes up: its extreme would become a swing high. */
  get isRising(): boolean {
    return this.#rising;
  }

  /** Running extreme of the leg in ticks; NaN before the first price and after a hole in the feed. */
  get legExtremeTicks(): number {
    return this.#extremeTicks;
  }

  get legExtremeMs(): number {
    return this.#extremeMs;
  }

  /** Price at which the running leg began: the last swing; NaN before the first. */
  get legStartTicks(): number {
    return this.#confirmed === 0 ? Number.NaN : this.priceTicksOf(this.#confirmed - 1);
  }

  get legStartMs(): number {
    return this.#confirmed === 0 ? Number.NaN : this.timeMsOf(this.#confirmed - 1);
  }

  /** The newest `count` swing highs that were unbroken until the instant. */
  unbrokenHighs(count: number, untilMs: number): Swing[] {
    return newestUnbroken(this.#highs, count, untilMs);
  }

  unbrokenLows(count: number, untilMs: number): Swing[] {
    return newestUnbroken(this.#lows, count, untilMs);
  }

  /** Forgets the running extreme after a hole in the feed; confirmed swings stay. */
  interrupt(): void {
    this.#extremeTicks = Number.NaN;
  }

  #extreme(timeMs: number, priceTicks: number): void {
    this.#extremeTicks = priceTicks;
    this.#extremeMs = timeMs;
  }

  #keep(swings: KeptSwing[]): void {
    swings.push({
      priceTicks: this.#extremeTicks,
      timeMs: this.#extremeMs,
      brokenMs: Number.POSITIVE_INFINITY,
    });
    if (swings.length > MEMORY) swings.shift();
    this.#prices[this.#confirmed % HISTORY] = this.#extremeTicks;
    this.#times[this.#confirmed % HISTORY] = this.#extremeMs;
    this.#confirmed += 1;
  }
}

function breakBeyond(swings: KeptSwing[], priceTicks: number, timeMs: number, sign: number): void {
  for (const swing of swings) {
    if ((priceTicks - swing.priceTicks) * sign > 0 && swing.brokenMs === Number.POSITIVE_INFINITY) {
      swing.brokenMs = timeMs;
    }
  }
}

function newestUnbroken(swings: readonly KeptSwing[], count: number, untilMs: number): Swing[] {
  const newest: Swing[] = [];
  for (let at = swings.length - 1; at >= 0 && newest.length < count; at -= 1) {
    const { priceTicks, timeMs, brokenMs } = swings[at]!;
    if (brokenMs >= untilMs) newest.push({ priceTicks, timeMs });
  }
  return newest.reverse();
}
