/** Backups that were taken and drills that were made, by their figures. */
import { desc, isNotNull, isNull } from 'drizzle-orm';
import type { Orm } from '#adapters/storage/database/orm.ts';
import { backupRuns, recoveryDrills } from '#adapters/storage/tables/recovery-tables.ts';
import type { BackupRun, DrillRun, RecoveryRecord } from '#ports/operations.ts';

export function createRecoveryRecord(orm: Orm): RecoveryRecord {
  async function newestDrill(isGood: boolean): Promise<DrillRun | null> {
    const [row] = await orm
      .select()
      .from(recoveryDrills)
      .where(isGood ? isNull(recoveryDrills.fault) : isNotNull(recoveryDrills.fault))
      .orderBy(desc(recoveryDrills.id))
      .limit(1);
    return row ?? null;
  }

  return {
    async noteBackup(run: BackupRun) {
      await orm.insert(backupRuns).values(run);
    },
    async noteDrill(run: DrillRun) {
      await orm.insert(recoveryDrills).values(run);
    },
    async lastBackup() {
      const [row] = await orm.select().from(backupRuns).orderBy(desc(backupRuns.id)).limit(1);
      return row ?? null;
    },
    lastDrill: () => newestDrill(true),
    async drillFault() {
      const [good, bad] = await Promise.all([newestDrill(true), newestDrill(false)]);
      return bad === null || (good !== null && good.atMs > bad.atMs) ? null : bad;
    },
  };
}
