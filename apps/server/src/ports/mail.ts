/** The ports of mail: what is written, the outbox, and how one message is sent. */
import type { PaidTier, QuietHours, WEBHOOK_PAUSES } from '@undertow/contracts';
import type { AlertMailFacts } from './alerts.ts';
import type { DriftMailFacts } from './track-store.ts';

/** Mails by name, and the facts in each one. Amounts in pence, instants in milliseconds since 1970 UTC. */
export interface MailFacts extends AlertMailFacts, DriftMailFacts {
  readonly welcome: {
    readonly tier: PaidTier;
    readonly trialEndsAtMs: number | null;
    readonly pricePence: number;
  };
  readonly trial_ending: { readonly tier: PaidTier; readonly atMs: number; readonly pricePence: number };
  readonly payment_failed: {
    readonly tier: PaidTier;
    readonly graceEndsAtMs: number;
    readonly url: string | null;
  };
  readonly action_required: { readonly tier: PaidTier; readonly url: string };
  readonly plan_changed: { readonly from: PaidTier; readonly to: PaidTier; readonly atMs: number };
  readonly cancelled: { readonly tier: PaidTier; readonly endsAtMs: number; readonly refundPence: number };
  readonly refunded: { readonly amountPence: number; readonly card: string | null };
  readonly webhook_paused: {
    readonly name: string;
    /** As settings show it. */
    readonly address: string;
    readonly reason: (typeof WEBHOOK_PAUSES)[number];
    readonly atMs: number;
  };
  readonly api_key_expiring: {
    readonly name: string;
    readonly lastFour: string;
    readonly expiresAtMs: number;
    readonly lastUsedAtMs: number | null;
  };
  readonly erasure_requested: { readonly dueAtMs: number };
  /** To every administrator. Keys of accounts: an address in it would outlive the erasure of its user. */
  readonly role_changed: {
    readonly by: string;
    readonly of: string;
    readonly role: 'user' | 'admin';
    readonly atMs: number;
  };
}

export type MailTemplate = keyof MailFacts;

/** Writes mails to be sent; the sender polls them and retries. */
export interface Outbox {
  /** `key` makes it unique: a second mail with the same key is not written. */
  put<T extends MailTemplate>(
    mail: {
      readonly userId: string;
      readonly key: string;
      readonly template: T;
      readonly facts: MailFacts[T];
    },
    nowMs: number,
  ): Promise<void>;
}

/** A template with the facts that belong to it. */
export type MailContent = {
  readonly [T in MailTemplate]: { readonly template: T; readonly facts: MailFacts[T] };
}[MailTemplate];

/** A rule that matched the subject of a mail, in its current state. */
export interface AlertMailRule {
  /** The user's own text. */
  readonly name: string;
  /** False when it is disabled or notifies in the app only. */
  readonly isMailed: boolean;
  readonly quietHours: QuietHours | null;
}

/** The user's current preferences for mails of alerts: they may have changed while the mails waited. */
export interface AlertMailPreferences {
  /** By one-click unsubscribe, or in the settings. */
  readonly isStopped: boolean;
  /** Of the user, whatever the rule. */
  readonly quietHours: QuietHours | null;
  /** The first one that matched first; deleted rules are left out. */
  readonly rules: readonly AlertMailRule[];
}

/** A mail reserved by a sender, and the current data of its user. */
export type WaitingMail = MailContent & {
  readonly id: string;
  readonly userId: string;
  readonly createdAtMs: number;
  /** Attempts so far, this one included. */
  readonly attempts: number;
  /** Only an address that the issuer verified. */
  readonly email: string | null;
  readonly firstName: string | null;
  /** Zone that the user chose; null: none. */
  readonly timeZone: string | null;
  readonly alertPreferences: AlertMailPreferences;
};

/** A mail as its sender reserved it: a later reservation counts another attempt. */
export type ReservedMail = Pick<WaitingMail, 'id' | 'attempts'>;

/** The outbox as its sender sees it. */
export interface MailQueue {
  /** Reserves mails that are due, oldest first, until `holdMs` is over. Counts an attempt. */
  claim(nowMs: number, holdMs: number, limit: number): Promise<readonly WaitingMail[]>;
  /** Reserves it for as long again; false where another sender reserved or settled it since. */
  renew(mail: ReservedMail, nowMs: number, holdMs: number): Promise<boolean>;
  markSent(id: string, nowMs: number): Promise<void>;
  /** Postpones it to the instant, unless another sender reserved or settled it since. `failure` is the reason, for the operator. */
  postpone(mail: ReservedMail, untilMs: number, failure: string): Promise<void>;
  /** Not where another sender reserved or settled it since. */
  giveUp(mail: ReservedMail, nowMs: number, failure: string): Promise<void>;
}

/** A mail to be sent. */
export interface OutgoingMail {
  /** One address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Address of the one-click unsubscribe of such mails (RFC 8058); only where they can be ended. */
  readonly stopUrl?: string;
  /** The same for every attempt of one mail, so that the recipient's mail system can recognise a duplicate. */
  readonly messageId: string;
  readonly atMs: number;
}

/** The mail server could not be reached, or refused the message. */
export class MailFailure extends Error {
  override readonly name = 'MailFailure';
  /** False: the same message would be refused again. */
  readonly canRetry: boolean;

  constructor(message: string, canRetry: boolean, cause?: unknown) {
    super(message, { cause });
    this.canRetry = canRetry;
  }
}

export interface MailTransport {
  /** Resolves when the mail server accepted the message. Throws `MailFailure`. */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}
