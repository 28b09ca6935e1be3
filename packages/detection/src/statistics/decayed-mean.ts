/** An exponentially decayed mean: for volatility and other things whose past fades. */
/** What a mean held at an instant, as plain data. */
export interface MeanState {
  readonly sum: number;
  readonly weight: number;
  readonly atMs: number;
  readonly gapMs: number;
  readonly fade: number;
}

/** Mean of a series whose past fades with exchange time: weight of an observation halves every half-life. */
export class DecayedMean {
  readonly #halfLifeMs: number;
  #sum = 0;
  #weight = 0;
  #atMs = Number.NaN;
  /** Observations mostly come in step: the power of the last gap is that of the next. */
  #gapMs = 0;
  #fade = 1;

  constructor(halfLifeMs: number) {
    this.#halfLifeMs = halfLifeMs;
  }

  /** NaN before the first observation. */
  get value(): number {
    return this.#sum / this.#weight;
  }

  save(): MeanState {
    const sum = this.#sum;
    const weight = this.#weight;
    const atMs = this.#atMs;
    const gapMs = this.#gapMs;
    const fade = this.#fade;
    return { sum, weight, atMs, gapMs, fade };
  }

  restore(state: MeanState): void {
    this.#sum = state.sum;
    this.#weight = state.weight;
    this.#atMs = state.atMs;
    this.#gapMs = state.gapMs;
    this.#fade = state.fade;
  }

  add(timeMs: number, value: number): void {
    if (timeMs > this.#atMs) {
      const gapMs = timeMs - this.#atMs;
      if (gapMs !== this.#gapMs) {
        this.#gapMs = gapMs;
        this.#fade = 2 ** (-gapMs / this.#halfLifeMs);
      }
      this.#sum *= this.#fade;
      this.#weight *= this.#fade;
    }
    this.#atMs = timeMs;
    this.#sum += value;
    this.#weight += 1;
  }
}
