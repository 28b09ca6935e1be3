/** The mailbox of this machine: an SMTP server that stores what it receives, and a page to read it. News is on its port. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { newsPage } from '#news/news-pages.ts';
import { readForm } from '#pages/read-form.ts';
import type { SandboxPage } from '#pages/sandbox-page.ts';
import { MailStore } from './mail-store.ts';
import { listPage, mailHtml, mailPage } from './mailbox-pages.ts';
import { DELIVERIES, openSmtpListener, type SmtpListener } from './smtp-listener.ts';

/** Mails in one JSON response at most: each is opened for it. */
const MAX_LISTED = 50;

export interface MailboxSettings {
  readonly dataDir: string;
  readonly host: string;
  readonly pagePort: number;
  /** Always on loopback, regardless of `host`. */
  readonly smtpPort: number;
}

export interface RunningMailbox {
  close(): Promise<void>;
}

function sendPage(response: ServerResponse, page: SandboxPage, status = 200): void {
  response.writeHead(status, page.headers).end(page.html);
}

function sendText(
  response: ServerResponse,
  status: number,
  text: string | Buffer,
  type = 'text/plain; charset=utf-8',
): void {
  response
    .writeHead(status, {
      'content-type': type,
      'content-security-policy': "default-src 'none'",
      'x-content-type-options': 'nosniff',
    })
    .end(text);
}

/** The list for tests: opened mails, newest first, of one recipient with `to`. */
async function sendJson(response: ServerResponse, store: MailStore, to: string | null): Promise<void> {
  const wanted = to?.toLowerCase();
  const chosen = store
    .list()
    .filter((mail) => wanted === undefined || mail.to.some((address) => address.toLowerCase() === wanted))
    .slice(0, MAX_LISTED);
  const opened = await Promise.all(chosen.map(({ id }) => store.open(id)));
  response
    .writeHead(200, { 'content-type': 'application/json', 'x-content-type-options': 'nosniff' })
    .end(JSON.stringify(opened.filter((mail) => mail !== undefined)));
}

async function sendMail(
  response: ServerResponse,
  store: MailStore,
  id: string,
  part: string | undefined,
): Promise<void> {
  const missing = () => sendText(response, 404, 'There is no such mail (any more).');
  if (part === 'raw') {
    const raw = await store.raw(id);
    return raw === undefined ? missing() : sendText(response, 200, raw);
  }
  const mail = await store.open(id);
  if (mail === undefined) return missing();
  if (part === undefined) return sendPage(response, mailPage(mail));
  return mail.html === null ? missing() : sendPage(response, mailHtml(mail.html));
}

/** Forms of other sites change nothing here. */
function isForeign(request: IncomingMessage): boolean {
  const site = request.headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}

async function change(request: IncomingMessage, store: MailStore, smtp: SmtpListener): Promise<boolean> {
  if (request.url === '/delete') await store.clear();
  else if (request.url === '/delivery') {
    const chosen = (await readForm(request)).get('delivery');
    const delivery = DELIVERIES.find((name) => name === chosen);
    if (delivery === undefined) return false;
    smtp.delivery = delivery;
  } else return false;
  return true;
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  store: MailStore,
  smtp: SmtpListener,
): Promise<void> {
  const [path = '/', query = ''] = (request.url ?? '/').split('?', 2);
  if (request.method === 'POST') {
    if (isForeign(request)) return sendText(response, 403, 'Only the pages of this mailbox may do that.');
    if (await change(request, store, smtp)) return void response.writeHead(303, { location: '/' }).end();
    return sendText(response, 400, `Expected /delete, or /delivery with delivery=${DELIVERIES.join('|')}.`);
  }
  if (path === '/') return sendPage(response, listPage(store.list(), smtp.delivery));
  if (path === '/mails') return sendJson(response, store, new URLSearchParams(query).get('to'));
  const [, id, part] = /^\/mail\/([0-9a-z]+-[0-9a-f]+)(?:\/(html|raw))?$/.exec(path) ?? [];
  if (id !== undefined) return sendMail(response, store, id, part);
  const news = newsPage(path, Date.now());
  if (news !== null) return sendText(response, 200, news.text, news.type);
  sendText(response, 404, 'There is no such page in the mailbox.');
}

/** Starts both servers. Rejects when a port is in use; nothing listens then. */
export async function startMailbox(settings: MailboxSettings): Promise<RunningMailbox> {
  const store = await MailStore.inFolder(join(settings.dataDir, 'mailbox'), Date.now);
  const smtp = await openSmtpListener(settings.smtpPort, store);
  const server = createServer((request, response) => {
    respond(request, response, store, smtp).catch((error: unknown) => {
      process.stderr.write(`sandbox mailbox: ${error instanceof Error ? error.message : error}\n`);
      if (!response.headersSent) sendText(response, 500, 'The mailbox could not answer.');
    });
  });
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(settings.pagePort, settings.host, resolve);
    });
  } catch (error) {
    await smtp.close();
    throw error;
  }
  return {
    async close() {
      server.closeAllConnections();
      await Promise.all([
        smtp.close(),
        new Promise<void>((resolve) => {
          server.close(() => resolve());
        }),
      ]);
    },
  };
}
