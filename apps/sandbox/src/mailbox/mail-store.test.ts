/** Which mails are stored, and for how long. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MAX_MAILS, MailStore } from './mail-store.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'undertow-mails-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function mailOf(subject: string) {
  const raw = Buffer.from(`Subject: ${subject}\r\n\r\n<p>\r\n`);
  return { from: 'hello@undertow.local', to: ['jane@example.com'], raw };
}

test('the last 500 are kept, the files of older ones are deleted', async () => {
  let nowMs = 1_000;
  const store = await MailStore.inFolder(folder, () => nowMs++);
  for (let count = 0; count < MAX_MAILS + 3; count += 1) await store.add(mailOf(`Mail ${count}`));
  const subjects = store.list().map(({ subject }) => subject);
  expect(subjects).toHaveLength(MAX_MAILS);
  expect([subjects.at(0), subjects.at(-1)]).toEqual([`Mail ${MAX_MAILS + 2}`, 'Mail 3']);
  expect(readdirSync(folder)).toHaveLength(2 * MAX_MAILS);
  const reopened = await MailStore.inFolder(folder, () => nowMs);
  expect(reopened.list()).toEqual(store.list());
});

test('an encoded subject is read, a mail without one has an empty one, a missing part is null', async () => {
  const store = await MailStore.inFolder(folder, () => 5);
  const { id, subject } = await store.add(mailOf('=?utf-8?Q?=C2=A399_a_month?='));
  expect(subject).toBe('£99 a month');
  expect(await store.open(id)).toMatchObject({ id, receivedAtMs: 5, text: '<p>\n', html: null });
  expect((await store.add({ ...mailOf(''), raw: Buffer.from('\r\n') })).subject).toBe('');
});

test('a mail whose file was deleted does not exist', async () => {
  const store = await MailStore.inFolder(folder, () => 5);
  const { id } = await store.add(mailOf('Gone'));
  rmSync(join(folder, `${id}.eml`));
  expect(await store.open(id)).toBeUndefined();
  await store.clear();
  expect(readdirSync(folder)).toEqual([]);
});
