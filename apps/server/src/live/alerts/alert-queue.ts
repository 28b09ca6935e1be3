/** Alerts on their way to storage and socket: in batches of all users, and user by user where a batch fails. */
import type { AlertDto } from '@undertow/contracts';
import { epochMsOfNs, type FlowEvent } from '@undertow/market';
import { concerns, shownAlert } from '#alerting/shown-alert.ts';
import { retrying } from '#live/tasks/retrying.ts';
import {
  type AlertDeadLetters,
  AlertRefused,
  type AlertRow,
  type AlertStore,
  type DeadAlert,
} from '#ports/alerts.ts';
import type { Bus } from '#ports/bus.ts';
import type { Clock } from '#ports/clock.ts';
import type { Entitlements } from '#ports/entitlements.ts';
import type { Log } from '#ports/log.ts';
import { AlertLanes, type QueuedAlert } from './alert-lanes.ts';
import { AnnouncedEvents, type EventState } from './announced-events.ts';

/** Alerts per statement. */
const BATCH = 100;
/** About a minute: what fails for longer is not transient. */
const MAX_ATTEMPTS = 12;
const CLOSE_TIMEOUT_MS = 3000;
const CLOSING = 'the server closes, and too many wait for storage';

interface AlertQueueInput {
  readonly alertStore: Pick<AlertStore, 'raise'>;
  readonly alertDeadLetters: Pick<AlertDeadLetters, 'add'>;
  readonly entitlements: Entitlements;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
}

/** Two markets may show one event: each has its own alerts. Null without an event. */
export function announcedIdOf({ market, userId, eventId }: Pick<AlertRow, 'market' | 'userId' | 'eventId'>) {
  return eventId === null || market === 'platform' ? eventId : `own/${userId}/${eventId}`;
}

/** A state of an event on the platform's market, or on that of an account's owner. */
export function announcedStateOf(
  { id, updatedNs }: FlowEvent,
  delaySeconds: number,
  ownerId: string | null,
): EventState {
  const market = ownerId === null ? 'platform' : 'own';
  const eventId = announcedIdOf({ market, userId: ownerId ?? '', eventId: id }) ?? id;
  return { eventId, delaySeconds, updatedMs: epochMsOfNs(updatedNs) };
}

export class AlertQueue {
  readonly #input: AlertQueueInput;
  readonly #lanes = new AlertLanes();
  readonly #events = new AnnouncedEvents();
  readonly #stop = new AbortController();
  /** Lanes that are stored separately. */
  readonly #recovering = new Map<string, Promise<void>>();
  #running: Promise<void> | null = null;

  constructor(input: AlertQueueInput) {
    this.#input = input;
  }

  get waiting(): number {
    return this.#lanes.waiting;
  }

  push(alert: QueuedAlert): void {
    if (!this.#lanes.push(alert)) {
      this.#putOff(alert, 'too many wait for storage', false);
      return;
    }
    const eventId = announcedIdOf(alert.raised.row);
    if (eventId !== null) this.#events.begin({ eventId, delaySeconds: alert.delaySeconds });
    this.#start();
  }

  /** To be called after the alerts of the event's state were pushed. */
  markAnnounced(state: EventState): void {
    this.#events.mark(state);
  }

  /** True when alerts of the event were pushed. */
  knows(event: Omit<EventState, 'updatedMs'>): boolean {
    return this.#events.knows(event);
  }

  /** True when the alerts of this state of the event, or of a later one, are stored. */
  isAnnounced(state: EventState): boolean {
    return this.#events.covers(state);
  }

  #start(): void {
    this.#running ??= this.#run();
  }

  async #run(): Promise<void> {
    // Alerts of the same turn are stored together
    await Promise.resolve();
    for (let batch = this.#lanes.take(BATCH); batch.length > 0; batch = this.#lanes.take(BATCH)) {
      try {
        if (this.#stop.signal.aborted) for (const alert of batch) this.#putOff(alert, CLOSING);
        else await this.#store(batch);
      } catch (error) {
        this.#recover(batch, error);
      }
    }
    // In the turn of the last check, so that what is pushed after it starts a new run
    this.#running = null;
  }

  /** Whatever failed the batch, its users no longer wait for each other. */
  #recover(batch: readonly QueuedAlert[], error: unknown): void {
    const owners = Map.groupBy(batch, ({ raised }) => raised.row.userId);
    this.#input.log.warn(
      { err: error, people: owners.size },
      'alerts not stored together, trying one by one',
    );
    for (const [userId, alerts] of owners) {
      this.#lanes.hold(userId, alerts);
      const recovered = this.#storeLane(userId).finally(() => {
        this.#recovering.delete(userId);
        this.#lanes.release(userId);
        this.#start();
      });
      this.#recovering.set(userId, recovered);
    }
  }

  async #storeLane(userId: string): Promise<void> {
    for (let alerts = this.#lanes.takeOf(userId, BATCH); alerts.length > 0; ) {
      if (this.#stop.signal.aborted) for (const alert of alerts) this.#putOff(alert, CLOSING);
      else await this.#storeOwn(alerts);
      alerts = this.#lanes.takeOf(userId, BATCH);
    }
  }

  /** Stores alerts of one user. Ends when each of them is stored, a dead letter or postponed. */
  async #storeOwn(alerts: readonly QueuedAlert[]): Promise<void> {
    for (let left = alerts; left.length > 0; ) {
      const failure = await this.#tryToStore(left);
      if (failure === null) return;
      if (this.#stop.signal.aborted) {
        for (const alert of left) this.#putOff(alert, failure);
        return;
      }
      if (failure instanceof AlertRefused && left.length > 1) {
        for (const alert of left) await this.#storeOwn([alert]);
        return;
      }
      left = await this.#bury(left, failure);
    }
  }

  /** Null once stored; otherwise a refusal, at once, or the error of the last attempt. */
  async #tryToStore(alerts: readonly QueuedAlert[]): Promise<unknown> {
    const attempt = async (): Promise<AlertRefused | null> => {
      try {
        await this.#store(alerts);
        return null;
      } catch (error) {
        if (error instanceof AlertRefused) return error;
        throw error;
      }
    };
    try {
      return await retrying(attempt, this.#stop.signal, () => undefined, MAX_ATTEMPTS);
    } catch (error) {
      return error ?? new Error('alerts not stored');
    }
  }

  /**
   * Makes dead letters of alerts; returns those to be retried. Where not even dead letters are stored, storage is down:
   * events are announced from the outbox later, and alerts without an entry keep waiting.
   */
  async #bury(alerts: readonly QueuedAlert[], failure: unknown): Promise<readonly QueuedAlert[]> {
    const { alertDeadLetters, clock, log } = this.#input;
    try {
      await alertDeadLetters.add(alerts.map(deadOf), failure, clock.nowMs());
      const ids = alerts.map(({ raised }) => raised.row.id);
      log.error({ err: failure, alertIds: ids }, 'alerts not stored, now dead letters');
      for (const alert of alerts) this.#settle(alert);
      return [];
    } catch (error) {
      if (error instanceof AlertRefused) {
        log.error({ err: error, alerts: alerts.length }, 'alerts dropped: their person is gone');
        for (const alert of alerts) this.#settle(alert);
        return [];
      }
      for (const alert of alerts) if (alert.raised.row.eventId !== null) this.#putOff(alert, error);
      return alerts.filter(({ raised }) => raised.row.eventId === null);
    }
  }

  #settle({ raised, delaySeconds }: QueuedAlert): void {
    const eventId = announcedIdOf(raised.row);
    if (eventId !== null) this.#events.end({ eventId, delaySeconds });
  }

  /** Its event is not marked: it is announced again from the outbox. */
  #putOff(alert: QueuedAlert, reason: unknown, wasUnderWay = true): void {
    const { id } = alert.raised.row;
    const eventId = announcedIdOf(alert.raised.row);
    alert.giveUp();
    if (eventId !== null) {
      this.#events.putOff({ eventId, delaySeconds: alert.delaySeconds }, wasUnderWay);
    }
    this.#input.log.error({ err: reason, alertId: id }, 'alert not stored');
  }

  async #store(alerts: readonly QueuedAlert[]): Promise<void> {
    const { alertStore, clock } = this.#input;
    const wanted = await this.#concerned(alerts);
    const raised = wanted.map((alert) => alert.raised);
    const stored = wanted.length === 0 ? [] : await alertStore.raise(raised, clock.nowMs());
    for (const alert of alerts) this.#settle(alert);
    const rules = new Map(stored.map((one) => [one.id, one.rules]));
    await this.#publish(wanted, rules);
  }

  /** Whatever fails here, what is stored is not stored again. `stored` has the rules of each alert that is new. */
  async #publish(
    alerts: readonly QueuedAlert[],
    stored: ReadonlyMap<string, AlertDto['rules']>,
  ): Promise<void> {
    const fresh = alerts.filter(({ raised }) => stored.has(raised.row.id));
    const { bus, log } = this.#input;
    try {
      // Storage may have taken a while, and the owner may have another plan
      for (const { raised } of await this.#concerned(fresh)) {
        const { row } = raised;
        bus.publish('alert', { userId: row.userId, alert: shownAlert(row, stored.get(row.id) ?? []) });
      }
    } catch (error) {
      log.error({ err: error, alerts: fresh.length }, 'stored alerts not published');
    }
  }

  async #concerned(alerts: readonly QueuedAlert[]): Promise<readonly QueuedAlert[]> {
    const found: QueuedAlert[] = [];
    for (const alert of alerts) {
      if (concerns(await this.#input.entitlements.of(alert.raised.row.userId), alert)) found.push(alert);
    }
    return found;
  }

  /** Stores what waits. What is not stored after three seconds is put off: the outbox raises it after the next start. */
  async close(): Promise<void> {
    const timeout = setTimeout(() => this.#stop.abort(), CLOSE_TIMEOUT_MS);
    while (this.#running !== null || this.#recovering.size > 0) {
      await Promise.all([this.#running, ...this.#recovering.values()]);
    }
    clearTimeout(timeout);
  }
}

function deadOf({ raised, delaySeconds }: QueuedAlert): DeadAlert {
  return { raised, delaySeconds };
}
