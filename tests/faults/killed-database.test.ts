/** The embedded database under kill -9: nothing acknowledged is lost, and the folder belongs to one process at a time. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '@undertow/server/adapters/storage/database/database.ts';
import { rowsOf, sql } from '@undertow/server/adapters/storage/database/orm.ts';
import { createMarketStore } from '@undertow/server/adapters/storage/market/market-store.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const WRITER = fileURLToPath(new URL('./write-until-killed.ts', import.meta.url));
const ROUNDS = process.env['LONG_TESTS'] === '1' ? 200 : 4;
const REFUSALS = process.env['LONG_TESTS'] === '1' ? 100 : 2;

let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'undertow-kill-'));
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

interface Writer {
  readonly child: ChildProcess;
  /** Lines so far, the last one only when it is whole. */
  lines(): readonly string[];
  readonly errors: () => string;
  readonly gone: Promise<number | null>;
}

function startWriter(round: number): Writer {
  const child = spawn(process.execPath, [WRITER, dataDir, String(round)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const gone = new Promise<number | null>((resolve) => {
    child.once('close', (code) => resolve(code));
  });
  return { child, lines: () => output.split('\n').slice(0, -1), errors: () => errors, gone };
}

async function untilWriting(writer: Writer, count: number): Promise<void> {
  while (writer.lines().length <= count) {
    if (writer.child.exitCode !== null) throw new Error(`the writer ended:\n${writer.errors()}`);
    await wait(5);
  }
}

test(`${ROUNDS} kills at any moment lose nothing that was acknowledged`, async () => {
  const acknowledged: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const writer = startWriter(round);
    await untilWriting(writer, 1 + ((round * 37) % 60));
    writer.child.kill('SIGKILL');
    await writer.gone;
    acknowledged.push(...writer.lines().filter((line) => line !== 'open'));
  }
  const database = await openDatabase({ dataDir });
  const rows = await rowsOf<{ sub: string }>(database.orm, sql`SELECT sub FROM users`);
  const stored = new Set(rows.map((row) => row.sub));
  expect(acknowledged.length).toBeGreaterThan(ROUNDS);
  expect(acknowledged.filter((sub) => !stored.has(sub))).toEqual([]);
  const bars = await createMarketStore(database.orm).listBars(1, 'simulated', 0, 1e12);
  const starts = new Set(bars.map((bar) => bar.startMs));
  const lost = acknowledged.filter((sub) => {
    const [round, count] = sub.split('-').map(Number);
    const startMs = (round ?? 0) * 1_000_000 + (count ?? 0);
    return !starts.has(startMs) || !starts.has(startMs + 500_000);
  });
  expect(lost).toEqual([]);
  await database.close();
}, 3_600_000);

test(`the second opener is refused ${REFUSALS} times of ${REFUSALS}, and the first keeps writing`, async () => {
  const first = startWriter(1_000);
  await untilWriting(first, 1);
  for (let attempt = 0; attempt < REFUSALS; attempt += 1) {
    const second = startWriter(2_000 + attempt);
    expect(await second.gone).toBe(1);
    expect(second.errors()).toContain(`in use by process ${first.child.pid}`);
  }
  await untilWriting(first, first.lines().length + 3);
  first.child.kill('SIGKILL');
  await first.gone;
}, 600_000);
