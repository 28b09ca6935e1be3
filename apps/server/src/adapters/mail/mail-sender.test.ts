/** What waits is sent once, retried with delays, given up in the end, and never by two at a time. */

import { MINUTE_MS } from '@undertow/market';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#adapters/storage/database/database.ts';
import { rowsOf } from '#adapters/storage/database/orm.ts';
import { createMailQueue } from '#adapters/storage/mail/mail-queue.ts';
import { createStores, type Stores } from '#adapters/storage/stores.ts';
import { MailFailure, type MailQueue, type OutgoingMail } from '#ports/mail.ts';
import { testClock } from '#testing/clock.ts';
import { openMemoryDatabase } from '#testing/database/databases.ts';
import { MailSender } from './mail-sender.ts';

const START = Date.UTC(2026, 10, 20, 15);

let database: Database;
let stores: Stores;
let queue: MailQueue;
beforeAll(async () => {
  database = await openMemoryDatabase();
  stores = createStores(database.orm);
  queue = createMailQueue(database.orm);
});
afterAll(() => database.close());

let nowMs = START;
let sent: OutgoingMail[];
let logged: string[];
/** Throws what the mail server is to do with the next mail. */
let onSend: () => Promise<void>;
beforeEach(() => {
  nowMs = START;
  sent = [];
  logged = [];
  onSend = async () => undefined;
});
afterEach(() => database.orm.execute(sql`DELETE FROM mail_outbox`));

function senderOver(over: MailQueue = queue): MailSender {
  const note = (facts: object, message: string) => logged.push(`${message} ${JSON.stringify(facts)}`);
  return new MailSender({
    queue: over,
    transport: {
      async send(mail) {
        await onSend();
        sent.push(mail);
      },
      close: () => undefined,
    },
    compose: (mail) => ({ subject: mail.template, text: JSON.stringify(mail.facts), html: '' }),
    clock: testClock(() => nowMs),
    host: 'undertow.example',
    log: { info: note, warn: note, error: note },
  });
}

let people = 0;
async function write(email: string | null = 'jane@example.com', keys = ['k']): Promise<string> {
  people += 1;
  const identity = { issuer: 'https://id.example', sub: `sub-${people}`, email, firstName: 'Jane' };
  const { id } = await stores.users.signIn(identity, nowMs);
  for (const key of keys) {
    const facts = { amountPence: 4950, card: null };
    await stores.outbox.put({ userId: id, key, template: 'refunded', facts }, nowMs);
  }
  return id;
}

const rows = () =>
  rowsOf<{ sent: boolean; given_up: boolean; attempts: number; failure: string | null }>(
    database.orm,
    sql`SELECT sent_at_ms IS NOT NULL AS sent, given_up_at_ms IS NOT NULL AS given_up, attempts, failure
      FROM mail_outbox ORDER BY id`,
  );

test('a waiting mail is sent once to the verified address, in the zone of its person', async () => {
  const userId = await write();
  await stores.preferences.save(userId, { timeZone: 'Asia/Tokyo' });
  const [claimed] = await queue.claim(nowMs, 0, 1);
  expect(claimed).toMatchObject({ template: 'refunded', firstName: 'Jane', timeZone: 'Asia/Tokyo' });
  const sender = senderOver();
  expect([await sender.sendDue(), await sender.sendDue()]).toEqual([1, 0]);
  expect(sent).toMatchObject([{ to: 'jane@example.com', text: '{"card":null,"amountPence":4950}' }]);
  expect(sent[0]?.messageId).toMatch(/^[0-9a-f]{32}@undertow\.example$/);
  expect(await rows()).toEqual([{ sent: true, given_up: false, attempts: 2, failure: null }]);
});

test('senders at the same time share the mails and send none twice', async () => {
  await write(
    'jane@example.com',
    Array.from({ length: 23 }, (_, n) => `k${n}`),
  );
  const senders = Array.from({ length: 4 }, () => senderOver());
  for (let round = 0; round < 3; round += 1) await Promise.all(senders.map((sender) => sender.sendDue()));
  expect(new Set(sent.map((mail) => mail.messageId)).size).toBe(23);
  expect(sent).toHaveLength(23);
});

test('a round takes a limited batch, so that many mails are sent at a steady pace', async () => {
  await write(
    'jane@example.com',
    Array.from({ length: 12 }, (_, n) => `k${n}`),
  );
  const sender = senderOver();
  expect([await sender.sendDue(), await sender.sendDue(), await sender.sendDue()]).toEqual([5, 5, 2]);
});

test('a temporary refusal is retried with growing waits, under the same id', async () => {
  await write();
  const sender = senderOver();
  onSend = async () => {
    throw new MailFailure('the mail server refused 451', true);
  };
  const waits: number[] = [];
  for (let attempt = 0; attempt < 6; attempt += 1) {
    const from = nowMs;
    while ((await sender.sendDue()) === 0) nowMs += MINUTE_MS;
    waits.push((nowMs - from) / MINUTE_MS);
  }
  expect(waits).toEqual([0, 1, 5, 15, 60, 240]);
  onSend = async () => undefined;
  nowMs += 240 * MINUTE_MS;
  await sender.sendDue();
  expect(sent).toHaveLength(1);
  expect(await rows()).toEqual([{ sent: true, given_up: false, attempts: 7, failure: null }]);
});

test('after three days it is given up, and logged without personal data', async () => {
  const userId = await write();
  const sender = senderOver();
  onSend = async () => {
    throw new MailFailure('the mail server refused 451', true);
  };
  for (; nowMs < START + 4 * 24 * 60 * MINUTE_MS; nowMs += 60 * MINUTE_MS) await sender.sendDue();
  expect(await rows()).toMatchObject([
    { sent: false, given_up: true, failure: 'the mail server refused 451' },
  ]);
  const last = logged.at(-1) ?? '';
  expect(last).toContain('mail given up');
  expect(logged.join()).not.toMatch(new RegExp(`jane@example.com|${userId}`));
});

test('a permanent refusal is given up at once', async () => {
  await write();
  onSend = async () => {
    throw new MailFailure('the mail server refused 550', false);
  };
  await senderOver().sendDue();
  expect(await rows()).toMatchObject([{ given_up: true, attempts: 1 }]);
});

test('without a verified address nothing is sent', async () => {
  await write(null);
  await senderOver().sendDue();
  expect(sent).toEqual([]);
  expect(await rows()).toMatchObject([{ given_up: true, failure: 'there is no verified address' }]);
});

test('a reminder that comes after the charge is not sent', async () => {
  const userId = await write('jane@example.com', []);
  const facts = { tier: 'pro', atMs: START + 60 * MINUTE_MS, pricePence: 9900 } as const;
  await stores.outbox.put({ userId, key: 'reminder', template: 'trial_ending', facts }, START);
  nowMs = START + 60 * MINUTE_MS;
  await senderOver().sendDue();
  expect(await rows()).toMatchObject([{ given_up: true, failure: 'too late to be of use' }]);
});

test('mails of a clock that ran ahead are sent once the clock is right', async () => {
  nowMs = START + 3 * 24 * 60 * MINUTE_MS;
  await write();
  nowMs = START;
  const sender = senderOver();
  expect([await sender.sendDue(), await sender.sendDue()]).toEqual([1, 0]);
  expect(sent).toHaveLength(1);
});

test('a mail sent during a database outage is marked later and not sent again', async () => {
  await write();
  let isAway = true;
  const failing: MailQueue = {
    ...queue,
    async markSent(id, atMs) {
      if (isAway) throw new Error('connection terminated');
      await queue.markSent(id, atMs);
    },
  };
  const sender = senderOver(failing);
  await sender.sendDue();
  isAway = false;
  nowMs += 6 * MINUTE_MS;
  await sender.sendDue();
  expect(sent).toHaveLength(1);
  expect(await rows()).toMatchObject([{ sent: true }]);
});

test('a killed sender blocks its mails for five minutes, then another sends them under the same id', async () => {
  await write();
  const [held] = await queue.claim(nowMs, 5 * MINUTE_MS, 5);
  expect(held?.attempts).toBe(1);
  const sender = senderOver();
  nowMs += 5 * MINUTE_MS - 1;
  expect(await sender.sendDue()).toBe(0);
  nowMs += 1;
  expect(await sender.sendDue()).toBe(1);
});

test('closing waits for the mail under way', async () => {
  await write();
  let finish: () => void = () => undefined;
  const began = new Promise<void>((resolve) => {
    onSend = () => {
      resolve();
      return new Promise((done) => {
        finish = done;
      });
    };
  });
  const sender = senderOver();
  sender.start();
  await began;
  const closed = sender.close();
  finish();
  await closed;
  expect(await rows()).toMatchObject([{ sent: true }]);
});

test('a process that was suspended with a mail in its hands does not send it once another one took it over', async () => {
  await write();
  const suspended: MailQueue = {
    ...queue,
    async claim(...given) {
      const mails = await queue.claim(...given);
      // For longer than it may keep it: another process sends it meanwhile
      nowMs += 6 * MINUTE_MS;
      await senderOver().sendDue();
      return mails;
    },
  };
  await senderOver(suspended).sendDue();
  expect(sent).toHaveLength(1);
  expect(logged.at(-1)).toContain('another process took it over');
});

test('a process that was suspended for less sends what it has, and keeps it reserved meanwhile', async () => {
  await write();
  onSend = async () => {
    onSend = async () => undefined;
    nowMs += 4 * MINUTE_MS;
    expect(await senderOver().sendDue()).toBe(0);
  };
  const suspended: MailQueue = {
    ...queue,
    async claim(...given) {
      const mails = await queue.claim(...given);
      nowMs += 2 * MINUTE_MS;
      return mails;
    },
  };
  await senderOver(suspended).sendDue();
  expect(sent).toHaveLength(1);
});

test('a failure with a mail that another process took over neither postpones it nor gives it up', async () => {
  await write();
  const [late] = await queue.claim(nowMs, 1, 5);
  const [held] = await queue.claim(nowMs + 1, 5 * MINUTE_MS, 5);
  if (late === undefined || held === undefined) throw new Error('both claimed it');
  await queue.postpone(late, nowMs, 'refused');
  await queue.giveUp(late, nowMs, 'refused');
  expect(await queue.renew(late, nowMs, 1)).toBe(false);
  expect(await queue.claim(nowMs + 2, 1, 5)).toEqual([]);
  expect(await rows()).toEqual([{ sent: false, given_up: false, attempts: 2, failure: null }]);
  expect(await queue.renew(held, nowMs, 1)).toBe(true);
});
