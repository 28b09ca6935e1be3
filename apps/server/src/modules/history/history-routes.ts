/** The history of events: a search by pages, its export, and the trading days behind it. */
import { Readable } from 'node:stream';
import {
  exportHistory,
  listAnalysisSessions,
  type OrderFlowEventDto,
  searchHistory,
} from '@undertow/contracts';
import type { FastifyReply } from 'fastify';
import type { RouteBinder } from '#http/bind/bind-route.ts';
import { stamp } from '#http/bind/view.ts';
import { createUserLimit } from '#http/limits/user-limit.ts';
import type { Clock } from '#ports/clock.ts';
import type { Entitlement, Entitlements } from '#ports/entitlements.ts';
import type { HistoryPlace, HistoryStore } from '#ports/history.ts';
import type { LiveViews } from '#ports/live-views.ts';
import { analysisSessions } from './analysis-sessions.ts';
import { historyCsv } from './history-csv.ts';
import { cursorOf, placeOf } from './history-cursor.ts';
import { type HistoryFilter, readPage } from './history-page.ts';
import { type HistoryScope, scopeOf } from './history-scope.ts';
import { createSessionCounts } from './session-counts.ts';

/** Events that an export reads at once. */
const EXPORT_PAGE = 1_000;
/** Exports of one user within a minute. */
const MAX_EXPORTS = 10;
const WITHIN_MS = 60_000;

export interface HistoryParts {
  readonly history: HistoryStore;
  readonly entitlements: Entitlements;
  readonly views: LiveViews;
  readonly clock: Clock;
}

/** All of the filtered events, a page at a time. A reader that stops also stops the queries. */
async function* pagesOf(
  store: HistoryStore,
  scope: HistoryScope,
  filter: HistoryFilter,
): AsyncGenerator<readonly OrderFlowEventDto[]> {
  let after: HistoryPlace | null = null;
  do {
    const { events, end } = await readPage(store, scope, filter, { after, limit: EXPORT_PAGE });
    yield events;
    after = end;
  } while (after !== null);
}

/** `7d`, or the requested days. */
function spanName({ timeframe, from, to }: HistoryFilter): string {
  if (from === undefined && to === undefined) return timeframe;
  return `${from ?? 'start'}-to-${to ?? 'now'}`;
}

export function bindHistoryRoutes(binder: RouteBinder, parts: HistoryParts): void {
  const { history, entitlements, views, clock } = parts;
  const counts = createSessionCounts(history);
  const mayExport = createUserLimit(MAX_EXPORTS, WITHIN_MS, clock);

  function stampScope(reply: FastifyReply, { rules }: Entitlement, scope: HistoryScope): void {
    const presentMs = clock.nowMs() - rules.delaySeconds * 1000;
    stamp(reply, Math.min(presentMs, ...scope.views.map((view) => view.asOfMs)), rules.delaySeconds);
  }

  binder.bindUser(searchHistory, async ({ user, query, reply }) => {
    const { cursor, limit, ...filter } = query;
    const after = placeOf(filter, cursor);
    const entitlement = await entitlements.of(user.userId);
    const scope = scopeOf(views, entitlement, filter);
    const { events, end } = await readPage(history, scope, filter, { after, limit });
    stampScope(reply, entitlement, scope);
    return { events: [...events], nextCursor: end === null ? null : cursorOf(filter, end) };
  });

  binder.bindUser(exportHistory, async ({ user, query, reply }) => {
    const entitlement = await entitlements.of(user.userId);
    const scope = scopeOf(views, entitlement, query);
    mayExport(user.userId);
    stampScope(reply, entitlement, scope);
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="undertow-history-${spanName(query)}.csv"`)
      .send(Readable.from(historyCsv(pagesOf(history, scope, query))));
  });

  binder.bindUser(listAnalysisSessions, async ({ user, query, reply }) => {
    const entitlement = await entitlements.of(user.userId);
    const scope = scopeOf(views, entitlement, {});
    stampScope(reply, entitlement, scope);
    return analysisSessions({ store: history, counts }, scope, query.timeframe);
  });
}
