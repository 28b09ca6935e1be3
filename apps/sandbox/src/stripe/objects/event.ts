/** Events, and their deliveries to the product's webhook. */
import { newId } from '#stripe/wire/ids.ts';
import type { StripeObject } from './stripe-object.ts';

/** The version that the SDK 23.1.0 pins. */
export const API_VERSION = '2026-10-28.endive';

export interface StripeEvent extends StripeObject {
  readonly object: 'event';
  readonly created: number;
  readonly type: string;
  readonly data: {
    readonly object: StripeObject;
    readonly previous_attributes?: Readonly<Record<string, unknown>>;
  };
  readonly pending_webhooks: number;
}

export function newEvent(facts: {
  readonly created: number;
  readonly type: string;
  readonly data: StripeEvent['data'];
  readonly pending_webhooks: number;
  readonly request: { readonly id: string | null; readonly idempotency_key: string | null };
}): StripeEvent {
  return { id: newId('evt'), object: 'event', api_version: API_VERSION, livemode: false, ...facts };
}

/** One event on its way to the webhook; removed when it has arrived. */
export interface Delivery extends StripeObject {
  readonly object: 'sandbox.delivery';
  readonly event: string;
  readonly attempts: number;
  readonly state: 'waiting' | 'failed';
  /** Status of the last response; null where none came. */
  readonly lastStatus: number | null;
}
