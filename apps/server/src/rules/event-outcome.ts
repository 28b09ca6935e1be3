/** How an event came out by the rule that was declared when it was raised, from its rows of the track record. */
import { type EventOutcome, instantOfNs } from '@undertow/contracts';
import type { TrackStore } from '#ports/track-store.ts';

type Found = NonNullable<Awaited<ReturnType<TrackStore['outcomeOf']>>>;

export function eventOutcome(eventId: string, found: Found | null): EventOutcome {
  const declared = found?.raised.declared;
  const rule = declared?.rule ?? null;
  if (found === null || declared === undefined || rule === null)
    return { eventId, declared: null, state: 'none', settledAt: null };
  const { direction, targetTicks, adverseTicks, horizonMs, stayMs = 0, probability } = declared;
  const { settled, raised } = found;
  const known = settled?.hit == null ? 'unknown' : settled.hit ? 'hit' : 'miss';
  return {
    eventId,
    declared: {
      rule,
      direction: direction > 0 ? 'up' : direction < 0 ? 'down' : 'either',
      targetTicks,
      adverseTicks: adverseTicks === Number.MAX_SAFE_INTEGER ? null : adverseTicks,
      horizonSeconds: horizonMs / 1000,
      staySeconds: stayMs / 1000,
      probability,
      raisedAt: instantOfNs(BigInt(raised.atNs)),
    },
    state: settled === null ? 'pending' : known,
    settledAt: settled === null ? null : instantOfNs(BigInt(settled.atNs)),
  };
}
