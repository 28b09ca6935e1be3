/** `undertow fetch` against the sandbox's stand-in: what it buys, what a kill leaves, and every refusal. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from '@undertow/cli/src/commands/run-cli.ts';
import { HOUR_MS } from '@undertow/market';
import { faultyKey } from '@undertow/sandbox/src/databento/access/keys.ts';
import type { Databento } from '@undertow/sandbox/src/databento/gateway/start-databento.ts';
import { NO_FAULTS } from '@undertow/sandbox/src/databento/session/faults.ts';
import { KEY, openDatabento } from '@undertow/sandbox/testing/databento/open-databento.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { isWeekday, pastDayMs } from '#tests/databento/stand-in-rig.ts';

const MAIN = join(import.meta.dirname, '../../apps/cli/src/main.ts');
const DAY_START_MS = pastDayMs(isWeekday);

let standIn: Databento;
let folder: string;
beforeAll(async () => {
  standIn = await openDatabento({ pastDays: 9, historyMinutes: 2, scale: 1 });
});
afterAll(() => standIn.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'undertow-fetch-'));
  standIn.setFaults(NO_FAULTS);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const dayText = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

type Environment = Readonly<Record<string, string>>;

interface Ended {
  readonly code: number | null;
  readonly data: readonly Readonly<Record<string, unknown>>[];
  readonly notes: string;
}

const settings = (environment: Environment) => ({
  ...{ DATA_DIR: folder, DATABENTO_HISTORY: standIn.historyUrl, DATABENTO_KEY_FILE: '' },
  ...{ DATABENTO_KEY: KEY, DATABENTO_DAY_DOLLARS: '5', DATABENTO_MONTH_DOLLARS: '50' },
  ...environment,
});

function ended(code: number | null, stdout: string, notes: string): Ended {
  const lines = stdout.split('\n').filter((line) => line !== '');
  return { code, data: lines.map((line) => JSON.parse(line)), notes };
}

function environmentOfProcess(): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return { PATH, NODE_COMPILE_CACHE, ...settings({}) };
}

/** As a process of its own. */
function started(args: readonly string[]): Promise<Ended> {
  const env = environmentOfProcess();
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [MAIN, ...args], { env }, (_, stdout, stderr) =>
      resolve(ended(child.exitCode, stdout, stderr)),
    );
  });
}

/** In this process. */
async function undertow(args: readonly string[], environment: Environment = {}): Promise<Ended> {
  for (const [name, value] of Object.entries(settings(environment))) vi.stubEnv(name, value);
  let [stdout, notes] = ['', ''];
  const code = await runCli(args, {
    data: (line) => {
      stdout += `${line}\n`;
    },
    note: (line) => {
      notes += `${line}\n`;
    },
  });
  return ended(code, stdout, notes);
}

const ofDay = (schema = 'trades'): readonly string[] => [
  '--product',
  'ES',
  '--from',
  dayText(DAY_START_MS),
  '--schema',
  schema,
];

test('fetch states the cost, buys within the budget, and its file makes bars', async () => {
  const { code, data, notes } = await started(['fetch', ...ofDay('mbo'), '--yes']);
  expect([code, data.length]).toEqual([0, 1]);
  const file = String(data[0]?.['file']);
  expect(notes).toMatch(/ESZ6|ES[HMUZ]\d: \d+ records, [\d.]+ MB, \$0\.\d+/);
  expect(notes).toMatch(/Budget of the day .* \(UTC\): \$0\.00 of \$5\.00 spent, 0 %, \$5\.00 left/);
  expect(notes).toContain(`bars ${file}`);
  const bars = await started(['bars', file]);
  expect(bars.data.length).toBeGreaterThan(20);
  // Again: it is there and costs nothing
  const again = await undertow(['fetch', ...ofDay('mbo'), '--yes']);
  expect([again.code, again.data[0]?.['isThere'], again.data[0]?.['dollars']]).toEqual([0, true, 0]);
  const ledger = readFileSync(join(folder, 'databento-spending.jsonl'), 'utf8');
  expect(ledger.split('\n').filter((line) => line !== '')).toHaveLength(1);
});

test('a process that is killed while it downloads has spent what it reserved, and leaves no file', async () => {
  standIn.setFaults({ downloads: 'silent' });
  const env = environmentOfProcess();
  const child = spawn(process.execPath, [MAIN, 'fetch', ...ofDay(), '--out', folder, '--yes'], { env });
  const parts = () => readdirSync(folder).filter((name) => name.endsWith('.part'));
  await expect.poll(parts).toHaveLength(1);
  child.kill('SIGKILL');
  await once(child, 'exit');
  standIn.setFaults(NO_FAULTS);
  expect(readdirSync(folder).filter((name) => name.endsWith('.zst'))).toEqual([]);
  const again = await undertow(['fetch', ...ofDay(), '--out', folder, '--yes']);
  expect([again.code, parts()]).toEqual([0, []]);
  const [killed, bought] =
    readFileSync(join(folder, 'databento-spending.jsonl'), 'utf8').match(/"microdollars":\d+/g) ?? [];
  expect(bought).toBe(killed);
  expect(again.notes).not.toMatch(/\$0\.00 of \$5\.00 spent/);
});

test('a cut download is charged and leaves no file; one that was refused is given back', async () => {
  standIn.setFaults({ downloads: 'cut' });
  const cut = await undertow(['fetch', ...ofDay(), '--yes']);
  expect([cut.code, cut.notes]).toEqual([1, expect.stringContaining('was cut')]);
  const spent = readFileSync(join(folder, 'databento-spending.jsonl'), 'utf8');
  expect(spent).not.toContain('settle');
});

test.each([
  ['without an answer', {}, [], 2, /expected --yes where nobody can answer: nothing was bought/],
  [
    'without a budget',
    { DATABENTO_DAY_DOLLARS: '0' },
    ['--yes'],
    1,
    /there is no budget for a day: set DATABENTO_DAY_DOLLARS/,
  ],
  [
    'beyond the budget',
    { DATABENTO_MONTH_DOLLARS: '0.000001' },
    ['--yes'],
    1,
    /it costs \$0\.\d+ and \$0\.000001 of the \$0\.000001 for the month/,
  ],
  [
    'without a key',
    { DATABENTO_KEY: '' },
    ['--yes'],
    1,
    /expected the key of Databento in the environment: DATABENTO_KEY_FILE/,
  ],
  [
    'with half a key',
    { DATABENTO_KEY: 'db-1234567890' },
    ['--yes'],
    1,
    /expected a key of 32 characters that begins with db-/,
  ],
  [
    'with a wrong key',
    { DATABENTO_KEY: 'db-00000000000000000000000000000' },
    ['--yes'],
    1,
    /401 .*the key is wrong, revoked or deactivated/,
  ],
  [
    'with a revoked key',
    { DATABENTO_KEY: faultyKey('deactivated') },
    ['--yes'],
    1,
    /401 .*the key is wrong, revoked or deactivated/,
  ],
  [
    'with an account that cannot pay',
    { DATABENTO_KEY: faultyKey('unpaid') },
    ['--yes'],
    1,
    /402 .*check billing and limits/,
  ],
  [
    'with a key without a licence',
    { DATABENTO_KEY: faultyKey('unlicensed') },
    ['--yes'],
    1,
    /403 .*the plan of the key does not include it/,
  ],
  ['over plain http', { DATABENTO_HISTORY: 'http://example.com' }, ['--yes'], 1, /expected https/],
  [
    'without a service',
    { DATABENTO_HISTORY: 'http://127.0.0.1:59999' },
    ['--yes'],
    1,
    /no connection to http:\/\/127\.0\.0\.1:59999: ECONNREFUSED/,
  ],
  ['of an unknown product', {}, ['--yes', '--product', 'XX'], 2, /expected --product out of ES, /],
  ['of an unknown schema', {}, ['--yes', '--schema', 'mbo2'], 2, /expected --schema out of mbo, /],
  [
    'of the future',
    {},
    ['--yes', '--from', '2091-01-01'],
    1,
    /history reaches from .* what is newer comes from the live feed, free of charge/,
  ],
  ['of a day that is none', {}, ['--yes', '--from', '2026-02-31'], 2, /expected a day or an instant/],
  [
    'of a Sunday',
    {},
    ['--yes', '--from', dayText(pastDayMs((weekday) => weekday === 0))],
    1,
    /there are no records between these dates/,
  ],
] as const)('fetch %s', async (_, environment, args, code, text) => {
  const refused = await undertow(['fetch', ...ofDay(), ...args], environment);
  expect([refused.code, refused.data]).toEqual([code, []]);
  expect(refused.notes).toMatch(text);
  expect(refused.notes).not.toContain(settings(environment).DATABENTO_KEY || KEY);
  expect(existsSync(join(folder, 'databento-spending.jsonl'))).toBe(false);
});

test('the key may be a file; a part of a day is a file of its own', async () => {
  const keyFile = join(folder, 'key');
  writeFileSync(keyFile, `${KEY}\n`, { mode: 0o600 });
  const fromMs = DAY_START_MS + 14.5 * HOUR_MS;
  const span = [
    '--from',
    `${new Date(fromMs).toISOString().slice(0, 16)}Z`,
    '--to',
    `${new Date(fromMs + HOUR_MS / 4).toISOString().slice(0, 16)}Z`,
  ];
  const { code, data } = await undertow(
    ['fetch', '--product', 'ES', ...span, '--schema', 'trades', '--yes'],
    {
      ...{ DATABENTO_KEY: '', DATABENTO_KEY_FILE: keyFile },
    },
  );
  expect([code, String(data[0]?.['file'])]).toEqual([
    0,
    expect.stringMatching(/T143000000-144500000\.trades\.dbn\.zst$/),
  ]);
});
