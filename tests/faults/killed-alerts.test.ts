/** Alerts under kill -9: every stored event gets its alert in the end, none twice, and cool-downs hold. */
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { HOUR_MS } from '@undertow/market';
import { type Database, openDatabase } from '@undertow/server/src/adapters/storage/database/database.ts';
import { rowsOf, sql } from '@undertow/server/src/adapters/storage/database/orm.ts';
import { newDataFolder } from '@undertow/server/testing/database/data-folder.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COOL_DOWN_SECONDS, type KillRules, makeRules, openDispatch } from './alert-kill-world.ts';
import { startProcess } from './child-process.ts';

const WRITER = fileURLToPath(new URL('./alert-until-killed.ts', import.meta.url));
const ROUNDS = process.env['LONG_TESTS'] === '1' ? 200 : 2;

let dataDir: string;
let rules: KillRules;
beforeAll(async () => {
  dataDir = newDataFolder('kill-alerts');
  const database = await openDatabase({ dataDir });
  rules = await makeRules(database);
  await database.close();
}, 120_000);
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Starts a process that raises events, and kills it after a number of them. */
async function raiseUntilKilled(round: number): Promise<void> {
  const writer = startProcess(WRITER, [dataDir, String(round)]);
  // Before the first batch is stored, in the middle of one, and long after it
  await writer.untilLines(1 + ((round * 37) % 90));
  await writer.kill();
}

async function outboxSize(database: Database): Promise<number> {
  const [row] = await rowsOf<{ count: number | string }>(
    database.orm,
    sql`SELECT count(*) AS count FROM alert_debts`,
  );
  return Number(row?.count);
}

/** Instants of the alerts of a rule by event, oldest first; fails on two of one event. */
async function alertsOf(database: Database, ruleId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await rowsOf<{ event_id: string; event_at_ms: number | string }>(
    database.orm,
    sql`SELECT event_id, event_at_ms FROM alerts WHERE rule_id = ${ruleId} ORDER BY event_at_ms`,
  );
  const byEvent = new Map(rows.map((row) => [row.event_id, Number(row.event_at_ms)]));
  expect(byEvent.size).toBe(rows.length);
  return byEvent;
}

async function eventsOf(database: Database, type: string): Promise<readonly { id: string; atMs: number }[]> {
  const rows = await rowsOf<{ id: string; updated: string }>(
    database.orm,
    sql`SELECT id, body ->> 'updatedNs' AS updated FROM flow_events WHERE type = ${type}`,
  );
  return rows.map(({ id, updated }) => ({ id, atMs: Number(BigInt(updated) / 1_000_000n) }));
}

test(`${ROUNDS} kills at any moment leave every stored event with one alert of each rule`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) await raiseUntilKilled(round);
  const database = await openDatabase({ dataDir });
  // An hour later, so that the delayed plan's entries of the outbox are due too
  const { dispatch } = await openDispatch(database, () => Date.now() + HOUR_MS);
  await expect.poll(() => outboxSize(database), { timeout: 120_000, interval: 500 }).toBe(0);
  await dispatch.close();

  const icebergs = await eventsOf(database, 'iceberg');
  expect(icebergs.length).toBeGreaterThan(ROUNDS);
  const every = await alertsOf(database, rules.every);
  expect(icebergs.filter(({ id }) => !every.has(id))).toEqual([]);

  const absorptions = await eventsOf(database, 'absorption');
  expect(absorptions.length).toBeGreaterThan(0);
  const delayed = await alertsOf(database, rules.delayed);
  expect(absorptions.filter(({ id }) => !delayed.has(id))).toEqual([]);

  const cooling = [...(await alertsOf(database, rules.cooling)).values()];
  const gaps = cooling.slice(1).map((atMs, at) => atMs - cooling[at]!);
  expect(gaps.filter((gap) => gap < COOL_DOWN_SECONDS * 1000)).toEqual([]);
  const isHeld = (at: number): boolean =>
    cooling.some((alertMs) => Math.abs(alertMs - at) < COOL_DOWN_SECONDS * 1000);
  expect(icebergs.filter(({ atMs }) => !isHeld(atMs))).toEqual([]);
  await database.close();
}, 3_600_000);
