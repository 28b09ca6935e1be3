/** The replay of an event, and how it came out. */
import { type EventOutcome, getEventOutcome, getEventReplay, instantOfNs } from '@undertow/contracts';
import type { Entitlements, TrackStore } from '#dependencies.ts';
import type { RouteBinder } from '#http/bind-route.ts';
import { stamp } from '#http/view.ts';
import { findVisible } from './event-evidence.ts';
import { findReplay, type ReplayParts } from './event-replay.ts';

export interface EventReplayParts extends ReplayParts {
  readonly entitlements: Entitlements;
  readonly trackStore: TrackStore;
}

type Found = NonNullable<Awaited<ReturnType<TrackStore['outcomeOf']>>>;

function outcomeOf(eventId: string, found: Found | null): EventOutcome {
  const declared = found?.raised.declared;
  const rule = declared?.rule ?? null;
  if (found === null || declared === undefined || rule === null)
    return { eventId, declared: null, state: 'none', settledAt: null };
  const { direction, targetTicks, adverseTicks, horizonMs, probability } = declared;
  const { settled, raised } = found;
  const known = settled?.hit == null ? 'unknown' : settled.hit ? 'hit' : 'miss';
  return {
    eventId,
    declared: {
      rule,
      direction: direction > 0 ? 'up' : direction < 0 ? 'down' : 'either',
      targetTicks,
      adverseTicks,
      horizonSeconds: horizonMs / 1000,
      probability,
      raisedAt: instantOfNs(BigInt(raised.atNs)),
    },
    state: settled === null ? 'pending' : known,
    settledAt: settled === null ? null : instantOfNs(BigInt(settled.atNs)),
  };
}

export function bindEventReplayRoutes(binder: RouteBinder, parts: EventReplayParts): void {
  const { entitlements, trackStore } = parts;

  binder.bindUser(getEventReplay, async ({ user, params, reply }) => {
    const entitlement = await entitlements.of(user.userId);
    const { replay, asOfMs } = await findReplay(parts, entitlement, params.id);
    stamp(reply, asOfMs, entitlement.rules.delaySeconds);
    return replay;
  });

  binder.bindUser(getEventOutcome, async ({ user, params, reply }) => {
    const entitlement = await entitlements.of(user.userId);
    const { view } = await findVisible(parts, entitlement, params.id);
    stamp(reply, view.asOfMs, entitlement.rules.delaySeconds);
    return outcomeOf(params.id, await trackStore.outcomeOf(params.id, view.asOfMs));
  });
}
