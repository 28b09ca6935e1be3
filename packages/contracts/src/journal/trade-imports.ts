/** Files of trading platforms: imported as raw bytes, listed, undone; the answers about them are stored. */
import { z } from 'zod';
import {
  currencyCode,
  decimalString,
  instant,
  labelText,
  okResponse,
  plainText,
  rowId,
} from '#shapes/primitives.ts';
import { route } from '#shapes/route.ts';

/** Most bytes of one import; more is refused before it is read. */
export const IMPORT_MAX_BYTES = 64 * 1024 * 1024;

const shortText = labelText.trim().min(1).max(80);

/** Answers to the questions about a file; the fields of `ImportAnswers` in the journal package. */
export const importAnswers = z.strictObject({
  platform: shortText.optional(),
  zone: shortText.optional(),
  account: shortText.optional(),
  currency: currencyCode.optional(),
  symbol: shortText.optional(),
  dateOrder: z.enum(['dmy', 'mdy']).optional(),
  decimalMark: z.enum(['.', ',']).optional(),
  encoding: shortText.optional(),
  pointValues: z.record(shortText, decimalString).optional(),
  mapping: z
    .strictObject({
      columns: z.record(shortText, z.number().int().min(0).max(500)),
      pnl: z.enum(['net', 'gross']),
    })
    .optional(),
});
export type ImportAnswersDto = z.infer<typeof importAnswers>;

export const tradeImport = z.object({
  id: rowId,
  fileName: z.string(),
  platform: z.string(),
  layout: z.string(),
  importedAt: instant,
  imported: z.number().int().nonnegative(),
  duplicates: z.number().int().nonnegative(),
  rejected: z.number().int().nonnegative(),
  /** Imported trades that replace trades of earlier imports: the whole of a part, or a better source. */
  completed: z.number().int().nonnegative(),
  net: decimalString,
  currency: z.string(),
  /** When it was undone; null until then. */
  undoneAt: instant.nullable(),
});
export type TradeImportDto = z.infer<typeof tradeImport>;

const importQuery = z.strictObject({
  fileName: labelText.min(1).max(255),
  /** `ImportAnswers` as JSON. */
  answers: z.string().max(20_000).optional(),
});

/**
 * Body: the file's bytes as application/octet-stream, at most 64 MB, streamed to a worker that parses it again. All or
 * nothing: a blocking question left open, or a refused file, stores nothing.
 */
export const importTrades = route({
  id: 'importTrades',
  method: 'POST',
  path: '/api/trades/imports',
  access: 'user',
  summary: 'Imports one file of a trading platform',
  query: importQuery,
  mostBytes: IMPORT_MAX_BYTES,
  response: tradeImport,
  status: 201,
});

export const listTradeImports = route({
  id: 'listTradeImports',
  method: 'GET',
  path: '/api/trades/imports',
  access: 'user',
  viewable: true,
  summary: 'Imports of the journal, newest first',
  response: z.array(tradeImport),
});

/** Body: the file's bytes, as for an import. Nothing is stored; open questions do not matter. */
export const compareTrades = route({
  id: 'compareTrades',
  method: 'POST',
  path: '/api/trades/imports/compare',
  access: 'user',
  summary: 'Which trades of a file the journal has already, and which complete it',
  query: importQuery,
  mostBytes: IMPORT_MAX_BYTES,
  response: z.object({
    /** Keys of trades that the journal has. */
    known: z.array(z.string()),
    /** Keys of trades that replace trades of earlier imports: the whole of a part, or a better source. */
    completing: z.array(z.string()),
    /** New trades, including those that result only from earlier imports and this file together. */
    fresh: z.number().int().nonnegative(),
  }),
});

/**
 * Removes every trade of the import, also those changed since, and restores the trades that they replaced. Refused
 * while there is a later import that completed trades of this one.
 */
export const undoTradeImport = route({
  id: 'undoTradeImport',
  method: 'DELETE',
  path: '/api/trades/imports/:id',
  access: 'user',
  summary: 'Undoes an import',
  params: z.object({ id: rowId }),
  response: z.object({ removed: z.number().int().nonnegative() }),
});

/** An account of the journal: facts that its files do not contain, and the rules that apply to it. */
export const tradeAccount = z.strictObject({
  account: labelText.max(60),
  zone: shortText.nullable(),
  currency: currencyCode,
  startBalance: decimalString.nullable(),
  rules: z
    .strictObject({
      dailyLossLimit: decimalString.nullable(),
      maxLoss: decimalString.nullable(),
      trailing: z.enum(['none', 'end-of-day', 'intraday']),
      /** Balance at which the trailing floor stops; null: the start balance. */
      trailingCap: decimalString.nullable(),
      profitTarget: decimalString.nullable(),
      /** Best day over total profit, percent. */
      consistencyPercent: z.number().min(1).max(100).nullable(),
      minimumDays: z.number().int().min(0).max(365).nullable(),
      winningDays: z.number().int().min(0).max(365).nullable(),
      winningDayAmount: decimalString.nullable(),
      maxContracts: z.number().int().min(1).max(10_000).nullable(),
      /** No trade in the last minutes before 16:00 Chicago. */
      closingMinutes: z.number().int().min(0).max(240).nullable(),
      /** No trade open within so many minutes of `newsTimes`. */
      newsMinutes: z.number().int().min(0).max(240).nullable().default(null),
      newsTimes: z.array(instant).max(500).default([]),
      /** Exchange day on which the account was reset, with its start balance; trades before it do not count. */
      countFrom: z.iso.date().nullable().default(null),
    })
    .nullable(),
});
export type TradeAccountDto = z.infer<typeof tradeAccount>;

export const listTradeAccounts = route({
  id: 'listTradeAccounts',
  method: 'GET',
  path: '/api/trades/accounts',
  access: 'user',
  viewable: true,
  summary: 'Accounts of the journal with their settings',
  response: z.array(tradeAccount),
});

export const saveTradeAccount = route({
  id: 'saveTradeAccount',
  method: 'PUT',
  path: '/api/trades/accounts',
  access: 'user',
  summary: 'Stores the settings of an account',
  body: tradeAccount,
  // Five hundred times of news
  mostBytes: 20 * 1024,
  response: tradeAccount,
});

/** A manual mapping, stored by its header. */
export const listTradeMappings = route({
  id: 'listTradeMappings',
  method: 'GET',
  path: '/api/trades/mappings',
  access: 'user',
  viewable: true,
  summary: 'Stored answers about layouts',
  response: z.array(z.object({ layoutKey: z.string(), answers: importAnswers })),
});

export const saveTradeMapping = route({
  id: 'saveTradeMapping',
  method: 'PUT',
  path: '/api/trades/mappings',
  access: 'user',
  summary: 'Stores answers about a layout',
  body: z.strictObject({ layoutKey: plainText.min(1).max(200), answers: importAnswers }),
  // Names of every column and point values of every symbol
  mostBytes: 20 * 1024,
  response: okResponse,
});

export const TRADE_IMPORT_ROUTES = [
  listTradeImports,
  importTrades,
  compareTrades,
  undoTradeImport,
  listTradeAccounts,
  saveTradeAccount,
  listTradeMappings,
  saveTradeMapping,
] as const;
