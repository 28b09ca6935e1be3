/** The mails of alerts: written in the alerts' transaction, one an event, at most so many an hour and a day. */
import { DAY_MS, epochMs, HOUR_MS } from '@undertow/market';
import { eq, inArray, sql } from 'drizzle-orm';
import { type Orm, rowsOf } from '#adapters/storage/database/orm.ts';
import { notificationsIn } from '#adapters/storage/mail/notification-choices.ts';
import { createOutbox, outboxIdOf } from '#adapters/storage/mail/outbox.ts';
import { mailOutbox } from '#adapters/storage/tables/billing-tables.ts';
import { preferences, users } from '#adapters/storage/tables/tables.ts';
import type { AlertMailState, AlertRow, RaisedAlert } from '#ports/alerts.ts';
import { OWN_ALERT } from './own-alerts.ts';

const MAX_AN_HOUR = 20;
const MAX_A_DAY = 100;

/** Whether mails of alerts can and may reach the user; `queued` when they can. */
async function reachOf(orm: Orm, userId: string): Promise<'queued' | 'no_address' | 'stopped'> {
  const [row] = await orm
    .select({ email: users.email, body: preferences.body })
    .from(users)
    .leftJoin(preferences, eq(preferences.userId, users.id))
    .where(eq(users.id, userId));
  if (row === undefined || row.email === null) return 'no_address';
  return notificationsIn(row.body)?.email === false ? 'stopped' : 'queued';
}

interface Counts {
  readonly hour: number | string;
  readonly day: number | string;
}

/** How many more mails the user may get. What a clock that jumped left far in the future counts as little as the past. */
async function mailsLeftOf(orm: Orm, userId: string, nowMs: number): Promise<number> {
  const away = sql`abs(created_at_ms - ${epochMs(nowMs)}::bigint)`;
  const [counts] = await rowsOf<Counts>(
    orm,
    sql`SELECT count(*) FILTER (WHERE ${away} < ${HOUR_MS}::bigint) AS hour, count(*) AS day
      FROM mail_outbox WHERE user_id = ${userId} AND template = 'alert_raised' AND ${away} < ${DAY_MS}::bigint`,
  );
  return Math.min(MAX_AN_HOUR - Number(counts?.hour ?? 0), MAX_A_DAY - Number(counts?.day ?? 0));
}

/** The rules that matched one event share its mail. */
function keyOf({ eventId, id }: AlertRow): string {
  return `alert/${eventId ?? id}`;
}

/** Of the mails of these alerts those that are in the outbox already, waiting or sent. */
async function writtenOf(orm: Orm, raised: readonly RaisedAlert[]): Promise<Set<string>> {
  const ids = raised.filter(({ mail }) => mail !== null).map(({ row }) => outboxIdOf(row.userId, keyOf(row)));
  if (ids.length === 0) return new Set();
  const rows = await orm.select({ id: mailOutbox.id }).from(mailOutbox).where(inArray(mailOutbox.id, ids));
  return new Set(rows.map(({ id }) => id));
}

interface Owner {
  readonly reach: Awaited<ReturnType<typeof reachOf>>;
  mailsLeft: number;
  wasNotifiedOfLimit: boolean;
}

/** Writes the mails of one transaction's alerts: for a thousand alerts each owner is read once. */
export class AlertMailer {
  readonly #orm: Orm;
  readonly #nowMs: number;
  readonly #owners = new Map<string, Owner>();
  /** Ids of the outbox. */
  readonly #written: Set<string>;

  private constructor(orm: Orm, nowMs: number, written: Set<string>) {
    this.#orm = orm;
    this.#nowMs = nowMs;
    this.#written = written;
  }

  /** For these alerts of one transaction. */
  static async of(orm: Orm, raised: readonly RaisedAlert[], nowMs: number): Promise<AlertMailer> {
    return new AlertMailer(orm, nowMs, await writtenOf(orm, raised));
  }

  /**
   * Writes the mail that is wanted, unless another rule had it written for the same event. Beyond the measure one mail an
   * hour reports that the others wait in the app.
   */
  async queue({ row, mail }: RaisedAlert): Promise<AlertMailState> {
    if (mail === null) return 'off';
    const { userId } = row;
    const owner = await this.#ownerOf(userId);
    if (owner.reach !== 'queued') return owner.reach;
    const key = keyOf(row);
    if (this.#written.has(outboxIdOf(userId, key))) return 'queued';
    if (owner.mailsLeft <= 0) {
      await this.#tellOfLimit(userId, owner);
      return 'limited';
    }
    const words =
      row.market === 'own'
        ? { title: OWN_ALERT.title, message: '', alertId: row.id }
        : { title: row.title, message: row.message };
    const facts = {
      ...words,
      market: row.market,
      source: row.source,
      marketAtMs: row.eventAtMs,
      instrumentId: row.instrumentId,
      delaySeconds: mail.delaySeconds,
      isTest: row.isTest,
      ruleId: row.isTest ? null : row.ruleId,
      eventId: row.eventId,
    };
    await createOutbox(this.#orm).put({ userId, key, template: 'alert_raised', facts }, this.#nowMs);
    this.#written.add(outboxIdOf(userId, key));
    owner.mailsLeft -= 1;
    return 'queued';
  }

  async #ownerOf(userId: string): Promise<Owner> {
    const known = this.#owners.get(userId);
    if (known !== undefined) return known;
    const reach = await reachOf(this.#orm, userId);
    const mailsLeft = reach === 'queued' ? await mailsLeftOf(this.#orm, userId, this.#nowMs) : 0;
    const owner = { reach, mailsLeft, wasNotifiedOfLimit: false };
    this.#owners.set(userId, owner);
    return owner;
  }

  async #tellOfLimit(userId: string, owner: Owner): Promise<void> {
    if (owner.wasNotifiedOfLimit) return;
    owner.wasNotifiedOfLimit = true;
    const key = `alerts_limited/${Math.floor(this.#nowMs / HOUR_MS)}`;
    const mail = { userId, key, template: 'alerts_limited', facts: { atMs: this.#nowMs } } as const;
    await createOutbox(this.#orm).put(mail, this.#nowMs);
  }
}
