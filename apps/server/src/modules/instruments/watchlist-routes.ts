/** The watchlist with last price, change and trend, each through the viewer's own delay. */
import {
  addToWatchlist,
  instantOfMs,
  listWatchlist,
  removeFromWatchlist,
  type WatchlistRow,
} from '@undertow/contracts';
import { instrumentById } from '@undertow/market';
import type { Watchlist } from '#account-dependencies.ts';
import type { Bus, Clock, Entitlements, LiveViews } from '#dependencies.ts';
import { AppError } from '#http/app-error.ts';
import { OK, type RouteBinder } from '#http/bind-route.ts';

export interface WatchlistParts {
  readonly watchlist: Watchlist;
  readonly entitlements: Entitlements;
  readonly views: LiveViews;
  readonly bus: Bus;
  readonly clock: Clock;
}

const UNKNOWN = { lastPrice: null, change: null, changePercent: null, dailyTrend: null, asOf: null };

function rowOf(views: LiveViews, instrumentId: number, delaySeconds: number): WatchlistRow[] {
  const instrument = instrumentById(instrumentId);
  if (instrument === undefined) return [];
  const named = { instrumentId, symbol: instrument.symbol, name: instrument.name };
  const view = views.peek(instrumentId, delaySeconds);
  if (view === undefined) return [{ ...named, ...UNKNOWN }];
  const { lastPrice, change, changePercent, dailyTrend } = view.facts();
  return [{ ...named, lastPrice, change, changePercent, dailyTrend, asOf: instantOfMs(view.asOfMs) }];
}

export function bindWatchlistRoutes(binder: RouteBinder, parts: WatchlistParts): void {
  const { watchlist, entitlements, views, bus, clock } = parts;

  binder.bindUser(listWatchlist, async ({ user }) => {
    const { watchlistIds, rules } = await entitlements.of(user.userId);
    return watchlistIds.flatMap((id) => rowOf(views, id, rules.delaySeconds));
  });

  binder.bindUser(addToWatchlist, async ({ user: { userId }, body: { instrumentId } }) => {
    if (instrumentById(instrumentId) === undefined) throw new AppError('INSTRUMENT_UNKNOWN');
    const outcome = await watchlist.add(userId, instrumentId, clock.nowMs());
    if (outcome === 'duplicate') throw new AppError('WATCHLIST_DUPLICATE');
    if (outcome === 'limit') throw new AppError('WATCHLIST_LIMIT');
    bus.publish('userChanged', { userId });
    return OK;
  });

  binder.bindUser(removeFromWatchlist, async ({ user: { userId }, params: { instrumentId } }) => {
    if (!(await watchlist.remove(userId, instrumentId))) throw new AppError('WATCHLIST_NOT_LISTED');
    bus.publish('userChanged', { userId });
    return OK;
  });
}
