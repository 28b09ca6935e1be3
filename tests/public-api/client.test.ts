/** A client generated from the description by somebody else's tool compiles, and runs against the real server. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openTestApp, type TestApp } from '@undertow/server/testing/app.ts';
import { testEvent } from '@undertow/server/testing/event.ts';
import openapiTS, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiCaller } from './api-caller.ts';
import { DESCRIPTION } from './described.ts';

const run = promisify(execFile);
const { resolve } = createRequire(import.meta.url);

/** Written as a user of the types would. */
const PROGRAM = `
import type { paths } from './schema.ts';

type Events = paths['/api/v1/events']['get'];
type Page = Events['responses']['200']['content']['application/json'];
type Query = NonNullable<Events['parameters']['query']>;
type NewTrade = paths['/api/v1/journal/trades']['post']['requestBody']['content']['application/json'];
type Trade = paths['/api/v1/journal/trades']['post']['responses']['201']['content']['application/json'];

const [base = '', key = ''] = process.argv.slice(2);
const headers = { authorization: \`Bearer \${key}\`, 'content-type': 'application/json' };

const query: Query = { instrument: 'ES', limit: 1 };
const events = async (after?: string): Promise<Page> => {
  const search = new URLSearchParams(Object.entries({ ...query, ...(after === undefined ? {} : { after }) }).map(([name, value]) => [name, String(value)]));
  return (await (await fetch(\`\${base}/api/v1/events?\${search}\`, { headers })).json()) as Page;
};
const first = await events();
const second = await events(first.next ?? undefined);
const trade: NewTrade = {
  platform: 'Client', instrumentSymbol: 'ESZ6', tradeType: 'BUY', entryPrice: '4567.00', quantity: '1',
  entryTime: '2026-11-20T14:00:00.000Z',
};
const added = (await (await fetch(\`\${base}/api/v1/journal/trades\`, { method: 'POST', headers, body: JSON.stringify(trade) })).json()) as Trade;
process.stdout.write(JSON.stringify([first.data[0]?.id, second.data[0]?.id, first.meta.source, added.data.platform]));
`;

let app: TestApp;
let folder: string;

beforeAll(async () => {
  app = await openTestApp();
  folder = mkdtempSync(join(tmpdir(), 'undertow-client-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await app.close();
});

test('openapi-typescript makes a client of it that compiles and runs', async () => {
  writeFileSync(join(folder, 'schema.ts'), astToString(await openapiTS(DESCRIPTION)));
  writeFileSync(join(folder, 'program.ts'), PROGRAM);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const tsc = resolve('typescript/package.json').replace('package.json', 'bin/tsc');
  const options = ['--strict', '--noEmit', '--target', 'es2024', '--module', 'nodenext', '--skipLibCheck'];
  const types = ['--allowImportingTsExtensions', '--types', 'node', '--typeRoots'];
  const roots = resolve('@types/node/package.json').replace('/node/package.json', '');
  await run(process.execPath, [tsc, ...options, ...types, roots, 'program.ts'], { cwd: folder }).catch(
    ({ stdout }: { stdout: string }) => expect(stdout).toBe(''),
  );
  const caller = await apiCaller(app, await app.newUser('elite', [1]));
  const nowMs = app.parts.clock.nowMs();
  for (const [place, id] of ['newest', 'older'].entries())
    await app.saveEvent(testEvent(id, nowMs - (place + 1) * 60_000));
  const base = await app.http.listen({ port: 0, host: '127.0.0.1' });
  const { stdout } = await run(process.execPath, ['program.ts', base, caller.secret], { cwd: folder });
  expect(JSON.parse(stdout)).toEqual(['newest', 'older', 'simulated', 'Client']);
}, 120_000);
