/** Positions from flat to flat: partial exits of one position are one trade, as a trader counts. */
import type { JournalTrade } from '#trades/journal-trade.ts';

type Known = (trade: JournalTrade) => number | null;

/** Sum over all parts; null as soon as one is unknown, because a part of a sum is not a sum. */
function sumOrNull(parts: readonly JournalTrade[], of: Known): number | null {
  let sum = 0;
  for (const part of parts) {
    const value = of(part);
    if (value === null) return null;
    sum += value;
  }
  return sum;
}

/** Price weighted by quantity; null as soon as one is unknown. */
function weightedPrice(parts: readonly JournalTrade[], quantity: number, of: Known): number | null {
  const sum = sumOrNull(parts, (part) => {
    const price = of(part);
    return price === null ? null : price * part.quantity;
  });
  return sum === null || quantity === 0 ? null : sum / quantity;
}

function earliestEntry(parts: readonly JournalTrade[]): number | null {
  let earliest: number | null = null;
  for (const { entryMs } of parts)
    if (entryMs !== null && (earliest === null || entryMs < earliest)) earliest = entryMs;
  return earliest;
}

/** One value that all parts agree on; null otherwise. */
function agreed(parts: readonly JournalTrade[], of: Known): number | null {
  const first = of(parts[0] as JournalTrade);
  return parts.every((part) => of(part) === first) ? first : null;
}

const union = (lists: readonly (readonly string[])[]): readonly string[] => [...new Set(lists.flat())];

/**
 * One position of its parts, ordered by import. It has the id of the first part, the first entry, the last exit and
 * that exit's day. Money is summed; MAE is summed too, which is exact when the worst moment came before the first
 * partial exit and otherwise a bound from above (MFE likewise).
 */
function merged(parts: readonly JournalTrade[]): JournalTrade {
  const first = parts[0] as JournalTrade;
  const last = parts.reduce((latest, part) => (part.exitMs > latest.exitMs ? part : latest));
  const quantity = parts.reduce((sum, part) => sum + part.quantity, 0);
  return {
    ...first,
    quantity,
    entryMs: earliestEntry(parts),
    exitMs: last.exitMs,
    tradeDay: last.tradeDay,
    entryPrice: weightedPrice(parts, quantity, (part) => part.entryPrice),
    exitPrice: weightedPrice(parts, quantity, (part) => part.exitPrice),
    pointValue: agreed(parts, (part) => part.pointValue),
    grossMicros: sumOrNull(parts, (part) => part.grossMicros),
    costsMicros: sumOrNull(parts, (part) => part.costsMicros),
    netMicros: parts.reduce((sum, part) => sum + part.netMicros, 0),
    maeMicros: sumOrNull(parts, (part) => part.maeMicros),
    mfeMicros: sumOrNull(parts, (part) => part.mfeMicros),
    plannedRiskMicros: sumOrNull(parts, (part) => part.plannedRiskMicros),
    strategy: parts.find((part) => part.strategy !== null)?.strategy ?? null,
    tags: union(parts.map((part) => part.tags)),
    flags: union(parts.map((part) => part.flags)),
  };
}

/**
 * Positions of closed trades, in the order of their first parts in `trades`. Parts share account, currency, root, side
 * and `groupId`; a trade that shares it with no other is its own position and is returned unchanged.
 */
export function positionsOf(trades: readonly JournalTrade[]): JournalTrade[] {
  const groups = new Map<string, JournalTrade | JournalTrade[]>();
  for (const trade of trades) {
    const key = `${trade.groupId}\n${trade.account}\n${trade.root}\n${trade.side}\n${trade.currency}`;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, trade);
    else if (Array.isArray(known)) known.push(trade);
    else groups.set(key, [known, trade]);
  }
  const positions: JournalTrade[] = [];
  for (const group of groups.values())
    positions.push(Array.isArray(group) ? merged(group.toSorted((a, b) => a.ordinal - b.ordinal)) : group);
  return positions;
}
