/** Webhooks: who signed them and when, and what an event points at. An event is a hint of what to read, never the truth. */
import type Stripe from 'stripe';
import { type BillingEvent, WebhookRefused } from '#ports/billing.ts';
import { idOf } from './stripe-snapshot.ts';

/** An event may be this old, and its clock this far ahead of ours. */
const TOLERANCE_SECONDS = 300;

type Pointer = string | { readonly id: string } | null | undefined;

/** What the objects of the events that we read have in common. */
interface EventObject {
  readonly object?: string;
  readonly id?: string;
  readonly customer?: Pointer;
  readonly charge?: Pointer;
  readonly status?: string;
  readonly parent?: { readonly subscription_details?: { readonly subscription?: Pointer } | null } | null;
  readonly subscription?: Pointer;
}

function disputeOf(type: string, object: EventObject): BillingEvent['dispute'] {
  const chargeId = idOf(object.charge);
  if (!type.startsWith('charge.dispute.') || chargeId === null) return null;
  return { chargeId, lost: object.status === 'lost' };
}

function subscriptionOf(object: EventObject): string | null {
  if (object.object === 'subscription') return object.id ?? null;
  return idOf(object.parent?.subscription_details?.subscription) ?? idOf(object.subscription);
}

/** What an event points at. */
export function eventOf(event: Stripe.Event): BillingEvent {
  const object = event.data.object as EventObject;
  return {
    id: event.id,
    type: event.type,
    createdAtMs: event.created * 1000,
    livemode: event.livemode,
    account: event.account ?? null,
    customerId: object.object === 'customer' ? (object.id ?? null) : idOf(object.customer),
    subscriptionId: subscriptionOf(object),
    invoiceId: object.object === 'invoice' ? (object.id ?? null) : null,
    dispute: disputeOf(event.type, object),
  };
}

/** The instant in the header, in seconds; the SDK checks its age only, and accepts one of next year. */
function signedAt(signature: string): number {
  return Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1] ?? Number.NaN);
}

function parsedEvent(
  webhooks: Stripe['webhooks'],
  raw: Buffer,
  signature: string,
  secret: string,
  atMs: number,
) {
  return webhooks.constructEvent(raw, signature, secret, TOLERANCE_SECONDS, undefined, atMs);
}

/** Checks an event with any of the secrets. Throws `WebhookRefused`. */
export function verifyWebhook(
  webhooks: Stripe['webhooks'],
  secrets: readonly string[],
  { rawBody, signature, nowMs }: { rawBody: Buffer; signature: string | undefined; nowMs: number },
): BillingEvent {
  if (signature === undefined) throw new WebhookRefused('no signature');
  const aheadSeconds = signedAt(signature) - nowMs / 1000;
  // Written so that a header without an instant is refused too
  if (!(aheadSeconds <= TOLERANCE_SECONDS)) throw new WebhookRefused('signed in the future');
  let refusal: unknown;
  for (const secret of secrets) {
    try {
      return eventOf(parsedEvent(webhooks, rawBody, signature, secret, nowMs));
    } catch (error) {
      refusal = error;
    }
  }
  throw new WebhookRefused(refusal instanceof Error ? refusal.message : 'no secret', { cause: refusal });
}
