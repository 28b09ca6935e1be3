/** Bars of an owner's feed: one sealed row a minute and contract; a list is of one contract, the newest in it. */
import { type Bar, type ContractBar, epochMs } from '@undertow/market';
import { and, asc, desc, eq, gte, lt, sql } from 'drizzle-orm';
import { accountBars } from '#adapters/storage/tables/account-tables.ts';
import type { AccountMarket, OwnerKey } from '#ports/account-feeds.ts';
import type { ContractOrigin } from '#ports/market-store.ts';
import type { OwnerKeys } from './owner-keys.ts';
import { openBody, placeOf, sealBody } from './sealed-body.ts';

type BarBody = Omit<Bar, 'startMs'> & { readonly run: string };

interface BarRow {
  readonly source: string;
  readonly instrumentId: number;
  readonly startMs: number;
  readonly contract: string;
  readonly sealed: Uint8Array;
}

function openBar(key: OwnerKey, row: BarRow): { readonly run: string; readonly bar: ContractBar } {
  const { run, ...bar } = openBody<BarBody>(key, placeOf.bar(row), row.sealed);
  return { run, bar: { startMs: row.startMs, contract: row.contract, ...bar } };
}

export async function saveAccountBars(
  keys: OwnerKeys,
  userId: string,
  origin: ContractOrigin,
  bars: readonly Bar[],
): Promise<void> {
  const { source, instrumentId, run, contract } = origin;
  await keys.writing(userId, async (key, tx) => {
    // One statement may not touch a row twice: of two bars with one start the later counts
    const rows = [...new Map(bars.map((bar) => [bar.startMs, bar])).values()].map(({ startMs, ...bar }) => {
      const row = { source, instrumentId, startMs: epochMs(startMs), contract };
      return { ...row, userId, sealed: sealBody(key, placeOf.bar(row), { ...bar, run }) };
    });
    const { userId: owner, source: from, instrumentId: of, startMs, contract: in_ } = accountBars;
    await tx
      .insert(accountBars)
      .values(rows)
      .onConflictDoUpdate({ target: [owner, from, of, startMs, in_], set: { sealed: sql`excluded.sealed` } });
  });
}

type BarReads = Pick<AccountMarket, 'listBars' | 'lastBar'>;

/** `only` is the contract of all bars read; null for any. */
export function accountBarReads(keys: OwnerKeys, userId: string, only: string | null = null): BarReads {
  const { orm } = keys;
  const of = (instrumentId: number, source: string) =>
    and(
      eq(accountBars.userId, userId),
      eq(accountBars.source, source),
      eq(accountBars.instrumentId, instrumentId),
      only === null ? undefined : eq(accountBars.contract, only),
    );
  return {
    listBars: (instrumentId, source, fromMs, toMs) =>
      keys.reading(userId, [], async (key) => {
        const range = and(gte(accountBars.startMs, epochMs(fromMs)), lt(accountBars.startMs, epochMs(toMs)));
        const rows = await orm
          .select()
          .from(accountBars)
          .where(and(of(instrumentId, source), range))
          .orderBy(asc(accountBars.startMs), asc(accountBars.contract));
        const contract = rows.at(-1)?.contract;
        return rows.filter((row) => row.contract === contract).map((row) => openBar(key, row).bar);
      }),
    lastBar: (instrumentId, source) =>
      keys.reading(userId, undefined, async (key) => {
        const [row] = await orm
          .select()
          .from(accountBars)
          .where(of(instrumentId, source))
          .orderBy(desc(accountBars.startMs), desc(accountBars.contract))
          .limit(1);
        return row === undefined ? undefined : openBar(key, row);
      }),
  };
}
