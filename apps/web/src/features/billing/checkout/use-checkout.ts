/** The steps of a checkout: the quote on screen, the order, the card where one is needed, and what came of it. */
import type { Stripe } from '@stripe/stripe-js';
import type { PaidTier, SubscriptionQuote } from '@undertow/contracts';
import { useEffect, useState } from 'react';
import { useCreateSubscription, useRereadBilling } from '#api/account/billing.ts';
import { isPaymentRefused, isUnauthorized } from '#api/client/api-error.ts';
import { readableError } from '#lib/format/readable-error.ts';
import { keepOrderedPlan } from '#lib/state/ordered-plan.ts';
import { toast, toastError } from '#ui/overlays/toast-state.ts';
import { confirmKeptCard, type PaymentOutcome, returnUrl } from './confirm-payment.ts';

export type CheckoutStage =
  | { readonly kind: 'review' }
  | { readonly kind: 'card'; readonly clientSecret: string }
  | { readonly kind: 'bank' }
  | { readonly kind: 'scheduled'; readonly tier: PaidTier; readonly startsAt: string };

export interface Checkout {
  readonly stage: CheckoutStage;
  readonly isBusy: boolean;
  /** What went wrong last, for the page; the toast is gone after five seconds. */
  readonly problem: string | null;
  readonly order: (quote: SubscriptionQuote, immediateSupply: boolean) => Promise<void>;
  /** Takes what came of a confirmation: success leaves for the dashboard. */
  readonly settle: (outcome: PaymentOutcome | null) => void;
  readonly backToReview: () => void;
}

const SETUP_FAILED = 'Failed to initialize payment. Please try again.';
const UNEXPECTED = 'An unexpected error occurred. Please try again.';

/** `tier` is the plan on screen; another one starts from the beginning. */
export function useCheckout(tier: PaidTier | null, stripe: Stripe | null): Checkout {
  const create = useCreateSubscription();
  const reread = useRereadBilling();
  const [stage, setStage] = useState<CheckoutStage>({ kind: 'review' });
  const [problem, setProblem] = useState<string | null>(null);
  // Another plan: the secret and the messages of the previous one are no longer valid.
  useEffect(() => {
    setStage({ kind: 'review' });
    setProblem(null);
  }, [tier]);

  const settle = (outcome: PaymentOutcome | null): void => {
    if (outcome?.kind === 'done') {
      location.assign(returnUrl());
      return;
    }
    const words = outcome?.kind === 'failed' ? outcome.message : null;
    setProblem(words ?? UNEXPECTED);
    toast(
      words === null
        ? { title: 'Payment Error', text: UNEXPECTED, destructive: true }
        : { title: 'Payment Failed', text: words, destructive: true },
    );
  };

  const confirmKept = async (clientSecret: string): Promise<void> => {
    if (stripe === null) {
      setStage({ kind: 'card', clientSecret });
      return;
    }
    setStage({ kind: 'bank' });
    const outcome = await confirmKeptCard(stripe, clientSecret).catch(() => null);
    if (outcome?.kind === 'needs_card') {
      setStage({ kind: 'card', clientSecret });
      return;
    }
    setStage({ kind: 'review' });
    settle(outcome);
  };

  const order = async (quote: SubscriptionQuote, immediateSupply: boolean): Promise<void> => {
    setProblem(null);
    try {
      const { tier: chosen, prorationDate } = quote;
      keepOrderedPlan(chosen);
      const made = await create.mutateAsync({ tier: chosen, prorationDate, immediateSupply });
      if (made.status === 'changed') settle({ kind: 'done' });
      else if (made.status === 'scheduled') {
        setStage({ kind: 'scheduled', tier: made.tier, startsAt: made.startsAt });
        await reread();
      } else if (made.clientSecret === null) settle(null);
      else if (made.status === 'needs_card') setStage({ kind: 'card', clientSecret: made.clientSecret });
      else await confirmKept(made.clientSecret);
    } catch (error) {
      // Signed out: the page is being left for sign-in already.
      if (isUnauthorized(error)) return;
      if (isPaymentRefused(error)) settle({ kind: 'failed', message: readableError(error) });
      else {
        setProblem(readableError(error));
        toastError(SETUP_FAILED);
      }
      // What is shown may be what was refused: a price of a moment ago, a plan that changed elsewhere.
      await reread();
    }
  };

  return {
    stage,
    isBusy: create.isPending || stage.kind === 'bank',
    problem,
    order,
    settle,
    backToReview: () => setStage({ kind: 'review' }),
  };
}
