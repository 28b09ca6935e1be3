/** What is older than its setting is listed and removed; what is newer, unsettled or kept by law stays. */
import { DAY_MS } from '@undertow/market';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#adapters/storage/database/database.ts';
import { rowsOf, sql } from '#adapters/storage/database/orm.ts';
import { createStores } from '#adapters/storage/stores.ts';
import { openMemoryDatabase } from '#testing/database/databases.ts';
import { accountRules, countOld, DEFAULT_RETENTION, marketRules, removeOld } from './retention.ts';

const NOW = Date.UTC(2026, 10, 22);
const retention = { ...DEFAULT_RETENTION, barDays: 30, mailDays: 60 };

let database: Database;
beforeAll(async () => {
  database = await openMemoryDatabase();
  const { orm } = database;
  const { id } = await createStores(orm).users.ensure('https://id.example', 'jane', 0);
  await orm.execute(sql`INSERT INTO feed_runs (source, run) VALUES ('simulated', 'a')`);
  const at = (days: number) => sql`${NOW - days * DAY_MS}::bigint`;
  for (const days of [1, 31, 61, 91, 401]) {
    await orm.execute(sql`INSERT INTO bars VALUES (1, 1, ${at(days)}, 1, 1, 1, 1, 1, 1, 0, 1, 1, 'ESZ6')`);
    await orm.execute(sql`INSERT INTO top_of_book VALUES (1, 1, ${at(days)}, 1, 1, 2, 1, 1, 1, 0)`);
    await orm.execute(sql`INSERT INTO book_seconds VALUES (1, 1, ${at(days)}, ${at(days)}, '')`);
    await orm.execute(sql`INSERT INTO mail_outbox (id, user_id, template, facts, created_at_ms, next_attempt_ms, sent_at_ms)
      VALUES (${`sent-${days}`}, ${id}, 'welcome', '{}', ${at(days)}, 1, 1), (${`waits-${days}`}, ${id}, 'welcome', '{}',
      ${at(days)}, 1, NULL)`);
    await orm.execute(sql`INSERT INTO stripe_events (id, type, created_at_ms, received_at_ms, next_attempt_ms, applied_at_ms)
      VALUES (${`done-${days}`}, 'x', 1, ${at(days)}, 1, 1), (${`waits-${days}`}, 'x', 1, ${at(days)}, 1, NULL)`);
  }
});
afterAll(() => database.close());

const rules = () => [...marketRules(retention, NOW), ...accountRules(retention, NOW)];

async function oldRows() {
  const found = await Promise.all(rules().map((rule) => countOld(database.orm, rule)));
  return Object.fromEntries(
    found
      .filter(({ rows }) => rows > 0)
      .map(({ rule, rows, oldestMs }) => [rule.table, [rows, (NOW - (oldestMs ?? 0)) / DAY_MS]]),
  );
}

test('expired rows are listed by table with their age, and listing removes nothing', async () => {
  const expected = {
    bars: [4, 401],
    top_of_book: [2, 401],
    book_seconds: [2, 401],
    mail_outbox: [3, 401],
    stripe_events: [1, 401],
  };
  expect(await oldRows()).toEqual(expected);
  expect(await oldRows()).toEqual(expected);
});

test('as many rows are removed as were listed, and the rest stays', async () => {
  const before = Object.values(await oldRows()).reduce((sum, [rows = 0]) => sum + rows, 0);
  let removed = 0;
  for (const rule of rules()) removed += await removeOld(database.orm, rule);
  expect(removed).toBe(before);
  expect(await oldRows()).toEqual({});
  const [left] = await rowsOf(
    database.orm,
    sql`SELECT (SELECT count(*)::int FROM mail_outbox WHERE sent_at_ms IS NULL) AS mails,
      (SELECT count(*)::int FROM stripe_events WHERE applied_at_ms IS NULL) AS webhooks,
      (SELECT count(*)::int FROM bars) AS bars`,
  );
  expect(left).toEqual({ mails: 5, webhooks: 5, bars: 1 });
});
