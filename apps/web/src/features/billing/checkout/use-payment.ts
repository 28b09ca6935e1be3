/** The payment provider's object in this page: loaded from the configured address, once. */
import type { Stripe } from '@stripe/stripe-js';
import { useCallback, useEffect, useState } from 'react';
import { useBillingConfig } from '#api/account/billing.ts';
import { loadPayment } from './payment-script.ts';

export interface Payment {
  /** Null while it loads, and when it could not be loaded. */
  readonly stripe: Stripe | null;
  readonly failed: boolean;
  readonly retry: () => void;
}

export function usePayment(): Payment {
  const { data: config, isError, refetch } = useBillingConfig(true);
  const [stripe, setStripe] = useState<Stripe | null>(null);
  const [tries, setTries] = useState(0);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (config === undefined || stripe !== null) return;
    let isHere = true;
    setFailed(false);
    loadPayment(config.scriptUrl, config.publishableKey).then(
      (loaded) => {
        if (isHere) setStripe(loaded);
      },
      () => {
        if (isHere) setFailed(true);
      },
    );
    return () => {
      isHere = false;
    };
    // `tries`: the same configuration is tried again on request.
  }, [config, stripe, tries]);
  const retry = useCallback(() => {
    setTries((count) => count + 1);
    if (isError) void refetch();
  }, [isError, refetch]);
  return { stripe, failed: failed || isError, retry };
}
