/** The subscription, what a change of it would cost, its changes and its invoices. */
import {
  type QueryClient,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import {
  cancelSubscription,
  createSubscription,
  getBillingConfig,
  getCurrentUser,
  getSubscription,
  type InvoiceRow,
  listInvoices,
  listUserInstruments,
  openBillingPortal,
  type PaidTier,
  quoteSubscription,
  resumeSubscription,
  type SubscriptionFacts,
  type SubscriptionQuote,
} from '@undertow/contracts';
import { MINUTE_MS } from '@undertow/market';
import type { z } from 'zod';
import { call } from '#api/client/call.ts';

/** A quote is exact for the instant it was made; it is requested again after this time on screen. */
const QUOTE_FRESH_MS = 5 * MINUTE_MS;

type Created = z.output<(typeof createSubscription)['response']>;
type Cancelled = z.output<(typeof cancelSubscription)['response']>;
type BillingConfig = z.output<(typeof getBillingConfig)['response']>;

/** The current subscription. */
export function useSubscription(isOn = true): UseQueryResult<SubscriptionFacts> {
  return useQuery({
    queryKey: [getSubscription.path],
    queryFn: ({ signal }) => call(getSubscription, { signal }),
    enabled: isOn,
  });
}

/** The subscription as currently stored on the server. */
export function readSubscription(client: QueryClient): Promise<SubscriptionFacts> {
  const queryFn = (): Promise<SubscriptionFacts> => call(getSubscription);
  return client.fetchQuery({ queryKey: [getSubscription.path], queryFn, staleTime: 0 });
}

/** What a move to the tier would cost now; no request while `tier` is null. */
export function useQuote(tier: PaidTier | null): UseQueryResult<SubscriptionQuote> {
  return useQuery({
    queryKey: [quoteSubscription.path, tier],
    queryFn: ({ signal }) => call(quoteSubscription, { query: { tier: tier ?? 'basic' }, signal }),
    enabled: tier !== null,
    staleTime: QUOTE_FRESH_MS,
    refetchInterval: QUOTE_FRESH_MS,
  });
}

/** Key and script address of the payment provider. */
export function useBillingConfig(isOn: boolean): UseQueryResult<BillingConfig> {
  return useQuery({
    queryKey: [getBillingConfig.path],
    queryFn: ({ signal }) => call(getBillingConfig, { signal }),
    enabled: isOn,
  });
}

/** Newest first. */
export function useInvoices(): UseQueryResult<InvoiceRow[]> {
  return useQuery({ queryKey: [listInvoices.path], queryFn: ({ signal }) => call(listInvoices, { signal }) });
}

/** Reads again everything that a change of the subscription moves. */
export function useRereadBilling(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const paths = [getCurrentUser, getSubscription, quoteSubscription, listInvoices, listUserInstruments];
    await Promise.all(paths.map(({ path }) => client.invalidateQueries({ queryKey: [path] })));
  };
}

export interface SubscriptionOrder {
  readonly tier: PaidTier;
  readonly prorationDate: number | null;
  readonly immediateSupply: boolean;
}

/** Starts or changes the subscription. */
export function useCreateSubscription(): UseMutationResult<Created, Error, SubscriptionOrder> {
  return useMutation({
    mutationFn: ({ tier, prorationDate, immediateSupply }: SubscriptionOrder) =>
      call(createSubscription, {
        body: {
          tier,
          ...(prorationDate === null ? {} : { prorationDate }),
          ...(immediateSupply ? { immediateSupply } : {}),
        },
      }),
  });
}

/** Cancels at the end of the period, or now. */
export function useCancelSubscription(): UseMutationResult<Cancelled, Error, { atPeriodEnd: boolean }> {
  const reread = useRereadBilling();
  return useMutation({
    mutationFn: (body: { atPeriodEnd: boolean }) => call(cancelSubscription, { body }),
    onSuccess: reread,
  });
}

/** Cancels a change scheduled for the end of the period. */
export function useResumeSubscription(): UseMutationResult<unknown, Error, void> {
  const reread = useRereadBilling();
  return useMutation({ mutationFn: () => call(resumeSubscription), onSuccess: reread });
}

/** Address of the provider's portal. */
export function useBillingPortal(): UseMutationResult<{ url: string }, Error, void> {
  return useMutation({ mutationFn: () => call(openBillingPortal) });
}
