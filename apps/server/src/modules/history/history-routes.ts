/** The history of events: a search by pages, its export, and the trading days behind it. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  exportHistory,
  type LicenceChannel,
  listAnalysisSessions,
  type OrderFlowEventDto,
  searchHistory,
} from '@undertow/contracts';
import { MINUTE_MS } from '@undertow/market';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { AppError, LicenceWithheld } from '#failures/app-error.ts';
import type { RouteBinder } from '#http/bind/bind-route.ts';
import { stampAll } from '#http/bind/view.ts';
import { createUserLimit } from '#http/limits/user-limit.ts';
import type { SignedIn } from '#http/session/session.ts';
import type { ViewResolver } from '#ports/account-feeds.ts';
import type { Clock } from '#ports/clock.ts';
import type { Entitlements } from '#ports/entitlements.ts';
import type { HistoryPlace, HistorySort, HistoryStore } from '#ports/history.ts';
import { analysisSessions } from './analysis-sessions.ts';
import { historyCsv } from './history-csv.ts';
import { type HistoryFilter, readPage } from './history-page.ts';
import { type HistoryScope, scopeOf } from './history-scope.ts';
import { createSessionCounts } from './session-counts.ts';
import { sharePages } from './shared-pages.ts';

const CHECK_LENGTH = 16;

/** Contracts are counted in whole numbers of 32 bits; a confidence is a share. */
const MAX_CONTRACTS = 2_147_483_647;

const place = z.tuple([
  z.union([z.number().min(0).max(1), z.number().int().min(0).max(MAX_CONTRACTS)]),
  z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
  z.string().regex(/^[\x21-\x7e]{1,64}$/),
]);

interface Filter {
  readonly sort: HistorySort;
}

/** Not a secret: a made-up cursor shows no more than the filters allow anyway. */
function checkOf(filter: Filter, text: string): string {
  const named = Object.entries(filter)
    .filter(([, value]) => value !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(`${JSON.stringify(named)}\n${text}`)
    .digest('base64url')
    .slice(0, CHECK_LENGTH);
}

/** The end of a page of the history as an opaque cursor: valid for the same filters only; a changed one is refused. */
function cursorOf(filter: Filter, { figure, detectedMs, id }: HistoryPlace): string {
  const text = JSON.stringify([figure, detectedMs, id]);
  return `${checkOf(filter, text)}${Buffer.from(text).toString('base64url')}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not ours: refused with every other cursor that is none
    return null;
  }
}

/** Throws BAD_REQUEST for a cursor of other filters and for one that was made up. */
function placeOf(filter: Filter, cursor: string | undefined): HistoryPlace | null {
  if (cursor === undefined) return null;
  const text = Buffer.from(cursor.slice(CHECK_LENGTH), 'base64url').toString('utf8');
  const found = place.safeParse(parsed(text));
  const isWhole = found.success && Number.isInteger(found.data[0]);
  if (
    !found.success ||
    (filter.sort === 'size' && !isWhole) ||
    cursor.slice(0, CHECK_LENGTH) !== checkOf(filter, text)
  ) {
    const message = 'expected the cursor of the page before, with the same filters';
    throw new AppError('BAD_REQUEST', [{ path: 'cursor', message }]);
  }
  const [figure, detectedMs, id] = found.data;
  return { figure, detectedMs, id };
}

/** Events that an export reads at once. */
const EXPORT_PAGE = 1_000;
/** Exports of one user within a minute. */
const MAX_EXPORTS = 10;
const WITHIN_MS = MINUTE_MS;

export interface HistoryParts {
  readonly history: HistoryStore;
  readonly entitlements: Entitlements;
  readonly viewResolver: ViewResolver;
  readonly clock: Clock;
}

/** All of the filtered events, a page at a time. A reader that stops also stops the queries. */
async function* pagesOf(
  scope: HistoryScope,
  filter: HistoryFilter,
): AsyncGenerator<readonly OrderFlowEventDto[]> {
  let after: HistoryPlace | null = null;
  do {
    const { events, end } = await readPage(scope, filter, { after, limit: EXPORT_PAGE });
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
  const { history, entitlements, viewResolver, clock } = parts;
  const counts = createSessionCounts(history);
  const shared = sharePages(history);
  const mayExport = createUserLimit(MAX_EXPORTS, WITHIN_MS, clock);

  function stampScope(reply: FastifyReply, { views, planDelaySeconds }: HistoryScope): void {
    stampAll(reply, views, { nowMs: clock.nowMs(), planDelaySeconds });
  }

  async function scopeFor(
    user: SignedIn,
    query: Parameters<typeof scopeOf>[3],
    channel: LicenceChannel = user.channel ?? 'screen',
  ): Promise<HistoryScope> {
    const entitlement = await entitlements.of(user.userId, user.channel);
    return scopeOf(shared, viewResolver.resolve(user, entitlement), entitlement, query, channel);
  }

  binder.bindUser(searchHistory, async ({ user, query, reply }) => {
    const { cursor, limit, ...filter } = query;
    const after = placeOf(filter, cursor);
    const scope = await scopeFor(user, filter);
    const { events, end } = await readPage(scope, filter, { after, limit });
    stampScope(reply, scope);
    const { market, source, store } = scope;
    const nextCursor = end === null ? null : cursorOf(filter, end);
    const { withheld: fromExports } = await scopeFor(user, filter, 'export');
    const withheld = { screen: [...scope.withheld], export: [...fromExports] };
    return { events: [...events], nextCursor, market, source, isStored: store !== null, withheld };
  });

  binder.bindUser(exportHistory, async ({ user, query, reply }) => {
    const scope = await scopeFor(user, query, 'export');
    const [because] = scope.withheld;
    // A file with some of the instruments left out would pass for a complete one
    if (because !== undefined) throw new LicenceWithheld(because);
    mayExport(user.userId);
    stampScope(reply, scope);
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="undertow-history-${spanName(query)}.csv"`)
      .send(Readable.from(historyCsv(pagesOf(scope, query))));
  });

  binder.bindUser(listAnalysisSessions, async ({ user, query, reply }) => {
    const scope = await scopeFor(user, {});
    stampScope(reply, scope);
    if (scope.store === null) return [];
    // What is counted of an own feed is remembered for nobody
    const countsOf = scope.market === 'own' ? createSessionCounts(scope.store) : counts;
    return analysisSessions({ store: scope.store, counts: countsOf }, scope, query.timeframe);
  });
}
