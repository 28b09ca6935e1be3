/** Mails about a subscription: its beginning, the end of the trial, a change of plan, its end. */

import { COOLING_OFF_DAYS, type PaidTier, PLANS } from '@undertow/contracts';
import { DAY_MS } from '@undertow/market';
import type { MailFacts } from '#ports/mail.ts';
import { facts, heading, link, type MailBlock, type MailBody, type MailContext, text } from './mail-body.ts';
import { dayWords, instantWords, planName, pounds } from './mail-words.ts';

function accountPage({ publicOrigin }: MailContext): string {
  return `${publicOrigin}/settings?tab=account`;
}

function priceOf(tier: PaidTier): number {
  return PLANS.find(({ id }) => id === tier)?.pricePence ?? 0;
}

/** How to cancel: the same words in every mail that names a charge. */
function howToCancel({ supportEmail }: MailContext): string {
  return `To cancel, open Settings, then Account, and choose Cancel beside your plan. You can also write to ${supportEmail}.`;
}

/** What the law requires at the beginning: the days, the way, the refund. */
function coolingOff(context: MailContext, hasTrial: boolean): readonly MailBlock[] {
  const untilMs = context.writtenAtMs + COOLING_OFF_DAYS * DAY_MS;
  const afterTrial = hasTrial
    ? ` The first charge after the trial gives you another ${COOLING_OFF_DAYS} days with the same right.`
    : '';
  return [
    heading('Your right to cancel'),
    text(
      `You requested that the service begin immediately. You may still cancel within ${COOLING_OFF_DAYS} days, until ${instantWords(untilMs, context)}, without giving a reason. Everything you paid is then refunded to your card.${afterTrial}`,
    ),
    text(howToCancel(context)),
    text(
      'After that you can cancel whenever you like: at once, and the unused part of the month is refunded to your card, or at the end of the period.',
    ),
  ];
}

export function welcome(mail: MailFacts['welcome'], context: MailContext): MailBody {
  const { tier, trialEndsAtMs, pricePence } = mail;
  const name = planName(tier);
  const price = `${pounds(pricePence)} a month, VAT included`;
  const opening =
    trialEndsAtMs === null
      ? `Your ${name} subscription has begun. It renews every month until you cancel.`
      : `Your trial of ${name} has begun. Nothing has been charged. Unless you cancel before, the subscription begins when the trial ends and renews every month.`;
  const firstCharge: readonly (readonly [string, string])[] =
    trialEndsAtMs === null ? [] : [['First charge', instantWords(trialEndsAtMs, context)]];
  return {
    subject:
      trialEndsAtMs === null ? `Your ${name} subscription has begun` : `Your trial of ${name} has begun`,
    blocks: [
      text(opening),
      facts(['Plan', name], ['Price', price], ...firstCharge),
      link('Open the dashboard', `${context.publicOrigin}/`),
      ...coolingOff(context, trialEndsAtMs !== null),
    ],
  };
}

export function trialEnding(mail: MailFacts['trial_ending'], context: MailContext): MailBody {
  const { tier, atMs, pricePence } = mail;
  const name = planName(tier);
  return {
    subject: `Your trial ends on ${dayWords(atMs, context)}: ${pounds(pricePence)} will be charged`,
    blocks: [
      text(
        `Your trial of ${name} ends soon. Unless you cancel before, the subscription then begins and your card is charged for the first time.`,
      ),
      facts(
        ['Plan', name],
        ['Charged', `${pounds(pricePence)}, VAT included`],
        ['On', instantWords(atMs, context)],
        ['After that', `${pounds(pricePence)} every month until you cancel`],
      ),
      text(
        `If you cancel before ${instantWords(atMs, context)}, nothing is charged. ${howToCancel(context)}`,
      ),
      link('Manage your plan', accountPage(context)),
      text(`The first charge gives you ${COOLING_OFF_DAYS} days in which you can cancel for a full refund.`),
    ],
  };
}

export function planChanged(mail: MailFacts['plan_changed'], context: MailContext): MailBody {
  const { from, to, atMs } = mail;
  const isLater = atMs > context.writtenAtMs;
  const pricePence = priceOf(to);
  const fewer =
    pricePence < priceOf(from)
      ? [text('Instruments beyond the limit of the plan are kept as paused; you choose which are active.')]
      : [];
  return {
    subject: isLater ? `Your plan changes to ${planName(to)}` : `Your plan is now ${planName(to)}`,
    blocks: [
      text(`Your plan ${isLater ? 'changes' : 'changed'} from ${planName(from)} to ${planName(to)}.`),
      facts(
        ['Plan', planName(to)],
        [isLater ? 'From' : 'Since', instantWords(atMs, context)],
        ['Price', `${pounds(pricePence)} a month, VAT included`],
      ),
      ...fewer,
      link('See your plan and invoices', accountPage(context)),
      text(`If you did not request this change, please write to ${context.supportEmail}.`),
    ],
  };
}

export function cancelled(mail: MailFacts['cancelled'], context: MailContext): MailBody {
  const { tier, endsAtMs, refundPence } = mail;
  const name = planName(tier);
  const isOver = endsAtMs <= context.writtenAtMs;
  const opening = isOver
    ? `Your ${name} subscription was cancelled and has ended. Nothing more is charged.`
    : `Your ${name} subscription was cancelled. You keep ${name} until the end of the period that you paid for, and nothing more is charged.`;
  const refund: readonly (readonly [string, string])[] =
    refundPence > 0 ? [['Refund', `${pounds(refundPence)} to the card you paid with`]] : [];
  return {
    subject: `Your ${name} subscription was cancelled`,
    blocks: [
      text(opening),
      facts(['Plan', name], [isOver ? 'Ended' : 'Ends', instantWords(endsAtMs, context)], ...refund),
      ...(refundPence > 0 ? [text('A refund takes five to ten working days to show on a card.')] : []),
      text(
        'Your account, your instruments and your invoices stay. You can subscribe again whenever you like.',
      ),
      link('See your account', accountPage(context)),
    ],
  };
}
