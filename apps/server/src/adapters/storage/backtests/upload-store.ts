/** Uploads of users: what was announced and received, and the sessions that the detectors found in them. */
import { randomUUID } from 'node:crypto';
import { FACTS_VERSION } from '@undertow/backtest';
import { epochMs } from '@undertow/market';
import { and, asc, count, desc, eq, getTableColumns, inArray, lte, sql, sum } from 'drizzle-orm';
import type { Orm } from '#adapters/storage/database/orm.ts';
import { withClaim } from '#adapters/storage/jobs/claim-fence.ts';
import { putJob } from '#adapters/storage/jobs/put-job.ts';
import { uploadSessions, uploads } from '#adapters/storage/tables/backtest-tables.ts';
import { jobs } from '#adapters/storage/tables/job-tables.ts';
import type {
  OwnUpload,
  StoredUpload,
  UploadedFactsOf,
  UploadReading,
  UploadStore,
} from '#ports/backtests/uploads.ts';

const { number: _number, ...LISTED } = getTableColumns(uploads);
const { uploadId, userId: ownerId, product, tradingDay, contract, detectors, shape } = uploadSessions;

const isOwn = ({ userId, id }: OwnUpload) => and(eq(uploads.id, id), eq(uploads.userId, userId));

const isOf = (of: UploadedFactsOf) =>
  and(eq(ownerId, of.userId), eq(product, of.product), eq(detectors, of.detectors), eq(shape, FACTS_VERSION));

/** All of a user, or one of them. */
async function listed(orm: Orm, userId: string, present: string, id?: string): Promise<StoredUpload[]> {
  const rows = await orm
    .select(LISTED)
    .from(uploads)
    .where(id === undefined ? eq(uploads.userId, userId) : isOwn({ userId, id }))
    .orderBy(desc(uploads.number));
  const found = await orm
    .select({ uploadId, product, tradingDay, contract, detectors, shape })
    .from(uploadSessions)
    .where(id === undefined ? eq(ownerId, userId) : eq(uploadId, id))
    .orderBy(asc(tradingDay), asc(product));
  const byUpload = Map.groupBy(found, (session) => session.uploadId);
  return rows.map((row) => ({
    ...row,
    sessions: (byUpload.get(row.id) ?? []).map((session) => ({
      product: session.product,
      tradingDay: session.tradingDay,
      contract: session.contract,
      isReady: session.detectors === present && session.shape === FACTS_VERSION,
    })),
  }));
}

function begin(orm: Orm): UploadStore['begin'] {
  return (userId, file, { files, bytes, nowMs, expiresMs }) =>
    orm.transaction(async (tx) => {
      // One at a time: two requests at once could both find room
      await tx.execute(sql`SELECT 1 FROM users WHERE id = ${userId} FOR UPDATE`);
      const [held] = await tx
        .select({ files: count(), bytes: sum(uploads.bytes).mapWith(Number) })
        .from(uploads)
        .where(eq(uploads.userId, userId));
      if ((held?.files ?? 0) >= files) return 'too-many';
      if ((held?.bytes ?? 0) + file.bytes > bytes) return 'no-room';
      const id = randomUUID();
      const times = { createdMs: epochMs(nowMs), expiresMs: epochMs(expiresMs) };
      await tx.insert(uploads).values({ ...file, ...times, id, userId, received: 0 });
      return id;
    });
}

async function putReading(tx: Orm, of: OwnUpload, { kind, detectors: by }: UploadReading): Promise<void> {
  const { id, userId } = of;
  const key = `${id}/${by}/${FACTS_VERSION}`;
  const partition = `upload/${id}`;
  const jobId = await putJob(tx, kind, { key, payload: { uploadId: id }, userId, partition });
  await tx.update(uploads).set({ jobId }).where(isOwn(of));
}

function saveSessions(orm: Orm): UploadStore['saveSessions'] {
  return (claim, { id, userId }, { detectors: readBy, sessions, tookMs }) =>
    withClaim(orm, claim, async (tx) => {
      await tx.delete(uploadSessions).where(eq(uploadId, id));
      const share = Math.round(tookMs / Math.max(1, sessions.length));
      // One at a time: facts of many days are one statement of many megabytes otherwise
      for (const session of sessions)
        await tx.insert(uploadSessions).values({
          ...session,
          ...{ uploadId: id, userId, detectors: readBy, shape: FACTS_VERSION, tookMs: share },
        });
    });
}

function remove(orm: Orm): UploadStore['remove'] {
  return (userId, id) =>
    orm.transaction(async (tx) => {
      const [row] = await tx.delete(uploads).where(isOwn({ userId, id })).returning({ jobId: uploads.jobId });
      if (row === undefined) return false;
      await tx.delete(uploadSessions).where(eq(uploadId, id));
      if (row.jobId !== null) await tx.delete(jobs).where(eq(jobs.id, row.jobId));
      return true;
    });
}

/** Of each day the session with the most contracts traded. */
function factsIn(orm: Orm): Pick<UploadStore, 'facts' | 'readFacts'> {
  const mostTraded = [asc(tradingDay), desc(uploadSessions.volume), asc(uploadId)];
  return {
    facts: (of) =>
      orm
        .selectDistinctOn([tradingDay], {
          ...{ uploadId, tradingDay, contract, gaps: uploadSessions.gaps, tookMs: uploadSessions.tookMs },
        })
        .from(uploadSessions)
        .where(isOf(of))
        .orderBy(...mostTraded),

    async readFacts(of, day) {
      const [row] = await orm
        .select({ facts: uploadSessions.facts })
        .from(uploadSessions)
        .where(and(isOf(of), eq(tradingDay, day)))
        .orderBy(...mostTraded)
        .limit(1);
      return row?.facts;
    },
  };
}

export function createUploadStore(orm: Orm): UploadStore {
  return {
    ...{ begin: begin(orm), saveSessions: saveSessions(orm), remove: remove(orm), ...factsIn(orm) },
    list: (userId, present) => listed(orm, userId, present),
    find: async (userId, id, present) => (await listed(orm, userId, present, id))[0],

    advance: (of, { from, to, expiresMs }, reading) =>
      orm.transaction(async (tx) => {
        const moved = await tx
          .update(uploads)
          .set({ received: to, expiresMs: epochMs(expiresMs) })
          .where(and(isOwn(of), eq(uploads.received, from)))
          .returning({ id: uploads.id });
        if (moved.length > 0 && reading !== null) await putReading(tx, of, reading);
        return moved.length > 0;
      }),

    request: (of, reading) => orm.transaction((tx) => putReading(tx, of, reading)),

    refuse: (claim, { id, userId }, refusal) =>
      withClaim(orm, claim, async (tx) => {
        await tx.delete(uploadSessions).where(eq(uploadId, id));
        await tx.update(uploads).set({ refusal }).where(isOwn({ userId, id }));
      }),

    async sweep(nowMs) {
      const expired = await orm
        .select({ id: uploads.id, userId: uploads.userId })
        .from(uploads)
        .where(lte(uploads.expiresMs, epochMs(nowMs)));
      for (const { id, userId } of expired) await remove(orm)(userId, id);
    },

    async known(ids) {
      if (ids.length === 0) return new Set();
      const rows = await orm
        .select({ id: uploads.id })
        .from(uploads)
        .where(inArray(uploads.id, [...ids]));
      return new Set(rows.map(({ id }) => id));
    },
  };
}
