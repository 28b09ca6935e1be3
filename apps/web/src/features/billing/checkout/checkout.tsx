/** The subscription page's content: the plans, and beside them what the chosen one costs and how it is paid. */
import type { CurrentUser, Plan } from '@undertow/contracts';
import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'wouter';
import { useQuote, useSubscription } from '#api/account/billing.ts';
import { PlanPicker } from '#features/billing/plans/plan-picker.tsx';
import { planOfName } from '#features/billing/plans/plan-words.ts';
import { readableError } from '#lib/format/readable-error.ts';
import { takePendingPlan } from '#lib/state/pending-plan.ts';
import { ErrorBlock, SkeletonRows } from '#ui/layout/blocks.tsx';
import { Note } from '#ui/layout/note.tsx';
import { CheckoutBox } from './checkout-box.tsx';
import { checkoutWords } from './quote-words.ts';
import { useCheckout } from './use-checkout.ts';
import { usePayment } from './use-payment.ts';

export interface CheckoutProps {
  readonly user: CurrentUser;
  /** Name of the plan in the address; can be any text. */
  readonly planName: string | null;
}

function Side({ plan, parts }: { readonly plan: Plan; readonly parts: CheckoutParts }): ReactNode {
  const { quote, facts, checkout, payment } = parts;
  const failed = [quote, facts].find((query) => query.error !== null);
  if (failed !== undefined) {
    return (
      <section className="card" aria-label="Payment">
        <ErrorBlock
          title={`The price of ${plan.name} could not be loaded`}
          text={`${readableError(failed.error)} Nothing was charged, and your plan is unchanged.`}
          onRetry={() => void Promise.all([quote.refetch(), facts.refetch()])}
        />
      </section>
    );
  }
  if (quote.data === undefined || facts.data === undefined) {
    return (
      <section className="card" aria-label="Payment" aria-busy="true">
        <SkeletonRows rows={6} height={20} />
      </section>
    );
  }
  return <CheckoutBox quote={quote.data} facts={facts.data} checkout={checkout} payment={payment} />;
}

interface CheckoutParts {
  readonly quote: ReturnType<typeof useQuote>;
  readonly facts: ReturnType<typeof useSubscription>;
  readonly checkout: ReturnType<typeof useCheckout>;
  readonly payment: ReturnType<typeof usePayment>;
}

export function Checkout({ user, planName }: CheckoutProps): ReactNode {
  const [, navigate] = useLocation();
  const chosen = planOfName(planName);
  // A plan chosen before sign-in counts where the address names none; it is discarded either way.
  useEffect(() => {
    const pending = planOfName(takePendingPlan());
    if (planName === null && pending !== null) navigate(`/subscribe?plan=${pending.id}`, { replace: true });
  }, [planName, navigate]);
  const payment = usePayment();
  const quote = useQuote(chosen?.id ?? null);
  const facts = useSubscription();
  const checkout = useCheckout(chosen?.id ?? null, payment.stripe);
  const words = quote.data === undefined ? null : checkoutWords(quote.data);
  return (
    <>
      <h1 className="t-28">{words?.title ?? 'Choose your plan'}</h1>
      <p className="t-16 mt-1.5 min-h-6 text-text-2">{words?.lead ?? 'Prices include VAT.'}</p>
      <div className="checkout">
        <div>
          <PlanPicker
            chosen={chosen}
            tier={user.subscriptionTier}
            isOff={checkout.isBusy}
            onChoose={(plan) => navigate(`/subscribe?tier=${plan.id}`, { replace: true })}
          />
          <div className="mt-3.5">
            <Note tone="info" icon="info">
              Cancel anytime in Settings. You can stop immediately, with the unused days refunded, or at the
              end of the paid month.
            </Note>
          </div>
        </div>
        {chosen === null ? null : <Side plan={chosen} parts={{ quote, facts, checkout, payment }} />}
      </div>
    </>
  );
}
