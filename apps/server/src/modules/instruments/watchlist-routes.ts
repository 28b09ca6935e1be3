/** The watchlist with last price, change and trend, as the viewer sees them: watching an instrument starts its feed. */
import {
  addToWatchlist,
  instantOfMs,
  listWatchlist,
  removeFromWatchlist,
  type WatchlistRow,
} from '@undertow/contracts';
import { instrumentById } from '@undertow/market';
import { AppError } from '#failures/app-error.ts';
import { OK, type RouteBinder } from '#http/bind/bind-route.ts';
import type { ViewResolver, ViewSource } from '#ports/account-feeds.ts';
import type { Watchlist } from '#ports/accounts.ts';
import type { Bus } from '#ports/bus.ts';
import type { Clock } from '#ports/clock.ts';
import type { Entitlements } from '#ports/entitlements.ts';
import type { DataUsage } from '#ports/people.ts';

export interface WatchlistParts {
  readonly watchlist: Watchlist;
  readonly entitlements: Entitlements;
  readonly viewResolver: ViewResolver;
  readonly usage: DataUsage;
  readonly bus: Bus;
  readonly clock: Clock;
}

const UNKNOWN = { lastPrice: null, change: null, changePercent: null, dailyTrend: null };

function rowOf({ views, access }: ViewSource, instrumentId: number): WatchlistRow[] {
  const instrument = instrumentById(instrumentId);
  if (instrument === undefined) return [];
  const { delaySeconds, withheld } = access(instrumentId);
  const because = withheld('prices');
  const named = { instrumentId, symbol: instrument.symbol, name: instrument.name, withheld: because };
  const view = because === null ? views.view(instrumentId, delaySeconds) : undefined;
  if (view === undefined) return [{ ...named, ...UNKNOWN, asOf: null }];
  const { lastPrice, change, changePercent, dailyTrend } = view.facts();
  const known = lastPrice === null ? UNKNOWN : { lastPrice, change, changePercent, dailyTrend };
  return [{ ...named, ...known, asOf: instantOfMs(view.asOfMs) }];
}

export function bindWatchlistRoutes(binder: RouteBinder, parts: WatchlistParts): void {
  const { watchlist, entitlements, viewResolver, usage, bus, clock } = parts;

  binder.bindUser(listWatchlist, async ({ user }) => {
    const entitlement = await entitlements.of(user.userId);
    const viewSource = viewResolver.resolve(user, entitlement);
    const { views, access } = viewSource;
    const rows = entitlement.watchlistIds.flatMap((id) => rowOf(viewSource, id));
    const { source } = views.present(0);
    const shown = rows.filter((row) => row.asOf !== null).map((row) => row.instrumentId);
    for (const [delaySeconds, instrumentIds] of Map.groupBy(shown, (id) => access(id).delaySeconds))
      usage.note({ ...user, source, delaySeconds, instrumentIds });
    return rows;
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
