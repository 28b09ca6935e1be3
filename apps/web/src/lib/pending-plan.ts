/** The plan a visitor chose before signing in, kept for the browser session under `selectedPlan`. */

const KEY = 'selectedPlan';

export function keepPendingPlan(planId: string): void {
  sessionStorage.setItem(KEY, planId);
}

/** The kept plan; it is forgotten by reading it. */
export function takePendingPlan(): string | null {
  const kept = sessionStorage.getItem(KEY);
  if (kept !== null) sessionStorage.removeItem(KEY);
  return kept;
}

/** The kept plan without forgetting it. */
export function pendingPlan(): string | null {
  return sessionStorage.getItem(KEY);
}
