/** Reads what the triggers of the database noted of each change, in the order of the commits. */
import { and, asc, gt, inArray, max } from 'drizzle-orm';
import type { Orm } from '#adapters/storage/database/orm.ts';
import { changes } from '#adapters/storage/tables/cluster-tables.ts';
import type { ChangeLog, Hint } from '#ports/cluster/changes.ts';

/** Of one answer. */
const MAX_CHANGES = 1000;

type Row = Pick<typeof changes.$inferSelect, 'topic' | 'subject' | 'sessionIds'>;

/** A later release may note others, which are left out. */
const TOPICS = [
  ...['controlsChanged', 'userChanged', 'devicesChanged', 'alertRulesChanged', 'sessionEnded', 'viewChanged'],
];

function hintOf({ topic, subject, sessionIds }: Row): Hint {
  switch (topic) {
    case 'controlsChanged':
      return { topic, message: {} };
    case 'userChanged':
    case 'devicesChanged':
    case 'alertRulesChanged':
      return { topic, message: { userId: subject ?? '' } };
    case 'sessionEnded':
      return { topic, message: { sessionIds: sessionIds ?? [] } };
    case 'viewChanged':
      return { topic, message: { sessionId: sessionIds?.[0] ?? '' } };
    default:
      throw new Error(`expected a topic of a change, found ${topic}`);
  }
}

export function createChangeLog(orm: Orm): ChangeLog {
  return {
    async latest() {
      const [row] = await orm.select({ number: max(changes.number) }).from(changes);
      return row?.number ?? 0;
    },

    async since(number) {
      const rows = await orm
        .select()
        .from(changes)
        .where(and(gt(changes.number, number), inArray(changes.topic, TOPICS)))
        .orderBy(asc(changes.number))
        .limit(MAX_CHANGES);
      return rows.map((row) => ({ number: row.number, hint: hintOf(row) }));
    },
  };
}
