/** Users' own trading platforms: details, the sealed password while it is kept, and how the connection went. */
import { epochMs } from '@undertow/market';
import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm';
import { appendAudit } from '#adapters/storage/audit/append-audit.ts';
import type { Orm } from '#adapters/storage/database/orm.ts';
import { brokerConnections, brokerCredentials } from '#adapters/storage/tables/connection-tables.ts';
import type { AuditEntry } from '#ports/accounts.ts';
import type { ConnectionRow, ConnectionStore } from '#ports/credentials.ts';

const mine = (userId: string) => eq(brokerConnections.userId, userId);

async function find(orm: Orm, userId: string): Promise<ConnectionRow | undefined> {
  const { keyId, dataKey, password } = brokerCredentials;
  // One statement: details and password are of the same save
  const [row] = await orm
    .select({ ...getTableColumns(brokerConnections), sealed: { keyId, dataKey, password } })
    .from(brokerConnections)
    .leftJoin(brokerCredentials, eq(brokerCredentials.userId, brokerConnections.userId))
    .where(mine(userId));
  return row;
}

type Act = Pick<AuditEntry, 'action' | 'details' | 'requestId'>;

async function audit(tx: Orm, userId: string, actor: string, act: Act, nowMs: number): Promise<void> {
  await appendAudit(tx, { actor, subject: userId, ...act }, nowMs);
}

function createSave(orm: Orm): ConnectionStore['save'] {
  return ({ userId, username, server, domain, system, sealed }, nowMs, requestId) =>
    orm.transaction(async (tx) => {
      const values = {
        username,
        server,
        domain,
        system,
        isWanted: true,
        fault: null,
        savedAtMs: epochMs(nowMs),
      };
      const [row] = await tx
        .insert(brokerConnections)
        .values({ userId, ...values, revision: 1 })
        .onConflictDoUpdate({
          target: brokerConnections.userId,
          set: { ...values, revision: sql`${brokerConnections.revision} + 1` },
        })
        .returning({ revision: brokerConnections.revision });
      await tx
        .insert(brokerCredentials)
        .values({ userId, ...sealed })
        .onConflictDoUpdate({ target: brokerCredentials.userId, set: sealed });
      const act = { action: 'connection.saved', details: { server, domain, system }, requestId } as const;
      await audit(tx, userId, userId, act, nowMs);
      if (row === undefined) throw new Error('a saved connection has a revision');
      return row.revision;
    });
}

function createResume(orm: Orm): ConnectionStore['resume'] {
  return (userId, nowMs, requestId) =>
    orm.transaction(async (tx) => {
      const [row] = await tx.select().from(brokerConnections).where(mine(userId)).for('update');
      const [kept] = await tx
        .select({ userId: brokerCredentials.userId })
        .from(brokerCredentials)
        .where(eq(brokerCredentials.userId, userId));
      if (row === undefined || kept === undefined) return null;
      const revision = row.revision + 1;
      await tx.update(brokerConnections).set({ revision, isWanted: true, fault: null }).where(mine(userId));
      await audit(tx, userId, userId, { action: 'connection.resumed', details: {}, requestId }, nowMs);
      return revision;
    });
}

function createDisconnect(orm: Orm): ConnectionStore['disconnect'] {
  return (userId, nowMs, requestId) =>
    orm.transaction(async (tx) => {
      // Locks the row as a save does, so that both take turns
      const [row] = await tx.select().from(brokerConnections).where(mine(userId)).for('update');
      const deleted = await tx
        .delete(brokerCredentials)
        .where(eq(brokerCredentials.userId, userId))
        .returning({ userId: brokerCredentials.userId });
      if (row === undefined || deleted.length === 0) return null;
      const revision = row.revision + 1;
      await tx.update(brokerConnections).set({ revision, isWanted: false, fault: null }).where(mine(userId));
      await audit(tx, userId, userId, { action: 'connection.disconnected', details: {}, requestId }, nowMs);
      return revision;
    });
}

function createNoteFault(orm: Orm): ConnectionStore['noteFault'] {
  return ({ userId, revision, isWanted }, fault, nowMs) =>
    orm.transaction(async (tx) => {
      const [row] = await tx.select().from(brokerConnections).where(mine(userId)).for('update');
      if (row === undefined || row.revision !== revision) return;
      await tx.update(brokerConnections).set({ fault, isWanted }).where(mine(userId));
      if (fault !== 'secret_unreadable' || row.fault === fault) return;
      const act = { action: 'connection.unreadable', details: { revision }, requestId: null } as const;
      await audit(tx, userId, 'connection', act, nowMs);
    });
}

export function createConnectionStore(orm: Orm): ConnectionStore {
  return {
    find: (userId) => find(orm, userId),
    save: createSave(orm),
    resume: createResume(orm),
    disconnect: createDisconnect(orm),
    async noteConnected(userId, revision, nowMs) {
      await orm
        .update(brokerConnections)
        .set({ lastConnectedAtMs: epochMs(nowMs), fault: null })
        .where(and(mine(userId), eq(brokerConnections.revision, revision)));
    },
    noteFault: createNoteFault(orm),
    async wanted() {
      const { userId, revision, isWanted } = brokerConnections;
      return orm
        .select({ userId, revision })
        .from(brokerConnections)
        .where(eq(isWanted, true))
        .orderBy(asc(userId));
    },
  };
}
