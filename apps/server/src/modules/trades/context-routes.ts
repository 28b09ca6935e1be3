/** Trades beside the recorded market: the events active at entry and exit, the best and worst price, and what they are worth. */
import {
  encodeFlowEvent,
  getContextTable,
  getTradeContext,
  type MarketLine,
  type OrderFlowEventDto,
  type RouteResponse,
} from '@undertow/contracts';
import { formatMicros } from '@undertow/journal';
import { formatTicks, type Instrument, instrumentBySymbol, MINUTE_MS } from '@undertow/market';
import { AppError } from '#failures/app-error.ts';
import type { RouteBinder } from '#http/bind/bind-route.ts';
import type { Viewer, ViewResolver } from '#ports/account-feeds.ts';
import type { Entitlement } from '#ports/entitlements.ts';
import type { ContextStore, RecordedMarket, StoredTrade, TradeStore } from '#ports/journal.ts';
import type { MarketStore } from '#ports/market-store.ts';
import { journalError } from './journal-errors.ts';
import {
  type ContextParts,
  type JournalMarket,
  journalMarketOf,
  marketOf,
  moneyBeyond,
  recordedContexts,
} from './recorded-contexts.ts';
import { createResponseCache } from './response-cache.ts';
import { rowNumber } from './row-number.ts';

/** An event that is older than this at an instant is no longer active then. */
const ACTIVE_MS = 120 * MINUTE_MS;
const MAX_EVENTS = 500;
const AFTER_EXIT_MS = 30 * MINUTE_MS;
/** Contexts grow with the recording: a table is recomputed after a while even when no trade changed. */
const TABLE_MS = 5 * MINUTE_MS;

interface ContextRouteParts extends ContextParts {
  readonly trades: TradeStore;
  readonly tradeContexts: ContextStore;
  readonly marketStore: MarketStore;
  readonly viewResolver: ViewResolver;
  readonly clock: { nowMs(): number };
}

const minuteEndMs = (timeMs: number): number => (Math.floor(timeMs / MINUTE_MS) + 1) * MINUTE_MS;

type Context = RouteResponse<typeof getTradeContext>;

/** `line` is the market that the reader looks at, `because` what its licence withholds. */
function without(
  missing: NonNullable<Context['missing']>,
  line: MarketLine,
  instrumentId: number | null = null,
  because: string | null = null,
): Context {
  const nothing = { bestPrice: null, worstPrice: null, mae: null, mfe: null, bestAfterExit: null };
  return { missing, because, instrumentId, source: null, market: line, atEntry: [], atExit: [], ...nothing };
}

/** Events that were detected by an instant and had not expired, newest first; nothing that is not the reader's yet. */
async function activeAt(
  events: JournalMarket['events'],
  instrument: Instrument,
  { instrumentId, source, types, untilMs }: RecordedMarket,
  atMs: number,
): Promise<OrderFlowEventDto[]> {
  const stored = await events.listEvents(
    [instrumentId],
    source,
    types,
    atMs - ACTIVE_MS,
    Math.min(atMs, untilMs) + 1,
    MAX_EVENTS,
  );
  const toMs = (timeNs: bigint): number => Number(timeNs / 1_000_000n);
  return stored
    .filter((event) => toMs(event.expiresNs) > atMs && toMs(event.updatedNs) <= untilMs)
    .map((event) => encodeFlowEvent(instrument, event));
}

async function pricesOf(
  tradeContexts: ContextStore,
  instrument: Instrument,
  market: RecordedMarket,
  trade: StoredTrade,
): Promise<Pick<Context, 'bestPrice' | 'worstPrice' | 'mae' | 'mfe' | 'bestAfterExit'> | null> {
  const { entryAtMs, exitAtMs, entryPrice, side } = trade;
  const range = await tradeContexts.range(market, entryAtMs, exitAtMs ?? market.untilMs);
  if (range === undefined) return null;
  const isLong = side === 'long';
  const best = isLong ? range.highTicks : range.lowTicks;
  const worst = isLong ? range.lowTicks : range.highTicks;
  const position = {
    quantity: Number(trade.quantity),
    pointValue: trade.pointValue === null ? null : Number(trade.pointValue),
  };
  const money = (way: 'long' | 'short', ticks: number): string | null =>
    entryPrice === null
      ? null
      : formatMicros(moneyBeyond(instrument, { ...position, side: way }, Number(entryPrice), ticks));
  const isOver = exitAtMs !== null && minuteEndMs(exitAtMs + AFTER_EXIT_MS) <= market.untilMs;
  const after = isOver
    ? await tradeContexts.range(market, exitAtMs + MINUTE_MS, exitAtMs + AFTER_EXIT_MS)
    : undefined;
  const bestAfter = isLong ? after?.highTicks : after?.lowTicks;
  return {
    bestPrice: formatTicks(instrument, best),
    worstPrice: formatTicks(instrument, worst),
    mfe: money(side, best),
    mae: money(isLong ? 'short' : 'long', worst),
    bestAfterExit: bestAfter === undefined ? null : formatTicks(instrument, bestAfter),
  };
}

/** The market that the reader looks at; of an own feed of which nothing is stored the platform's. */
function viewedMarket(parts: ContextRouteParts, viewer: Viewer, entitlement: Entitlement): JournalMarket {
  const viewed = parts.viewResolver.resolve(viewer, entitlement);
  const isStored = !viewed.isAccountFeed || viewed.market !== null;
  const source = isStored ? viewed : parts.viewResolver.resolveAll(viewer, entitlement).at(-1);
  return journalMarketOf(parts, source ?? viewed);
}

async function contextOf(parts: ContextRouteParts, viewer: Viewer, trade: StoredTrade): Promise<Context> {
  const entitlement = await parts.entitlements.of(viewer.userId);
  const viewed = viewedMarket(parts, viewer, entitlement);
  const { line, contexts, events } = viewed;
  const instrument = instrumentBySymbol(trade.root);
  if (instrument === undefined) return without('unknown-instrument', line);
  const { id } = instrument;
  if (!entitlement.activeInstrumentIds.includes(id)) return without('not-entitled', line, id);
  const withheld = viewed.access(id).withheld('recordings');
  if (withheld !== null) return without('not-licensed', line, id, withheld);
  if (!trade.entryKnown) return without('no-times', line, id);
  const market = marketOf(viewed, entitlement, id);
  const { entryAtMs, exitAtMs } = trade;
  // Its last minute counts once it is over for the reader: a bar contains what came after the trade too
  if (minuteEndMs(exitAtMs ?? entryAtMs) > market.untilMs) return without('not-yet', line, id);
  const prices = await pricesOf(contexts, instrument, market, trade);
  if (prices === null) return without('no-record', line, id);
  return {
    missing: null,
    because: null,
    instrumentId: id,
    source: market.source,
    market: line,
    atEntry: await activeAt(events, instrument, market, entryAtMs),
    atExit: exitAtMs === null ? [] : await activeAt(events, instrument, market, exitAtMs),
    ...prices,
  };
}

export function bindContextRoutes(binder: RouteBinder, parts: ContextRouteParts): void {
  const { trades, journalWork, clock } = parts;
  const cached = createResponseCache();

  binder.bindUser(getTradeContext, async ({ user, params }) => {
    const trade = await trades.find(user.userId, rowNumber(params.id));
    if (trade === undefined) throw new AppError('NOT_FOUND');
    return contextOf(parts, user, trade);
  });

  binder.bindUser(getContextTable, async ({ user }) => {
    const { userId } = user;
    const version = await trades.version(userId);
    const journal = { userId, version, rows: () => trades.rows(userId) };
    const entitlement = await parts.entitlements.of(userId);
    // What a reader may see is part of the question
    const market = viewedMarket(parts, user, entitlement);
    const { activeInstrumentIds: ids, tier } = entitlement;
    const licensed = ids.map((id) => [market.access(id).key, market.access(id).recordedDelaySeconds]);
    const seen = JSON.stringify([ids, tier, market.line, licensed]);
    const name = `context ${Math.floor(clock.nowMs() / TABLE_MS)} ${seen}`;
    try {
      const table = await cached(userId, version, name, async () => {
        const contexts = await recordedContexts(parts, journal, market);
        return journalWork.compute(journal, { kind: 'context', contexts });
      });
      return { ...table, market: market.line };
    } catch (error) {
      throw journalError(error);
    }
  });
}
