/** The box beside the plans: quote, consent and order; then the card; then what came of it. */
import type { SubscriptionFacts, SubscriptionQuote } from '@undertow/contracts';
import { type ReactNode, useState } from 'react';
import { ResumeButton } from '#features/billing/subscription/resume-button.tsx';
import { formatLongDate } from '#lib/format/times.ts';
import { TIER_WORDS } from '#lib/words/words.ts';
import { Button, ServerLink } from '#ui/controls/button.tsx';
import { Note } from '#ui/layout/note.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { CheckoutSummary } from './checkout-summary.tsx';
import { PaymentForm } from './payment-form.tsx';
import { checkoutWords, needsSupplyConsent } from './quote-words.ts';
import { SupplyConsent } from './supply-consent.tsx';
import type { Checkout } from './use-checkout.ts';
import type { Payment } from './use-payment.ts';

export interface CheckoutBoxProps {
  readonly quote: SubscriptionQuote;
  readonly facts: SubscriptionFacts;
  readonly checkout: Checkout;
  readonly payment: Payment;
}

function RegistrationNeeded({ quote }: { readonly quote: SubscriptionQuote }): ReactNode {
  const returnTo = encodeURIComponent(`/subscribe?tier=${quote.tier}`);
  return (
    <>
      <Note tone="warn" icon="warning">
        Your registration is not complete. Exchanges and the law require it before a subscription starts; you
        return here afterwards.
      </Note>
      <ServerLink href={`/register?returnTo=${returnTo}`} kind="primary" size="large" className="mt-4 w-full">
        Complete your registration
      </ServerLink>
    </>
  );
}

function Review({ quote, facts, checkout }: Omit<CheckoutBoxProps, 'payment'>): ReactNode {
  const [isSupplyRequested, setSupplyRequested] = useState(false);
  const needsConsent = needsSupplyConsent(quote);
  const isHeld = needsConsent && !isSupplyRequested;
  const { action } = checkoutWords(quote);
  const needsCard = needsConsent && facts.card === null;
  return (
    <>
      {needsConsent ? (
        <div className="mt-4">
          <SupplyConsent checked={isSupplyRequested} onChange={setSupplyRequested} />
        </div>
      ) : null}
      <Button
        className="mt-4 w-full"
        kind="primary"
        size="large"
        disabled={isHeld}
        aria-describedby={isHeld ? 'held' : undefined}
        busy={checkout.isBusy}
        busyText={checkout.stage.kind === 'bank' ? 'Waiting for your bank...' : 'Processing...'}
        onClick={() => void checkout.order(quote, isSupplyRequested)}
      >
        {needsCard ? 'Continue to payment' : action}
      </Button>
      {isHeld ? (
        <p id="held" className="t-12 mt-2 text-text-3">
          Tick the box above to continue.
        </p>
      ) : null}
    </>
  );
}

function Card({ quote, checkout, payment }: Omit<CheckoutBoxProps, 'facts'>): ReactNode {
  const { stage, settle, backToReview } = checkout;
  if (stage.kind !== 'card') return null;
  if (payment.stripe === null) {
    return (
      <div className="mt-4" role="status">
        <p className="text-text-2">
          {payment.failed
            ? 'The payment form could not be loaded. Nothing was charged, and your plan is unchanged.'
            : 'Loading the payment form...'}
        </p>
        {payment.failed ? (
          <Button className="mt-3" onClick={payment.retry}>
            Try again
          </Button>
        ) : null}
      </div>
    );
  }
  return (
    <div className="mt-4">
      <PaymentForm
        stripe={payment.stripe}
        clientSecret={stage.clientSecret}
        action={checkoutWords(quote).action}
        onOutcome={settle}
        onBack={backToReview}
      />
    </div>
  );
}

function Scheduled({ checkout, facts }: Pick<CheckoutBoxProps, 'checkout' | 'facts'>): ReactNode {
  if (checkout.stage.kind !== 'scheduled') return null;
  const { tier, startsAt } = checkout.stage;
  const kept = facts.tier === null || facts.tier === tier ? 'your current plan' : TIER_WORDS[facts.tier];
  return (
    <div role="status">
      <Note tone="info" icon="check">
        {TIER_WORDS[tier]} starts on {formatLongDate(Date.parse(startsAt))}. Until then you keep {kept}.
        Nothing was charged. You can undo this in Settings.
      </Note>
      <ServerLink href="/" kind="primary" size="large" className="mt-4 w-full">
        Go to the dashboard
      </ServerLink>
    </div>
  );
}

function Current({ facts, quote }: Pick<CheckoutBoxProps, 'facts' | 'quote'>): ReactNode {
  const waits = facts.endsAt !== null || facts.scheduled !== null;
  return (
    <>
      <CheckoutSummary quote={quote} />
      {waits ? (
        <ResumeButton facts={facts} className="mt-4 w-full" />
      ) : (
        <Button className="mt-4 w-full" size="large" disabled>
          Current Plan
        </Button>
      )}
    </>
  );
}

function Steps(props: CheckoutBoxProps): ReactNode {
  const { quote, facts, checkout } = props;
  if (checkout.stage.kind === 'scheduled') return <Scheduled checkout={checkout} facts={facts} />;
  if (quote.kind === 'current') return <Current facts={facts} quote={quote} />;
  if (!facts.registrationComplete) return <RegistrationNeeded quote={quote} />;
  return (
    <>
      <CheckoutSummary quote={quote} />
      {checkout.stage.kind === 'card' ? <Card {...props} /> : <Review key={quote.tier} {...props} />}
    </>
  );
}

export function CheckoutBox(props: CheckoutBoxProps): ReactNode {
  const { problem } = props.checkout;
  return (
    <section className="card p-5" aria-labelledby="payment">
      <h2 id="payment" className="t-16 mb-3">
        Payment
      </h2>
      {problem === null ? null : (
        <div className="mb-3" role="alert">
          <Note tone="bad" icon="warning">
            {problem}
          </Note>
        </div>
      )}
      <Steps {...props} />
      <p className="t-12 mt-4 flex gap-2 text-text-3">
        <Icon name="lock" size={14} />
        Secure payments processed by Stripe. Your subscription will automatically renew monthly.
      </p>
    </section>
  );
}
