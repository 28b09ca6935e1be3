/** The port of a user's webhooks: what their settings read and change. */
import type {
  WEBHOOK_PAUSES,
  WebhookDeliveryDto,
  WebhookDto,
  WebhookFormat,
  WebhookTopic,
} from '@undertow/contracts';
import type { FlowEventType } from '@undertow/market';
import type { NewDelivery } from './deliveries.ts';

/** What its owner chooses. */
export interface WebhookChoices {
  readonly name: string;
  readonly topics: readonly WebhookTopic[];
  /** Of events and alerts; empty: all types of the plan. */
  readonly eventTypes: readonly FlowEventType[];
  /** Of events and alerts; empty: every active instrument of the owner. */
  readonly instrumentIds: readonly number[];
}

/** What is left out stays as it is. */
export type WebhookChanges = { readonly [Key in keyof WebhookChoices]?: WebhookChoices[Key] | undefined };

export interface WebhookRow extends WebhookChoices {
  readonly id: string;
  readonly userId: string;
  readonly format: WebhookFormat;
  /** Without what may be secret in it. */
  readonly shownAddress: string;
  readonly secretTail: string | null;
  /** Of Telegram. */
  readonly chat: string | null;
  readonly previousUntilMs: number | null;
  readonly createdAtMs: number;
  readonly pausedAtMs: number | null;
  readonly pauseReason: (typeof WEBHOOK_PAUSES)[number] | null;
  /** Attempts in a row that failed. */
  readonly failures: number;
  readonly lastStatus: number | null;
}

export interface NewWebhookRow extends WebhookChoices {
  readonly userId: string;
  readonly format: WebhookFormat;
  readonly address: string;
  readonly shownAddress: string;
  readonly chat: string | null;
  /** Null where nothing is signed. */
  readonly secret: string | null;
}

/** With the number of its deliveries that wait. */
export type ListedWebhook = WebhookRow & Pick<WebhookDto, 'waiting'>;

/** Who did it, for the audit log. */
export interface WebhookAct {
  readonly nowMs: number;
  readonly requestId: string;
}

export interface WebhookStore {
  /** Oldest first. */
  list(userId: string): Promise<readonly ListedWebhook[]>;
  /**
   * Stores it with its audit row; address and secret are sealed. Undefined when the user has `limit` already; null without
   * keys of the operator.
   */
  add(webhook: NewWebhookRow, limit: number, act: WebhookAct): Promise<ListedWebhook | undefined | null>;
  /** Undefined when the user has no such webhook; so do the others. */
  change(userId: string, id: string, changes: WebhookChanges): Promise<ListedWebhook | undefined>;
  /** With its deliveries. False when the user has no such webhook. */
  remove(userId: string, id: string, act: WebhookAct): Promise<boolean>;
  /** The present secret signs too until `previousUntilMs`. Undefined also where nothing is signed. */
  replaceSecret(
    userId: string,
    id: string,
    replacement: { readonly secret: string; readonly previousUntilMs: number },
    act: WebhookAct,
  ): Promise<ListedWebhook | undefined>;
  /** Resumes it; what waits is due at once. */
  resume(userId: string, id: string, nowMs: number): Promise<ListedWebhook | undefined>;
  /** Stores a delivery of its owner's request. */
  put(delivery: NewDelivery, nowMs: number): Promise<void>;
  /** Newest first. */
  deliveries(userId: string, id: string, limit: number): Promise<readonly WebhookDeliveryDto[]>;
  /** Deliveries made since the instant, of one webhook or all of the user. */
  count(
    userId: string,
    sinceMs: number,
    id?: string,
  ): Promise<{ readonly all: number; readonly delivered: number }>;
  /** Makes it due now, with the same id. False when the user's webhook has no such delivery. */
  resend(userId: string, id: string, deliveryId: string, nowMs: number): Promise<boolean>;
}
