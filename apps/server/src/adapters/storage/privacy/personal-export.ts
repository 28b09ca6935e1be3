/** Everything stored about a user, page by page: readable for them, without what only the server needs. */
import { formatMicros } from '@undertow/journal';
import { and, asc, eq, getTableColumns, gt, type SQL, sql } from 'drizzle-orm';
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import type { Orm } from '#adapters/storage/database/orm.ts';
import { auditLog, auditValues } from '#adapters/storage/tables/tables.ts';
import type { AccountExport } from '#ports/account-feeds.ts';
import type { PersonalData, PersonalFile, PersonalRow } from '#ports/accounts.ts';
import { tablesByName } from './declared-tables.ts';
import { PERSONAL_TABLES } from './personal-data.ts';

/** Rows read at a time: with one page in memory an export costs the same for everybody. */
const PAGE = 500;
/** Secrets that a provider shares with the browser and the server only, anywhere in a row. */
const SECRET = /secret|ticket/i;
const ACCESS_FILE = 'account-access';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type Row = Readonly<Record<string, unknown>>;

/** Keys of instants lose their unit: the value is ISO 8601. */
const INSTANT = /(^atMs|^startMs|^toMs|^fromMs|AtMs|UntilMs|SinceMs|AttemptMs|detectedMs|updatedMs)$/;

/** Keys of money in the journal lose their unit: the value is decimal text. */
const MONEY = /Micros$/;

function shownKey(key: string): string {
  if (MONEY.test(key)) return key.slice(0, -'Micros'.length);
  return INSTANT.test(key) ? key.slice(0, -2) : key;
}

function shownValue(key: string, value: unknown): unknown {
  if (typeof value === 'number' && MONEY.test(key)) return formatMicros(value);
  if (typeof value === 'number' && INSTANT.test(key)) return new Date(value).toISOString();
  return readable(value);
}

/** Milliseconds become instants and micros money that a user reads, and secrets are left out, at every depth. */
function readable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(readable);
  if (value === null || typeof value !== 'object') return value;
  const shown: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(value)) {
    if (SECRET.test(key)) continue;
    shown[shownKey(key)] = shownValue(key, inner);
  }
  return shown;
}

function without(row: Row, hidden: readonly string[]): PersonalRow {
  return readable(
    Object.fromEntries(Object.entries(row).filter(([key]) => !hidden.includes(key))),
  ) as PersonalRow;
}

/** The columns that name a row, in the order of its primary key. */
function keyOf(table: PgTable): readonly (readonly [string, PgColumn])[] {
  const columns = Object.entries(getTableColumns(table));
  const named = getTableConfig(table).primaryKeys[0]?.columns.map((column) => column.name);
  const isKey = (column: PgColumn): boolean => named?.includes(column.name) ?? column.primary;
  return columns.filter(([, column]) => isKey(column));
}

function columnOf(table: PgTable, name: string): PgColumn {
  const found = Object.values(getTableColumns(table)).find((column) => column.name === name);
  if (found === undefined) throw new Error(`the table has no column ${name}`);
  return found;
}

/** Rows of a user in the order of their key. A page begins behind the last row of the one before, whatever was added. */
async function* rowPages(orm: Orm, table: PgTable, mine: SQL | undefined): AsyncGenerator<readonly Row[]> {
  const key = keyOf(table);
  const order = key.map(([, column]) => asc(column));
  const tuple = sql.join(
    key.map(([, column]) => sql`${column}`),
    sql`, `,
  );
  let behind: SQL | undefined;
  for (;;) {
    const rows: Row[] = await orm
      .select()
      .from(table)
      .where(and(mine, behind))
      .orderBy(...order)
      .limit(PAGE);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    const values = sql.join(
      key.map(([name]) => sql`${last[name]}`),
      sql`, `,
    );
    behind = sql`(${tuple}) > (${values})`;
  }
}

/** Who read or changed the account: the user, the operator's staff, or a command by its name. */
async function* accessPages(orm: Orm, userId: string): AsyncGenerator<readonly PersonalRow[]> {
  const { number, atMs, actor, action } = auditLog;
  let last = 0;
  for (;;) {
    const rows = await orm
      .select({ number, atMs, actor, action, details: auditValues.details })
      .from(auditLog)
      .leftJoin(auditValues, eq(auditValues.number, number))
      .where(and(eq(auditLog.subject, userId), gt(number, last)))
      .orderBy(asc(number))
      .limit(PAGE);
    if (rows.length > 0) {
      yield rows.map((row) => ({
        at: new Date(row.atMs).toISOString(),
        by: row.actor === userId ? 'you' : UUID.test(row.actor) ? 'an administrator' : row.actor,
        action: row.action,
        details: row.details === null ? null : readable(JSON.parse(row.details)),
      }));
    }
    last = rows.at(-1)?.number ?? 0;
    if (rows.length < PAGE) return;
  }
}

interface ExportFile extends PersonalFile {
  readonly table: PgTable | null;
  readonly tableName: string;
  readonly userColumn: string;
  readonly hidden: readonly string[];
  readonly isSealed: boolean;
}

function filesOf(): readonly ExportFile[] {
  const declared = tablesByName();
  const files = Object.entries(PERSONAL_TABLES).flatMap(([name, { shown, userColumn }]) => {
    const table = declared.get(name);
    if (shown === null || table === undefined) return [];
    const hidden = [...(shown.hidden ?? []), 'userId'];
    const sealed = shown.sealed ?? [];
    const isSealed = sealed.length > 0;
    const columns = Object.keys(getTableColumns(table))
      .filter((key) => !hidden.includes(key) && !sealed.includes(key) && !SECRET.test(key))
      .map(shownKey);
    return [
      {
        ...{ name: shown.file, about: shown.about, table, tableName: name, userColumn, hidden, isSealed },
        columns: isSealed ? [...columns, 'content'] : columns,
      },
    ];
  });
  return [
    ...files,
    {
      name: ACCESS_FILE,
      about: 'Who looked at your account or changed it, and when.',
      columns: ['at', 'by', 'action', 'details'],
      table: null,
      tableName: '',
      userColumn: '',
      hidden: [],
      isSealed: false,
    },
  ];
}

/** Without the operator's keys nothing was sealed, and what an earlier server sealed does not open here. */
const NO_KEYS: AccountExport = {
  open: async (_userId, _table, rows) =>
    rows.map(({ sealed, tape: _tape, ...clear }) => ({
      ...clear,
      content: sealed === null ? null : 'The key of this row is not available. Please contact support.',
    })),
};

/** `accountExport` opens what is sealed with the owner's key; null without the operator's keys. */
export function createPersonalData(orm: Orm, accountExport: AccountExport | null = null): PersonalData {
  const files = filesOf();
  const sealed = accountExport ?? NO_KEYS;
  return {
    files: files.map(({ name, about, columns }) => ({ name, about, columns })),
    async *pages(userId, name) {
      const file = files.find((one) => one.name === name);
      if (file === undefined) throw new Error(`there is no file ${name} in the export`);
      if (file.table === null) {
        yield* accessPages(orm, userId);
        return;
      }
      const mine = eq(columnOf(file.table, file.userColumn), userId);
      for await (const rows of rowPages(orm, file.table, mine)) {
        const opened = file.isSealed ? await sealed.open(userId, file.tableName, rows) : rows;
        yield opened.map((row) => without(row, file.hidden));
      }
    },
  };
}
