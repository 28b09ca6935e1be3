/** Which of several open tabs does a thing that is to be done once: whoever claims it first, also after a reload. */

const KEY = 'undertow-claims';
/** The newest ones are remembered: what is older is not claimed any more. */
const KEPT = 300;

function readClaims(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [];
  } catch {
    // Refused storage, or somebody wrote something else there
    return [];
  }
}

function keepClaims(claims: readonly string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(claims.slice(-KEPT)));
  } catch {
    // Refused storage: every tab does it then, which is better than none
  }
}

/** Answers those of the names that no tab of this browser has claimed yet; they are this tab's from now on. */
export function claimOnce(names: readonly string[]): Promise<readonly string[]> {
  // One tab at a time reads and writes
  return navigator.locks.request(KEY, () => {
    const claims = readClaims();
    const fresh = names.filter((name) => !claims.includes(name));
    if (fresh.length > 0) keepClaims([...claims, ...fresh]);
    return fresh;
  });
}
