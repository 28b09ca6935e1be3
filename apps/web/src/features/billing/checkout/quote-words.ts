/** What a quote means in words: when the plan begins, what is charged today and next, what pauses. Pure. */
import { type PaidTier, PLANS, type SubscriptionQuote, TRIAL_DAYS } from '@undertow/contracts';
import { formatMoney, listWords } from '#lib/format/formats.ts';
import { formatDate, formatLongDate } from '#lib/format/times.ts';

function planName(tier: PaidTier): string {
  return PLANS.find((plan) => plan.id === tier)?.name ?? tier;
}

/** `NQ and CL pause then.`, or nothing. */
function pauseText({ pausedSymbols }: SubscriptionQuote): string {
  if (pausedSymbols.length === 0) return '';
  return ` ${listWords(pausedSymbols)} ${pausedSymbols.length === 1 ? 'pauses' : 'pause'} then.`;
}

function nextText(quote: SubscriptionQuote): string {
  return `${formatMoney(quote.nextChargePence)} on ${formatDate(Date.parse(quote.nextChargeAt))}`;
}

/** The line below a plan's button: from when, and what is charged today, to the penny. */
export function quoteNote(quote: SubscriptionQuote): string {
  switch (quote.kind) {
    case 'trial':
      return `${TRIAL_DAYS} days free. Nothing today, ${nextText(quote)}.`;
    case 'start':
      return `Today ${formatMoney(quote.dueNowPence)}, then ${nextText(quote)}.`;
    case 'upgrade':
      return quote.dueNowPence === 0
        ? `Starts immediately. Nothing today, ${nextText(quote)}.`
        : `Starts immediately. Today ${formatMoney(quote.dueNowPence)}, then ${nextText(quote)}.`;
    case 'downgrade':
      return `From ${formatDate(Date.parse(quote.startsAt))}, nothing today.${pauseText(quote)}`;
    case 'current':
      return `Renews ${formatDate(Date.parse(quote.nextChargeAt))} for ${formatMoney(quote.nextChargePence)}.`;
  }
}

export interface CheckoutWords {
  readonly title: string;
  readonly lead: string;
  /** The last button, the one that binds. */
  readonly action: string;
}

/** Title, lead and button of the checkout. */
export function checkoutWords(quote: SubscriptionQuote): CheckoutWords {
  const name = planName(quote.tier);
  const today = formatMoney(quote.dueNowPence);
  const next = `${formatMoney(quote.nextChargePence)} on ${formatLongDate(Date.parse(quote.nextChargeAt))}`;
  switch (quote.kind) {
    case 'trial':
      return {
        title: `Start your ${TRIAL_DAYS}-day free trial`,
        lead: `Nothing is charged today. First payment ${next}.`,
        action: 'Start free trial',
      };
    case 'start':
      return {
        title: `Subscribe to ${name}`,
        lead: `You have used your trial, so ${today} is charged today. Next payment ${next}.`,
        action: `Pay ${today}`,
      };
    case 'upgrade':
      return {
        title: `Upgrade to ${name}`,
        lead:
          quote.dueNowPence === 0
            ? `${name} starts immediately. Nothing is charged today. Next payment ${next}.`
            : `${name} starts immediately. ${today} is charged today. Next payment ${next}.`,
        action: quote.dueNowPence === 0 ? `Upgrade to ${name}` : `Pay ${today} and upgrade`,
      };
    case 'downgrade':
      return {
        title: `Switch to ${name}`,
        lead: `${name} starts on ${formatLongDate(Date.parse(quote.startsAt))}. Nothing is charged today.${pauseText(quote)}`,
        action: `Switch to ${name}`,
      };
    case 'current':
      return { title: `You are on ${name}`, lead: `Next payment ${next}.`, action: 'Current Plan' };
  }
}

export interface SummaryLine {
  readonly text: string;
  readonly amountPence: number;
}

/** The lines above `Due today`: those of the invoice, or what the trial makes of the price. */
export function summaryLines(quote: SubscriptionQuote): readonly SummaryLine[] {
  if (quote.lines.length > 0) return quote.lines;
  if (quote.kind !== 'trial') return [];
  return [
    { text: `${planName(quote.tier)}, monthly`, amountPence: quote.nextChargePence },
    { text: `${TRIAL_DAYS}-day free trial`, amountPence: -quote.nextChargePence },
  ];
}

/** Only a new contract requests supply within the cooling-off period; a change of it does not. */
export function needsSupplyConsent(quote: SubscriptionQuote): boolean {
  return quote.kind === 'trial' || quote.kind === 'start';
}
