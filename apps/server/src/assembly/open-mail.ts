/** Starts the sender of mails from the settings; without a mail server the mails wait in the outbox. */
import type { Logger } from 'pino';
import { MailSender } from '#adapters/mail/mail-sender.ts';
import { createSmtpTransport } from '#adapters/mail/smtp-transport.ts';
import { createComposer } from '#adapters/mail/templates/compose-mail.ts';
import type { Config } from '#config/config.ts';
import { createAlertMailTokens } from '#modules/alerts/alert-mail-tokens.ts';
import type { Clock } from '#ports/clock.ts';
import type { MailQueue } from '#ports/mail.ts';

interface MailParts {
  readonly config: Pick<Config, 'mail' | 'company' | 'publicOrigin' | 'cookieKey'>;
  readonly queue: MailQueue;
  readonly clock: Clock;
  readonly log: Logger;
}

/** The host of an address such as `Undertow <mail@undertow.example>`. */
function hostOf(from: string): string {
  return /@([A-Za-z0-9.-]+)>?$/.exec(from)?.[1] ?? 'localhost';
}

export function openMail({ config, queue, clock, log }: MailParts): { close(): Promise<void> } {
  const { mail, company, publicOrigin, cookieKey } = config;
  if (mail.smtpUrl === null) {
    log.warn('SMTP_URL is not set: mails wait until it is');
    return { close: async () => undefined };
  }
  const sender = new MailSender({
    queue,
    transport: createSmtpTransport({ url: mail.smtpUrl, from: mail.from, replyTo: company.supportEmail }),
    compose: createComposer({
      company,
      publicOrigin,
      alertMailToken: createAlertMailTokens(cookieKey).tokenOf,
    }),
    clock,
    host: hostOf(mail.from),
    log,
  });
  sender.start();
  return sender;
}
