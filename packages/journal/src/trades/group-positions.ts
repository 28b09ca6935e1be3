/** Which trades of a file are parts of one position: they share a group. */
import type { PlatformId } from '#model/import-model.ts';

/** The facts used for grouping. Times in milliseconds since 1970 UTC. */
export interface GroupedTrade {
  readonly positionId: string | null;
  readonly account: string;
  readonly symbol: string;
  readonly side: 'long' | 'short';
  readonly entryMs: number | null;
  readonly exitMs: number | null;
  readonly entryPrice: bigint | null;
}

/** Platforms whose accounts hold several positions of one symbol at a time: overlap is no evidence there. */
const HEDGING: ReadonlySet<PlatformId> = new Set(['mt4', 'mt5', 'ctrader']);

/**
 * The group of each trade, in their order: the key of its first member. Parts are known by the file's position id; by
 * the same entry (time and price); and, where an account can hold only one position of a contract, by overlapping
 * times.
 */
export function groupPositions(
  trades: readonly GroupedTrade[],
  keys: readonly string[],
  platform: PlatformId,
): readonly string[] {
  const buckets = new Map<string, number[]>();
  const groups = [...keys];
  trades.forEach((trade, index) => {
    const bucket = bucketOf(trade, platform);
    if (bucket === null) return;
    const members = buckets.get(bucket);
    if (members === undefined) buckets.set(bucket, [index]);
    else members.push(index);
  });
  for (const [bucket, members] of buckets) {
    if (members.length === 1) continue;
    if (bucket.startsWith(OVERLAP)) groupOverlapping(members, trades, keys, groups);
    else for (const index of members) groups[index] = keys[members[0]!]!;
  }
  return groups;
}

const OVERLAP = 'overlap|';

/** Key of trades that may be of one position; null for one that is its own position. */
function bucketOf(trade: GroupedTrade, platform: PlatformId): string | null {
  const { account, symbol, side, entryMs, entryPrice } = trade;
  if (trade.positionId !== null) return `position|${account}|${symbol}|${trade.positionId}`;
  if (entryMs === null) return null;
  if (!HEDGING.has(platform)) return `${OVERLAP}${account}|${symbol}|${side}`;
  return entryPrice === null ? null : `entry|${account}|${symbol}|${side}|${entryMs}|${entryPrice}`;
}

/** A part that begins before the others have ended is of the same position. */
function groupOverlapping(
  members: readonly number[],
  trades: readonly GroupedTrade[],
  keys: readonly string[],
  groups: string[],
): void {
  const entryOf = (index: number): number => trades[index]?.entryMs ?? 0;
  const exitOf = (index: number): number => trades[index]?.exitMs ?? Number.POSITIVE_INFINITY;
  const sorted = [...members].sort((a, b) => entryOf(a) - entryOf(b) || compare(exitOf(a), exitOf(b)));
  let first = -1;
  let untilMs = Number.NEGATIVE_INFINITY;
  for (const index of sorted) {
    const startMs = entryOf(index);
    if (first < 0 || !(startMs < untilMs || startMs === entryOf(first))) {
      first = index;
      untilMs = Number.NEGATIVE_INFINITY;
    }
    untilMs = Math.max(untilMs, exitOf(index));
    groups[index] = keys[first]!;
  }
}

/** Also for the infinity of open trades. */
const compare = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0);
