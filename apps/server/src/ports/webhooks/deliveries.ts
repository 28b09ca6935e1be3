/** The ports of deliveries: causes that wait to become deliveries, the queue of deliveries, and how one is sent. */
import type { AlertDto, EventOutcome, WebhookDeliveryDto } from '@undertow/contracts';
import type { FeedSource, FlowEvent, FlowEventType } from '@undertow/market';
import type { WebhookRow } from './webhooks.ts';

/** An entry of the outbox, which was written in the transaction of its cause. */
export interface WebhookEntry {
  readonly kind: 'event' | 'settled' | 'alert' | 'import';
  /** Id of the event, the alert or the import. */
  readonly ref: string;
  /** -1 where the cause belongs to a user, who may see it already. */
  readonly delaySeconds: number;
  /** Instant of the state on the feed's clock. */
  readonly stateMs: number;
}

export interface FinishedImport {
  readonly id: number;
  readonly fileName: string;
  readonly platform: string;
  readonly imported: number;
  readonly duplicates: number;
  readonly rejected: number;
  readonly importedAtMs: number;
}

/** What happened. */
export type WebhookContent =
  | {
      readonly kind: 'event';
      /** False for a change of an event that was entered before. */
      readonly isFirst: boolean;
      readonly event: FlowEvent;
      readonly source: FeedSource;
    }
  | {
      readonly kind: 'settled';
      readonly event: FlowEvent;
      readonly source: FeedSource;
      readonly outcome: EventOutcome;
    }
  | { readonly kind: 'alert'; readonly userId: string; readonly alert: AlertDto }
  | { readonly kind: 'import'; readonly userId: string; readonly finished: FinishedImport };

export interface WebhookCause {
  readonly entry: WebhookEntry;
  /** Null where what it is about is gone. */
  readonly content: WebhookContent | null;
}

export interface NewDelivery {
  /** Derived from webhook and cause, so that a cause that is read twice is delivered once. */
  readonly id: string;
  readonly webhookId: string;
  readonly userId: string;
  readonly topic: WebhookDeliveryDto['topic'];
  /** Deliveries of one subject arrive one after the other. */
  readonly subject: string;
  readonly label: string;
  /** Null where it carries no market data. */
  readonly instrumentId: number | null;
  readonly eventType: FlowEventType | null;
  /** Instant of the newest fact in it, on the feed's clock. */
  readonly marketMs: number | null;
  readonly body: string;
}

/** The newest instant that viewers of a delay may see, on the feed's clock. */
export type VisibleUntil = (delaySeconds: number) => number;

export interface WebhookOutbox {
  /** Entries that may be seen, oldest first. */
  due(until: VisibleUntil, limit: number): Promise<readonly WebhookCause[]>;
  /** Webhooks of all users. */
  webhooks(): Promise<readonly WebhookRow[]>;
  /** Deliveries of each user since the instant. */
  counts(userIds: readonly string[], sinceMs: number): Promise<ReadonlyMap<string, number>>;
  /** Stores deliveries that are not there yet and removes the entries; one that changed meanwhile stays. */
  settle(entries: readonly WebhookEntry[], deliveries: readonly NewDelivery[], nowMs: number): Promise<void>;
}

/** A delivery that a sender holds. */
export interface HeldDelivery extends NewDelivery {
  readonly number: number;
  readonly format: WebhookRow['format'];
  /** Attempts so far, this one included: who settles it names them. */
  readonly attempts: number;
  /** Begin of the day within which it is tried. */
  readonly sinceMs: number;
}

/** Opened for one attempt. */
export interface WebhookTarget {
  readonly address: string;
  /** The newest first; none where nothing is signed. */
  readonly secrets: readonly string[];
}

/** What one attempt brought. */
export interface Attempt {
  readonly status: number | null;
  readonly failure: string | null;
  readonly answer: string | null;
  readonly tookMs: number;
}

/** What follows a failed attempt. */
export interface AfterFailure {
  /** Null: it is given up. */
  readonly nextMs: number | null;
  readonly pause: WebhookRow['pauseReason'];
}

export interface DeliveryQueue {
  /**
   * Takes deliveries that are due, none before an earlier one of its subject, and only so many of a webhook and of a user at once.
   * They are held for `holdMs`.
   */
  claim(nowMs: number, holdMs: number, limit: number): Promise<readonly HeldDelivery[]>;
  /** Undefined for a webhook that is gone. Throws `SecretUnreadable`. */
  targetOf(webhookId: string, nowMs: number): Promise<WebhookTarget | undefined>;
  /** None of these has an effect on a delivery that another sender took over. */
  delivered(delivery: HeldDelivery, attempt: Attempt): Promise<void>;
  /** A pause is mailed to the owner. */
  failed(delivery: HeldDelivery, attempt: Attempt, after: AfterFailure, nowMs: number): Promise<void>;
  withhold(delivery: HeldDelivery): Promise<void>;
  /** Gives up what waited for too long, that of paused webhooks included. */
  expire(sinceBeforeMs: number): Promise<void>;
}

/** A message to a receiver. */
export interface WebhookRequest {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface WebhookResponse {
  readonly status: number;
  /** How the answer begins, as text. */
  readonly answer: string;
  /** By its `Retry-After`, in milliseconds; null without one. */
  readonly retryAfterMs: number | null;
}

/** The receiver could not be reached, may not be reached, or did not answer. The message is for its owner. */
export class WebhookFailure extends Error {
  override readonly name = 'WebhookFailure';
}

export interface WebhookTransport {
  /** Throws `WebhookFailure`, also when `ending` is aborted. */
  post(request: WebhookRequest, ending?: AbortSignal): Promise<WebhookResponse>;
}
