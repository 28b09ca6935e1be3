/** The examples of the guide run unchanged, and print what the screens show. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  type ApiExampleCode,
  EVENTS_EXAMPLE,
  EXAMPLE_ORIGIN,
  type ExampleLanguage,
  PAGES_EXAMPLE,
  WRITE_EXAMPLE,
} from '@undertow/contracts';
import { openTestApp, type TestApp, type TestUser } from '@undertow/server/testing/app.ts';
import { testEvent } from '@undertow/server/testing/event.ts';
import { callAs, TRADE } from '@undertow/server/testing/trade-calls.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiCaller } from './api-caller.ts';

const run = promisify(execFile);
const MINUTE = 60_000;
const PROGRAMS: Readonly<Record<ExampleLanguage, readonly [program: string, file: string]>> = {
  curl: ['bash', 'example.sh'],
  python: ['python3', 'example.py'],
  typescript: [process.execPath, 'example.mts'],
};

let app: TestApp;
let user: TestUser;
let folder: string;
let origin: string;
let secret: string;

beforeAll(async () => {
  app = await openTestApp();
  folder = mkdtempSync(join(tmpdir(), 'undertow-examples-'));
  user = await app.newUser('elite', [1]);
  ({ secret } = await apiCaller(app, user));
  const nowMs = app.parts.clock.nowMs();
  for (const place of [1, 2, 3]) {
    await app.saveEvent(testEvent(`event-${place}`, nowMs - place * MINUTE));
    const times = {
      entryTime: new Date(nowMs - place * MINUTE).toISOString(),
      exitTime: new Date(nowMs).toISOString(),
    };
    await callAs(app, user, 'POST', '/trades', { ...TRADE, ...times });
  }
  origin = await app.http.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await app.close();
});

async function printed({ code }: ApiExampleCode, language: ExampleLanguage): Promise<string> {
  const [program, file] = PROGRAMS[language];
  writeFileSync(join(folder, file), (code[language] ?? '').replaceAll(EXAMPLE_ORIGIN, origin));
  const env = { ...process.env, UNDERTOW_KEY: secret };
  const { stdout } = await run(program, [file], { cwd: folder, env });
  return stdout.trim();
}

/** What the screens of the same user read. */
async function screen(url: string) {
  return (await app.http.inject({ url: `/api${url}`, headers: user.headers })).json();
}

test('events are those of the history', async () => {
  const { events } = await screen('/history/events?instrumentId=1&limit=2');
  const lines = events.map((one: Record<string, string>) =>
    [one['detectedAt'], one['eventType'], one['price'], one['size']].join(' '),
  );
  for (const language of ['python', 'typescript'] as const)
    expect((await printed(EVENTS_EXAMPLE, language)).split(/\r?\n/)).toEqual([...lines, 'simulated 0']);
  expect(JSON.parse(await printed(EVENTS_EXAMPLE, 'curl')).data).toEqual(events);
}, 60_000);

test('trades are those of the journal, over its pages', async () => {
  const { trades } = await screen('/trades/search');
  const lines = trades.map((one: Record<string, string>) =>
    [one['entryTime'], one['instrumentSymbol'], one['net']].join(' '),
  );
  for (const language of ['python', 'typescript'] as const)
    expect((await printed(PAGES_EXAMPLE, language)).split(/\r?\n/)).toEqual(lines);
  expect(JSON.parse(await printed(PAGES_EXAMPLE, 'curl')).data).toEqual(trades.slice(0, 2));
}, 60_000);

test('a write that is sent three times, each in another language, is one trade', async () => {
  const before = (await screen('/trades/search')).total;
  const [python, typescript] = [
    await printed(WRITE_EXAMPLE, 'python'),
    await printed(WRITE_EXAMPLE, 'typescript'),
  ];
  expect([python, typescript]).toEqual(['open 4567.25', 'open 4567.25']);
  expect(JSON.parse(await printed(WRITE_EXAMPLE, 'curl')).data).toMatchObject({ platform: 'Notebook' });
  expect((await screen('/trades/search')).total).toBe(before + 1);
}, 60_000);
