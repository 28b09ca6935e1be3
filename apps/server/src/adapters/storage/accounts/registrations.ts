/** Registrations, and each consent with the version of its text, the hash of the words, the instant and where it came from. */

import { type ConsentKind, legalVersionOf, REGISTRATION_CONSENTS } from '@undertow/contracts';
import { type EpochMs, epochMs } from '@undertow/market';
import { asc, eq } from 'drizzle-orm';
import { appendAudit } from '#adapters/storage/audit/append-audit.ts';
import type { Orm } from '#adapters/storage/database/orm.ts';
import { consents, registrations } from '#adapters/storage/tables/billing-tables.ts';
import { lockUser } from '#adapters/storage/tiers/tiers.ts';
import type { Consent, ConsentSource, Registration, Registrations } from '#ports/registration.ts';

type Row = typeof registrations.$inferSelect;

function registrationOf({
  userId: _,
  createdAtMs: _created,
  updatedAtMs: _updated,
  ...row
}: Row): Registration {
  return row as Registration;
}

async function find(orm: Orm, userId: string): Promise<Registration | undefined> {
  const [row] = await orm.select().from(registrations).where(eq(registrations.userId, userId));
  return row === undefined ? undefined : registrationOf(row);
}

async function given(orm: Orm, userId: string): Promise<readonly Consent[]> {
  const rows = await orm
    .select({ kind: consents.kind, version: consents.version, atMs: consents.atMs })
    .from(consents)
    .where(eq(consents.userId, userId))
    .orderBy(asc(consents.id));
  return rows as readonly Consent[];
}

function agreesToAll(all: readonly Consent[]): boolean {
  return REGISTRATION_CONSENTS.every((kind) =>
    all.some((one) => one.kind === kind && one.version === legalVersionOf(kind).version),
  );
}

async function append(
  orm: Orm,
  kinds: readonly ConsentKind[],
  { userId, ipHash }: ConsentSource,
  atMs: EpochMs,
): Promise<void> {
  const rows = kinds.map((kind) => {
    const { version, textHash } = legalVersionOf(kind);
    return { userId, kind, version, textHash, ipHash, atMs };
  });
  await orm.insert(consents).values(rows);
}

function isSame(stored: Registration | undefined, sent: Registration): boolean {
  if (stored === undefined) return false;
  return (Object.keys(sent) as (keyof Registration)[]).every((key) => stored[key] === sent[key]);
}

async function save(tx: Orm, sent: Registration, from: ConsentSource, atMs: EpochMs): Promise<void> {
  const { userId, requestId } = from;
  await lockUser(tx, userId);
  const stored = await find(tx, userId);
  // The same form sent twice, by two tabs or after a lost response, is one registration
  if (isSame(stored, sent) && agreesToAll(await given(tx, userId))) return;
  await tx
    .insert(registrations)
    .values({ ...sent, userId, createdAtMs: atMs, updatedAtMs: atMs })
    .onConflictDoUpdate({ target: registrations.userId, set: { ...sent, updatedAtMs: atMs } });
  await append(tx, REGISTRATION_CONSENTS, from, atMs);
  const action = stored === undefined ? 'registration.made' : 'registration.changed';
  const before = stored?.marketDataStatus ?? null;
  const details = { before, after: sent.marketDataStatus, terms: legalVersionOf('terms').version };
  await appendAudit(tx, { actor: userId, action, subject: userId, details, requestId }, atMs);
}

export function createRegistrations(orm: Orm): Registrations {
  return {
    find: (userId) => find(orm, userId),
    consents: (userId) => given(orm, userId),
    save: (sent, from, nowMs) => orm.transaction((tx) => save(tx, sent, from, epochMs(nowMs))),
    consent: (kind, from, nowMs) => append(orm, [kind], from, epochMs(nowMs)),
    async isComplete(userId) {
      return (await find(orm, userId)) !== undefined && agreesToAll(await given(orm, userId));
    },
  };
}
