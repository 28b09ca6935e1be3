/** Alerts that storage refused: kept as text, listed for administrators, stored again when one of them requeues it. */
import { epochMs } from '@undertow/market';
import { desc, eq } from 'drizzle-orm';
import { appendAudit } from '#adapters/storage/audit/append-audit.ts';
import { failureOf } from '#adapters/storage/database/failure-text.ts';
import { type Orm, sql, sqlStateOf } from '#adapters/storage/database/orm.ts';
import { alertDeadLetters } from '#adapters/storage/tables/tables.ts';
import type { AccountAlertTexts } from '#ports/account-feeds.ts';
import { type AlertDeadLetters, AlertRefused, type DeadAlert } from '#ports/alerts.ts';
import { asRefusal, storeAlerts } from './alerts.ts';
import { openOwn, sealOwn } from './own-alerts.ts';

/** Instants of an earlier release may have a fraction, for which the alert became a dead letter; sizes it had none. */
function deadOf(body: string): DeadAlert & { readonly sealed: string | null } {
  const dead = JSON.parse(body) as DeadAlert & { readonly sealed?: string };
  const { row } = dead.raised;
  const eventAtMs = row.eventAtMs === null ? null : epochMs(row.eventAtMs);
  const isOf = { market: row.market ?? 'platform', source: row.source ?? null };
  return {
    ...dead,
    sealed: dead.sealed ?? null,
    raised: { ...dead.raised, row: { ...row, ...isOf, eventSize: row.eventSize ?? null, eventAtMs } },
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

/** The letter with its words, which those of an own feed have sealed. */
async function opened(texts: AccountAlertTexts | null, body: string): Promise<DeadAlert> {
  const { sealed, ...dead } = deadOf(body);
  if (sealed === null) return dead;
  const { row } = dead.raised;
  const words = await openOwn(texts, row.userId, [{ id: row.id, sealed: Buffer.from(sealed, 'base64') }]);
  return { ...dead, raised: { ...dead.raised, row: { ...row, ...words.get(row.id) } } };
}

function requeueIn(orm: Orm, texts: AccountAlertTexts | null): Requeue {
  return async (id, actor, nowMs, requestId) => {
    try {
      const outcome = await orm.transaction(async (tx) => {
        const [letter] = await tx.delete(alertDeadLetters).where(eq(alertDeadLetters.id, id)).returning();
        if (letter === undefined) return { kind: 'unknown' } as const;
        const { sealed, ...dead } = deadOf(letter.body);
        const row = { ...dead.raised.row, sealed: sealed === null ? null : Buffer.from(sealed, 'base64') };
        const [stored] = await storeAlerts(tx, [dead.raised], [row], nowMs);
        const details = { ruleId: letter.ruleId, failedAtMs: letter.failedAtMs };
        const entry = {
          actor,
          action: 'alert.requeued',
          subject: letter.userId,
          details,
          requestId,
        } as const;
        await appendAudit(tx, entry, nowMs);
        return { kind: 'stored', dead, body: letter.body, rules: stored?.rules ?? null } as const;
      });
      if (outcome.kind !== 'stored') return outcome;
      const { body, ...stored } = outcome;
      return { ...stored, dead: await opened(texts, body) };
    } catch (error) {
      if (!(asRefusal(error) instanceof AlertRefused)) throw error;
      await noteRefusal(orm, id, error, nowMs);
      return { kind: 'refused' };
    }
  };
}

/** `texts` seals what alerts quote of own feeds; null without the operator's keys. */
export function createAlertDeadLetters(orm: Orm, texts: AccountAlertTexts | null = null): AlertDeadLetters {
  return {
    async add(alerts, error, nowMs) {
      if (alerts.length === 0) return;
      const cause = { failure: failureOf(error), sqlState: sqlStateOf(error), failedAtMs: epochMs(nowMs) };
      const clear = await sealOwn(
        texts,
        alerts.map(({ raised }) => raised.row),
      );
      const rows = alerts.map(({ raised, delaySeconds }, at) => {
        const { sealed = null, ...row } = clear[at] ?? (raised.row as (typeof clear)[number]);
        const { id, userId, ruleId } = row;
        const letter = { raised: { ...raised, row }, delaySeconds };
        const body = sealed === null ? letter : { ...letter, sealed: Buffer.from(sealed).toString('base64') };
        return { id, userId, ruleId, body: JSON.stringify(body), refusals: 1, ...cause };
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
      return rows.map(({ body, ...row }) => {
        const { raised, sealed } = deadOf(body);
        return { ...row, title: sealed === null ? raised.row.title : 'Alert on an account feed' };
      });
    },

    requeue: requeueIn(orm, texts),
  };
}
