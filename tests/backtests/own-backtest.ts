/** A backtest with its result in the database, for rows of the matrix. */
import { readFileSync } from 'node:fs';
import { sql } from '@undertow/server/src/adapters/storage/database/orm.ts';
import type { TestApp } from '@undertow/server/testing/app.ts';

const GOLDEN = new URL(
  '../../packages/contracts/testing/golden/routes/getBacktestResult.json',
  import.meta.url,
);
const RESULT: unknown = JSON.parse(readFileSync(GOLDEN, 'utf8')).response;

/** Returns its id: one a user, each time as it was. */
export async function putBacktest(app: TestApp, userId: string): Promise<string> {
  await app.orm.execute(sql`DELETE FROM backtests WHERE user_id = ${userId}`);
  const id = crypto.randomUUID();
  await app.orm.execute(sql`INSERT INTO backtests (id, user_id, name, rule_text, source, product, from_day, to_day, zone, seed, job_id,
    created_ms, result, trades, is_whole) VALUES (${id}, ${userId}, 'Icebergs', 'name: Icebergs', 'simulated', 'ES', '2026-11-09',
    '2026-11-18', 'Europe/London', 1, 'none', 1, ${JSON.stringify(RESULT)}::jsonb, '[]', true)`);
  return id;
}
