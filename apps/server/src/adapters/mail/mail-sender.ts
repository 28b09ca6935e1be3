/** Sends what waits in the outbox: claimed first, retried with growing delays, given up after three days. */

import { createHash } from 'node:crypto';
import { DAY_MS, MINUTE_MS } from '@undertow/market';
import { whyHeld } from '#alerting/mail-hold.ts';
import { RepeatingTask } from '#concurrency/repeating-task.ts';
import type { Clock } from '#ports/clock.ts';
import type { Log } from '#ports/log.ts';
import type { MailQueue, MailTransport, OutgoingMail, WaitingMail } from '#ports/mail.ts';
import { MailFailure } from '#ports/mail.ts';

const EVERY_MS = 1_000;
/** Mails of one round: with a round a second at most three hundred a minute. */
const AT_ONCE = 5;
/** Longer than the slowest of them can take, so that a leased mail is not sent by another process too. */
const HOLD_MS = 5 * MINUTE_MS;
/** A mail that was reserved longer ago is reserved again before it is sent: this process may have been suspended. */
const RENEW_AFTER_MS = 10_000;
const RETRY_DELAYS_MINUTES = [1, 5, 15, 60, 240];
const CLOSE_WITHIN_MS = 4_000;
const GIVE_UP_AFTER_MS = 3 * DAY_MS;

export interface MailSenderParts {
  readonly queue: MailQueue;
  readonly transport: MailTransport;
  /** Words of a mail. Pure. */
  readonly compose: (mail: WaitingMail) => Pick<OutgoingMail, 'subject' | 'text' | 'html' | 'stopUrl'>;
  readonly clock: Clock;
  /** Host in the ids of messages. */
  readonly host: string;
  readonly log: Log;
}

/** News that came too late to be of use are not sent. */
function isStale({ template, facts }: WaitingMail, nowMs: number): boolean {
  if (template === 'trial_ending') return nowMs >= facts.atMs;
  if (template === 'erasure_requested') return nowMs >= facts.dueAtMs;
  return false;
}

/** When a mail is tried again after so many tries. */
function maxWaitMs(attempts: number): number {
  return (RETRY_DELAYS_MINUTES[Math.min(attempts, RETRY_DELAYS_MINUTES.length) - 1] ?? 1) * MINUTE_MS;
}

export class MailSender {
  readonly #parts: MailSenderParts;
  /** Sent mails whose rows could not be updated yet: they are not sent again. */
  readonly #sentAtMs = new Map<string, number>();
  #task: RepeatingTask | null = null;

  constructor(parts: MailSenderParts) {
    this.#parts = parts;
  }

  /** Starts polling for mails every second. */
  start(): void {
    this.#task = new RepeatingTask(
      EVERY_MS,
      () => this.sendDue(),
      (error) => this.#parts.log.error({ err: error }, 'the outbox could not be read'),
    );
  }

  /** One poll: sends what is due, at most a batch. Returns how many were taken. */
  async sendDue(): Promise<number> {
    const { queue, clock } = this.#parts;
    const claimedMs = clock.nowMs();
    const mails = await queue.claim(claimedMs, HOLD_MS, AT_ONCE);
    await Promise.all(mails.map((mail) => this.#handle(mail, claimedMs)));
    return mails.length;
  }

  async #handle(mail: WaitingMail, claimedMs: number): Promise<void> {
    const { id, template, attempts } = mail;
    const { queue, clock, log } = this.#parts;
    if (!this.#sentAtMs.has(id)) {
      const held = whyHeld(mail, clock.nowMs());
      if (held !== null) return this.#hold(mail, held);
    }
    try {
      if (!this.#sentAtMs.has(id)) {
        if (!(await this.#isStillOurs(mail, claimedMs))) return;
        await this.#send(mail);
      }
    } catch (error) {
      const written = error instanceof MailFailure;
      await this.#failed(mail, written ? error : new MailFailure('it could not be written', true, error));
      return;
    }
    try {
      await queue.markSent(id, this.#sentAtMs.get(id) ?? clock.nowMs());
      this.#sentAtMs.delete(id);
      log.info({ mail: template, attempts }, 'mail sent');
    } catch (error) {
      // The row stays leased; when the lease is over it is marked, and not sent again
      log.error({ err: error, mail: template }, 'mail sent, and not marked as sent');
    }
  }

  /** False where another process reserved it while this one was suspended, or waited for storage. */
  async #isStillOurs(mail: WaitingMail, claimedMs: number): Promise<boolean> {
    const { queue, clock, log } = this.#parts;
    const nowMs = clock.nowMs();
    if (nowMs - claimedMs < RENEW_AFTER_MS) return true;
    try {
      if (await queue.renew(mail, nowMs, HOLD_MS)) return true;
      log.info({ mail: mail.template }, 'mail not sent here: another process took it over');
    } catch (error) {
      // It stays reserved, and is tried again when that is over
      log.error({ err: error, mail: mail.template }, 'mail not reserved again');
    }
    return false;
  }

  /** The user unsubscribed, which is no failure. */
  async #hold(mail: WaitingMail, reason: string): Promise<void> {
    const { queue, clock, log } = this.#parts;
    try {
      await queue.giveUp(mail, clock.nowMs(), reason);
      log.info({ mail: mail.template, reason }, 'mail no longer wanted');
    } catch (error) {
      log.error({ err: error, mail: mail.template }, 'mail not settled');
    }
  }

  async #send(mail: WaitingMail): Promise<void> {
    const { transport, compose, clock, host } = this.#parts;
    const nowMs = clock.nowMs();
    if (mail.email === null) throw new MailFailure('there is no verified address', false);
    if (isStale(mail, nowMs)) throw new MailFailure('too late to be of use', false);
    const name = createHash('sha256').update(mail.id).digest('hex').slice(0, 32);
    await transport.send({
      ...compose(mail),
      to: mail.email,
      messageId: `${name}@${host}`,
      atMs: nowMs,
    });
    this.#sentAtMs.set(mail.id, clock.nowMs());
  }

  async #failed(mail: WaitingMail, failure: MailFailure): Promise<void> {
    const { queue, clock, log } = this.#parts;
    const { template, attempts, createdAtMs } = mail;
    const nowMs = clock.nowMs();
    const facts = { err: failure, mail: template, attempts };
    const nextMs = nowMs + maxWaitMs(attempts);
    const isOver = !failure.canRetry || nextMs - createdAtMs > GIVE_UP_AFTER_MS;
    try {
      if (isOver) await queue.giveUp(mail, nowMs, failure.message);
      else await queue.postpone(mail, nextMs, failure.message);
      if (isOver) log.error(facts, 'mail given up');
      else log.warn(facts, 'mail not sent, trying again');
    } catch (error) {
      log.error({ err: error, mail: template }, 'mail not settled');
    }
  }

  /** Takes no more mails, waits for those under way, and leaves the mail server. */
  async close(): Promise<void> {
    // A server that does not respond must not keep ours from stopping
    const timeout = setTimeout(() => this.#parts.transport.close(), CLOSE_WITHIN_MS);
    await this.#task?.stop();
    clearTimeout(timeout);
    this.#parts.transport.close();
  }
}
