/** Mails are sent unchanged, one to each address, and every failure is marked as retryable or not. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MailFailure, type MailTransport, type OutgoingMail } from '#ports/mail.ts';
import { startTestSmtp, type TestSmtpServer } from '#testing/smtp-server.ts';
import { createSmtpTransport } from './smtp-transport.ts';

const MAIL: OutgoingMail = {
  to: 'jane@example.com',
  subject: 'Your plan is now Pro: £99.00',
  text: 'Hello Jane,\n\n.\n',
  html: '<!doctype html><p>Hello Jane,</p>',
  messageId: '0123@undertow.example',
  atMs: Date.UTC(2026, 10, 20, 15),
};

let server: TestSmtpServer;
let transport: MailTransport;
beforeEach(async () => {
  server = await startTestSmtp();
  transport = transportOf({});
});
afterEach(async () => {
  transport.close();
  await server.close();
});

/** Waits as long as the product does, which a busy machine may need, unless the case is about a server that is silent. */
function transportOf(limits: Partial<Parameters<typeof createSmtpTransport>[0]>): MailTransport {
  return createSmtpTransport({
    url: server.url,
    from: 'Undertow <mail@undertow.example>',
    replyTo: 'support@undertow.example',
    ...limits,
  });
}

async function failureOf(mail: OutgoingMail = MAIL): Promise<MailFailure> {
  const error = await transport.send(mail).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(MailFailure);
  return error as MailFailure;
}

test('a mail that can be ended carries the one click of RFC 8058, another does not', async () => {
  await transport.send(MAIL);
  await transport.send({ ...MAIL, stopUrl: 'https://undertow.example/api/alert-mail/stop?token=t' });
  const [plain = '', ended = ''] = server.mails;
  expect(plain).not.toMatch(/^List-Unsubscribe/m);
  expect(ended.replaceAll(/\r?\n[ \t]+/g, ' ')).toMatch(
    /^List-Unsubscribe: <https:\/\/undertow\.example\/api\/alert-mail\/stop\?token=t>\r?$/m,
  );
  expect(ended).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m);
});

test('a mail arrives with both bodies, its id, its date, and who sends it', async () => {
  await transport.send(MAIL);
  const [mail = ''] = server.mails;
  expect(mail).toMatch(/^From: Undertow <mail@undertow.example>$/m);
  expect(mail).toMatch(/^To: jane@example.com$/m);
  expect(mail).toMatch(/^Reply-To: support@undertow.example$/m);
  expect(mail).toMatch(/^Message-ID: <0123@undertow.example>$/m);
  expect(mail).toMatch(/^Date: Fri, 20 Nov 2026 15:00:00 \+0000$/m);
  expect(mail).toMatch(/^Auto-Submitted: auto-generated$/m);
  expect(mail).toMatch(/^Subject: =\?UTF-8\?Q\?/m);
  expect(mail).toContain('text/plain');
  expect(mail).toContain('text/html');
  expect(server.recipients).toEqual(['TO:<jane@example.com>']);
});

test('one connection carries many mails', async () => {
  for (let n = 0; n < 5; n += 1) await transport.send(MAIL);
  expect(server.mails).toHaveLength(5);
  expect(server.connections).toBe(1);
});

test.each([
  'jane@example.com, all@example.com',
  'jane@example.com\r\nBcc: all@example.com',
  'jane@example.com\r\nRCPT TO:<all@example.com>',
  '"Jane" <jane@example.com>',
  'jane@example.com>',
  'group: a@example.com;',
  'jane',
  '',
])('T38 %j is no address, and nothing is sent', async (to) => {
  const failure = await failureOf({ ...MAIL, to });
  expect(failure.canRetry).toBe(false);
  expect(server.connections).toBe(0);
});

test('T38 a subject with line breaks adds no header and no recipient', async () => {
  await transport.send({ ...MAIL, subject: 'x\r\nBcc: all@example.com\r\n\r\nbody' });
  expect(server.recipients).toEqual(['TO:<jane@example.com>']);
  expect(server.mails[0]).not.toMatch(/^Bcc:/m);
});

test.each([
  ['no such mailbox', 'RCPT', '550 no such user', false],
  ['full mailbox', 'RCPT', '452 try later', true],
  ['grey listing', 'MAIL', '451 try later', true],
  ['refused text', 'END', '554 refused', false],
  ['overloaded', 'END', '421 too busy', true],
  ['not ready', 'CONNECT', '421 too busy', true],
  ['broken off before the text', 'MAIL', 'cut', true],
  ['broken off after the text', 'END', 'cut', true],
  ['silent from the start', 'CONNECT', null, true],
  ['silent after the text', 'END', null, true],
] as const)('%s: %s %j', async (_situation, command, response, canRetry) => {
  server.respond = (said) => (said === command ? response : undefined);
  if (response === null) {
    transport.close();
    transport = transportOf({ connectWithinMs: 1000, respondWithinMs: 1000, sendWithinMs: 4000 });
  }
  const failure = await failureOf();
  expect(failure.canRetry).toBe(canRetry);
  expect(failure.message).not.toContain('jane@example.com');
  expect(server.mails).toEqual([]);
});

test('a mail whose connection broke is not resent automatically', async () => {
  server.respond = (said) => (said === 'END' ? 'cut' : undefined);
  await failureOf();
  server.respond = () => undefined;
  await transport.send({ ...MAIL, subject: 'another' });
  expect(server.mails).toHaveLength(1);
  expect(server.mails[0]).toContain('another');
});

test('a refused connection is retryable', async () => {
  await server.close();
  expect((await failureOf()).canRetry).toBe(true);
});

test('mails to other machines are encrypted or not sent', async () => {
  const { port } = new URL(server.url);
  // Another name of this machine, which is not known to be one
  const far = createSmtpTransport({
    url: `smtp://127.0.0.2:${port}`,
    from: 'mail@undertow.example',
    replyTo: 'support@undertow.example',
    connectWithinMs: 300,
  });
  await expect(far.send(MAIL)).rejects.toBeInstanceOf(MailFailure);
  expect(server.mails).toEqual([]);
  far.close();
});
