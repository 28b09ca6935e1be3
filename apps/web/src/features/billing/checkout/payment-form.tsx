/** The provider's own form for the card, in its own frame: no digit of a card passes through this page. */
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Appearance, Stripe } from '@stripe/stripe-js';
import { type FormEvent, type ReactNode, useMemo, useState } from 'react';
import { useTheme } from '#lib/browser/theme.tsx';
import { Button } from '#ui/controls/button.tsx';
import { SkeletonRows } from '#ui/layout/blocks.tsx';
import { confirmNewCard, type PaymentOutcome } from './confirm-payment.ts';

/** The colours and type of this page as the provider's form takes them. */
function appearanceNow(theme: 'light' | 'dark'): Appearance {
  const style = getComputedStyle(document.documentElement);
  const value = (token: string): string => style.getPropertyValue(token).trim();
  return {
    theme: theme === 'dark' ? 'night' : 'stripe',
    variables: {
      colorPrimary: value('--accent'),
      colorBackground: value('--surface'),
      colorText: value('--text'),
      colorTextSecondary: value('--text-2'),
      colorTextPlaceholder: value('--text-3'),
      colorDanger: value('--bad'),
      borderRadius: '5px',
      fontSizeBase: '13px',
      spacingUnit: '4px',
    },
  };
}

interface FieldsProps {
  readonly clientSecret: string;
  readonly action: string;
  readonly onOutcome: (outcome: PaymentOutcome | null) => void;
  readonly onBack: () => void;
}

function Fields({ clientSecret, action, onOutcome, onBack }: FieldsProps): ReactNode {
  const stripe = useStripe();
  const elements = useElements();
  const [isReady, setReady] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [isAway, setAway] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (stripe === null || elements === null || isBusy) return;
    setBusy(true);
    const outcome = await confirmNewCard(stripe, elements, clientSecret).catch(() => null);
    onOutcome(outcome);
    // After success the page is being left: the button stays busy.
    if (outcome?.kind !== 'done') setBusy(false);
  };
  return (
    <form aria-label="Card" onSubmit={(event) => void submit(event)}>
      {isReady || isAway ? null : <SkeletonRows rows={4} height={28} />}
      {isAway ? (
        <p className="mb-3 text-bad" role="alert">
          The payment form could not be loaded. Nothing was charged. Go back and try again in a moment.
        </p>
      ) : null}
      <PaymentElement
        options={{ layout: 'tabs' }}
        onReady={() => setReady(true)}
        onLoadError={() => setAway(true)}
      />
      <Button
        className="mt-4 w-full"
        kind="primary"
        size="large"
        type="submit"
        disabled={!isReady}
        busy={isBusy}
        busyText="Processing..."
      >
        {action}
      </Button>
      <Button className="mt-2 w-full" kind="ghost" disabled={isBusy} onClick={onBack}>
        Back
      </Button>
    </form>
  );
}

export interface PaymentFormProps extends FieldsProps {
  readonly stripe: Stripe;
}

export function PaymentForm({ stripe, ...fields }: PaymentFormProps): ReactNode {
  const { theme } = useTheme();
  const { clientSecret } = fields;
  const options = useMemo(() => ({ clientSecret, appearance: appearanceNow(theme) }), [clientSecret, theme]);
  return (
    <Elements key={clientSecret} stripe={stripe} options={options}>
      <Fields {...fields} />
    </Elements>
  );
}
