/** The mail about a webhook that was paused. */
import { WEBHOOK_RETRY_HOURS } from '@undertow/contracts';
import type { MailFacts } from '#ports/mail.ts';
import { facts, link, type MailBody, type MailContext, text } from './mail-body.ts';
import { instantWords } from './mail-words.ts';

const REASONS = {
  gone: 'Its receiver answered 410: it wants no more messages.',
  failing: `Its receiver accepted nothing for ${WEBHOOK_RETRY_HOURS} hours.`,
} as const;

export function webhookPaused(mail: MailFacts['webhook_paused'], context: MailContext): MailBody {
  const { name, address, reason, atMs } = mail;
  return {
    subject: `Your webhook ${name} is paused`,
    blocks: [
      text(`${REASONS[reason]} Nothing is sent to it until you resume it.`),
      facts(['Webhook', name], ['Address', address], ['Paused', instantWords(atMs, context)]),
      text(
        `What happens meanwhile is kept for ${WEBHOOK_RETRY_HOURS} hours and sent when you resume it. Settings show each attempt and how the receiver answered.`,
      ),
      link('Open the settings', `${context.publicOrigin}/settings?tab=api`),
    ],
  };
}
