/** Trades of the journal: lists, single ones, the specified upload, the export. */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  addTrade,
  changeTrade,
  exportTrades,
  getTradeFacets,
  instantOfMs,
  listTrades,
  removeTrade,
  searchTrades,
  uploadTrades,
} from '@undertow/contracts';
import { MINUTE_MS } from '@undertow/market';
import { AppError } from '#failures/app-error.ts';
import { OK, type RouteBinder } from '#http/bind/bind-route.ts';
import { createUserLimit } from '#http/limits/user-limit.ts';
import type { Clock } from '#ports/clock.ts';
import type { StoredTrade, TradeFacts, TradeStore } from '#ports/journal.ts';
import type { ImportStore } from '#ports/journal-import.ts';
import type { JournalWork, UploadRead } from '#ports/journal-work.ts';
import { changedFacts, factsOf, newTradeFacts } from '#trade-upload/trade-facts.ts';
import { journalError } from './journal-errors.ts';
import { createResponseCache } from './response-cache.ts';
import { rowNumber } from './row-number.ts';
import { tradeCsv, tradeJson } from './trade-csv.ts';
import { tradeDto } from './trade-dto.ts';

/** Uploads, and streams of everything, of one user within a minute. */
const MAX_UPLOADS = 20;
const MAX_STREAMS = 60;
const WITHIN_MS = MINUTE_MS;

export interface TradeParts {
  readonly trades: TradeStore;
  readonly tradeImports: ImportStore;
  readonly journalWork: JournalWork;
  readonly clock: Clock;
}

function found(trade: StoredTrade | undefined): StoredTrade {
  if (trade === undefined) throw new AppError('NOT_FOUND');
  return trade;
}

/** An exit before its entry is a slip of the pen in a form; in an upload it stays, with a flag. */
function refuseBackwards(facts: Partial<TradeFacts>): void {
  if (facts.flags?.includes('exit-before-entry'))
    throw new AppError('BAD_REQUEST', [
      { path: 'exitTime', message: 'expected a time at or after the entry' },
    ]);
}

async function storeUpload({ tradeImports, clock }: TradeParts, userId: string, read: UploadRead) {
  const writer = await tradeImports.begin(userId, read.facts, read.trades, clock.nowMs());
  if (writer === 'under-way') throw new AppError('IMPORT_UNDER_WAY');
  if (writer === 'full') throw new AppError('JOURNAL_FULL');
  try {
    for await (const batch of read.batches()) await writer.add(batch, clock.nowMs());
    const { imported, duplicates } = await writer.finish(clock.nowMs());
    return { imported, duplicates };
  } catch (error) {
    await writer.abandon();
    throw error;
  }
}

/** Nothing of an upload is parsed here: its thread does. */
async function upload(parts: TradeParts, userId: string, bytes: Uint8Array) {
  try {
    const stored = await parts.journalWork.readUpload(userId, bytes, (read) =>
      storeUpload(parts, userId, read),
    );
    if ('issues' in stored) throw new AppError('BAD_REQUEST', stored.issues, stored.issueCount);
    return stored;
  } catch (error) {
    throw journalError(error);
  }
}

function bindLists(binder: RouteBinder, { trades, clock }: TradeParts): void {
  const stream = createUserLimit(MAX_STREAMS, WITHIN_MS, clock);
  const cached = createResponseCache();

  binder.bindUser(listTrades, ({ user: { userId }, reply }) => {
    stream(userId);
    return reply
      .type('application/json; charset=utf-8')
      .send(Readable.from(tradeJson(trades.pages(userId, {}))));
  });

  binder.bindUser(searchTrades, async ({ user: { userId }, query }) => {
    const { sort, order, page, limit, after, ...filter } = query;
    const isByEntry = sort === 'entryTime' && order === 'desc';
    if (after !== undefined && !(isByEntry && page === 1))
      throw new AppError('BAD_REQUEST', [
        { path: 'after', message: 'expected the order of entry, latest first' },
      ]);
    const [entryAtMs, id] = (after ?? '').split('.').map(Number);
    const last = entryAtMs === undefined || id === undefined ? null : { entryAtMs, id };
    const rows = await trades.search(userId, filter, { sort, order, page, limit, after: last });
    const end = rows.at(-1);
    const next = isByEntry && rows.length === limit && end ? `${end.entryAtMs}.${end.id}` : null;
    return { trades: rows.map(tradeDto), total: await trades.count(userId, filter), next };
  });

  binder.bindUser(getTradeFacets, async ({ user: { userId } }) =>
    cached(userId, await trades.version(userId), 'facets', () => trades.facets(userId)),
  );

  binder.bindUser(exportTrades, ({ user: { userId }, query, reply }) => {
    stream(userId);
    const name = `undertow-trades-${instantOfMs(clock.nowMs()).slice(0, 10)}.csv`;
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(Readable.from(tradeCsv(trades.pages(userId, query))));
  });
}

export function bindTradeRoutes(binder: RouteBinder, parts: TradeParts): void {
  const { trades, clock } = parts;
  const mayUpload = createUserLimit(MAX_UPLOADS, WITHIN_MS, clock);
  bindLists(binder, parts);

  binder.bindUser(addTrade, async ({ user: { userId }, body }) => {
    const facts = factsOf(body, newTradeFacts(`manual:${randomUUID()}`));
    refuseBackwards(facts);
    const stored = await trades.insert(userId, facts, clock.nowMs());
    return tradeDto(found(stored));
  });

  binder.bindBytes(uploadTrades, async ({ user: { userId }, readBytes }) => {
    mayUpload(userId);
    return upload(parts, userId, await readBytes());
  });

  binder.bindUser(changeTrade, async ({ user: { userId }, params, body }) => {
    const id = rowNumber(params.id);
    const trade = found(await trades.find(userId, id));
    if (Object.keys(body).length === 0) return tradeDto(trade);
    const facts = changedFacts(trade, body);
    refuseBackwards(facts);
    return tradeDto(found(await trades.change(userId, id, facts, clock.nowMs())));
  });

  binder.bindUser(removeTrade, async ({ user: { userId }, params }) => {
    if (!(await trades.remove(userId, rowNumber(params.id)))) throw new AppError('NOT_FOUND');
    return OK;
  });
}
