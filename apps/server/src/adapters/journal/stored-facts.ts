/** A trade of a file as the journal keeps it: what no column holds or no response may show is cut here, once. */
import { exchangeDayOf, type ImportedTrade } from '@undertow/journal';
import type { ImportedFacts } from '#ports/journal-import.ts';

/** Text as a database can keep it: no NUL, no half of a character. */
function storable(text: string, most: number): string {
  return text.replaceAll('\0', '').slice(0, most).toWellFormed();
}

const orNull = (text: string | null, most: number): string | null =>
  text === null || text.trim() === '' ? null : storable(text.trim(), most);

const DECIMAL = /^(-?\d{1,15})(?:\.(\d+))?$/;

/** Decimal text with at most nine decimals; null for invalid text. */
function decimal(text: string | null): string | null {
  const match = text === null ? null : DECIMAL.exec(text);
  if (match === null) return null;
  const fraction = (match[2] ?? '').slice(0, 9);
  return fraction === '' ? (match[1] ?? null) : `${match[1]}.${fraction}`;
}

/** `USD`; `XXX`, the code for none, where the file's is no code. */
function currencyOf(text: string): string {
  const code = text.trim().toUpperCase();
  return /^[A-Z][A-Z0-9]{2,4}$/.test(code) ? code : 'XXX';
}

/** Noon UTC of a day is within it, whatever the exchange's zone. Rows without a day were rejected when they were read. */
function dayMs(tradeDay: string | null): number {
  const timeMs = tradeDay === null ? Number.NaN : Date.parse(`${tradeDay}T12:00:00Z`);
  if (Number.isNaN(timeMs)) throw new Error(`expected the day of a trade, got ${tradeDay}`);
  return timeMs;
}

export function storedFacts(trade: ImportedTrade): ImportedFacts {
  const { entryMs, exitMs } = trade;
  const lastMs = exitMs ?? entryMs;
  const tradeDay = trade.tradeDay ?? (lastMs === null ? null : exchangeDayOf(lastMs));
  return {
    key: storable(trade.key, 200),
    groupId: storable(trade.groupId, 200),
    platform: trade.platform,
    account: storable(trade.account, 60),
    symbol: storable(trade.symbol, 60) || 'unknown',
    root: storable(trade.root, 60) || 'unknown',
    currency: currencyOf(trade.currency),
    side: trade.side,
    status: trade.status,
    quantity: decimal(trade.quantity) ?? '0',
    entryAtMs: entryMs ?? exitMs ?? dayMs(tradeDay),
    entryKnown: entryMs !== null,
    exitAtMs: exitMs,
    tradeDay,
    entryPrice: decimal(trade.entryPrice),
    exitPrice: decimal(trade.exitPrice),
    pointValue: decimal(trade.pointValue),
    grossMicros: trade.grossMicros,
    commissionMicros: trade.commissionMicros,
    feesMicros: trade.feesMicros,
    swapMicros: trade.swapMicros,
    netMicros: trade.netMicros,
    pnlSource: trade.pnlSource,
    maeMicros: trade.maeMicros,
    mfeMicros: trade.mfeMicros,
    plannedStop: decimal(trade.plannedStop),
    strategy: orNull(trade.strategy, 200),
    notes: orNull(trade.notes, 5000),
    tags: [],
    flags: trade.flags,
    legs: trade.legs,
    raw: storable(trade.raw, 2000),
    book: trade.book,
    fills: trade.fills,
  };
}
