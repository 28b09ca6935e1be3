/** The payment provider for tests: tests set its state, changes are listed as events, and calls can fail. */
import type { BillingEvent, BillingGateway, InvoiceSnapshot, SubscriptionSnapshot } from '#ports/billing.ts';

const NOT_IN_THIS_TEST = () => Promise.reject(new Error('the provider of this test does not do this'));

/** A subscription that was paid for a month; `changes` override fields. */
export function subscriptionSnapshot(
  changes: Partial<SubscriptionSnapshot> & Pick<SubscriptionSnapshot, 'id' | 'customerId' | 'createdAtMs'>,
): SubscriptionSnapshot {
  return {
    status: 'active',
    tier: 'pro',
    itemId: `si_${changes.id}`,
    priceId: `price_${changes.tier ?? 'pro'}`,
    pricePence: 9900,
    trialEndsAtMs: null,
    periodStartsAtMs: changes.createdAtMs,
    periodEndsAtMs: changes.createdAtMs + 30 * 86_400_000,
    cancelAtMs: null,
    endedAtMs: null,
    cardReady: true,
    card: {
      brand: 'visa',
      last4: '4242',
      expMonth: 12,
      expYear: 2030,
      fingerprint: `card_${changes.customerId}`,
    },
    scheduled: null,
    clientSecret: null,
    pendingTier: null,
    openInvoice: null,
    livemode: false,
    ...changes,
  };
}

/** A paid invoice; `changes` override fields. */
export function invoiceSnapshot(
  changes: Partial<InvoiceSnapshot> & Pick<InvoiceSnapshot, 'id' | 'customerId' | 'createdAtMs'>,
): InvoiceSnapshot {
  return {
    subscriptionId: null,
    number: `UT-${changes.id}`,
    status: 'paid',
    description: 'Pro, 20 Nov to 19 Dec 2026',
    totalPence: 9900,
    vatPence: 1650,
    paidPence: 9900,
    refundedPence: 0,
    paidAtMs: changes.createdAtMs,
    reason: 'subscription_cycle',
    hostedUrl: null,
    pdfUrl: null,
    paymentIntentId: `pi_${changes.id}`,
    livemode: false,
    ...changes,
  };
}

export class TestProvider implements BillingGateway {
  readonly subscriptions = new Map<string, SubscriptionSnapshot>();
  readonly invoices = new Map<string, InvoiceSnapshot>();
  readonly events: BillingEvent[] = [];
  /** Customers of charges. */
  readonly charges = new Map<string, string>();
  /** Called before each read: waits, or throws the call's error. */
  onCall: (name: string) => Promise<void> | void = () => undefined;
  verifyWebhook: BillingGateway['verifyWebhook'];

  constructor(verifyWebhook: BillingGateway['verifyWebhook'] = unsigned) {
    this.verifyWebhook = verifyWebhook;
  }

  /** Adds an event to the provider's list and returns it. */
  publish(type: string, changes: Partial<BillingEvent> & Pick<BillingEvent, 'createdAtMs'>): BillingEvent {
    const event: BillingEvent = {
      id: `evt_${this.events.length + 1}`,
      type,
      livemode: false,
      account: null,
      customerId: null,
      subscriptionId: null,
      invoiceId: null,
      dispute: null,
      ...changes,
    };
    this.events.push(event);
    return event;
  }

  /** Sets the subscription's state and publishes its event. */
  put(snapshot: SubscriptionSnapshot, type: string, atMs: number): BillingEvent {
    this.subscriptions.set(snapshot.id, snapshot);
    const { customerId, id } = snapshot;
    return this.publish(type, { createdAtMs: atMs, customerId, subscriptionId: id });
  }

  putInvoice(snapshot: InvoiceSnapshot, type: string, atMs: number): BillingEvent {
    this.invoices.set(snapshot.id, snapshot);
    const { customerId, subscriptionId, id } = snapshot;
    return this.publish(type, { createdAtMs: atMs, customerId, subscriptionId, invoiceId: id });
  }

  async readSubscription(id: string) {
    await this.onCall('readSubscription');
    return this.subscriptions.get(id);
  }

  async listSubscriptions(customerId: string) {
    await this.onCall('listSubscriptions');
    return [...this.subscriptions.values()]
      .filter((snapshot) => snapshot.customerId === customerId)
      .toSorted((left, right) => right.createdAtMs - left.createdAtMs);
  }

  async *allSubscriptions() {
    await this.onCall('allSubscriptions');
    yield* [...this.subscriptions.values()];
  }

  async listEventsSince(sinceMs: number) {
    await this.onCall('listEventsSince');
    return this.events.filter(({ createdAtMs }) => createdAtMs >= sinceMs);
  }

  async readInvoice(id: string) {
    await this.onCall('readInvoice');
    return this.invoices.get(id);
  }

  async listInvoices(customerId: string) {
    await this.onCall('listInvoices');
    return [...this.invoices.values()]
      .filter((snapshot) => snapshot.customerId === customerId)
      .toSorted((left, right) => right.createdAtMs - left.createdAtMs);
  }

  async customerOfCharge(chargeId: string) {
    await this.onCall('customerOfCharge');
    return this.charges.get(chargeId);
  }

  async cancelNow(subscriptionId: string) {
    await this.onCall('cancelNow');
    const snapshot = this.subscriptions.get(subscriptionId);
    if (snapshot === undefined || snapshot.status === 'canceled') return snapshot;
    const atMs = Math.max(snapshot.createdAtMs, this.events.at(-1)?.createdAtMs ?? 0);
    const ended: SubscriptionSnapshot = {
      ...snapshot,
      status: 'canceled',
      endedAtMs: atMs,
      openInvoice: null,
    };
    this.put(ended, 'customer.subscription.deleted', atMs);
    return ended;
  }

  createCustomer = NOT_IN_THIS_TEST;
  createSubscription = NOT_IN_THIS_TEST;
  changeTier = NOT_IN_THIS_TEST;
  scheduleTier = NOT_IN_THIS_TEST;
  resume = NOT_IN_THIS_TEST;
  cancelAtPeriodEnd = NOT_IN_THIS_TEST;
  endTrial = NOT_IN_THIS_TEST;
  refund = NOT_IN_THIS_TEST;
  openPortal = NOT_IN_THIS_TEST;
  previewStart = NOT_IN_THIS_TEST;
  previewChange = NOT_IN_THIS_TEST;
}

/** Parses the body as an event without a check of its signature. */
function unsigned(rawBody: Buffer): BillingEvent {
  return JSON.parse(rawBody.toString());
}
