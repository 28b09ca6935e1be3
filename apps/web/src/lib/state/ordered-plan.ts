/** The plan of an order that is being confirmed: tells the page after it what to wait for, never what to believe. */

const KEY = 'orderedPlan';

export function keepOrderedPlan(tier: string): void {
  try {
    sessionStorage.setItem(KEY, tier);
  } catch {
    // Without it the page after the payment waits for no plan in particular
  }
}

/** The kept plan; it is forgotten by reading it. */
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
