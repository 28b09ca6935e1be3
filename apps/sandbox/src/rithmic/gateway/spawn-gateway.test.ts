/** The gateway as a process: listens, writes its authority, reports a port in use, exits on request. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openGateway } from '#testing/rithmic/open-gateway.ts';
import { RawClient } from '#testing/rithmic/raw-client.ts';
import { spawnGateway } from './spawn-gateway.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'undertow-gateway-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('it answers in a process of its own, trusted by the file it wrote, until it is closed', async () => {
  const caFile = join(folder, 'ca.pem');
  const child = await spawnGateway({ port: 0, host: '127.0.0.1', historyMinutes: 10, caFile });
  const ca = readFileSync(caFile, 'utf8');
  expect(ca).toContain('BEGIN CERTIFICATE');
  expect(ca).not.toContain('PRIVATE');
  const client = await RawClient.logIn({ uri: child.address, ca }, 'ticker');
  await child.close();
  await client.waitClosed();
  await expect(RawClient.open({ uri: child.address, ca })).rejects.toThrow('ECONNREFUSED');
});

test('a port in use is reported with its code', async () => {
  const gateway = await openGateway();
  const port = Number(new URL(gateway.uri).port);
  await expect(spawnGateway({ port, host: '127.0.0.1' })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await gateway.close();
});
