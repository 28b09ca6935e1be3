/** Plans and payment: what a change costs, the subscription and its changes, the portal and the invoices. */
import {
  cancelSubscription,
  createSubscription,
  getBillingConfig,
  getSubscription,
  type InvoiceRow,
  instantOfMs,
  listInvoices,
  openBillingPortal,
  quoteSubscription,
  resumeSubscription,
} from '@undertow/contracts';
import { AppError } from '#failures/app-error.ts';
import { OK, type RouteBinder } from '#http/bind/bind-route.ts';
import { createAddressHash } from '#http/session/address-hash.ts';
import { BillingFailure, type StoredInvoice } from '#ports/billing.ts';
import type { Log } from '#ports/log.ts';
import type { BillingStores, FlowParts, Provider } from './billing-parts.ts';
import { endAtOnce, endWithPeriod } from './end-subscription.ts';
import { createOneAtATime, type OneAtATime } from './one-at-a-time.ts';
import { placeOrder } from './place-order.ts';
import { quoteTier } from './quote-tier.ts';
import { recordSnapshot } from './record-snapshot.ts';
import { subscriptionFacts } from './subscription-facts.ts';

function refusalOf({ canRetry, customerMessage }: BillingFailure): AppError {
  if (canRetry) return new AppError('PAYMENT_PROVIDER_AWAY');
  if (customerMessage === null) return new AppError('PAYMENT_PROVIDER_REFUSED');
  return new AppError('PAYMENT_REFUSED', [{ path: 'card', message: customerMessage }]);
}

/** Runs a call of the provider; its failures become refusals from the catalogue, and are logged whole. */
async function withProviderErrors<T>(
  log: Pick<Log, 'error'>,
  userId: string,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof BillingFailure)) throw error;
    log.error({ err: error, userId }, 'payment provider failed');
    throw refusalOf(error);
  }
}

export interface BillingParts extends BillingStores {
  /** Null: nothing can be bought on this server. */
  readonly provider: Provider | null;
  readonly publicOrigin: string;
  readonly cookieKey: Buffer;
}

function invoiceRow({ subscriptionId: _, createdAtMs, hostedUrl, ...invoice }: StoredInvoice): InvoiceRow {
  const { id, number, description, totalPence, vatPence, refundedPence, status, pdfUrl } = invoice;
  const amounts = { totalPence, vatPence, refundedPence };
  return {
    id,
    number,
    description,
    ...amounts,
    status,
    pdfUrl,
    url: hostedUrl,
    createdAt: instantOfMs(createdAtMs),
  };
}

function bindReads(binder: RouteBinder, parts: BillingParts, flow: () => FlowParts): void {
  const { provider, invoices, log } = parts;

  binder.bindUser(getSubscription, ({ user }) => subscriptionFacts(parts, user.userId));

  binder.bindUser(listInvoices, async ({ user }) => (await invoices.list(user.userId)).map(invoiceRow));

  binder.bindUser(quoteSubscription, ({ user, query }) =>
    withProviderErrors(log, user.userId, () => quoteTier(flow(), user.userId, query.tier)),
  );

  binder.bindUser(getBillingConfig, () => {
    if (provider === null) throw new AppError('PAYMENTS_OFF');
    const { publishableKey, scriptUrl } = provider;
    return { publishableKey, scriptUrl };
  });
}

function bindOrders(
  binder: RouteBinder,
  parts: BillingParts,
  flow: () => FlowParts,
  turns: OneAtATime,
): void {
  const { log, cookieKey } = parts;
  const hashAddress = createAddressHash(cookieKey);

  binder.bindUser(createSubscription, ({ user: { userId }, body, request }) =>
    withProviderErrors(log, userId, async () => {
      const order = {
        userId,
        tier: body.tier,
        immediateSupply: body.immediateSupply === true,
        prorationDate: body.prorationDate ?? null,
        consentFrom: { userId, ipHash: hashAddress(request.ip), requestId: request.id },
      };
      const { snapshot, status, startsAtMs } = await turns.run(userId, () => placeOrder(flow(), order));
      const isLeft = status === 'needs_card' || status === 'needs_confirmation';
      return {
        clientSecret: isLeft ? snapshot.clientSecret : null,
        status,
        tier: order.tier,
        startsAt: instantOfMs(startsAtMs),
      };
    }),
  );
}

function bindEnds(binder: RouteBinder, parts: BillingParts, flow: () => FlowParts, turns: OneAtATime): void {
  const { billingStore, log, publicOrigin } = parts;

  binder.bindUser(cancelSubscription, ({ user: { userId }, body }) =>
    withProviderErrors(log, userId, async () => {
      const with_ = flow();
      const { refundedPence, endsAtMs } = await turns.run(userId, async () => {
        const stored = await billingStore.current(userId);
        if (stored === undefined) throw new AppError('NO_SUBSCRIPTION');
        return body?.atPeriodEnd === true ? endWithPeriod(with_, stored) : endAtOnce(with_, stored);
      });
      return { ...OK, refundedPence, endsAt: instantOfMs(endsAtMs) };
    }),
  );

  binder.bindUser(resumeSubscription, ({ user: { userId } }) =>
    withProviderErrors(log, userId, async () => {
      const { gateway } = flow();
      return turns.run(userId, async () => {
        const stored = await billingStore.current(userId);
        if (stored === undefined) throw new AppError('NO_SUBSCRIPTION');
        const snapshot = (await gateway.readSubscription(stored.snapshot.id)) ?? stored.snapshot;
        if (snapshot.cancelAtMs === null && snapshot.scheduled === null)
          throw new AppError('NOTHING_TO_RESUME');
        await recordSnapshot(parts, userId, await gateway.resume(snapshot));
        return OK;
      });
    }),
  );

  binder.bindUser(openBillingPortal, ({ user: { userId } }) =>
    withProviderErrors(log, userId, async () => {
      const { gateway } = flow();
      const customerId = await billingStore.customerOf(userId);
      if (customerId === undefined) throw new AppError('NO_BILLING_ACCOUNT');
      return { url: await gateway.openPortal(customerId, `${publicOrigin}/settings?tab=account`) };
    }),
  );
}

export function bindBillingRoutes(binder: RouteBinder, parts: BillingParts): void {
  const turns = createOneAtATime(parts);
  const flow = (): FlowParts => {
    if (parts.provider === null) throw new AppError('PAYMENTS_OFF');
    return { ...parts, gateway: parts.provider.gateway };
  };
  bindReads(binder, parts, flow);
  bindOrders(binder, parts, flow, turns);
  bindEnds(binder, parts, flow, turns);
}
