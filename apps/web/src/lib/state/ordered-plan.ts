/** The plan of an order that is being confirmed: what the next page waits for, never a proof of payment. */

const KEY = 'orderedPlan';

export function keepOrderedPlan(tier: string): void {
  try {
    sessionStorage.setItem(KEY, tier);
  } catch {
    // Without it the page after the payment waits for no plan in particular
  }
}

/** The stored plan; reading removes it. */
export function takeOrderedPlan(): string | null {
  try {
    const kept = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return kept;
  } catch {
    // Refused storage holds no plan
    return null;
  }
}
