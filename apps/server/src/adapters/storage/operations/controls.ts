/** The present switches and notice; each change is stored with its row in the audit log, or neither. */

import { randomUUID } from 'node:crypto';
import { epochMs } from '@undertow/market';
import { and, eq } from 'drizzle-orm';
import { appendAudit } from '#adapters/storage/audit/append-audit.ts';
import { type Orm, sql } from '#adapters/storage/database/orm.ts';
import { instantOrNull } from '#adapters/storage/tables/column-types.ts';
import { controlSwitches, siteNotice } from '#adapters/storage/tables/control-tables.ts';
import type { ControlStore, StoredNotice } from '#ports/controls.ts';

/** Any fixed number: the lock of changing a control, so that a double click is one change. */
const CONTROLS_LOCK = 7_305_219;

async function readNotice(orm: Orm): Promise<StoredNotice | null> {
  const [row] = await orm.select().from(siteNotice);
  if (row?.text == null) return null;
  return { id: row.noticeId, level: row.level, text: row.text, untilMs: row.untilMs };
}

/** As in the audit log. */
function toldOf(when: 'before' | 'after', notice: Omit<StoredNotice, 'id'> | null) {
  return {
    [when]: notice?.text ?? null,
    [`${when}Level`]: notice?.level ?? null,
    [`${when}UntilMs`]: notice?.untilMs ?? null,
  };
}

export function createControlStore(orm: Orm): ControlStore {
  /** One change after the other, of all processes. */
  const changing = (act: (tx: Orm) => Promise<void>): Promise<void> =>
    orm.transaction(async (tx) => {
      await tx.execute(sql`SELECT pg_advisory_xact_lock(${CONTROLS_LOCK})`);
      await act(tx);
    });

  return {
    async read() {
      return { switches: await orm.select().from(controlSwitches), notice: await readNotice(orm) };
    },

    setSwitch: ({ kind, key, off, reason }, { actor, requestId }, nowMs) =>
      changing(async (tx) => {
        const [known] = await tx
          .select({ off: controlSwitches.off })
          .from(controlSwitches)
          .where(and(eq(controlSwitches.kind, kind), eq(controlSwitches.key, key)));
        if ((known?.off ?? false) === off) return;
        const values = { off, changedAtMs: epochMs(nowMs), changedBy: actor, reason };
        await tx
          .insert(controlSwitches)
          .values({ kind, key, ...values })
          .onConflictDoUpdate({ target: [controlSwitches.kind, controlSwitches.key], set: values });
        const [before, after] = off ? ['on', 'off'] : ['off', 'on'];
        const details = { before: before ?? null, after: after ?? null, reason };
        const entry = { actor, action: `${kind}.switched` as const, subject: `${kind}/${key}`, requestId };
        await appendAudit(tx, { ...entry, details }, nowMs);
      }),

    setNotice: (notice, { actor, requestId }, nowMs) =>
      changing(async (tx) => {
        const before = await readNotice(tx);
        const details = { ...toldOf('before', before), ...toldOf('after', notice) };
        const isSame =
          before?.text === notice?.text &&
          before?.level === notice?.level &&
          before?.untilMs === notice?.untilMs;
        if (isSame) return;
        await tx.update(siteNotice).set({
          text: null,
          ...notice,
          untilMs: instantOrNull(notice?.untilMs ?? null),
          noticeId: randomUUID(),
        });
        await appendAudit(
          tx,
          { actor, action: 'notice.changed', subject: 'notice', details, requestId },
          nowMs,
        );
      }),
  };
}
