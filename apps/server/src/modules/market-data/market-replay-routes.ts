/** Replays of the recorded market: what there is, opening, playing and closing one. */
import { closeReplay, controlReplay, getReplayRanges, openReplay } from '@undertow/contracts';
import { MINUTE_MS } from '@undertow/market';
import { OK, type RouteBinder } from '#http/bind/bind-route.ts';
import { createUserLimit } from '#http/limits/user-limit.ts';
import type { Clock } from '#ports/clock.ts';
import type { MarketReplays } from '#ports/replay.ts';

export interface MarketReplayParts {
  readonly marketReplays: MarketReplays;
  readonly clock: Clock;
}

/** Each begins a thread: more than scrubbing by hand needs. */
const OPENINGS_PER_MINUTE = 60;

export function bindMarketReplayRoutes(
  binder: RouteBinder,
  { marketReplays, clock }: MarketReplayParts,
): void {
  const countOpening = createUserLimit(OPENINGS_PER_MINUTE, MINUTE_MS, clock);

  binder.bindInstrument(getReplayRanges, 'recordings', ({ user, entitlement, instrumentId }) =>
    marketReplays.ranges(user, entitlement, instrumentId),
  );

  binder.bindInstrument(openReplay, 'recordings', ({ user, entitlement, instrumentId, body }) => {
    countOpening(user.userId);
    return marketReplays.open(user, entitlement, { instrumentId, atMs: Date.parse(body.at) });
  });

  binder.bindUser(controlReplay, ({ user, params, body }) => marketReplays.act(user.userId, params.id, body));

  binder.bindUser(closeReplay, async ({ user, params }) => {
    await marketReplays.close(user.userId, params.id);
    return OK;
  });
}
