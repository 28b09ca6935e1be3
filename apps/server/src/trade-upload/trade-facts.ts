/**
 * The facts of a trade from a user, as the journal stores it: checked, with its instrument, its day and its net result.
 */
import type { changeTrade, NewTradeDto, RouteBody } from '@undertow/contracts';
import {
  exchangeDayOf,
  formatMicros,
  journalInstrumentOf,
  type Micros,
  microsOf,
  moneyOf,
  scaledOf,
  unknownRoot,
} from '@undertow/journal';
import { AppError, type Issue } from '#failures/app-error.ts';
import type { StoredTrade, TradeFacts } from '#ports/journal.ts';

/** Everything that a user may enter of a trade; the entry price is missing where a file had the result only. */
export type GivenTrade = Omit<NewTradeDto, 'entryPrice'> & { readonly entryPrice: string | null };

const LATEST_MS = Date.UTC(2100, 0, 1);

/** Collects the issues, so that one response names all of them. */
class Reading {
  readonly issues: Issue[] = [];
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  wrong(field: keyof NewTradeDto, message: string): void {
    this.issues.push({ path: `${this.#path}${field}`, message });
  }

  money(field: 'pnl' | 'commission' | 'fees', text: string | null): Micros | null {
    const micros = text === null ? null : microsOf(text);
    if (text !== null && micros === null) this.wrong(field, 'expected an amount below a thousand million');
    return micros;
  }

  instant(field: 'entryTime' | 'exitTime', text: string): number {
    const timeMs = Date.parse(text);
    if (timeMs >= 0 && timeMs < LATEST_MS) return timeMs;
    this.wrong(field, 'expected a time between 1970 and 2100');
    return 0;
  }
}

interface Result {
  readonly grossMicros: Micros | null;
  readonly pnlSource: TradeFacts['pnlSource'];
}

/** The P&L that was given, or the one computed from the prices where the contract's point value is known. */
function resultOf(given: GivenTrade, pnl: Micros | null, pointValue: string | null): Result {
  const { entryPrice, exitPrice, exitTime, quantity, tradeType } = given;
  if (pnl !== null) return { grossMicros: pnl, pnlSource: 'manual' };
  const parts = [entryPrice, exitPrice, quantity, pointValue].map((text) =>
    text === null ? null : scaledOf(text),
  );
  const [entry, exit, size, value] = parts;
  if (exitTime === null || entry == null || exit == null || size == null || value == null)
    return { grossMicros: null, pnlSource: 'manual' };
  const difference = tradeType === 'BUY' ? exit - entry : entry - exit;
  return { grossMicros: moneyOf(difference, size, value), pnlSource: 'computed' };
}

function flagsOf(given: GivenTrade, { grossMicros }: Result, entryAtMs: number, exitAtMs: number | null) {
  const closed = exitAtMs !== null;
  const flags: string[] = [];
  if (closed && exitAtMs < entryAtMs) flags.push('exit-before-entry');
  if (closed && given.exitPrice === null) flags.push('exit-price-missing');
  else if (closed && grossMicros === null) flags.push('point-value-unknown');
  return flags;
}

/** The facts that a user does not enter. */
type KeptFacts = Pick<
  TradeFacts,
  'key' | 'groupId' | 'entryKnown' | 'swapMicros' | 'maeMicros' | 'mfeMicros' | 'flags' | 'legs' | 'raw'
>;

/** For a trade of which only the user's own facts are known. */
export function newTradeFacts(key: string): KeptFacts {
  const unknown = { swapMicros: null, maeMicros: null, mfeMicros: null, raw: null };
  return { ...unknown, key, groupId: key, entryKnown: true, flags: [], legs: [] };
}

/** Doubts that are checked again when a trade is changed. */
const DERIVED: ReadonlySet<string> = new Set([
  'exit-before-entry',
  'exit-price-missing',
  'point-value-unknown',
  'pnl-disagrees',
  'pnl-only',
]);

const spent = (micros: Micros | null): Micros => micros ?? 0;

/** Throws `BAD_REQUEST` with all issues; `path` precedes the names of fields, such as `trades.3.`. */
export function factsOf(given: GivenTrade, kept: KeptFacts, path = ''): TradeFacts {
  const reading = new Reading(path);
  const commissionMicros = reading.money('commission', given.commission);
  const feesMicros = reading.money('fees', given.fees);
  const pnl = reading.money('pnl', given.pnl);
  const entryAtMs = reading.instant('entryTime', given.entryTime);
  const exitAtMs = given.exitTime === null ? null : reading.instant('exitTime', given.exitTime);
  if ((scaledOf(given.quantity) ?? 0n) <= 0n) reading.wrong('quantity', 'expected a number above zero');
  if (reading.issues.length > 0) throw new AppError('BAD_REQUEST', reading.issues);
  const symbol = given.instrumentSymbol;
  const instrument = journalInstrumentOf(symbol, entryAtMs);
  // The table's value is money of the contract's own currency
  const pointValue = instrument?.currency === given.currency ? instrument.pointValue : null;
  const result = resultOf(given, pnl, pointValue);
  const isOpen = exitAtMs === null;
  const costs = spent(commissionMicros) + spent(feesMicros) - spent(kept.swapMicros);
  return {
    ...kept,
    platform: given.platform,
    account: given.account,
    symbol,
    root: instrument?.root ?? unknownRoot(symbol),
    currency: given.currency,
    side: given.tradeType === 'BUY' ? 'long' : 'short',
    status: isOpen ? 'open' : 'closed',
    quantity: given.quantity,
    entryAtMs,
    exitAtMs,
    tradeDay: exchangeDayOf(exitAtMs ?? entryAtMs),
    entryPrice: given.entryPrice,
    exitPrice: given.exitPrice,
    pointValue,
    ...result,
    commissionMicros,
    feesMicros,
    netMicros: isOpen || result.grossMicros === null ? null : result.grossMicros - costs,
    plannedStop: given.plannedStop,
    strategy: given.strategy === '' ? null : given.strategy,
    notes: given.notes === '' ? null : given.notes,
    tags: [...new Set(given.tags)],
    flags: [
      ...kept.flags.filter((flag) => !DERIVED.has(flag)),
      ...flagsOf(given, result, entryAtMs, exitAtMs),
    ],
  };
}

const money = (micros: Micros | null): string | null => (micros === null ? null : formatMicros(micros));

/** A stored trade in the form in which a user enters one; a P&L that was computed from prices is left out. */
function givenOf(trade: StoredTrade): GivenTrade {
  const { grossMicros, netMicros, commissionMicros, feesMicros, exitAtMs } = trade;
  return {
    platform: trade.platform,
    instrumentSymbol: trade.symbol,
    tradeType: trade.side === 'long' ? 'BUY' : 'SELL',
    entryPrice: trade.entryPrice,
    exitPrice: trade.exitPrice,
    quantity: trade.quantity,
    entryTime: new Date(trade.entryAtMs).toISOString(),
    exitTime: exitAtMs === null ? null : new Date(exitAtMs).toISOString(),
    pnl: trade.pnlSource === 'computed' ? null : money(grossMicros ?? netMicros),
    commission: formatMicros(commissionMicros ?? 0),
    fees: money(feesMicros),
    strategy: trade.strategy,
    notes: trade.notes,
    account: trade.account,
    currency: trade.currency,
    plannedStop: trade.plannedStop,
    tags: [...trade.tags],
  };
}

/** Facts that may be changed without invalidating computed ones. */
const REMARKS: ReadonlySet<string> = new Set(['strategy', 'notes', 'tags', 'plannedStop', 'account']);

type Changes = RouteBody<typeof changeTrade>;

/** The facts of a stored trade after a change. A change of remarks leaves the file's figures as they are. */
export function changedFacts(trade: StoredTrade, changes: Changes): Partial<TradeFacts> {
  const { id: _id, importId: _importId, ...before } = trade;
  const changed = Object.entries(changes).filter(([, value]) => value !== undefined);
  const given: GivenTrade = { ...givenOf(trade), ...Object.fromEntries(changed) };
  const entryKnown = before.entryKnown || changes.entryTime !== undefined;
  const after = factsOf(given, { ...before, entryKnown });
  if (!changed.every(([name]) => REMARKS.has(name))) return after;
  const { strategy, notes, tags, plannedStop, account } = after;
  return { strategy, notes, tags, plannedStop, account };
}
