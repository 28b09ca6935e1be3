/** Facts of recorded sessions, one row for each day and version of the detectors. */
import { FACTS_VERSION } from '@undertow/backtest';
import { epochMs } from '@undertow/market';
import { and, asc, eq } from 'drizzle-orm';
import type { Orm } from '#adapters/storage/database/orm.ts';
import { withClaim } from '#adapters/storage/jobs/claim-fence.ts';
import { sessionFacts } from '#adapters/storage/tables/backtest-tables.ts';
import type { FactsOf, FactsStore } from '#ports/backtests/backtests.ts';

const isOf = ({ source, product, detectors }: FactsOf) =>
  and(
    eq(sessionFacts.source, source),
    eq(sessionFacts.product, product),
    eq(sessionFacts.detectors, detectors),
    eq(sessionFacts.shape, FACTS_VERSION),
  );

export function createFactsStore(orm: Orm): FactsStore {
  return {
    list: (of) =>
      orm
        .select({
          tradingDay: sessionFacts.tradingDay,
          contract: sessionFacts.contract,
          gaps: sessionFacts.gaps,
          tookMs: sessionFacts.tookMs,
        })
        .from(sessionFacts)
        .where(isOf(of))
        .orderBy(asc(sessionFacts.tradingDay)),

    async read(of, tradingDay) {
      const [row] = await orm
        .select({ facts: sessionFacts.facts })
        .from(sessionFacts)
        .where(and(isOf(of), eq(sessionFacts.tradingDay, tradingDay)));
      return row?.facts;
    },

    async save(claim, of, facts, nowMs) {
      const row = { ...facts, madeMs: epochMs(nowMs) };
      await withClaim(orm, claim, (tx) =>
        tx
          .insert(sessionFacts)
          .values({ ...of, ...row, shape: FACTS_VERSION })
          .onConflictDoUpdate({
            target: [
              sessionFacts.source,
              sessionFacts.product,
              sessionFacts.tradingDay,
              sessionFacts.detectors,
              sessionFacts.shape,
            ],
            set: row,
          }),
      );
    },
  };
}
