/** One decision carried out in several accounts is one decision. */
import { expect, test } from 'vitest';
import { journalTrade } from '#testing/closed-trades.ts';
import type { JournalTrade } from '#trades/journal-trade.ts';
import { COPIED_FLAG, mergeCopiedAccounts } from './copied-accounts.ts';

const NOON = Date.UTC(2026, 0, 5, 17);

/** A trade of an account that was entered so many seconds after noon. */
const entered = (account: string, second: number, more: Partial<JournalTrade> = {}) =>
  journalTrade({ account, entryMs: NOON + second * 1000, exitMs: NOON + 600_000, netMicros: 5e6, ...more });

const kept = (...trades: readonly JournalTrade[]) => mergeCopiedAccounts(trades).map(({ id }) => id);

test('the trade of the account with most trades represents its copies, and is flagged', () => {
  const [a1, b1, b2, c1] = [entered('A', 0), entered('B', 1), entered('B', 300), entered('C', 2)];
  const merged = mergeCopiedAccounts([a1, b1, b2, c1]);
  expect(merged.map(({ id }) => id)).toEqual([b1.id, b2.id]);
  expect(merged[0]).toEqual({ ...b1, flags: [COPIED_FLAG] });
  expect(merged[1]).toBe(b2);
});

test('of accounts with as many trades the first by name leads', () => {
  const [b, a] = [entered('B', 0), entered('A', 1)];
  expect(kept(b, a)).toEqual([a.id]);
  expect(kept(a, b)).toEqual([a.id]);
});

test('entries up to five seconds after the first are one decision', () => {
  expect(kept(entered('A', 0), entered('B', 5))).toHaveLength(1);
  expect(kept(entered('A', 0), entered('B', 5.001))).toHaveLength(2);
});

test('a chain of entries is held against its first, not its last', () => {
  // A at 0, B at 4, C at 8: C belongs to no decision that began by then.
  const chain = [entered('A', 0), entered('B', 4), entered('C', 8)];
  expect(kept(...chain)).toEqual([chain[0]?.id, chain[2]?.id]);
});

test('another symbol or side is another decision, another size or price is not', () => {
  expect(kept(entered('A', 0), entered('B', 0, { root: 'NQ' }))).toHaveLength(2);
  expect(kept(entered('A', 0), entered('B', 0, { side: 'short' }))).toHaveLength(2);
  expect(
    kept(entered('A', 0), entered('B', 0, { quantity: 5, entryPrice: 6000, netMicros: -9e6 })),
  ).toHaveLength(1);
});

test('two trades of one account are never one', () => {
  const trades = [entered('A', 0), entered('A', 1), entered('B', 2), entered('B', 3)];
  expect(kept(...trades)).toEqual([trades[0]?.id, trades[1]?.id]);
});

test('one account alone is left as it is', () => {
  const trades = [entered('A', 0), entered('A', 1)];
  expect(mergeCopiedAccounts(trades)).toEqual(trades);
  expect(mergeCopiedAccounts([])).toEqual([]);
});

test('trades without an entry time are no copies', () => {
  const trades = [entered('A', 0), entered('B', 0, { entryMs: null })];
  expect(kept(...trades)).toEqual(trades.map(({ id }) => id));
});

test('the order of the trades is kept, and what they were given is not changed', () => {
  const trades = [
    entered('C', 300),
    entered('B', 1),
    entered('A', 100),
    entered('B', 0.5, { root: 'CL' }),
    entered('A', 0),
  ];
  const before = structuredClone(trades);
  expect(kept(...trades)).toEqual([trades[0], trades[2], trades[3], trades[4]].map((trade) => trade?.id));
  expect(trades).toEqual(before);
});

test('which copy comes first in time does not change who leads', () => {
  const more = [entered('B', 300), entered('B', 600)];
  const early = [entered('A', 0), entered('B', 3), ...more];
  expect(kept(...early)).toEqual([early[1]?.id, ...more.map(({ id }) => id)]);
});

test('flags that a trade has already are kept', () => {
  const [a, b] = [entered('A', 0, { flags: ['backtest'] }), entered('B', 0)];
  expect(mergeCopiedAccounts([a, b])[0]?.flags).toEqual(['backtest', COPIED_FLAG]);
});
