/** Volume-weighted average price of a trading day: sum of price times size over sum of size, in exact integers. */
export class SessionVwap {
  #notional = 0;
  #volume = 0;

  /** In ticks with a fraction; null before the first trade. */
  get valueTicks(): number | null {
    return this.#volume > 0 ? this.#notional / this.#volume : null;
  }

  add(priceTicks: number, size: number): void {
    this.#notional += priceTicks * size;
    this.#volume += size;
  }

  /** Sets the state that gave this average over this volume: the rounded product is the exact integer again. */
  restore(valueTicks: number, volume: number): void {
    this.#notional = Math.round(valueTicks * volume);
    this.#volume = volume;
  }

  reset(): void {
    this.#notional = 0;
    this.#volume = 0;
  }
}
