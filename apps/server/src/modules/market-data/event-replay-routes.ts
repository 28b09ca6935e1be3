/** The replay of an event, and how it came out. */
import { getEventOutcome, getEventReplay } from '@undertow/contracts';
import { settledMsOf } from '@undertow/market';
import type { RouteBinder } from '#http/bind/bind-route.ts';
import { stamp } from '#http/bind/view.ts';
import type { SignedIn } from '#http/session/session.ts';
import type { Entitlements } from '#ports/entitlements.ts';
import type { TrackStore } from '#ports/track-store.ts';
import { eventOutcome } from '#rules/event-outcome.ts';
import { type EventReader, findVisible } from './event-evidence.ts';
import { findReplay, type ReplayParts } from './event-replay.ts';

export interface EventReplayParts extends ReplayParts {
  readonly entitlements: Entitlements;
  readonly trackStore: TrackStore;
}

export function bindEventReplayRoutes(binder: RouteBinder, parts: EventReplayParts): void {
  const { entitlements, trackStore } = parts;
  const readerOf = async (user: SignedIn): Promise<EventReader> => ({
    viewer: user,
    entitlement: await entitlements.of(user.userId, user.channel),
  });

  binder.bindUser(getEventReplay, async ({ user, params, reply }) => {
    const { replay, visible } = await findReplay(parts, await readerOf(user), params.id);
    stamp(reply, visible.asOfMs, visible.delaySeconds);
    return replay;
  });

  binder.bindUser(getEventOutcome, async ({ user, params, reply }) => {
    const { asOfMs, delaySeconds, market } = await findVisible(parts, await readerOf(user), params.id);
    stamp(reply, asOfMs, delaySeconds);
    // The track record holds events of the platform feed only, and the owner's store those of theirs
    const outcomes = market === 'house' ? trackStore : market;
    const found = (await outcomes?.outcomeOf(params.id, settledMsOf(asOfMs, delaySeconds))) ?? null;
    return eventOutcome(params.id, found);
  });
}
