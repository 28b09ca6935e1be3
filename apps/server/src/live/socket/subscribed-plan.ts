/** What a subscription was made from: the end of a plan is not announced, so each socket compares it with the current one. */
import type { FeedViewSource } from '#live/views/view-resolver.ts';
import type { Entitlement } from '#ports/entitlements.ts';

export interface SubscribedPlan {
  /** False when the socket would carry something else now. */
  holds(entitlement: Entitlement, viewSource: FeedViewSource): boolean;
}

/** Everything of an entitlement and of its owner's views that decides what a socket carries. */
function planOf({ rules, activeInstrumentIds }: Entitlement, { line, access }: FeedViewSource): string {
  const shown = activeInstrumentIds.map((id) => `${id}:${access(id).key}`);
  return `${line}|${rules.liveDevices}|${rules.eventTypes.join()}|${shown.join()}`;
}

export function subscribedPlan(entitlement: Entitlement, viewSource: FeedViewSource): SubscribedPlan {
  const { line, access } = viewSource;
  const plan = planOf(entitlement, viewSource);
  return {
    // Compared every second for every socket, and nearly always the same object
    holds: (current, source) =>
      (current === entitlement && source.line === line && source.access === access) ||
      planOf(current, source) === plan,
  };
}
