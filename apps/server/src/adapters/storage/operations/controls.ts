/** The present switches, notice and licence terms; each change is stored with its row in the audit log, or neither. */

import { randomUUID } from 'node:crypto';
import { epochMs } from '@undertow/market';
import { and, eq } from 'drizzle-orm';
import { appendAudit } from '#adapters/storage/audit/append-audit.ts';
import { type Orm, sql } from '#adapters/storage/database/orm.ts';
import { instantOrNull } from '#adapters/storage/tables/column-types.ts';
import { controlSwitches, licenceTerms, siteNotice } from '#adapters/storage/tables/control-tables.ts';
import type { ControlStore, StoredLicence, StoredNotice } from '#ports/controls.ts';

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

/** As in the audit log; equal for equal terms. */
function licenceText({
  plans,
  delaySeconds,
  channels,
}: Pick<StoredLicence, 'plans' | 'delaySeconds' | 'channels'>) {
  const listed = (list: readonly string[]): string =>
    list.length === 0 ? 'nobody' : [...list].sort().join(', ');
  return `plans ${listed(plans)}; after ${delaySeconds} s; channels ${channels.length === 0 ? 'none' : listed(channels)}`;
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
      const [switches, notice, licences] = await Promise.all([
        orm.select().from(controlSwitches),
        readNotice(orm),
        orm.select().from(licenceTerms).orderBy(licenceTerms.venue, licenceTerms.kind),
      ]);
      return { switches, notice, licences };
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

    setLicence: ({ venue, kind, plans, delaySeconds, channels, reason }, { actor, requestId }, nowMs) =>
      changing(async (tx) => {
        const isTerm = and(eq(licenceTerms.venue, venue), eq(licenceTerms.kind, kind));
        const [before] = await tx.select().from(licenceTerms).where(isTerm);
        const term = { plans: [...plans].sort(), delaySeconds, channels: [...channels].sort() };
        const [was, is] = [before === undefined ? null : licenceText(before), licenceText(term)];
        if (was === is) return;
        const values = { ...term, changedAtMs: epochMs(nowMs), changedBy: actor, reason };
        await tx
          .insert(licenceTerms)
          .values({ venue, kind, ...values })
          .onConflictDoUpdate({ target: [licenceTerms.venue, licenceTerms.kind], set: values });
        const entry = { actor, action: 'licence.changed' as const, subject: `${venue}/${kind}`, requestId };
        await appendAudit(tx, { ...entry, details: { before: was, after: is, reason } }, nowMs);
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
