/** Commands reach a running server through a control channel that only this account can open. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type GrantRequest, openControlChannel, sendGrantRequest } from './control.ts';

const REQUEST: GrantRequest = {
  issuer: 'https://id.example',
  sub: 'jane',
  tier: 'pro',
  actor: 'test',
  reason: 'test',
  expiresAtMs: null,
};

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'undertow-control-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

test('a request reaches the server, and no server is no error', async () => {
  const granted: GrantRequest[] = [];
  expect(await sendGrantRequest(dataDir, REQUEST)).toBe(false);
  const channel = await openControlChannel(dataDir, async (request) => {
    granted.push(request);
  });
  expect(await sendGrantRequest(dataDir, REQUEST)).toBe(true);
  expect(granted).toEqual([REQUEST]);
  await channel.close();
  expect(await sendGrantRequest(dataDir, REQUEST)).toBe(false);
});

test('the file is readable by its owner only, and removed when the server ends', async () => {
  const channel = await openControlChannel(dataDir, async () => undefined);
  const path = join(dataDir, 'control.json');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  await channel.close();
  expect(() => statSync(path)).toThrow();
});

test('without the secret nothing is granted, and a request that is no grant is refused', async () => {
  const granted: unknown[] = [];
  const channel = await openControlChannel(dataDir, async (request) => {
    granted.push(request);
  });
  const { port, secret } = JSON.parse(readFileSync(join(dataDir, 'control.json'), 'utf8'));
  const send = async (authorization: string, body: unknown, path = '/grant-tier') => {
    const init = { method: 'POST', headers: { authorization }, body: JSON.stringify(body) };
    return (await fetch(`http://127.0.0.1:${port}${path}`, init)).status;
  };
  expect(await send('Bearer wrong', REQUEST)).toBe(401);
  expect(await send('', REQUEST)).toBe(401);
  expect(await send(`Bearer ${secret}`, REQUEST, '/other')).toBe(404);
  expect(await send(`Bearer ${secret}`, { ...REQUEST, tier: 'god' })).toBe(400);
  expect(await send(`Bearer ${secret}`, { ...REQUEST, role: 'admin' })).toBe(400);
  expect(await send(`Bearer ${secret}`, { ...REQUEST, reason: 'x'.repeat(10_000) })).toBe(500);
  expect(granted).toEqual([]);
  await channel.close();
});

test('the file of a killed server counts as no server', async () => {
  writeFileSync(join(dataDir, 'control.json'), JSON.stringify({ port: 1, secret: 'x' }));
  expect(await sendGrantRequest(dataDir, REQUEST)).toBe(false);
});
