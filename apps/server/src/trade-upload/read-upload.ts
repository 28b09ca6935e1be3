/** An upload of trades in its thread: the body's bytes to facts in batches, or the first issues and their number. */
import { MAX_ISSUES, type NewTradeDto, newTrade, UPLOAD_MAX_TRADES } from '@undertow/contracts';
import { decimalFact, factHash, withKeys } from '@undertow/journal';
import { z } from 'zod';
import { AppError, type Issue } from '#failures/app-error.ts';
import type { TradeFacts } from '#ports/journal.ts';
import type { ImportFacts, TradeBatch } from '#ports/journal-import.ts';
import type { RefusedUpload } from '#ports/journal-work.ts';
import { tradeBatch } from './trade-batch.ts';
import { factsOf, newTradeFacts } from './trade-facts.ts';

/** Trades stored in one batch; other tasks have their turn in between. */
const BATCH = 100;

/**
 * The body without its trades, which are checked one by one: a list of a million wrong ones makes no million issues.
 */
const envelope = z.strictObject({ trades: z.array(z.unknown()).min(1).max(UPLOAD_MAX_TRADES) });

/** The issues so far: all counted, stored up to the number that a response names. */
class Issues {
  readonly kept: Issue[] = [];
  count = 0;

  take(issues: readonly Issue[]): void {
    this.count += issues.length;
    this.kept.push(...issues.slice(0, MAX_ISSUES - this.kept.length));
  }
}

/** Issues are only made where the shape is wrong: they cost far more than the check. */
function issuesOf({ issues }: z.ZodError, path: readonly PropertyKey[]): readonly Issue[] {
  return issues.map((issue) => ({ path: [...path, ...issue.path].join('.'), message: issue.message }));
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

function checkedTrades(value: unknown, issues: Issues): readonly NewTradeDto[] {
  const whole = envelope.safeParse(value);
  if (!whole.success) {
    issues.take(issuesOf(whole.error, []));
    return [];
  }
  return whole.data.trades.flatMap((given, place) => {
    const trade = newTrade.safeParse(given);
    if (trade.success) return [trade.data];
    issues.take(issuesOf(trade.error, ['trades', place]));
    return [];
  });
}

/** Each trade with a key that is the same when the same rows are uploaded again; equal rows differ by their order. */
function keysOf(given: readonly NewTradeDto[]): readonly string[] {
  const named = given.map((trade) => ({
    identity: factHash([
      'upload',
      trade.platform,
      trade.account,
      trade.instrumentSymbol,
      trade.tradeType,
      decimalFact(trade.quantity),
      trade.entryTime,
      trade.exitTime,
      decimalFact(trade.entryPrice),
      decimalFact(trade.exitPrice),
      decimalFact(trade.pnl),
    ]),
    facts: '',
    hasNativeId: false,
  }));
  return withKeys(named).keys;
}

function keyedFacts(given: readonly NewTradeDto[], issues: Issues): readonly TradeFacts[] {
  const keys = keysOf(given);
  return given.flatMap((trade, place) => {
    try {
      return [factsOf(trade, newTradeFacts(keys[place] ?? ''), `trades.${place}.`)];
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      issues.take(error.issues ?? []);
      return [];
    }
  });
}

function importFacts(facts: readonly TradeFacts[]): ImportFacts {
  const platforms = new Set(facts.map(({ platform }) => platform));
  const currencies = new Set(facts.map(({ currency }) => currency));
  const [platform = ''] = platforms;
  const [currency = ''] = currencies;
  return {
    fileName: 'Upload',
    platform: platforms.size === 1 ? platform : 'several',
    layout: 'Upload of trades',
    currency: currencies.size === 1 ? currency : 'several',
    rejected: 0,
  };
}

export interface CheckedUpload {
  readonly facts: ImportFacts;
  readonly trades: number;
  readonly batches: Iterable<TradeBatch>;
}

function* batchesOf(facts: readonly TradeFacts[]): Generator<TradeBatch> {
  for (let at = 0; at < facts.length; at += BATCH) yield tradeBatch(facts.slice(at, at + BATCH));
}

/** What the contract of `uploadTrades` and the journal require of a body. */
export function readUpload(bytes: Uint8Array): CheckedUpload | RefusedUpload {
  const issues = new Issues();
  const value = parsed(bytes);
  if (value === undefined) issues.take([{ path: '', message: 'expected JSON' }]);
  const given = value === undefined ? [] : checkedTrades(value, issues);
  const facts = issues.count > 0 ? [] : keyedFacts(given, issues);
  if (issues.count > 0) return { issues: issues.kept, issueCount: issues.count };
  return { facts: importFacts(facts), trades: facts.length, batches: batchesOf(facts) };
}
