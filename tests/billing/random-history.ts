/** A random history of one customer at the payment provider, a function of the seed: every step is a change and its events. */
import { DAY_MS, seededDraws } from '@undertow/market';
import type { InvoiceSnapshot, SubscriptionSnapshot } from '@undertow/server/src/ports/billing.ts';
import { invoiceSnapshot, subscriptionSnapshot, TestProvider } from '@undertow/server/testing/provider.ts';

const TIERS = ['basic', 'pro', 'elite'] as const;

export const pick = <T>(random: () => number, items: readonly T[]): T =>
  items[Math.floor(random() * items.length)] as T;

type Step = () => void;

/** Applies one step after the other to the provider; the possible next steps depend on the state. */
export class RandomHistory {
  readonly provider = new TestProvider();
  readonly customerId: string;
  readonly #random: () => number;
  #nowMs: number;
  #made = 0;
  #current: SubscriptionSnapshot | null = null;
  #prefix: string;

  constructor(seed: number, customerId: string, startMs: number) {
    this.#random = seededDraws(seed);
    this.customerId = customerId;
    this.#nowMs = startMs;
    this.#prefix = customerId.replace('cus', '');
  }

  /** One change, between a second and a week after the one before. */
  step(): void {
    this.#nowMs += Math.ceil(this.#random() * 7) * (this.#random() < 0.3 ? 1_000 : DAY_MS);
    pick(this.#random, this.#possible())();
  }

  #possible(): readonly Step[] {
    const current = this.#current;
    if (current === null) return [() => this.#begin('trialing'), () => this.#begin('incomplete')];
    switch (current.status) {
      case 'trialing':
        return current.cardReady
          ? [
              () => this.#pay(),
              () => this.#fail(),
              () => this.#end(),
              () => this.#changeTier(),
              () => this.#soon(),
            ]
          : [() => this.#giveCard(), () => this.#giveCard(), () => this.#end()];
      case 'incomplete':
        return [() => this.#pay(), () => this.#become('incomplete_expired', 'updated')];
      case 'active':
        return [
          () => this.#pay(),
          () => this.#fail(),
          () => this.#end(),
          () => this.#changeTier(),
          () => this.#refund(),
          () => this.#announceEnd(),
          () => this.#dispute(),
        ];
      case 'past_due':
        return [() => this.#settle(), () => this.#end(), () => this.#become('unpaid', 'updated')];
      case 'unpaid':
        return [() => this.#settle(), () => this.#end()];
      default:
        return [() => this.#begin('trialing'), () => this.#begin('incomplete'), () => this.#refund()];
    }
  }

  #publish(snapshot: SubscriptionSnapshot, word: string): void {
    this.#current = snapshot;
    this.provider.put(snapshot, `customer.subscription.${word}`, this.#nowMs);
  }

  #change(changes: Partial<SubscriptionSnapshot>, word = 'updated'): void {
    if (this.#current !== null) this.#publish({ ...this.#current, ...changes }, word);
  }

  #begin(status: 'trialing' | 'incomplete'): void {
    this.#made += 1;
    const { customerId } = this;
    const snapshot = subscriptionSnapshot({
      id: `sub${this.#prefix}_${this.#made}`,
      customerId,
      createdAtMs: this.#nowMs,
      status,
      tier: pick(this.#random, TIERS),
      cardReady: status === 'incomplete',
      trialEndsAtMs: status === 'trialing' ? this.#nowMs + 14 * DAY_MS : null,
    });
    this.#publish(snapshot, 'created');
  }

  #giveCard(): void {
    this.#change({ cardReady: true });
    const { customerId } = this;
    this.provider.publish('setup_intent.succeeded', { createdAtMs: this.#nowMs, customerId });
  }

  #invoice(status: InvoiceSnapshot['status'], word: string): InvoiceSnapshot {
    const { customerId } = this;
    const invoice = invoiceSnapshot({
      id: `in${this.#prefix}_${this.provider.events.length}`,
      customerId,
      subscriptionId: this.#current?.id ?? null,
      createdAtMs: this.#nowMs,
      status,
    });
    this.provider.putInvoice(invoice, `invoice.${word}`, this.#nowMs);
    return invoice;
  }

  #pay(): void {
    this.#invoice('paid', 'paid');
    this.#change({
      status: 'active',
      periodStartsAtMs: this.#nowMs,
      periodEndsAtMs: this.#nowMs + 30 * DAY_MS,
    });
  }

  #fail(): void {
    const { id } = this.#invoice('open', 'payment_failed');
    const needsConfirmation = this.#random() < 0.3;
    this.#change({
      status: 'past_due',
      openInvoice: { id, url: `https://pay.example/${id}`, needsConfirmation },
    });
  }

  #settle(): void {
    for (const invoice of this.#openOnes()) {
      this.provider.putInvoice({ ...invoice, status: 'paid' }, 'invoice.paid', this.#nowMs);
    }
    this.#change({ status: 'active', openInvoice: null });
  }

  #openOnes(): readonly InvoiceSnapshot[] {
    return [...this.provider.invoices.values()].filter(({ status }) => status === 'open');
  }

  #become(status: SubscriptionSnapshot['status'], word: string): void {
    this.#change({ status }, word);
  }

  #end(): void {
    for (const invoice of this.#openOnes()) {
      this.provider.putInvoice({ ...invoice, status: 'void' }, 'invoice.voided', this.#nowMs);
    }
    this.#change({ status: 'canceled', endedAtMs: this.#nowMs, openInvoice: null }, 'deleted');
  }

  #announceEnd(): void {
    const cancelAtMs = this.#current?.cancelAtMs === null ? this.#current.periodEndsAtMs : null;
    this.#change({ cancelAtMs });
  }

  #changeTier(): void {
    this.#change({ tier: pick(this.#random, TIERS) });
  }

  #soon(): void {
    this.#change({}, 'trial_will_end');
  }

  #dispute(): void {
    const chargeId = `ch${this.#prefix}_${this.provider.events.length}`;
    this.provider.charges.set(chargeId, this.customerId);
    const dispute = { chargeId, lost: false };
    this.provider.publish('charge.dispute.created', { createdAtMs: this.#nowMs, dispute });
  }

  #refund(): void {
    const paid = [...this.provider.invoices.values()].filter(
      ({ status, refundedPence }) => status === 'paid' && refundedPence < 9900,
    );
    if (paid.length === 0) return;
    const invoice = pick(this.#random, paid);
    const refundedPence =
      invoice.refundedPence + 1 + Math.floor(this.#random() * (9900 - invoice.refundedPence));
    this.provider.invoices.set(invoice.id, { ...invoice, refundedPence });
    const { customerId } = this;
    this.provider.publish('charge.refunded', { createdAtMs: this.#nowMs, customerId });
  }
}
