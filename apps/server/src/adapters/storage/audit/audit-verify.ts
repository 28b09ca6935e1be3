/** Verifies that the audit log is unchanged, row by row and against the ends stored outside the table. */
import { hash as digestOf } from 'node:crypto';
import type { ChainHeadsFile } from '#adapters/storage/database/chain-heads-file.ts';
import { type Orm, rowsOf, sql } from '#adapters/storage/database/orm.ts';
import type { AuditHead, AuditVerdict } from '#ports/audit.ts';

/** The hash before the first row. */
const GENESIS = '0'.repeat(64);
/** Its name in the file of heads. */
export const AUDIT_CHAIN = 'audit';
const PAGE = 1000;

interface WalkedRow {
  readonly number: string;
  readonly at_ms: string;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly request_id: string | null;
  readonly values_digest: string;
  readonly previous_hash: string;
  readonly hash: string;
  readonly user_id: string | null;
  readonly salt: string | null;
  readonly details: string | null;
}

/** As the function `audit_hash` of the database writes it: recomputed here, because the owner of the database owns its functions. */
function auditHash(parts: readonly (string | null)[]): string {
  const written = parts.map((part) => (part === null ? '-' : `${Buffer.byteLength(part)}:${part}`));
  return digestOf('sha256', written.join(''));
}

function hashOf(row: WalkedRow): string {
  const { number, at_ms, actor, action, subject, request_id, values_digest, previous_hash } = row;
  return auditHash([number, at_ms, actor, action, subject, request_id, values_digest, previous_hash]);
}

class Walk {
  count = 0;
  hash = GENESIS;
  /** Rows whose values are there. */
  valuesCount = 0;
  /** Ends that were noted: the chain must pass through each. */
  readonly #marks: readonly AuditHead[];

  constructor(marks: readonly AuditHead[]) {
    this.#marks = marks;
  }

  /** Verifies the next rows; returns the fault of the first wrong one, or null. */
  followAll(rows: readonly WalkedRow[]): string | null {
    for (const row of rows) {
      const fault = this.#follow(row);
      if (fault !== null) return fault;
    }
    return null;
  }

  #follow(row: WalkedRow): string | null {
    const expected = this.count + 1;
    const number = Number(row.number);
    if (number > expected) return `row ${expected} is missing`;
    if (number < expected) return `row ${number} is there twice`;
    if (hashOf(row) !== row.hash) return `row ${number} was changed`;
    if (row.previous_hash !== this.hash) return `row ${number} does not follow the row before it`;
    this.count = expected;
    this.hash = row.hash;
    return this.#valuesFault(row) ?? this.markFault();
  }

  #valuesFault({ number, subject, values_digest, user_id, salt, details }: WalkedRow): string | null {
    if (salt === null || details === null) return null;
    this.valuesCount += 1;
    if (user_id === subject && digestOf('sha256', salt + details) === values_digest) return null;
    return `the values of row ${number} were changed`;
  }

  /** What is wrong here with an end that was noted outside the chain. */
  markFault(): string | null {
    const differs = this.#marks.some(({ count, hash }) => count === this.count && hash !== this.hash);
    return differs ? `row ${this.count} is not the one that was written` : null;
  }

  endFault(): string | null {
    const most = Math.max(...this.#marks.map(({ count }) => count));
    return most > this.count ? `${most - this.count} rows are missing at its end` : null;
  }
}

/** The bound applies to both tables: from an outer join alone the planner does not infer it for the second one. */
function readPage(orm: Orm, after: number, page: number): Promise<readonly WalkedRow[]> {
  return rowsOf<WalkedRow>(
    orm,
    sql`SELECT l.number::text, l.at_ms::text, l.actor, l.action, l.subject, l.request_id, l.values_digest,
        l.previous_hash, l.hash, v.user_id, v.salt, v.details
      FROM audit_log l LEFT JOIN audit_values v ON v.number = l.number AND v.number > ${after}
      WHERE l.number > ${after} ORDER BY l.number LIMIT ${page}`,
  );
}

/** The first row whose values are missing without a later erasure of their person in the log. */
async function absentFault(orm: Orm, rows: readonly WalkedRow[]): Promise<string | null> {
  const absent = rows.filter(({ salt }) => salt === null);
  if (absent.length === 0) return null;
  const subjects = [...new Set(absent.map(({ subject }) => subject))].map((subject) => sql`${subject}`);
  const erased = await rowsOf<{ subject: string; number: string }>(
    orm,
    sql`SELECT subject, max(number)::text AS number FROM audit_log
      WHERE action = 'erasure.done' AND subject IN (${sql.join(subjects, sql`, `)}) GROUP BY subject`,
  );
  const erasedAt = new Map(erased.map(({ subject, number }) => [subject, Number(number)]));
  const fault = absent.find(({ subject, number }) => (erasedAt.get(subject) ?? 0) < Number(number));
  return fault === undefined ? null : `the values of row ${fault.number} are missing`;
}

/** The end of the chain as the database notes it; undefined when that is not there. */
export async function auditHead(orm: Orm): Promise<AuditHead | undefined> {
  const [row] = await rowsOf<{ count: string; hash: string }>(
    orm,
    sql`SELECT count::text, hash FROM audit_head`,
  );
  return row === undefined ? undefined : { count: Number(row.count), hash: row.hash };
}

/** Rows and values that a walk by number does not meet: duplicates, before the first, or after the last. */
async function strayFault(orm: Orm, walk: Walk): Promise<string | null> {
  const [found] = await rowsOf<{ rows: string; valuesCount: string; stray: string | null }>(
    orm,
    sql`SELECT (SELECT count(*) FROM audit_log WHERE number <= ${walk.count})::text AS rows,
      (SELECT count(*) FROM audit_values WHERE number <= ${walk.count})::text AS "valuesCount",
      (SELECT min(number) FROM audit_values WHERE number > (SELECT max(count) FROM audit_head))::text AS stray`,
  );
  if (Number(found?.rows) !== walk.count) return 'rows were inserted';
  if (Number(found?.valuesCount) !== walk.valuesCount) return 'values without their row were inserted';
  return typeof found?.stray === 'string' ? `values were inserted for row ${found.stray}` : null;
}

/** Appends continue meanwhile: what is compared with the end is read in an order that tolerates them. */
async function endFault(orm: Orm, walk: Walk, headBefore: AuditHead): Promise<string | null> {
  if (headBefore.count > walk.count) return `${headBefore.count - walk.count} rows are missing at its end`;
  const stray = await strayFault(orm, walk);
  const head = await auditHead(orm);
  if (head === undefined) return 'the note of its end is missing';
  if (head.count < walk.count) return `row ${head.count + 1} was inserted behind its end`;
  if (head.count === walk.count && head.hash !== walk.hash)
    return `row ${walk.count} is not the one that was written`;
  return stray ?? walk.endFault();
}

/** Walks the chain from its first row, `page` rows at a time, and compares it with the file beside the database. */
export async function verifyAudit(orm: Orm, headFile: ChainHeadsFile, page = PAGE): Promise<AuditVerdict> {
  const noted = (await headFile.read())[AUDIT_CHAIN];
  const first = await auditHead(orm);
  if (first === undefined) return { count: 0, fault: 'the note of its end is missing' };
  if (noted === undefined && first.count > 0)
    return { count: 0, fault: 'the file beside the database does not know it' };
  const walk = new Walk([first, noted ?? { count: 0, hash: GENESIS }]);
  let fault = walk.markFault();
  let headBefore: AuditHead | null = null;
  while (fault === null) {
    const rows = await readPage(orm, walk.count, page);
    if (rows.length === 0 && headBefore !== null) {
      fault = await endFault(orm, walk, headBefore);
      break;
    }
    // Whether rows are missing at the end shows only the end that was recorded before this check
    headBefore = rows.length === 0 ? ((await auditHead(orm)) ?? first) : null;
    fault = walk.followAll(rows) ?? (await absentFault(orm, rows));
  }
  return { count: walk.count, fault };
}
