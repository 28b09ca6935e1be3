/** The texts of the plan block: state, dates and card, from the server's subscription. Pure. */
import { PLANS, type SubscriptionFacts } from '@undertow/contracts';
import { formatMoney } from '#lib/format/formats.ts';
import { formatDate } from '#lib/format/times.ts';
import { TIER_WORDS } from '#lib/words/words.ts';

export interface StatusWord {
  readonly text: string;
  readonly tone: 'plain' | 'ok' | 'warn' | 'bad' | 'info';
}

const STATUS_WORDS: Readonly<Record<SubscriptionFacts['status'], StatusWord>> = {
  none: { text: 'No subscription', tone: 'plain' },
  incomplete: { text: 'Not paid yet', tone: 'warn' },
  trialing: { text: 'Trial', tone: 'info' },
  active: { text: 'Active', tone: 'ok' },
  past_due: { text: 'Payment failed', tone: 'bad' },
  unpaid: { text: 'Unpaid', tone: 'bad' },
  paused: { text: 'Paused', tone: 'warn' },
};

export function statusWord(facts: SubscriptionFacts): StatusWord {
  const goesOn = facts.status === 'active' || facts.status === 'trialing';
  if (goesOn && facts.endsAt !== null) return { text: 'Cancelled', tone: 'warn' };
  return STATUS_WORDS[facts.status];
}

/** `£99.00 a month, VAT included`; empty without a subscription. */
export function priceText({ tier, pricePence }: SubscriptionFacts): string {
  const price = pricePence ?? PLANS.find((plan) => plan.id === tier)?.pricePence;
  return tier === null || price === undefined ? '' : `${formatMoney(price)} a month, VAT included`;
}

export interface DateFact {
  readonly label: string;
  readonly value: string;
}

/** The date that comes next: the end, the smaller plan, the end of the grace, or the renewal. */
export function nextDate(facts: SubscriptionFacts): DateFact | null {
  const date = (instant: string): string => formatDate(Date.parse(instant));
  if (facts.graceEndsAt !== null) return { label: 'Kept until', value: date(facts.graceEndsAt) };
  if (facts.endsAt !== null) return { label: 'Ends', value: date(facts.endsAt) };
  if (facts.scheduled !== null) {
    return { label: `${TIER_WORDS[facts.scheduled.tier]} from`, value: date(facts.scheduled.at) };
  }
  return facts.periodEndsAt === null ? null : { label: 'Renews', value: date(facts.periodEndsAt) };
}

/** `14 days free, until 3 Dec 2026`, used, or still to be had. */
export function trialText(facts: SubscriptionFacts): DateFact {
  if (facts.status === 'trialing' && facts.trialEndsAt !== null) {
    return { label: 'Trial until', value: formatDate(Date.parse(facts.trialEndsAt)) };
  }
  return { label: 'Trial', value: facts.trialUsed ? 'Used' : 'Not used yet' };
}

/** `Visa ending 4242`; null without a card. */
export function cardText({ card }: SubscriptionFacts): string | null {
  if (card === null) return null;
  const brand = card.brand.charAt(0).toUpperCase() + card.brand.slice(1);
  return `${brand} ending ${card.last4}`;
}

/** True where there is something to cancel. */
export function canCancel(facts: SubscriptionFacts): boolean {
  return facts.status !== 'none' && facts.status !== 'incomplete' && facts.endsAt === null;
}
