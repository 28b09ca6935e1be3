/** Choosing and paying for a plan; visitors are sent to sign-in first. */
import { type ReactNode, useEffect } from 'react';
import { useSearch } from 'wouter';
import { loginAddress, useSignIn } from '#api/account/auth.ts';
import { Checkout } from '#features/billing/checkout/checkout.tsx';
import { PaymentFrame } from '#features/billing/checkout/payment-frame.tsx';
import { usePageTitle } from '#lib/hooks/use-title.ts';
import { toastError } from '#ui/overlays/toast-state.ts';

const LEAVE_AFTER_MS = 1000;

function AuthenticationRequired({ returnTo }: { readonly returnTo: string }): ReactNode {
  useEffect(() => {
    toastError('Please sign in to subscribe to a plan.', 'Authentication Required');
    const timer = setTimeout(() => location.assign(loginAddress(returnTo)), LEAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [returnTo]);
  return (
    <div className="reading" role="alert">
      <h1>Authentication Required</h1>
      <p>Please sign in to subscribe to a plan.</p>
    </div>
  );
}

export function Subscribe(): ReactNode {
  usePageTitle('/subscribe');
  const { user } = useSignIn();
  const search = useSearch();
  const query = new URLSearchParams(search);
  return (
    <PaymentFrame>
      {user === null ? (
        <AuthenticationRequired returnTo={search === '' ? '/subscribe' : `/subscribe?${search}`} />
      ) : (
        <Checkout user={user} planName={query.get('plan') ?? query.get('tier')} />
      )}
    </PaymentFrame>
  );
}
