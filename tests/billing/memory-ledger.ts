/** The billing ledger in memory, for ten thousand histories in seconds; `ledger-conformance.test.ts` holds it equal to the SQL one. */

import type { BillingEvent, InvoiceSnapshot } from '@undertow/server/src/ports/billing.ts';
import type {
  Applied,
  BillingLedger,
  CursorName,
  Findings,
  WaitingEvent,
} from '@undertow/server/src/ports/billing-sync.ts';
import { type PendingMail, refundMail } from '@undertow/server/src/rules/billing-consequences.ts';
import { type KeptRow, subscriptionChanges } from '@undertow/server/src/rules/subscription-changes.ts';
import { hasEnded } from '@undertow/server/src/rules/subscription-tier.ts';
import type { LedgerDump } from './ledger-dump.ts';

interface EventRow {
  readonly event: WaitingEvent;
  attempts: number;
  nextAttemptMs: number;
  applied: boolean;
  ignored: string | null;
}

interface SubscriptionRow {
  readonly userId: string;
  kept: KeptRow;
  isDisputed: boolean;
}

function waitingOf({ livemode: _livemode, account: _account, ...event }: BillingEvent): WaitingEvent {
  return { ...event, attempts: 0 };
}

const byCreation = (left: EventRow, right: EventRow): number =>
  left.event.createdAtMs - right.event.createdAtMs || (left.event.id < right.event.id ? -1 : 1);

export class MemoryLedger implements BillingLedger {
  readonly #events = new Map<string, EventRow>();
  readonly #customers = new Map<string, string>();
  readonly #subscriptions = new Map<string, SubscriptionRow>();
  readonly #invoices = new Map<string, { snapshot: InvoiceSnapshot; ticket: number; userId: string }>();
  readonly #mails = new Map<string, PendingMail>();
  readonly #audit: LedgerDump['audit'][number][] = [];
  readonly #trials = new Set<string>();
  readonly #cursors = new Map<CursorName, number>();
  #tickets = 0;

  bind(userId: string, customerId: string): void {
    this.#customers.set(customerId, userId);
  }

  async userOf(customerId: string): Promise<string | undefined> {
    const now = this.#customers.get(customerId);
    if (now !== undefined) return now;
    return [...this.#subscriptions.values()].find((row) => row.kept.snapshot.customerId === customerId)
      ?.userId;
  }

  async receive(event: BillingEvent, nowMs: number): Promise<boolean> {
    if (this.#events.has(event.id)) return false;
    const row = { event: waitingOf(event), attempts: 0, applied: false, ignored: null };
    this.#events.set(event.id, { ...row, nextAttemptMs: Math.floor(nowMs) });
    return true;
  }

  async known(ids: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set(ids.filter((id) => this.#events.has(id)));
  }

  async waiting(nowMs: number, limit: number): Promise<readonly WaitingEvent[]> {
    return [...this.#events.values()]
      .filter(({ applied, nextAttemptMs }) => !applied && nextAttemptMs <= Math.floor(nowMs))
      .toSorted(byCreation)
      .slice(0, limit)
      .map(({ event, attempts }) => ({ ...event, attempts }));
  }

  async counts() {
    const open = [...this.#events.values()].filter(({ applied }) => !applied);
    return { waiting: open.length, failing: open.filter(({ attempts }) => attempts > 0).length };
  }

  async ticket(): Promise<number> {
    this.#tickets += 1;
    return this.#tickets;
  }

  async ignore(eventId: string, reason: string): Promise<void> {
    this.#markApplied(eventId, reason);
  }

  async postpone(eventId: string, _failure: string, nextAttemptMs: number): Promise<void> {
    const row = this.#events.get(eventId);
    if (row === undefined || row.applied) return;
    row.attempts += 1;
    row.nextAttemptMs = Math.floor(nextAttemptMs);
  }

  async stored(subscriptionId: string) {
    return this.#subscriptions.get(subscriptionId)?.kept.snapshot;
  }

  async goingOn(userId: string): Promise<readonly string[]> {
    return this.#rowsOf(userId)
      .filter(({ snapshot }) => !hasEnded(snapshot.status))
      .map(({ snapshot }) => snapshot.id);
  }

  async incompleteBefore(createdBeforeMs: number) {
    return [...this.#subscriptions.values()]
      .filter(
        ({ kept: { snapshot } }) =>
          snapshot.status === 'incomplete' && snapshot.createdAtMs < createdBeforeMs,
      )
      .map(({ userId, kept }) => ({ userId, id: kept.snapshot.id }));
  }

  async cursor(name: CursorName): Promise<number | undefined> {
    return this.#cursors.get(name);
  }

  async saveCursor(name: CursorName, atMs: number): Promise<void> {
    this.#cursors.set(name, Math.floor(atMs));
  }

  async commit(event: WaitingEvent | null, findings: Findings, nowMs: number): Promise<Applied> {
    if (event !== null && !this.#markApplied(event.id, null)) return { applied: false, duplicates: [] };
    const { userId, ticket } = findings;
    const duplicates = new Set<string>();
    for (const found of findings.subscriptions) {
      for (const id of this.#saveSnapshot(event, findings, found, nowMs)) duplicates.add(id);
    }
    for (const invoice of findings.invoices) this.#saveInvoice(userId, invoice, ticket);
    if (event !== null && event.dispute !== null) this.#flag(findings);
    if (findings.goneCustomerId !== null) this.#customers.delete(findings.goneCustomerId);
    return { applied: true, duplicates: [...duplicates] };
  }

  #saveSnapshot(
    event: WaitingEvent | null,
    { userId, ticket }: Findings,
    { snapshot, failingSinceMs }: Findings['subscriptions'][number],
    nowMs: number,
  ): readonly string[] {
    const trialEndsSoon =
      event?.type === 'customer.subscription.trial_will_end' && event.subscriptionId === snapshot.id;
    const byUs = { byUs: false, cancelledByUs: false };
    const facts = { userId, snapshot, ticket, failingSinceMs, trialEndsSoon, ...byUs };
    const plan = subscriptionChanges(this.#rowsOf(userId), facts, nowMs);
    if (plan === null) return [];
    for (const id of plan.losing) this.#setDuplicate(id, true);
    const isDisputed = this.#subscriptions.get(snapshot.id)?.isDisputed ?? false;
    this.#subscriptions.set(snapshot.id, { userId, kept: plan.row, isDisputed });
    if (plan.rising !== null) this.#setDuplicate(plan.rising, false);
    if (plan.audit !== null) this.#audit.push({ ...plan.audit, subject: userId });
    if (plan.usesTrial) this.#trials.add(userId);
    for (const mail of plan.mails) this.#put(userId, mail);
    return plan.duplicates;
  }

  #rowsOf(userId: string): readonly KeptRow[] {
    return [...this.#subscriptions.values()].filter((row) => row.userId === userId).map(({ kept }) => kept);
  }

  #setDuplicate(id: string, duplicate: boolean): void {
    const row = this.#subscriptions.get(id);
    if (row !== undefined) row.kept = { ...row.kept, duplicate };
  }

  #flag({ subscriptions }: Findings): void {
    const customerId = subscriptions[0]?.snapshot.customerId;
    for (const row of this.#subscriptions.values()) {
      if (row.kept.snapshot.customerId === customerId) row.isDisputed = true;
    }
  }

  #saveInvoice(userId: string, snapshot: InvoiceSnapshot, ticket: number): void {
    const before = this.#invoices.get(snapshot.id);
    if (before !== undefined && before.ticket > ticket) return;
    this.#invoices.set(snapshot.id, { snapshot, ticket, userId });
    const card = this.#subscriptions.get(snapshot.subscriptionId ?? '')?.kept.snapshot.card ?? null;
    const mail = refundMail(snapshot, before?.snapshot.refundedPence ?? 0, card);
    if (mail !== null) this.#put(userId, mail);
  }

  #put(userId: string, mail: PendingMail): void {
    const id = `${userId}/${mail.key}`;
    if (!this.#mails.has(id)) this.#mails.set(id, mail);
  }

  #markApplied(eventId: string, ignored: string | null): boolean {
    const row = this.#events.get(eventId);
    if (row === undefined || row.applied) return false;
    row.applied = true;
    row.ignored = ignored;
    return true;
  }

  dump(): LedgerDump {
    return {
      subscriptions: [...this.#subscriptions.values()]
        .map(({ userId, kept: { readTicket: _ticket, ...kept }, isDisputed }) => ({
          userId,
          ...kept,
          isDisputed,
        }))
        .toSorted((left, right) => (left.snapshot.id < right.snapshot.id ? -1 : 1)),
      invoices: [...this.#invoices.values()]
        .map(({ snapshot: { id, status, totalPence, refundedPence }, userId }) => ({
          id,
          userId,
          status,
          totalPence,
          refundedPence,
        }))
        .toSorted((left, right) => (left.id < right.id ? -1 : 1)),
      mails: [...this.#mails]
        .map(([id, { template, facts }]) => ({ id, template, facts }))
        .toSorted((left, right) => (left.id < right.id ? -1 : 1)),
      audit: this.#audit,
      trials: this.#trials.size,
      events: [...this.#events.values()]
        .map(({ event, applied, ignored, attempts }) => ({ id: event.id, applied, ignored, attempts }))
        .toSorted((left, right) => (left.id < right.id ? -1 : 1)),
    };
  }
}
