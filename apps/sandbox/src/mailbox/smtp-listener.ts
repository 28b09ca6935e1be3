/** The SMTP server of this machine: accepts mail from and to any address, and can be set to refuse. */
import type { Readable } from 'node:stream';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import type { MailStore } from './mail-store.ts';

export const MAX_MAIL_BYTES = 1_048_576;
const MAX_CLIENTS = 20;

/**
 * What happens to mail that arrives: taken; `busy` refuses for now (451), `reject` for good (550), `down` cuts the
 * connection.
 */
export const DELIVERIES = ['accept', 'busy', 'reject', 'down'] as const;
export type Delivery = (typeof DELIVERIES)[number];

export interface SmtpListener {
  delivery: Delivery;
  close(): Promise<void>;
}

/** A response of SMTP other than success. */
class SmtpRefusal extends Error {
  override readonly name = 'SmtpRefusal';
  readonly responseCode: number;

  constructor(responseCode: number, message: string) {
    super(message);
    this.responseCode = responseCode;
  }
}

/** The bytes of a mail; what is over the limit is read, so that the response reaches the sender, but not kept. */
async function collect(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MAX_MAIL_BYTES) chunks.push(chunk);
  }
  if (size > MAX_MAIL_BYTES) throw new SmtpRefusal(552, 'This mail is larger than 1 MB');
  return Buffer.concat(chunks);
}

async function keep(store: MailStore, stream: Readable, { envelope }: SMTPServerSession): Promise<string> {
  const raw = await collect(stream);
  const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
  const { id } = await store.add({ from, to: envelope.rcptTo.map(({ address }) => address), raw });
  return `Kept as ${id}`;
}

function refusalOf(delivery: Delivery): SmtpRefusal | null {
  if (delivery === 'busy') return new SmtpRefusal(451, 'Configured to refuse temporarily');
  return delivery === 'reject' ? new SmtpRefusal(550, 'Configured to refuse permanently') : null;
}

/** Listens on loopback only. Rejects when the port is taken. */
export async function openSmtpListener(port: number, store: MailStore): Promise<SmtpListener> {
  const smtp: SmtpListener = { delivery: 'accept', close };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: MAX_MAIL_BYTES,
    maxClients: MAX_CLIENTS,
    closeTimeout: 500,
    onMailFrom: (_address, _session, done) => done(refusalOf(smtp.delivery)),
    onData(stream, session, done) {
      keep(store, stream, session).then(
        (response) => done(null, response),
        (error: Error) =>
          done(error instanceof SmtpRefusal ? error : new SmtpRefusal(452, `Not kept: ${error.message}`)),
      );
    },
  });
  server.server.prependListener('connection', (socket) => {
    if (smtp.delivery === 'down') socket.destroy();
  });
  async function close(): Promise<void> {
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
  }
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      // A client that disconnects is not an error
      server.on('error', () => undefined);
      resolve();
    });
  });
  return smtp;
}
