/** Events, webhook endpoints, the deliveries between them, and test clocks. */
import { newId, randomText } from '#stripe/wire/ids.ts';
import type { Metadata } from '#stripe/wire/params.ts';
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

export interface WebhookEndpoint extends StripeObject {
  readonly object: 'webhook_endpoint';
  readonly enabled_events: readonly string[];
  readonly status: 'enabled' | 'disabled';
  readonly url: string;
  readonly metadata: Metadata;
  readonly _secret: string;
}

export function newWebhookEndpoint(facts: {
  readonly url: string;
  readonly created: number;
  readonly enabled_events: readonly string[];
  readonly description: string | null;
  readonly metadata?: Metadata;
  readonly _secret?: string;
}): WebhookEndpoint {
  return {
    id: newId('we'),
    object: 'webhook_endpoint',
    api_version: API_VERSION,
    application: null,
    livemode: false,
    metadata: {},
    status: 'enabled',
    _secret: `whsec_${randomText(32)}`,
    ...facts,
  };
}

/** One event on its way to one endpoint; taken away when it has arrived. */
export interface Delivery extends StripeObject {
  readonly object: 'sandbox.delivery';
  readonly event: string;
  readonly endpoint: string;
  readonly attempts: number;
  readonly state: 'waiting' | 'failed';
  /** Status of the last answer; null where none came. */
  readonly lastStatus: number | null;
}

export interface TestClock extends StripeObject {
  readonly object: 'test_helpers.test_clock';
  readonly frozen_time: number;
  readonly status: 'ready' | 'advancing';
}

const CLOCK_DAYS = 30;

export function newTestClock(frozenTime: number, name: string | null, created: number): TestClock {
  return {
    id: newId('clock'),
    object: 'test_helpers.test_clock',
    created,
    customer: null,
    deletes_after: created + CLOCK_DAYS * 86_400,
    frozen_time: frozenTime,
    livemode: false,
    name,
    status: 'ready',
    status_details: {},
  };
}
