/** The guide's examples of streams and webhooks run unchanged: events print as they happen, and a receiver believes what is signed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EXAMPLE_ORIGIN, type ExampleLanguage, STREAM_EXAMPLE, WEBHOOK_EXAMPLE } from '@undertow/contracts';
import { iceberg, quotes, TapeFeed } from '@undertow/server/testing/tape-feed.ts';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { freePorts } from '#tests/drive/free-ports.ts';
import { keyOf } from './line-program.ts';
import { openRig } from './line-rig.ts';

const START = Date.UTC(2026, 10, 20, 16);
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const INSTALLED = fileURLToPath(new URL('../../node_modules', import.meta.url));
const STARTS = { timeout: 30_000, interval: 100 };
const FILES: Readonly<Record<ExampleLanguage, readonly [program: string, file: string]>> = {
  curl: ['bash', 'example.sh'],
  python: ['python3', 'example.py'],
  typescript: [process.execPath, 'example.mts'],
};

let folder: string;
let child: ChildProcess | null = null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'undertow-push-'));
  symlinkSync(INSTALLED, join(folder, 'node_modules'));
});
afterEach(() => {
  child?.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

/** As Standard Webhooks specifies it. */
function signatureOf(secret: string, signed: string): string {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}

/** Starts the example; returns what it has printed so far. */
function start(code: string, language: ExampleLanguage, env: Readonly<Record<string, string>>) {
  const [program, file] = FILES[language];
  writeFileSync(join(folder, file), code);
  child = spawn(program, [file], { cwd: folder, env: { ...process.env, ...env } });
  let printed = '';
  for (const out of [child.stdout, child.stderr])
    out?.on('data', (part: Buffer) => {
      printed += part.toString();
    });
  return () => printed;
}

test.each(['curl', 'python', 'typescript'] as const)(
  'events are printed as they happen, %s',
  async (language) => {
    const feed = new TapeFeed({ nowMs: START, instrumentIds: [1] });
    const rig = await openRig({ feed });
    onTestFinished(() => rig.close());
    const owner = await rig.signIn('elite', [1]);
    const { secret } = await keyOf(rig, owner);
    await expect.poll(() => feed.isOpen(1)).toBe(true);
    feed.push(1, START, quotes(20_000, 1, null));
    await rig.pass(1_000);
    const code = (STREAM_EXAMPLE.code[language] ?? '').replaceAll(EXAMPLE_ORIGIN, `http://${rig.address}`);
    const printed = start(code, language, { UNDERTOW_KEY: secret });
    await expect.poll(() => rig.line.streams.openOf(owner.id), STARTS).toBe(1);
    feed.push(1, feed.presentMs, iceberg(20_000, 50, 60, 6));
    await rig.pass(2_000);
    const line =
      language === 'curl'
        ? /^data: .*"seq":1,"kind":"event".*"eventType":"iceberg"/m
        : /^1 iceberg 5000\.00$/m;
    await expect.poll(printed, STARTS).toMatch(line);
  },
  90_000,
);

test.each(['python', 'typescript'] as const)(
  'a receiver believes what is signed and nothing else, %s',
  async (language) => {
    const port = await freePorts(1);
    const env = { UNDERTOW_WEBHOOK_SECRET: SECRET, PORT: String(port) };
    const printed = start(WEBHOOK_EXAMPLE.code[language] ?? '', language, env);
    const body = JSON.stringify({ type: 'event.raised', timestamp: new Date().toISOString(), data: {} });
    const post = async (at: Date, secret: string): Promise<number> => {
      const seconds = String(Math.floor(at.getTime() / 1000));
      const headers = {
        ...{ 'webhook-id': 'msg_1', 'webhook-timestamp': seconds },
        'webhook-signature': `v1,c29tZWJvZHkgZWxzZSdz ${signatureOf(secret, `msg_1.${seconds}.${body}`)}`,
      };
      return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })).status;
    };
    await expect.poll(() => post(new Date(), SECRET).catch(() => 0), STARTS).toBe(204);
    await expect.poll(printed, STARTS).toContain('msg_1 event.raised');
    expect(await post(new Date(), 'whsec_c29tZWJvZHkgZWxzZSdzIHNlY3JldCBvZiB0aGVpcnM=')).toBe(401);
    expect(await post(new Date(Date.now() - 600_000), SECRET)).toBe(401);
  },
  60_000,
);
