/** What the two ways to cancel mean, with both amounts. Pure. */

import type { SubscriptionFacts } from '@undertow/contracts';
import { DAY_MS } from '@undertow/market';
import { formatMoney } from '#lib/format/formats.ts';
import { formatDayMonth, formatLongDate } from '#lib/format/times.ts';
import { TIER_WORDS } from '#lib/words/words.ts';
import { cardText } from './subscription-words.ts';

export interface CancelWay {
  readonly title: string;
  readonly text: string;
  readonly refundPence: number;
  /** The danger button: it repeats the choice. */
  readonly action: string;
}

export interface CancelWords {
  readonly title: string;
  readonly lead: string;
  readonly atPeriodEnd: CancelWay;
  readonly now: CancelWay;
}

function leadOf(facts: SubscriptionFacts, endMs: number, nowMs: number): string {
  const days = Math.max(0, Math.ceil((endMs - nowMs) / DAY_MS));
  const left = days === 1 ? '1 day is left' : `${days} days are left`;
  const until = formatLongDate(endMs);
  const today = formatDayMonth(nowMs);
  if (facts.status === 'trialing') {
    return `Your trial runs until ${until}; nothing has been charged. Today is ${today}: ${left}.`;
  }
  if (facts.status !== 'active') return `Your last payment failed; the period runs until ${until}.`;
  return `You have paid ${formatMoney(facts.pricePence ?? 0)} up to ${until}. Today is ${today}: ${left}.`;
}

function nowText(facts: SubscriptionFacts, nowMs: number): string {
  if (facts.refundNowPence === 0)
    return 'Live data and alerts stop immediately. Nothing was paid, so nothing is refunded.';
  const card = cardText(facts) ?? 'the card you paid with';
  const isWhole = facts.coolingOffEndsAt !== null && Date.parse(facts.coolingOffEndsAt) > nowMs;
  const what = isWhole
    ? 'You are within the 14-day cancellation period: the full amount is'
    : 'The unused days are';
  return `Live data and alerts stop immediately. ${what} refunded to ${card} within 5 working days.`;
}

/** Words of the dialog at an instant on the reader's clock. */
export function cancelWords(facts: SubscriptionFacts, nowMs: number): CancelWords {
  const name = TIER_WORDS[facts.tier ?? 'free'];
  const endMs = Date.parse(facts.periodEndsAt ?? new Date(nowMs).toISOString());
  const end = formatDayMonth(endMs);
  return {
    title: `Cancel ${name}?`,
    lead: leadOf(facts, endMs, nowMs),
    atPeriodEnd: {
      title: facts.status === 'trialing' ? 'At the end of the trial' : 'At the end of the period',
      text: `${name} stays until ${end}. Then Free. You can undo this until then.`,
      refundPence: 0,
      action: `Cancel on ${end}`,
    },
    now: {
      title: 'Now',
      text: nowText(facts, nowMs),
      refundPence: facts.refundNowPence,
      action: `Cancel now, ${formatMoney(facts.refundNowPence)} refunded`,
    },
  };
}

/** What happened, for the toast after it. */
export function cancelledText(
  facts: SubscriptionFacts,
  done: { readonly refundedPence: number; readonly endsAt: string | null },
  atPeriodEnd: boolean,
): string {
  const name = TIER_WORDS[facts.tier ?? 'free'];
  if (atPeriodEnd && done.endsAt !== null) {
    return `${name} stays until ${formatLongDate(Date.parse(done.endsAt))}. You can undo this in Settings.`;
  }
  const back =
    done.refundedPence === 0 ? '' : ` ${formatMoney(done.refundedPence)} will be refunded to your card.`;
  return `${name} has ended.${back}`;
}
