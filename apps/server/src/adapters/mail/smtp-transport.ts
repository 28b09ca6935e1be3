/** Mails over SMTP: pooled connections, a timeout for every step, and failures that are marked as retryable or not. */
import { createTransport } from 'nodemailer';
import { MailFailure, type MailTransport } from '#ports/mail.ts';

const CONNECT_WITHIN_MS = 10_000;
/** Silence of a connection after which it is given up. */
const RESPOND_WITHIN_MS = 20_000;
/** A whole mail, whatever the server does. */
const SEND_WITHIN_MS = 90_000;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

export interface SmtpSettings {
  /** `smtp://…` or `smtps://…`, with user and password where the server requires them. */
  readonly url: string;
  /** An address, or a name and an address. */
  readonly from: string;
  /** Where replies go. */
  readonly replyTo: string;
  /** Timings of tests. */
  readonly connectWithinMs?: number;
  readonly respondWithinMs?: number;
  readonly sendWithinMs?: number;
}

/** The error of the library. */
interface Failure {
  readonly code?: unknown;
  readonly responseCode?: unknown;
  readonly permanent?: unknown;
}

/** One address and nothing else: no list, no name, no line break. */
const ONE_ADDRESS = /^[^\s<>()[\]\\,;:"@\p{Cc}]{1,64}@[A-Za-z0-9.-]{1,190}$/u;

/** Neither the server's text nor the recipient is repeated: both could end up in a log. */
function failureOf(cause: unknown): MailFailure {
  const { code, responseCode, permanent } = cause as Failure;
  // A refused password is a fault of our settings: the mail itself was not refused
  const canRetry = permanent !== true || code === 'EAUTH';
  const said = typeof responseCode === 'number' ? ` ${responseCode}` : '';
  return new MailFailure(`the mail server refused${said} (${String(code ?? 'unknown')})`, canRetry, cause);
}

/** RFC 2369 and RFC 8058: the reader's own button ends such mails with one POST and no questions. */
function stopHeaders(stopUrl: string): Readonly<Record<string, string>> {
  return { 'List-Unsubscribe': `<${stopUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/** Opens no connection before the first mail. Beyond this machine mails travel encrypted or not at all. */
export function createSmtpTransport(settings: SmtpSettings): MailTransport {
  const { hostname } = new URL(settings.url);
  const isLocal = LOOPBACK.has(hostname);
  const transport = createTransport({
    url: settings.url,
    pool: true,
    maxConnections: 2,
    // A mail whose connection broke is ours to try again: the pool alone would send it twice
    maxRequeues: 0,
    connectionTimeout: settings.connectWithinMs ?? CONNECT_WITHIN_MS,
    greetingTimeout: settings.connectWithinMs ?? CONNECT_WITHIN_MS,
    dnsTimeout: settings.connectWithinMs ?? CONNECT_WITHIN_MS,
    socketTimeout: settings.respondWithinMs ?? RESPOND_WITHIN_MS,
    ...(isLocal ? { ignoreTLS: true } : { requireTLS: true }),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, text, html, messageId, atMs, stopUrl }) {
      if (!ONE_ADDRESS.test(to)) throw new MailFailure('the address cannot receive mail', false);
      try {
        await transport.sendMail({
          from: settings.from,
          replyTo: settings.replyTo,
          // As an object, so that nothing in it is read as a list
          to: { name: '', address: to },
          subject,
          text,
          html,
          messageId: `<${messageId}>`,
          date: new Date(atMs),
          // A server that trickles its responses is never silent
          signal: AbortSignal.timeout(settings.sendWithinMs ?? SEND_WITHIN_MS),
          // Answering machines stay silent
          headers: {
            'Auto-Submitted': 'auto-generated',
            'X-Auto-Response-Suppress': 'All',
            ...(stopUrl === undefined ? {} : stopHeaders(stopUrl)),
          },
        });
      } catch (cause) {
        throw failureOf(cause);
      }
    },
    close() {
      transport.close({ force: true });
    },
  };
}
