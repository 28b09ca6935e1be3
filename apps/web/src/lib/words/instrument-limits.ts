/** What the instruments manager offers, by the plan's limit and the number of instruments kept. */

export type InstrumentOffer = 'add' | 'subscribe' | 'upgrade';

/** A user without a limit value may have one instrument. */
export const LIMIT_WHEN_MISSING = 1;

export const SUBSCRIBE_TEXT = 'Subscribe to access professional order flow analysis';
export const UPGRADE_TEXT = 'Upgrade your plan to add more instruments';

/** `limit` -1 is unlimited. */
export function instrumentOffer(limit: number | null | undefined, count: number): InstrumentOffer {
  const allowed = limit ?? LIMIT_WHEN_MISSING;
  if (allowed === -1 || count < allowed) return 'add';
  return allowed === 0 && count === 0 ? 'subscribe' : 'upgrade';
}

/** `2 of 3`, or the count alone where there is no limit. */
export function countText(limit: number | null | undefined, active: number): string {
  const allowed = limit ?? LIMIT_WHEN_MISSING;
  return allowed === -1 ? String(active) : `${active} of ${allowed}`;
}
