/** Which lines about the subscription are above every signed-in page, and their texts. Pure. */
import type { CurrentUser, SubscriptionFacts } from '@undertow/contracts';
import { formatDate, formatLongDate } from '#lib/format/times.ts';
import { TIER_WORDS } from '#lib/words/words.ts';

export interface BillingLine {
  readonly id: 'payment-failed' | 'action' | 'ending' | 'scheduled' | 'registration';
  readonly tone: 'info' | 'warn' | 'bad';
  readonly lead: string;
  readonly text: string;
  /** A link, or the button that keeps the plan. */
  readonly action: { readonly label: string; readonly href: string } | 'resume' | null;
  readonly canDismiss: boolean;
}

function problemLine(facts: SubscriptionFacts): BillingLine | null {
  const { action, graceEndsAt } = facts;
  const name = TIER_WORDS[facts.tier ?? 'free'];
  const kept =
    graceEndsAt === null ? '' : ` ${name} is kept until ${formatLongDate(Date.parse(graceEndsAt))}.`;
  if (action?.kind === 'confirm_payment') {
    return {
      id: 'action',
      tone: 'bad',
      lead: 'Your bank asks you to confirm a payment.',
      text: kept,
      action: { label: 'Confirm the payment', href: action.url },
      canDismiss: false,
    };
  }
  if (action === null && graceEndsAt === null) return null;
  return {
    id: 'payment-failed',
    tone: 'bad',
    lead: 'The last payment failed.',
    text: kept,
    action:
      action === null
        ? { label: 'See the plan', href: '/settings?tab=account' }
        : { label: 'Update the card', href: action.url },
    canDismiss: false,
  };
}

function waitingLine(facts: SubscriptionFacts): BillingLine | null {
  const name = TIER_WORDS[facts.tier ?? 'free'];
  if (facts.endsAt !== null) {
    return {
      id: 'ending',
      tone: 'info',
      lead: `${name} ends on ${formatDate(Date.parse(facts.endsAt))}.`,
      text: ' You can undo the cancellation until then.',
      action: 'resume',
      canDismiss: true,
    };
  }
  if (facts.scheduled === null) return null;
  const next = TIER_WORDS[facts.scheduled.tier];
  return {
    id: 'scheduled',
    tone: 'info',
    lead: `${next} starts on ${formatDate(Date.parse(facts.scheduled.at))}.`,
    text: ` Until then you keep ${name}.`,
    action: 'resume',
    canDismiss: true,
  };
}

/** The lines that apply, the most pressing first. */
export function billingLines(facts: SubscriptionFacts, user: CurrentUser): readonly BillingLine[] {
  const isUnregistered =
    !facts.registrationComplete && facts.status === 'none' && user.subscriptionTier === 'free';
  const registration: BillingLine | null = isUnregistered
    ? {
        id: 'registration',
        tone: 'info',
        lead: 'Your registration is not complete.',
        text: ' It is required before a subscription starts.',
        action: { label: 'Complete it', href: '/register' },
        canDismiss: true,
      }
    : null;
  return [problemLine(facts), waitingLine(facts), registration].filter((line) => line !== null);
}
