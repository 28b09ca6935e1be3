/** The outcome that a detector declares for a finding when it raises it, as prices that the mid reaches or not. */
export interface OutcomeBarriers {
  /** It came true where the mid reaches this price, ticks; half ticks are possible. */
  readonly winTicks: number;
  /** It failed where the mid reaches this price first; null where time alone decides against it. */
  readonly loseTicks: number | null;
  /** From when it was raised; without either price by then it failed. */
  readonly withinMs: number;
  /** The mid has to stay at the price for this long; 0 where it counts at once. */
  readonly stayMs: number;
}
