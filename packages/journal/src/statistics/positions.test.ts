/** Partial exits become one position; copies in other accounts one decision. */
import { describe, expect, test } from 'vitest';
import { journalTrade } from '#testing/closed-trades.ts';
import { COPIED_FLAG, mergeCopiedAccounts } from './copied-accounts.ts';
import { positionsOf } from './positions.ts';

const BASE = 1_767_623_400_000;

describe('positions', () => {
  const parts = [
    journalTrade({
      groupId: 'p',
      quantity: 1,
      entryMs: BASE,
      exitMs: BASE + 60_000,
      entryPrice: 100,
      exitPrice: 104,
      netMicros: 200,
      grossMicros: 210,
      costsMicros: 10,
      maeMicros: 5,
      tags: ['a'],
    }),
    journalTrade({
      groupId: 'p',
      quantity: 3,
      entryMs: BASE,
      exitMs: BASE + 90_000,
      entryPrice: 100,
      exitPrice: 100,
      netMicros: -30,
      grossMicros: 0,
      costsMicros: 30,
      maeMicros: 15,
      strategy: 'fade',
      tags: ['a', 'b'],
      tradeDay: '2026-01-06',
    }),
  ];

  test('sum the money and weigh the prices of their partial exits', () => {
    expect(positionsOf(parts)).toEqual([
      {
        ...parts[0],
        quantity: 4,
        exitMs: BASE + 90_000,
        tradeDay: '2026-01-06',
        exitPrice: 101,
        netMicros: 170,
        grossMicros: 210,
        costsMicros: 40,
        maeMicros: 20,
        strategy: 'fade',
        tags: ['a', 'b'],
      },
    ]);
  });

  test('are the same whichever part comes first', () => {
    expect(positionsOf(parts.toReversed())).toEqual(positionsOf(parts));
  });

  test('have no value that one of their parts lacks', () => {
    const [position] = positionsOf([
      parts[0] ?? journalTrade(),
      { ...(parts[1] ?? journalTrade()), costsMicros: null, exitPrice: null },
    ]);
    expect(position).toMatchObject({ costsMicros: null, exitPrice: null, entryPrice: 100, netMicros: 170 });
  });

  test('do not join accounts, symbols or the two sides of a hedge', () => {
    const other = [{ account: 'A2' }, { root: 'NQ' }, { side: 'short' as const }].map((change) =>
      journalTrade({ groupId: 'p', ...change }),
    );
    expect(positionsOf([...parts, ...other])).toHaveLength(4);
  });

  test('may have as many parts as a file has rows', () => {
    const [part = journalTrade()] = parts;
    const [position] = positionsOf(new Array(130_000).fill(part));
    expect(position).toMatchObject({ quantity: 130_000, entryMs: BASE, netMicros: 26_000_000 });
  });

  test('of single trades are those trades, untouched', () => {
    const trades = [journalTrade(), journalTrade()];
    expect(positionsOf(trades)).toEqual(trades);
  });
});

describe('copied accounts', () => {
  const at = (account: string, afterMs: number, changes = {}) =>
    journalTrade({ account, entryMs: BASE + afterMs, exitMs: BASE + afterMs + 60_000, ...changes });

  test('count a decision once, as the account with most trades carried it out', () => {
    const trades = [at('B', 0), at('A', 2000), at('A', 600_000)];
    const merged = mergeCopiedAccounts(trades);
    expect(merged.map(({ id }) => id)).toEqual([trades[1]?.id, trades[2]?.id]);
    expect(merged[0]?.flags).toEqual([COPIED_FLAG]);
    expect(merged[1]?.flags).toEqual([]);
  });

  test('need the same instrument and side within 5 seconds', () => {
    expect(mergeCopiedAccounts([at('A', 0), at('B', 5000)])).toHaveLength(1);
    expect(mergeCopiedAccounts([at('A', 0), at('B', 5001)])).toHaveLength(2);
    expect(mergeCopiedAccounts([at('A', 0), at('B', 0, { side: 'short' })])).toHaveLength(2);
    expect(mergeCopiedAccounts([at('A', 0), at('B', 0, { root: 'NQ' })])).toHaveLength(2);
  });

  test('never join two trades of one account', () => {
    const trades = [at('A', 0), at('A', 1000), at('B', 500), at('B', 1500)];
    expect(mergeCopiedAccounts(trades).map(({ account }) => account)).toEqual(['A', 'A']);
  });

  test('leave trades without an entry time alone', () => {
    expect(mergeCopiedAccounts([at('A', 0, { entryMs: null }), at('B', 0, { entryMs: null })])).toHaveLength(
      2,
    );
  });
});
