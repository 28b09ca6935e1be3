/** Mails about payments: one that failed, one that waits for the bank's confirmation, refunds. */
import { GRACE_DAYS } from '@undertow/contracts';
import type { MailFacts } from '#ports/mail.ts';
import { facts, link, type MailBody, type MailContext, text } from './mail-body.ts';
import { instantWords, pageOf, planName, pounds } from './mail-words.ts';

export function paymentFailed(mail: MailFacts['payment_failed'], context: MailContext): MailBody {
  const { tier, graceEndsAtMs, url } = mail;
  const name = planName(tier);
  return {
    subject: `A payment for ${name} did not go through`,
    blocks: [
      text(
        `Your card was not charged for ${name}. You keep the plan for ${GRACE_DAYS} days while the payment is tried again.`,
      ),
      facts(['Plan', name], ['Kept until', instantWords(graceEndsAtMs, context)]),
      text('Please check the card, or use another one. The payment is then retried immediately.'),
      link('Pay or change the card', pageOf(url, context)),
      text(
        'If nothing is paid by then, your plan becomes Free. Your account and your settings stay as they are.',
      ),
    ],
  };
}

export function actionRequired(mail: MailFacts['action_required'], context: MailContext): MailBody {
  const name = planName(mail.tier);
  return {
    subject: `Your bank asks you to confirm a payment for ${name}`,
    blocks: [
      text(
        `Your bank requires you to confirm the payment for ${name} before it goes through. Nothing was charged yet.`,
      ),
      link('Confirm the payment', pageOf(mail.url, context)),
      text(
        'The page belongs to our payment provider. Your bank may send you a code, or ask for confirmation in its app.',
      ),
    ],
  };
}

/** `visa ending in 4242` with a capital; what does not look like a card is not repeated. */
function cardWords(card: string | null): string {
  if (card === null || !/^[A-Za-z][A-Za-z0-9 ]{0,40}$/.test(card)) return 'the card you paid with';
  return card.charAt(0).toUpperCase() + card.slice(1);
}

export function refunded(mail: MailFacts['refunded'], context: MailContext): MailBody {
  const card = cardWords(mail.card);
  return {
    subject: `${pounds(mail.amountPence)} is being refunded to your card`,
    blocks: [
      text('A refund is on its way to you.'),
      facts(
        ['Amount', pounds(mail.amountPence)],
        ['To', card],
        ['Sent', instantWords(context.writtenAtMs, context)],
      ),
      text('It takes five to ten working days to show on the card.'),
      link('See your invoices', pageOf(null, context)),
    ],
  };
}
