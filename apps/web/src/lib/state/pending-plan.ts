/** The plan a visitor chose before signing in, kept for the browser session under `selectedPlan`. */

const KEY = 'selectedPlan';

/** Keeps a plan; where the browser refuses storage it is chosen again later. */
export function keepPendingPlan(planId: string): void {
  try {
    sessionStorage.setItem(KEY, planId);
  } catch {
    // The way to registration stays open without it
  }
}

/** The stored plan; reading removes it. */
export function takePendingPlan(): string | null {
  const kept = pendingPlan();
  if (kept !== null) sessionStorage.removeItem(KEY);
  return kept;
}

/** The kept plan without forgetting it. */
export function pendingPlan(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    // Refused storage holds no plan
    return null;
  }
}
