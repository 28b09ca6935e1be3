/** Mean of a series whose past fades with exchange time: weight of an observation halves every half-life. */
export class DecayedMean {
  private readonly halfLifeMs: number;
  private sum = 0;
  private weight = 0;
  private atMs = Number.NaN;

  constructor(halfLifeMs: number) {
    this.halfLifeMs = halfLifeMs;
  }

  /** NaN before the first observation. */
  get value(): number {
    return this.sum / this.weight;
  }

  add(timeMs: number, value: number): void {
    if (timeMs > this.atMs) {
      const fade = 2 ** (-(timeMs - this.atMs) / this.halfLifeMs);
      this.sum *= fade;
      this.weight *= fade;
    }
    this.atMs = timeMs;
    this.sum += value;
    this.weight += 1;
  }
}
