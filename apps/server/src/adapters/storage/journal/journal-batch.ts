/** Trades that go in many at a time: JSON texts, which the database takes apart itself, off our thread's objects. */
import { epochMs } from '@undertow/market';
import { type SQL, sql } from 'drizzle-orm';
import { type Orm, rowsOf } from '#adapters/storage/database/orm.ts';
import type { ImportedFacts, TradeBatch } from '#ports/journal-import.ts';

/** Column and type of each fact. */
const COLUMNS: Readonly<Record<keyof ImportedFacts, readonly [column: string, type: string]>> = {
  key: ['key', 'text'],
  groupId: ['group_id', 'text'],
  platform: ['platform', 'text'],
  account: ['account', 'text'],
  symbol: ['symbol', 'text'],
  root: ['root', 'text'],
  currency: ['currency', 'text'],
  side: ['side', 'text'],
  status: ['status', 'text'],
  quantity: ['quantity', 'text'],
  entryAtMs: ['entry_at_ms', 'bigint'],
  entryKnown: ['entry_known', 'boolean'],
  exitAtMs: ['exit_at_ms', 'bigint'],
  tradeDay: ['trade_day', 'text'],
  entryPrice: ['entry_price', 'text'],
  exitPrice: ['exit_price', 'text'],
  pointValue: ['point_value', 'text'],
  grossMicros: ['gross_micros', 'bigint'],
  commissionMicros: ['commission_micros', 'bigint'],
  feesMicros: ['fees_micros', 'bigint'],
  swapMicros: ['swap_micros', 'bigint'],
  netMicros: ['net_micros', 'bigint'],
  pnlSource: ['pnl_source', 'text'],
  maeMicros: ['mae_micros', 'bigint'],
  mfeMicros: ['mfe_micros', 'bigint'],
  plannedStop: ['planned_stop', 'text'],
  strategy: ['strategy', 'text'],
  notes: ['notes', 'text'],
  tags: ['tags', 'jsonb'],
  flags: ['flags', 'jsonb'],
  legs: ['legs', 'jsonb'],
  raw: ['raw', 'text'],
  book: ['book', 'text'],
  fills: ['fills', 'text'],
};

const listed = (parts: readonly string[]): SQL => sql.raw(parts.join(', '));
const TARGET = listed(Object.values(COLUMNS).map(([column]) => column));
const NAMES = Object.keys(COLUMNS) as (keyof ImportedFacts)[];
const shapeOf = (names: readonly (keyof ImportedFacts)[]): SQL =>
  listed(names.map((name) => `"${name}" ${COLUMNS[name][1]}`));
const SHAPE = shapeOf(NAMES);

/**
 * Inserts a batch for an import that is being stored; trades with a known key are left out. Returns how many went
 * in, and their net in micros. Each column that is taken out of every trade's text costs, hence the facts they share.
 */
export async function insertBatch(
  orm: Orm,
  userId: string,
  importId: number,
  { same, varying, trades }: TradeBatch,
  nowMs: number,
): Promise<{ readonly added: number; readonly netMicros: number }> {
  const source = listed(NAMES.map((name) => `${varying.includes(name) ? 'batch' : 'same'}."${name}"`));
  const [row] = await rowsOf<{ added: number; net: string | number }>(
    orm,
    sql`WITH added AS (
      INSERT INTO journal_trades (user_id, import_id, changed_at_ms, ${TARGET})
      SELECT ${userId}::text, ${importId}::bigint, ${epochMs(nowMs)}::bigint, ${source}
      FROM json_to_record(${same}::json) AS same (${SHAPE}),
        json_to_recordset(${trades}::json) AS batch (${shapeOf(varying)})
      WHERE EXISTS (SELECT 1 FROM journal_imports WHERE id = ${importId} AND state = 'storing')
      ON CONFLICT (user_id, key, (coalesce(superseded_by, 0))) DO NOTHING
      RETURNING net_micros)
    SELECT count(*)::int AS added, coalesce(sum(net_micros), 0)::bigint AS net FROM added`,
  );
  return { added: row?.added ?? 0, netMicros: Number(row?.net ?? 0) };
}
