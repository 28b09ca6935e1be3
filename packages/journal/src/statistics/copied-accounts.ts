/** Copied accounts: the same decision carried out in several accounts is one decision. */
import type { JournalTrade } from '#trades/journal-trade.ts';

/** Entries this near together, of the same instrument and side in different accounts, are one decision. */
const SAME_DECISION_MS = 5000;
/** Flag of a trade that represents copies in other accounts. */
export const COPIED_FLAG = 'copied-accounts';

interface Decision {
  readonly firstMs: number;
  readonly trades: JournalTrade[];
}

/** Rank of each account: the one with most trades leads, so that one account represents its copies throughout. */
function accountRanks(trades: readonly JournalTrade[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { account } of trades) counts.set(account, (counts.get(account) ?? 0) + 1);
  const names = [...counts.keys()].sort(
    (a, b) => (counts.get(b) as number) - (counts.get(a) as number) || (a < b ? -1 : 1),
  );
  return new Map(names.map((name, rank) => [name, rank]));
}

/** Trades of one run, by entry, joined to decisions: within 5 s of the first, one trade an account. */
function decisionsOf(run: readonly JournalTrade[]): Decision[] {
  const decisions: Decision[] = [];
  for (const trade of run) {
    const entryMs = trade.entryMs as number;
    let joined: Decision | undefined;
    for (let at = decisions.length - 1; at >= 0; at--) {
      const decision = decisions[at] as Decision;
      if (entryMs - decision.firstMs > SAME_DECISION_MS) break;
      if (decision.trades.every((other) => other.account !== trade.account)) joined = decision;
    }
    if (joined === undefined) decisions.push({ firstMs: entryMs, trades: [trade] });
    else joined.trades.push(trade);
  }
  return decisions;
}

/** Trades with an entry time by instrument and side, in no order. */
function byInstrumentAndSide(trades: readonly JournalTrade[]): Iterable<JournalTrade[]> {
  const groups = new Map<string, JournalTrade[]>();
  for (const trade of trades) {
    if (trade.entryMs === null) continue;
    const key = trade.side === 'long' ? `+${trade.root}` : `-${trade.root}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [trade]);
    else group.push(trade);
  }
  return groups.values();
}

/** Runs of two or more trades whose entries follow each other within 5 s: a decision never leaves its run. */
function* runsOf(sorted: readonly JournalTrade[]): Generator<readonly JournalTrade[]> {
  let start = 0;
  for (let at = 1; at <= sorted.length; at++) {
    const entryMs = sorted[at]?.entryMs ?? Number.POSITIVE_INFINITY;
    if (entryMs - ((sorted[at - 1] as JournalTrade).entryMs as number) <= SAME_DECISION_MS) continue;
    if (at - start > 1) yield sorted.slice(start, at);
    start = at;
  }
}

/** Decisions that more than one account carried out. `rank` orders trades of the same instant. */
function* copiedDecisions(
  trades: readonly JournalTrade[],
  rank: (trade: JournalTrade) => number,
): Generator<readonly JournalTrade[]> {
  const byEntry = (a: JournalTrade, b: JournalTrade): number =>
    (a.entryMs as number) - (b.entryMs as number) || rank(a) - rank(b);
  for (const group of byInstrumentAndSide(trades))
    for (const run of runsOf(group.sort(byEntry)))
      for (const decision of decisionsOf(run)) if (decision.trades.length > 1) yield decision.trades;
}

/**
 * Keeps one trade a decision: that of the leading account, flagged `copied-accounts`. For insights, where a decision
 * counts once; for money all copies count. Trades without an entry time stay as they are. Order of `trades` is kept.
 */
export function mergeCopiedAccounts(trades: readonly JournalTrade[]): JournalTrade[] {
  if (trades.every((trade) => trade.account === trades[0]?.account)) return [...trades];
  const ranks = accountRanks(trades);
  const rank = (trade: JournalTrade): number => ranks.get(trade.account) as number;
  const dropped = new Set<JournalTrade>();
  const leading = new Set<JournalTrade>();
  for (const decision of copiedDecisions(trades, rank)) {
    const leader = decision.reduce((best, trade) => (rank(trade) < rank(best) ? trade : best));
    leading.add(leader);
    for (const trade of decision) if (trade !== leader) dropped.add(trade);
  }
  return trades
    .filter((trade) => !dropped.has(trade))
    .map((trade) => (leading.has(trade) ? { ...trade, flags: [...trade.flags, COPIED_FLAG] } : trade));
}
