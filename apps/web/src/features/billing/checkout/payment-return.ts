/** Back from checkout at `/?payment=success`: shows the server's state, whatever the address claims. */
import { useQueryClient } from '@tanstack/react-query';
import type { SubscriptionFacts } from '@undertow/contracts';
import { useEffect } from 'react';
import { readSubscription, useRereadBilling } from '#api/account/billing.ts';
import { takeOrderedPlan } from '#lib/state/ordered-plan.ts';
import { TIER_WORDS } from '#lib/words/words.ts';
import { type ToastInput, toast } from '#ui/overlays/toast-state.ts';

/** The provider notifies the server of a payment independently of the browser, usually within a second. */
const POLL_EVERY_MS = 1000;
const MAX_POLLS = 25;

function isRunning({ status, tier, card }: SubscriptionFacts): boolean {
  return tier !== null && (status === 'active' || (status === 'trialing' && card !== null));
}

/** What is said of the subscription as the server knows it, after an order that was confirmed here or not. */
export function returnWords(facts: SubscriptionFacts | null, failed: boolean, isOrdered = false): ToastInput {
  if (facts !== null && isRunning(facts)) {
    return { title: 'Subscription Successful', text: `${TIER_WORDS[facts.tier ?? 'free']} is now active.` };
  }
  if (failed) {
    return {
      title: 'Payment Failed',
      text: 'The payment was not confirmed. Nothing was charged.',
      destructive: true,
    };
  }
  if (isOrdered && facts?.status === 'none' && facts.trialUsed) {
    return {
      title: 'Trial not started',
      text: 'This card has already been used for a trial. The order was cancelled and nothing was charged. You can choose the plan again without a trial.',
      destructive: true,
    };
  }
  return {
    title: 'No payment received',
    text: 'Your plan is unchanged. If you have just paid, it updates as soon as the payment is confirmed.',
  };
}

/** The ordered plan runs, or the order has ended again: while it waits for the provider it is kept as incomplete. */
function isSettled(facts: SubscriptionFacts, ordered: string): boolean {
  return facts.status === 'none' || (isRunning(facts) && facts.tier === ordered);
}

/**
 * Polls until the ordered plan is active, or until any response when no order is known; gives up after some seconds.
 */
async function pollUntilActive(
  read: () => Promise<SubscriptionFacts>,
  ordered: string | null,
): Promise<SubscriptionFacts | null> {
  let facts: SubscriptionFacts | null = null;
  for (let polls = 0; polls < MAX_POLLS; polls += 1) {
    facts = await read().catch(() => null);
    if (facts !== null && (ordered === null || isSettled(facts, ordered))) return facts;
    await new Promise((resolve) => setTimeout(resolve, POLL_EVERY_MS));
  }
  return facts?.tier === ordered ? facts : null;
}

/** Reads what the address says of a payment, once, and takes it out of the address. */
function takeReturn(): { readonly failed: boolean } | null {
  const query = new URLSearchParams(location.search);
  if (query.get('payment') !== 'success') return null;
  history.replaceState(history.state, '', location.pathname);
  return { failed: query.get('redirect_status') === 'failed' };
}

export function usePaymentReturn(): void {
  const client = useQueryClient();
  const reread = useRereadBilling();
  useEffect(() => {
    const back = takeReturn();
    if (back === null) return;
    const ordered = takeOrderedPlan();
    if (ordered !== null) toast({ title: 'Confirming your payment', text: 'This takes a moment.' });
    void pollUntilActive(() => readSubscription(client), ordered).then(async (facts) => {
      await reread();
      toast(returnWords(facts, back.failed, ordered !== null));
    });
    // Once for the document: the address has been taken by then.
  }, []);
}
