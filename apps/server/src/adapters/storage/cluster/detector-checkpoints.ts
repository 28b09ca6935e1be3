/** The newest checkpoint of the detectors of each instrument. */
import { and, eq } from 'drizzle-orm';
import type { Orm } from '#adapters/storage/database/orm.ts';
import { detectorCheckpoints } from '#adapters/storage/tables/cluster-tables.ts';
import type { DetectorCheckpoints } from '#ports/cluster/checkpoints.ts';
import { withFence } from './fence.ts';

/** `version`: of the product, whose detectors others may not be. */
export function createDetectorCheckpoints(orm: Orm, version: string): DetectorCheckpoints {
  return {
    async save({ source, instrumentId, contract }, { atMs, state }, fence) {
      const content = { contract, version, atMs, state };
      const write = async (tx: Orm): Promise<void> => {
        await tx
          .insert(detectorCheckpoints)
          .values({ source, instrumentId, ...content })
          .onConflictDoUpdate({
            target: [detectorCheckpoints.source, detectorCheckpoints.instrumentId],
            set: content,
          });
      };
      await (fence === undefined ? write(orm) : withFence(orm, fence, write));
    },

    async latest({ source, instrumentId, contract }) {
      const { atMs, state } = detectorCheckpoints;
      const [row] = await orm
        .select({ atMs, state })
        .from(detectorCheckpoints)
        .where(
          and(
            eq(detectorCheckpoints.source, source),
            eq(detectorCheckpoints.instrumentId, instrumentId),
            eq(detectorCheckpoints.contract, contract),
            eq(detectorCheckpoints.version, version),
          ),
        );
      return row;
    },
  };
}
