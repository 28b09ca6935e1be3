/** When a permutation test stops: when it is hopeless or all shuffles are used. */

export interface ShufflePlan {
  readonly shuffles: number;
  /** As many shuffles at least as extreme as the data end the test: it is far from any bound then. */
  readonly enough: number;
}

/**
 * p-value of a test that stopped after `drawn` shuffles, `extreme` of them at least as extreme as the data (Besag and
 * Clifford 1991): extreme / drawn where the hopeless end was reached, else (1 + extreme) / (1 + shuffles). Both are
 * valid: under chance alone P(p <= x) <= x.
 */
export function shuffledP(plan: ShufflePlan, extreme: number, drawn: number): number {
  return extreme >= plan.enough ? extreme / drawn : (1 + extreme) / (1 + drawn);
}
