/** Reads the audit log: searched, verified, and its end noted beside the database. */
import { and, desc, eq, like, lt, type SQL } from 'drizzle-orm';
import type { ChainHeadsFile } from '#adapters/storage/database/chain-heads-file.ts';
import { type Orm, sql } from '#adapters/storage/database/orm.ts';
import { auditLog, auditValues } from '#adapters/storage/tables/tables.ts';
import type { AuditEntry } from '#ports/accounts.ts';
import type { AuditHead, AuditHistory, AuditQuery } from '#ports/audit.ts';
import { AUDIT_CHAIN, auditHead, verifyAudit } from './audit-verify.ts';

/** The instant at which a day begins in London, `days` later. */
const dayBegins = (day: string, days: number) =>
  sql`(extract(epoch FROM (${day}::date + ${days}::integer)::timestamp AT TIME ZONE 'Europe/London') * 1000)::bigint`;

function conditionsOf({ actor, subject, action, from, to, before }: AuditQuery): SQL | undefined {
  return and(
    actor === undefined ? undefined : eq(auditLog.actor, actor),
    subject === undefined ? undefined : eq(auditLog.subject, subject),
    action === undefined ? undefined : like(auditLog.action, `${action.replaceAll(/[\\%_]/g, '\\$&')}%`),
    from === undefined ? undefined : sql`${auditLog.atMs} >= ${dayBegins(from, 0)}`,
    to === undefined ? undefined : sql`${auditLog.atMs} < ${dayBegins(to, 1)}`,
    before === undefined ? undefined : lt(auditLog.number, before),
  );
}

async function search(orm: Orm, query: AuditQuery) {
  const { number, atMs, actor, action, subject, requestId, hash } = auditLog;
  const rows = await orm
    .select({ number, atMs, actor, action, subject, requestId, hash, details: auditValues.details })
    .from(auditLog)
    .leftJoin(auditValues, eq(auditValues.number, number))
    .where(conditionsOf(query))
    .orderBy(desc(number))
    .limit(query.limit);
  return rows.map((row) => ({
    ...row,
    details: row.details === null ? null : (JSON.parse(row.details) as AuditEntry['details']),
  }));
}

async function headOf(orm: Orm): Promise<AuditHead> {
  const head = await auditHead(orm);
  if (head === undefined) throw new Error('the note of the end of the audit log is missing');
  return head;
}

/** What is wrong with the chain as seen from an end that was noted earlier, or null where it continues from there. */
async function continuationFault(orm: Orm, noted: AuditHead, head: AuditHead): Promise<string | null> {
  const { count, hash } = noted;
  if (head.count < count) return `${count - head.count} rows are missing at its end`;
  if (count === 0) return null;
  const [row] = await orm.select({ hash: auditLog.hash }).from(auditLog).where(eq(auditLog.number, count));
  return row?.hash === hash ? null : `row ${count} is missing or not the one that was written`;
}

class WitnessedAuditHistory implements AuditHistory {
  readonly #orm: Orm;
  readonly #headFile: ChainHeadsFile;
  #noted: AuditHead | undefined;

  constructor(orm: Orm, headFile: ChainHeadsFile) {
    this.#orm = orm;
    this.#headFile = headFile;
  }

  search(query: AuditQuery): ReturnType<AuditHistory['search']> {
    return search(this.#orm, query);
  }

  head(): Promise<AuditHead> {
    return headOf(this.#orm);
  }

  verify(): ReturnType<AuditHistory['verify']> {
    return verifyAudit(this.#orm, this.#headFile);
  }

  async witness(): ReturnType<AuditHistory['witness']> {
    this.#noted ??= (await this.#headFile.read())[AUDIT_CHAIN];
    const noted = this.#noted;
    const head = await headOf(this.#orm);
    const isKnown = noted !== undefined && noted.count === head.count && noted.hash === head.hash;
    if (isKnown) return { ...head, fault: null };
    const fault = noted === undefined ? null : await continuationFault(this.#orm, noted, head);
    // What the file knows stays there as the proof
    if (fault !== null) return { ...head, fault };
    await this.#headFile.write({ [AUDIT_CHAIN]: head });
    this.#noted = head;
    return { ...head, fault: null };
  }
}

export function createAuditHistory(orm: Orm, headFile: ChainHeadsFile): AuditHistory {
  return new WitnessedAuditHistory(orm, headFile);
}
