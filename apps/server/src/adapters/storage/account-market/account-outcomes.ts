/** Declared outcomes of an owner's feed: for its owner only, in no track record. */
import type { CalibrationRow, RaisedRow, SettledRow, TrackRow } from '@undertow/detection';
import { epochMs, epochMsOfNs } from '@undertow/market';
import { and, desc, eq, gte, inArray, lt } from 'drizzle-orm';
import { accountOutcomes } from '#adapters/storage/tables/account-tables.ts';
import type { AccountMarket, AccountRecord, OwnerKey } from '#ports/account-feeds.ts';
import type { OwnerKeys } from './owner-keys.ts';
import { openBody, placeOf, sealBody } from './sealed-body.ts';

type OutcomeRow = typeof accountOutcomes.$inferSelect;

function openOutcome<T extends TrackRow>(key: OwnerKey, row: OutcomeRow): T {
  return openBody<T>(key, placeOf.outcome(row), row.sealed);
}

export function accountOutcomeWrites(keys: OwnerKeys, userId: string): Pick<AccountRecord, 'saveOutcomes'> {
  return {
    async saveOutcomes({ source, instrumentId }, outcomes) {
      if (outcomes.length === 0) return;
      await keys.writing(userId, async (key, tx) => {
        const rows = outcomes.map((outcome) => {
          const { kind, signalId, atNs } = outcome;
          const row = { source, instrumentId, kind, signalId };
          const atMs = epochMsOfNs(BigInt(atNs));
          return { ...row, userId, atMs, sealed: sealBody(key, placeOf.outcome(row), outcome) };
        });
        await tx.insert(accountOutcomes).values(rows).onConflictDoNothing();
      });
    },
  };
}

export interface SettledSignal {
  readonly raised: RaisedRow;
  readonly raisedMs: number;
  readonly hit: boolean;
}

/** What was raised in `[fromMs, toMs)` and is resolved before `asOfMs`. */
export async function settledSignals(
  keys: OwnerKeys,
  userId: string,
  query: {
    readonly source: string;
    readonly instrumentIds: readonly number[];
    readonly fromMs: number;
    readonly toMs: number;
    readonly asOfMs: number;
  },
): Promise<readonly SettledSignal[]> {
  if (query.instrumentIds.length === 0) return [];
  return keys.reading(userId, [], async (key) => {
    const rows = await keys.orm
      .select()
      .from(accountOutcomes)
      .where(
        and(
          eq(accountOutcomes.userId, userId),
          eq(accountOutcomes.source, query.source),
          inArray(accountOutcomes.instrumentId, [...query.instrumentIds]),
          gte(accountOutcomes.atMs, epochMs(query.fromMs)),
          lt(accountOutcomes.atMs, epochMs(query.asOfMs)),
        ),
      );
    const settled = new Map<string, boolean>();
    for (const row of rows) {
      if (row.kind !== 'settled') continue;
      const { hit } = openOutcome<SettledRow>(key, row);
      if (hit !== null) settled.set(row.signalId, hit);
    }
    return rows.flatMap((row): readonly SettledSignal[] => {
      const hit = settled.get(row.signalId);
      if (row.kind !== 'raised' || hit === undefined || row.atMs >= query.toMs) return [];
      return [{ raised: openOutcome<RaisedRow>(key, row), raisedMs: row.atMs, hit }];
    });
  });
}

export function accountOutcomeReads(
  keys: OwnerKeys,
  userId: string,
): Pick<AccountMarket, 'outcomeOf' | 'latestOutcomes'> {
  const { orm } = keys;
  const mine = eq(accountOutcomes.userId, userId);
  return {
    outcomeOf: (signalId, toMs) =>
      keys.reading(userId, null, async (key) => {
        const rows = await orm
          .select()
          .from(accountOutcomes)
          .where(
            and(mine, eq(accountOutcomes.signalId, signalId), lt(accountOutcomes.atMs, epochMs(toMs + 1))),
          );
        const raised = rows.find(({ kind }) => kind === 'raised');
        const settled = rows.find(({ kind }) => kind === 'settled');
        if (raised === undefined) return null;
        return {
          raised: openOutcome<RaisedRow>(key, raised),
          settled: settled === undefined ? null : openOutcome<SettledRow>(key, settled),
        };
      }),
    latestOutcomes: (source, instrumentId) =>
      keys.reading(userId, undefined, async (key) => {
        const [row] = await orm
          .select()
          .from(accountOutcomes)
          .where(
            and(
              ...[mine, eq(accountOutcomes.source, source)],
              ...[eq(accountOutcomes.instrumentId, instrumentId), eq(accountOutcomes.kind, 'calibration')],
            ),
          )
          .orderBy(desc(accountOutcomes.atMs), desc(accountOutcomes.signalId))
          .limit(1);
        if (row === undefined) return undefined;
        return { states: openOutcome<CalibrationRow>(key, row).states, sinceMs: row.atMs };
      }),
  };
}
