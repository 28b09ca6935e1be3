/** The mailbox from outside: SMTP in, pages and JSON out, refusals when configured. */
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type RunningMailbox, startMailbox } from './mailbox.ts';
import { MAX_MAIL_BYTES } from './smtp-listener.ts';

let dataDir: string;
let ports: readonly [number, number];
let origin: string;
let mailbox: RunningMailbox;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return port;
}

async function start(): Promise<void> {
  ports = [await freePort(), await freePort()];
  origin = `http://127.0.0.1:${ports[0]}`;
  mailbox = await startMailbox({ dataDir, host: '127.0.0.1', pagePort: ports[0], smtpPort: ports[1] });
}

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'undertow-mailbox-'));
  await start();
});
afterEach(async () => {
  await mailbox.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** An SMTP client, line by line; returns the code of the last reply, and 0 when the connection was cut. */
async function send(to: readonly string[], raw: string, from = 'hello@undertow.local'): Promise<number> {
  const socket = connect(ports[1], '127.0.0.1');
  socket.on('error', () => undefined);
  const lines = [
    'EHLO test',
    `MAIL FROM:<${from}>`,
    ...to.map((address) => `RCPT TO:<${address}>`),
    'DATA',
    `${raw.replace(/\r?\n/g, '\r\n').replace(/^\./gm, '..')}\r\n.`,
    'QUIT',
  ];
  let last = 0;
  for await (const line of createInterface({ input: socket })) {
    if (line[3] === '-') continue;
    const code = Number(line.slice(0, 3));
    if (code === 221) break;
    last = code;
    const next = code >= 400 ? 'QUIT' : lines.shift();
    socket.write(`${next}\r\n`);
  }
  socket.destroy();
  return last;
}

function mailOf(subject: string, body: string, type = 'text/plain'): string {
  return `From: Undertow <hello@undertow.local>\nTo: jane@example.com\nSubject: ${subject}\nMIME-Version: 1.0\nContent-Type: ${type}; charset=utf-8\n\n${body}`;
}

interface Listed {
  readonly id: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string | null;
  readonly html: string | null;
}

async function mails(to = ''): Promise<Listed[]> {
  const response = await fetch(`${origin}/mails${to === '' ? '' : `?to=${encodeURIComponent(to)}`}`);
  return (await response.json()) as Listed[];
}

function setDelivery(delivery: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${origin}/delivery`, {
    method: 'POST',
    body: new URLSearchParams({ delivery }),
    headers,
    redirect: 'manual',
  });
}

test('a sent mail can be read: by its recipient, as text, as source, newest first', async () => {
  expect(await send(['jane@example.com'], mailOf('Welcome', 'Hello Jane\n.dotted line'))).toBe(250);
  expect(await send(['John@example.com', 'ops@example.com'], mailOf('Second', 'Hello'))).toBe(250);
  expect((await mails()).map(({ subject }) => subject)).toEqual(['Second', 'Welcome']);
  const [welcome, ...others] = await mails('Jane@Example.com');
  expect(others).toEqual([]);
  expect(welcome).toMatchObject({ to: ['jane@example.com'], subject: 'Welcome', html: null });
  expect(welcome?.text?.replaceAll('\r', '')).toBe('Hello Jane\n.dotted line\n');
  expect(await mails('john@example.com')).toHaveLength(1);
  const source = await (await fetch(`${origin}/mail/${welcome?.id}/raw`)).text();
  expect(source).toContain('Subject: Welcome\r\n');
});

test('mails survive a restart, and are gone after they were deleted', async () => {
  await send(['jane@example.com'], mailOf('Kept', 'text'));
  await mailbox.close();
  await start();
  const [kept] = await mails();
  expect(kept).toMatchObject({ subject: 'Kept' });
  await fetch(`${origin}/delete`, { method: 'POST' });
  expect(await mails()).toEqual([]);
  expect((await fetch(`${origin}/mail/${kept?.id}`)).status).toBe(404);
  await mailbox.close();
  await start();
  expect(await mails()).toEqual([]);
});

test('a mail larger than 1 MB is refused and not kept', async () => {
  const line = `${'x'.repeat(99)}\n`;
  expect(await send(['jane@example.com'], mailOf('Big', line.repeat(MAX_MAIL_BYTES / 100 + 1)))).toBe(552);
  expect(await send(['jane@example.com'], mailOf('Small', line))).toBe(250);
  expect((await mails()).map(({ subject }) => subject)).toEqual(['Small']);
});

test.each([
  ['busy', 451],
  ['reject', 550],
  ['down', 0],
])('with delivery %s it answers %i, and stores nothing until it accepts again', async (delivery, code) => {
  expect((await setDelivery(delivery)).status).toBe(303);
  expect(await send(['jane@example.com'], mailOf('Lost', 'text'))).toBe(code);
  expect(await mails()).toEqual([]);
  await setDelivery('accept');
  expect(await send(['jane@example.com'], mailOf('Found', 'text'))).toBe(250);
});

test('an invalid command, or one from another site, changes nothing', async () => {
  expect((await setDelivery('later')).status).toBe(400);
  expect((await setDelivery('reject', { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect(await send(['jane@example.com'], mailOf('Arrives', 'text'))).toBe(250);
  const foreign = { method: 'POST', headers: { 'sec-fetch-site': 'same-site' } };
  expect((await fetch(`${origin}/delete`, foreign)).status).toBe(403);
  expect(await mails()).toHaveLength(1);
});

test('bytes that are not a mail are stored anyway, and the page opens', async () => {
  expect(
    await send(['jane@example.com'], '\u0000\u0001=?utf-8?B?////?=\n\nContent-Type: multipart/mixed'),
  ).toBe(250);
  const [mail] = await mails();
  expect((await fetch(`${origin}/mail/${mail?.id}`)).status).toBe(200);
});

test.each(['/mail/..%2f..%2fsandbox-keys', '/mail/x', '/mail/abc-00ff/html', '/nothing', '//'])(
  '%s is not found',
  async (path) => {
    expect((await fetch(origin + path)).status).toBe(404);
  },
);

test('a hostile subject and body are text on the page, and the HTML part may run and load nothing', async () => {
  const hostile = '<img src=x onerror=alert(1)>';
  await send(['jane@example.com'], mailOf(hostile, `${hostile}<script>alert(1)</script>`, 'text/html'));
  const [mail] = await mails();
  for (const path of ['/', `/mail/${mail?.id}`]) {
    const response = await fetch(origin + path);
    const page = await response.text();
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(page).not.toContain('<img');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  }
  const policy =
    (await fetch(`${origin}/mail/${mail?.id}/html`)).headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/sandbox allow-popups allow-popups-to-escape-sandbox$/);
  expect(policy).not.toContain('script-src');
});
