/** The point that charts of a link group share. */

/** Where the crosshair of a linked chart is. */
export interface ChartLinkedPoint {
  /** Of its bar or instant, milliseconds since 1970 UTC. */
  readonly atMs: number;
  /** Null: it has no price, and only the instant is marked. */
  readonly priceTicks: number | null;
}
