/** Alerts that storage refused: kept as text, listed for administrators, stored again when one of them requeues it. */
import { epochMs } from '@undertow/market';
import { desc, eq } from 'drizzle-orm';
import { appendAudit } from '#adapters/storage/audit/append-audit.ts';
import { type Orm, sql, sqlStateOf } from '#adapters/storage/database/orm.ts';
import { alertDeadLetters } from '#adapters/storage/tables/tables.ts';
import { type AlertDeadLetters, AlertRefused, type DeadAlert } from '#ports/alerts.ts';
import { asRefusal, storeAlerts } from './alerts.ts';

const MAX_FAILURE_LENGTH = 500;

/** The innermost message, which is the database's own: the outer ones repeat the statement with its values. */
function failureOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error.cause instanceof Error) return failureOf(error.cause);
  return error.message.replaceAll('\u0000', '').slice(0, MAX_FAILURE_LENGTH);
}

/** Instants of an earlier release may have a fraction, for which the alert became a dead letter; sizes it had none. */
function deadOf(body: string): DeadAlert {
  const dead = JSON.parse(body) as DeadAlert;
  const { row } = dead.raised;
  const eventAtMs = row.eventAtMs === null ? null : epochMs(row.eventAtMs);
  return {
    ...dead,
    raised: { ...dead.raised, row: { ...row, eventSize: row.eventSize ?? null, eventAtMs } },
  };
}

async function noteRefusal(orm: Orm, id: string, error: unknown, nowMs: number): Promise<void> {
  await orm
    .update(alertDeadLetters)
    .set({
      failure: failureOf(error),
      sqlState: sqlStateOf(error),
      refusals: sql`refusals + 1`,
      failedAtMs: epochMs(nowMs),
    })
    .where(eq(alertDeadLetters.id, id));
}

type Requeue = AlertDeadLetters['requeue'];

function requeueIn(orm: Orm): Requeue {
  return async (id, actor, nowMs, requestId) => {
    try {
      return await orm.transaction(async (tx) => {
        const [letter] = await tx.delete(alertDeadLetters).where(eq(alertDeadLetters.id, id)).returning();
        if (letter === undefined) return { kind: 'unknown' } as const;
        const dead = deadOf(letter.body);
        const [stored] = await storeAlerts(tx, [dead.raised], nowMs);
        const details = { ruleId: letter.ruleId, failedAtMs: letter.failedAtMs };
        const entry = {
          actor,
          action: 'alert.requeued',
          subject: letter.userId,
          details,
          requestId,
        } as const;
        await appendAudit(tx, entry, nowMs);
        return { kind: 'stored', dead, rules: stored?.rules ?? null } as const;
      });
    } catch (error) {
      if (!(asRefusal(error) instanceof AlertRefused)) throw error;
      await noteRefusal(orm, id, error, nowMs);
      return { kind: 'refused' };
    }
  };
}

export function createAlertDeadLetters(orm: Orm): AlertDeadLetters {
  return {
    async add(alerts, error, nowMs) {
      if (alerts.length === 0) return;
      const cause = { failure: failureOf(error), sqlState: sqlStateOf(error), failedAtMs: epochMs(nowMs) };
      const rows = alerts.map(({ raised, delaySeconds }) => {
        const { id, userId, ruleId } = raised.row;
        return { id, userId, ruleId, body: JSON.stringify({ raised, delaySeconds }), refusals: 1, ...cause };
      });
      try {
        await orm
          .insert(alertDeadLetters)
          .values(rows)
          .onConflictDoUpdate({
            target: alertDeadLetters.id,
            set: { ...cause, refusals: sql`alert_dead_letters.refusals + 1` },
          });
      } catch (refusal) {
        throw asRefusal(refusal);
      }
    },

    async list(limit) {
      const rows = await orm
        .select()
        .from(alertDeadLetters)
        .orderBy(desc(alertDeadLetters.failedAtMs), desc(alertDeadLetters.id))
        .limit(limit);
      return rows.map(({ body, ...row }) => ({ ...row, title: deadOf(body).raised.row.title }));
    },

    requeue: requeueIn(orm),
  };
}
