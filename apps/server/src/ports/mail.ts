/** The ports of sending mail: what waits in the outbox, and how one letter leaves the house. */
import type { QuietHours } from '@undertow/contracts';
import type { MailFacts, MailTemplate } from './billing.ts';

/** A template with the facts that belong to it. */
export type MailContent = {
  readonly [T in MailTemplate]: { readonly template: T; readonly facts: MailFacts[T] };
}[MailTemplate];

/** A rule that matched what a mail is about, as it is by now. */
export interface AlertMailRule {
  /** The user's own text. */
  readonly name: string;
  /** False when it is disabled or notifies in the app only. */
  readonly isMailed: boolean;
  readonly quietHours: QuietHours | null;
}

/** What a person wants of mails of alerts by now: it may have changed while they waited. */
export interface AlertMailWishes {
  /** By the one click of a mail reader, or in the settings. */
  readonly isStopped: boolean;
  /** Of the person, whatever the rule. */
  readonly quietHours: QuietHours | null;
  /** The first one that matched first; deleted rules are left out. */
  readonly rules: readonly AlertMailRule[];
}

/** A mail that a sender holds, and the person as they are known now. */
export type WaitingMail = MailContent & {
  readonly id: string;
  readonly userId: string;
  readonly createdAtMs: number;
  /** Tries so far, this one included. */
  readonly attempts: number;
  /** Only an address that the issuer verified. */
  readonly email: string | null;
  readonly firstName: string | null;
  /** Zone that the person chose; null: none. */
  readonly timeZone: string | null;
  readonly alertWishes: AlertMailWishes;
};

/** The outbox as its sender sees it. */
export interface MailQueue {
  /** Takes mails that are due, oldest first; nobody else gets them until `holdMs` is over. Counts a try. */
  claim(nowMs: number, holdMs: number, limit: number): Promise<readonly WaitingMail[]>;
  markSent(id: string, nowMs: number): Promise<void>;
  /** Lets it wait until the instant. `failure` says why, for the operator. */
  postpone(id: string, untilMs: number, failure: string): Promise<void>;
  giveUp(id: string, nowMs: number, failure: string): Promise<void>;
}

/** A mail as it leaves. */
export interface Letter {
  /** One address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Address by which one click of a mail reader ends such mails (RFC 8058); only where they can be ended. */
  readonly stopUrl?: string;
  /** The same for every try of one mail, so that a reader's mail system can recognise a duplicate. */
  readonly messageId: string;
  readonly atMs: number;
}

/** The mail server could not be reached, or refused the letter. */
export class MailFailure extends Error {
  override readonly name = 'MailFailure';
  /** False: the same letter would be refused again. */
  readonly canRetry: boolean;

  constructor(message: string, canRetry: boolean, cause?: unknown) {
    super(message, { cause });
    this.canRetry = canRetry;
  }
}

export interface MailTransport {
  /** Resolves when the mail server took the letter over. Throws `MailFailure`. */
  send(letter: Letter): Promise<void>;
  close(): void;
}
