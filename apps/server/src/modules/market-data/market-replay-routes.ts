/** Replays of the recorded market: what there is, opening, playing and closing one. */
import { closeReplay, controlReplay, getReplayRanges, openReplay } from '@undertow/contracts';
import { OK, type RouteBinder } from '#http/bind/bind-route.ts';
import type { MarketReplays } from '#ports/replay.ts';

export interface MarketReplayParts {
  readonly marketReplays: MarketReplays;
}

export function bindMarketReplayRoutes(binder: RouteBinder, { marketReplays }: MarketReplayParts): void {
  binder.bindInstrument(getReplayRanges, 'recordings', ({ user, entitlement, instrumentId }) =>
    marketReplays.ranges(user, entitlement, instrumentId),
  );

  binder.bindInstrument(openReplay, 'recordings', ({ user, entitlement, instrumentId, body }) =>
    marketReplays.open(user, entitlement, { instrumentId, atMs: Date.parse(body.at) }),
  );

  binder.bindUser(controlReplay, ({ user, params, body }) => marketReplays.act(user.userId, params.id, body));

  binder.bindUser(closeReplay, async ({ user, params }) => {
    await marketReplays.close(user.userId, params.id);
    return OK;
  });
}
