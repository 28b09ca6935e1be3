/** Mails about the account itself. */
import { ERASURE_UNDO_DAYS, RECORD_YEARS } from '@undertow/contracts';
import type { MailFacts } from '#ports/mail.ts';
import { facts, heading, link, type MailBody, type MailContext, text } from './mail-body.ts';
import { dayWords, instantWords, pageOf } from './mail-words.ts';

export function erasureRequested(mail: MailFacts['erasure_requested'], context: MailContext): MailBody {
  const { dueAtMs } = mail;
  return {
    subject: `Your account will be erased on ${dayWords(dueAtMs, context)}`,
    blocks: [
      text(
        `You requested the erasure of your account. You can undo this for ${ERASURE_UNDO_DAYS} days; until then everything works as before.`,
      ),
      facts(['Erased', instantWords(dueAtMs, context)]),
      heading('To keep the account'),
      text('Open Settings, then Account, and choose Keep the account before that time.'),
      link('Keep the account', pageOf(null, context)),
      heading('What is erased, and what is kept'),
      text(
        `A subscription that runs is cancelled, and its unused part is refunded. Your profile, settings, instruments, alerts and signed-in devices are removed. Invoices and the record of what you agreed to are kept for ${RECORD_YEARS} years, as the law requires, under a random key in place of your name.`,
      ),
      text(
        `If you did not request this, open Settings and keep the account, sign out your other devices, and write to ${context.supportEmail}.`,
      ),
    ],
  };
}

export function roleChanged(mail: MailFacts['role_changed'], context: MailContext): MailBody {
  const { by, of, role, atMs } = mail;
  const now = role === 'admin' ? 'an administrator' : 'no longer an administrator';
  return {
    subject: role === 'admin' ? 'There is a new administrator' : 'An administrator was demoted',
    blocks: [
      text(`An account of this service is ${now}. Every administrator is notified of each change of a role.`),
      facts(['Account', of], ['Changed by', by], ['At', instantWords(atMs, context)]),
      link('Open administration', `${context.publicOrigin}/admin`),
      text(
        `That user was signed out everywhere. If you did not expect this, check the audit log and write to ${context.supportEmail}.`,
      ),
    ],
  };
}
