/** Files of trading platforms: imported in a thread of their own, listed and undone; answers about them are stored. */
import {
  compareTrades,
  importAnswers,
  importTrades,
  instantOfMs,
  listTradeAccounts,
  listTradeImports,
  listTradeMappings,
  saveTradeAccount,
  saveTradeMapping,
  type TradeImportDto,
  undoTradeImport,
} from '@undertow/contracts';
import { formatMicros, type ImportAnswers, type ImportQuestion } from '@undertow/journal';
import { MINUTE_MS } from '@undertow/market';
import { AppError } from '#failures/app-error.ts';
import { OK, type RouteBinder } from '#http/bind/bind-route.ts';
import { createUserLimit } from '#http/limits/user-limit.ts';
import type { Clock } from '#ports/clock.ts';
import type { JournalSettings, TradeStore } from '#ports/journal.ts';
import type { ImportStore, StoredImport } from '#ports/journal-import.ts';
import type { FileRead, JournalWork, SettledImport } from '#ports/journal-work.ts';
import { journalError } from './journal-errors.ts';
import { rowNumber } from './row-number.ts';

/** Imports of one user within a minute; a folder of daily files is one after the other. */
const MAX_IMPORTS = 30;
const WITHIN_MS = MINUTE_MS;
/** Comparisons: one for each answer that is given to a preview. */
const MAX_COMPARISONS = 120;
/** Two exports may state the same instant a second apart. */
const TOLERANCE_MS = 1_000;

export interface ImportParts {
  readonly trades: TradeStore;
  readonly tradeImports: ImportStore;
  readonly journalSettings: JournalSettings;
  readonly journalWork: JournalWork;
  readonly clock: Clock;
}

function importDto(row: StoredImport): TradeImportDto {
  const { id, netMicros, importedAtMs, undoneAtMs, ...facts } = row;
  return {
    ...facts,
    id: String(id),
    importedAt: instantOfMs(importedAtMs),
    net: formatMicros(netMicros),
    undoneAt: undoneAtMs === null ? null : instantOfMs(undoneAtMs),
  };
}

/** The answers of the query. Throws `BAD_REQUEST` for invalid text. */
function answersOf(text: string | undefined): ImportAnswers {
  if (text === undefined) return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new AppError('BAD_REQUEST', [{ path: 'answers', message: 'expected JSON' }]);
  }
  const parsed = importAnswers.safeParse(value);
  if (parsed.success) return parsed.data as ImportAnswers;
  throw new AppError(
    'BAD_REQUEST',
    parsed.error.issues.map((issue) => ({
      path: ['answers', ...issue.path].join('.'),
      message: issue.message,
    })),
  );
}

/** Nothing is guessed: a question that blocks is refused with its words. */
function refuseOpen(questions: readonly ImportQuestion[]): void {
  const open = questions.filter((question) => question.blocking);
  if (open.length === 0) return;
  throw new AppError(
    'IMPORT_QUESTIONS',
    open.map(({ field, subject, text }) => ({
      path: subject === '' ? field : `${field}.${subject}`,
      message: text,
    })),
  );
}

/** Holds what was read against the journal. */
async function settle(
  { trades, tradeImports }: ImportParts,
  userId: string,
  { file, compare, settle: settled }: FileRead,
): Promise<SettledImport> {
  const { span, books } = file;
  const wider = span === null ? null : { fromMs: span.fromMs - TOLERANCE_MS, toMs: span.toMs + TOLERANCE_MS };
  for await (const rows of trades.compared(userId, { span: wider, books })) await compare(rows);
  return settled(await tradeImports.unplaced(userId));
}

/** What storing would do. Trades without times are matched by their keys only. */
async function compared(parts: ImportParts, userId: string, read: FileRead) {
  const { known, completing, fresh } = await settle(parts, userId, read);
  const byKey = await parts.trades.knownKeys(userId, fresh);
  const isCompleting = new Set(completing);
  const also = byKey.filter((key) => !isCompleting.has(key));
  return { known: [...known, ...also], completing: [...completing], fresh: fresh.length - also.length };
}

/** Stores what was read, all of it or nothing. */
async function store(parts: ImportParts, userId: string, read: FileRead): Promise<StoredImport> {
  const { tradeImports, clock } = parts;
  refuseOpen(read.questions);
  const writer = await tradeImports.begin(userId, read.facts, read.trades, clock.nowMs());
  if (writer === 'under-way') throw new AppError('IMPORT_UNDER_WAY');
  if (writer === 'full') throw new AppError('JOURNAL_FULL');
  try {
    const { superseded, unplaced, leansOn, rejected } = await settle(parts, userId, read);
    await writer.supersede(superseded);
    for await (const batch of read.batches()) await writer.add(batch, clock.nowMs());
    return await writer.finish(clock.nowMs(), { unplaced, leansOn, rejected });
  } catch (error) {
    await writer.abandon();
    throw error;
  }
}

function bindImports(binder: RouteBinder, parts: ImportParts): void {
  const { tradeImports, journalWork, clock } = parts;
  const mayImport = createUserLimit(MAX_IMPORTS, WITHIN_MS, clock);
  const mayCompare = createUserLimit(MAX_COMPARISONS, WITHIN_MS, clock);

  binder.bindBytes(importTrades, async ({ user: { userId }, query, readBytes }) => {
    mayImport(userId);
    const file = { name: query.fileName, answers: answersOf(query.answers), bytes: readBytes };
    try {
      return importDto(await journalWork.readFile(userId, file, (read) => store(parts, userId, read)));
    } catch (error) {
      throw journalError(error);
    }
  });

  binder.bindUser(listTradeImports, async ({ user: { userId } }) =>
    (await tradeImports.list(userId)).map(importDto),
  );

  binder.bindBytes(compareTrades, async ({ user: { userId }, query, readBytes, left }) => {
    mayCompare(userId);
    const file = { name: query.fileName, answers: answersOf(query.answers), bytes: readBytes };
    try {
      return await journalWork.compareFile(userId, file, left, (read) => compared(parts, userId, read));
    } catch (error) {
      throw journalError(error);
    }
  });

  binder.bindUser(undoTradeImport, async ({ user: { userId }, params }) => {
    const removed = await tradeImports.undo(userId, rowNumber(params.id), clock.nowMs());
    if (removed === undefined) throw new AppError('NOT_FOUND');
    if (removed === 'completed') throw new AppError('IMPORT_COMPLETED');
    return { removed };
  });
}

export function bindImportRoutes(binder: RouteBinder, parts: ImportParts): void {
  const { journalSettings, clock } = parts;
  bindImports(binder, parts);

  binder.bindUser(listTradeAccounts, async ({ user: { userId } }) => [
    ...(await journalSettings.accounts(userId)),
  ]);

  binder.bindUser(saveTradeAccount, async ({ user: { userId }, body }) => {
    await journalSettings.saveAccount(userId, body);
    return body;
  });

  binder.bindUser(listTradeMappings, async ({ user: { userId } }) => [
    ...(await journalSettings.mappings(userId)),
  ]);

  binder.bindUser(saveTradeMapping, async ({ user: { userId }, body }) => {
    await journalSettings.saveMapping(userId, body.layoutKey, body.answers, clock.nowMs());
    return OK;
  });
}
