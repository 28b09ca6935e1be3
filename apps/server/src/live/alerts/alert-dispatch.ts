/**
 * Raises alerts for the owners of rules that match what became visible: at once, with the delay of each plan, each
 * exactly once.
 */
import { createHash } from 'node:crypto';
import { alertTypeOf, instantOfMs } from '@undertow/contracts';
import {
  DAY_MS,
  type EpochMs,
  type ExchangeCalendar,
  epochMsOfNs,
  type FlowEvent,
  INSTRUMENTS,
  type Instrument,
} from '@undertow/market';
import { textOf } from '#alerting/alert-text.ts';
import { CoolDowns } from '#alerting/cool-downs.ts';
import type { Firing } from '#alerting/market-step.ts';
import { isInSession, isQuiet } from '#alerting/rule-hours.ts';
import { isFresh, stepOf } from '#alerting/view-step.ts';
import { retrying } from '#live/tasks/retrying.ts';
import type { PreferenceStore } from '#ports/accounts.ts';
import type {
  AlertDeadLetters,
  AlertOutbox,
  AlertRow,
  AlertRuleStore,
  AlertStore,
  RaisedAlert,
} from '#ports/alerts.ts';
import type { Bus, InstrumentUpdate } from '#ports/bus.ts';
import type { Clock } from '#ports/clock.ts';
import type { Entitlements } from '#ports/entitlements.ts';
import type { Log } from '#ports/log.ts';
import type { MarketStore } from '#ports/market-store.ts';
import type { QueuedAlert } from './alert-lanes.ts';
import { AlertOutboxDispatch } from './alert-outbox-dispatch.ts';
import { AlertQueue } from './alert-queue.ts';
import { RuleBook } from './rule-book.ts';

export interface AlertDispatchInput {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly alertStore: AlertStore;
  readonly alertRules: AlertRuleStore;
  readonly alertOutbox: AlertOutbox;
  readonly alertDeadLetters: Pick<AlertDeadLetters, 'add'>;
  readonly marketStore: Pick<MarketStore, 'listBars'>;
  readonly preferences: Pick<PreferenceStore, 'get'>;
  readonly entitlements: Entitlements;
  readonly calendar: ExchangeCalendar;
  readonly source: InstrumentUpdate['source'];
  readonly log: Log;
  /** The feed's present, on a monotonic timeline. */
  gateNowMs(): EpochMs;
}

/** An update that became visible in the view of one delay. */
export interface VisibleUpdate {
  readonly instrument: Instrument;
  readonly delaySeconds: number;
  readonly update: InstrumentUpdate;
  /** The feed's present: when the viewers of this delay may see it. */
  readonly nowMs: number;
}

/** How the dispatch received what it raises. */
interface Reception {
  readonly delaySeconds: number;
  readonly nowMs: number;
  /** In real time; false for what comes from the outbox. */
  readonly isLive: boolean;
}

const byId: ReadonlyMap<number, Instrument> = new Map(INSTRUMENTS.map((row) => [row.id, row]));

/** The same rule and cause give the same id: an alert that is dispatched again after a restart is stored once. */
function alertIdOf({ compiled, fact, atMs }: Firing): string {
  const { rule, instrument } = compiled;
  const cause = fact.kind === 'event' ? fact.event.id : `${instrument.id}\n${atMs}`;
  return createHash('sha256').update(`${rule.id}\n${cause}`).digest('hex').slice(0, 32);
}

export class AlertDispatch {
  readonly #input: AlertDispatchInput;
  readonly #book: RuleBook;
  readonly #coolDowns = new CoolDowns();
  readonly #queue: AlertQueue;
  readonly #outbox: AlertOutboxDispatch;
  readonly #unsubscribe: readonly (() => void)[];
  readonly #stop = new AbortController();
  #isReady = false;
  #starting: Promise<void> = Promise.resolve();

  constructor(input: AlertDispatchInput) {
    this.#input = input;
    const { bus, gateNowMs, alertOutbox, log } = input;
    this.#book = new RuleBook({ ...input, rules: input.alertRules, nowMs: gateNowMs });
    this.#queue = new AlertQueue(input);
    this.#outbox = new AlertOutboxDispatch({
      outbox: alertOutbox,
      log,
      nowMs: gateNowMs,
      isAnnounced: (state) => this.#queue.isAnnounced(state),
      announce: (event, delaySeconds) => this.#announceStored(event, delaySeconds),
      followPlans: () => this.#book.followPlans(),
    });
    const read = ({ userId }: { readonly userId: string }): void => {
      if (this.#isReady) this.#book.refresh(userId).catch(() => undefined);
    };
    this.#unsubscribe = [bus.subscribe('userChanged', read), bus.subscribe('alertRulesChanged', read)];
  }

  /** Reads rules and cool-downs, then starts with the outbox. No event is lost before: its entry is stored. */
  start(): void {
    const { log } = this.#input;
    const onFailure = (error: unknown, delayMs: number): void =>
      log.warn({ err: error, delayMs }, 'alert rules not read, trying again');
    this.#starting = retrying(() => this.#prepare(), this.#stop.signal, onFailure).catch((error: unknown) =>
      log.error({ err: error }, 'alert rules not read'),
    );
  }

  /** Resolves when rules are read. */
  ready(): Promise<void> {
    return this.#starting;
  }

  async #prepare(): Promise<void> {
    const { alertStore, alertOutbox, gateNowMs } = this.#input;
    // Events of the outbox are raised at their own time: a day before the oldest of them is the longest cool-down
    const [oldest] = await alertOutbox.due(Number.MAX_SAFE_INTEGER, 1);
    const sinceMs = Math.min(gateNowMs(), oldest?.updatedMs ?? Number.POSITIVE_INFINITY) - DAY_MS;
    this.#coolDowns.restore(await alertStore.firings(sinceMs), gateNowMs());
    // Changes made while all rules are read are read after them
    this.#isReady = true;
    await this.#book.load();
    this.#outbox.start();
  }

  /** For operators: rules on boards, alerts that wait for storage. */
  status(): { readonly rules: number; readonly waiting: number } {
    return { rules: this.#book.size, waiting: this.#queue.waiting };
  }

  /** Processes what became visible. */
  onVisible({ instrument, delaySeconds, update, nowMs }: VisibleUpdate): void {
    const board = this.#book.board(instrument, delaySeconds);
    const firings = board.step(stepOf(instrument, update));
    this.#accept(firings, { delaySeconds, nowMs, isLive: true });
    if (update.backfill || !this.#outbox.isRunning) return;
    for (const { event } of update.events) {
      if (isFresh(update, event.updatedNs)) this.#markAnnounced(event, delaySeconds);
    }
  }

  #markAnnounced(event: FlowEvent, delaySeconds: number): void {
    const updatedMs = epochMsOfNs(event.updatedNs);
    this.#queue.markAnnounced({ eventId: event.id, delaySeconds, updatedMs });
  }

  #announceStored(event: FlowEvent, delaySeconds: number): void {
    const instrument = byId.get(event.instrumentId);
    if (instrument !== undefined) {
      const board = this.#book.board(instrument, delaySeconds);
      const nowMs = this.#input.gateNowMs();
      this.#accept(board.stepEvent(event), { delaySeconds, nowMs, isLive: false });
    }
    this.#markAnnounced(event, delaySeconds);
  }

  #accept(firings: readonly Firing[], reception: Reception): void {
    for (const firing of firings) {
      if (this.#mayFire(firing, reception.nowMs)) this.#raise(firing, reception);
    }
  }

  #mayFire({ compiled, atMs }: Firing, nowMs: number): boolean {
    const { rule, instrument } = compiled;
    if (rule.expiresAtMs !== null && nowMs >= rule.expiresAtMs) return false;
    return isInSession(rule.sessionHours, instrument, this.#input.calendar, atMs);
  }

  #raise(firing: Firing, { delaySeconds, nowMs, isLive }: Reception): void {
    const { rule, instrument } = firing.compiled;
    const event = firing.fact.kind === 'event' ? firing.fact.event : null;
    const id = alertIdOf(firing);
    const eventType = event?.type ?? null;
    const named = { ruleId: rule.id, instrumentId: instrument.id, eventType, alertId: id, atMs: firing.atMs };
    const takeBack = this.#coolDowns.take(named, rule.coolDownSeconds, {
      nowMs: this.#input.gateNowMs(),
      isLive,
    });
    if (takeBack === null) return;
    const { timeZone, quietHours } = this.#book.settingsOf(rule.userId);
    const quiet = isQuiet(rule.quietHours, nowMs, timeZone) || isQuiet(quietHours, nowMs, timeZone);
    const row: AlertRow = {
      id,
      userId: rule.userId,
      instrumentId: instrument.id,
      eventId: event?.id ?? null,
      ruleId: rule.id,
      alertType: alertTypeOf(rule.condition),
      ...textOf(firing),
      isRead: false,
      isQuiet: quiet,
      isTest: false,
      createdAt: instantOfMs(nowMs),
      eventType,
      eventSize: event?.size ?? null,
      // Its text may contain what came after the detection
      eventAtMs: firing.atMs,
    };
    const isMailed = rule.notificationMethod === 'email_in_app' && !quiet && this.#input.source !== 'replay';
    const raised: RaisedAlert = { row, mail: isMailed ? { delaySeconds } : null };
    const queued: QueuedAlert = {
      raised,
      delaySeconds,
      giveUp: () => {
        takeBack();
        if (event !== null) this.#book.board(instrument, delaySeconds).unmarkEvent(event.id, rule.id);
      },
    };
    this.#queue.push(queued);
  }

  /**
   * Waits for alerts in progress; those that keep failing are given up, and the outbox raises them after the next
   * start.
   */
  async close(): Promise<void> {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    this.#stop.abort();
    await this.#starting;
    await this.#outbox.close();
    await this.#queue.close();
  }
}
