/** Alerts on their way to storage and socket, in order; a mark behind them says that an event's alerts are stored. */
import { instantOfMs } from '@undertow/contracts';
import type { AlertDebt, AlertRow, AlertStore, RaisedAlert } from '#alert-dependencies.ts';
import type { Bus, Clock, Entitlement, Entitlements } from '#dependencies.ts';
import type { LiveLog } from './live-log.ts';
import { retrying } from './retrying.ts';

/** Alerts in one statement. */
const BATCH = 100;
/** Entries that may wait: with more the store has been away for long, and events are told from their debts later. */
const MOST_WAITING = 20_000;
/** An alert that storage always refuses is given up after about a minute and a half. */
const MOST_ATTEMPTS = 12;
const MOST_TOLD = 50_000;
const CLOSE_PATIENCE_MS = 3000;

export type EventState = Omit<AlertDebt, 'event'>;

export interface QueuedAlert {
  readonly raised: RaisedAlert;
  readonly delaySeconds: number;
  /** Hears that it was not kept: what counted it counts it no more. */
  giveUp(): void;
}

type Entry = QueuedAlert | { readonly told: EventState };

interface AlertQueueInput {
  readonly alertStore: Pick<AlertStore, 'raise'>;
  readonly entitlements: Entitlements;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: LiveLog;
}

/** True when plan and instruments of the owner, as they are now, let him hear of it on this clock. */
function concerns(
  { rules, activeInstrumentIds }: Entitlement,
  { raised, delaySeconds }: QueuedAlert,
): boolean {
  const { instrumentId, eventType } = raised.row;
  if (rules.delaySeconds !== delaySeconds) return false;
  if (eventType !== null && !rules.eventTypes.includes(eventType)) return false;
  return instrumentId === null || activeInstrumentIds.includes(instrumentId);
}

/** What its owner reads. */
export function shownAlert({ userId: _user, eventType: _type, eventAtMs, ...row }: AlertRow) {
  return { ...row, marketAt: eventAtMs === null ? null : instantOfMs(eventAtMs) };
}

function keyOf({ eventId, delaySeconds }: Pick<EventState, 'eventId' | 'delaySeconds'>): string {
  return `${delaySeconds}/${eventId}`;
}

export class AlertQueue {
  readonly #input: AlertQueueInput;
  readonly #told = new Map<string, number>();
  /** Events with an alert that was not kept, until their mark comes. */
  readonly #putOff = new Set<string>();
  readonly #stop = new AbortController();
  #entries: Entry[] = [];
  #running: Promise<void> | null = null;

  constructor(input: AlertQueueInput) {
    this.#input = input;
  }

  get waiting(): number {
    return this.#entries.length;
  }

  push(alert: QueuedAlert): void {
    if (this.#isFull) this.#putOffAlert(alert, 'too many wait for storage');
    else this.#add(alert);
  }

  /** To be said after the alerts of the event's state. */
  markTold(told: EventState): void {
    if (this.#isFull) this.#putOff.delete(keyOf(told));
    else this.#add({ told });
  }

  get #isFull(): boolean {
    return this.#entries.length >= MOST_WAITING;
  }

  /** Its event is not marked as told: it is told again from its debt. */
  #putOffAlert(alert: QueuedAlert, reason: unknown): void {
    const { id, eventId } = alert.raised.row;
    alert.giveUp();
    if (eventId !== null) this.#putOff.add(keyOf({ eventId, delaySeconds: alert.delaySeconds }));
    this.#input.log.error({ err: reason, alertId: id }, 'alert not stored');
  }

  #add(entry: Entry): void {
    this.#entries.push(entry);
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
    });
  }

  /** True when the alerts of this state of the event, or of a later one, are stored. */
  wasTold(state: EventState): boolean {
    const toldMs = this.#told.get(keyOf(state));
    return toldMs !== undefined && toldMs >= state.updatedMs;
  }

  async #run(): Promise<void> {
    // What comes in the same turn goes together
    await Promise.resolve();
    while (this.#entries.length > 0) {
      const batch = this.#entries.splice(0, BATCH);
      await this.#storeAll(batch.filter((entry) => 'raised' in entry));
      for (const entry of batch) {
        if ('told' in entry && !this.#putOff.delete(keyOf(entry.told))) this.#remember(entry.told);
      }
    }
  }

  #remember(state: EventState): void {
    const key = keyOf(state);
    this.#told.delete(key);
    this.#told.set(key, state.updatedMs);
    const [oldest] = this.#told.keys();
    if (this.#told.size > MOST_TOLD && oldest !== undefined) this.#told.delete(oldest);
  }

  async #storeAll(alerts: readonly QueuedAlert[]): Promise<void> {
    try {
      await this.#store(alerts);
      return;
    } catch (error) {
      if (this.#stop.signal.aborted || alerts.length === 1) {
        for (const alert of alerts) this.#putOffAlert(alert, error);
        return;
      }
    }
    // One alert that storage refuses must not hold up the others
    for (const alert of alerts) await this.#storeAll([alert]);
  }

  async #store(alerts: readonly QueuedAlert[]): Promise<void> {
    const { alertStore, bus, clock } = this.#input;
    const wanted = await this.#concerned(alerts);
    if (wanted.length === 0) return;
    const raised = wanted.map((alert) => alert.raised);
    const attempts = alerts.length === 1 ? MOST_ATTEMPTS : 3;
    const stored = await this.#retry(() => alertStore.raise(raised, clock.nowMs()), attempts);
    const fresh = new Set(stored.map(({ id }) => id));
    // Storage may have taken its time, and the owner another plan
    for (const { raised: one } of await this.#concerned(wanted)) {
      const { row } = one;
      if (fresh.has(row.id)) bus.publish('alert', { userId: row.userId, alert: shownAlert(row) });
    }
  }

  async #concerned(alerts: readonly QueuedAlert[]): Promise<readonly QueuedAlert[]> {
    const found: QueuedAlert[] = [];
    for (const alert of alerts) {
      const { userId } = alert.raised.row;
      const entitlement = await this.#retry(() => this.#input.entitlements.of(userId), MOST_ATTEMPTS);
      if (concerns(entitlement, alert)) found.push(alert);
    }
    return found;
  }

  #retry<T>(task: () => Promise<T>, attempts: number): Promise<T> {
    const onFailure = (error: unknown, delayMs: number): void =>
      this.#input.log.warn({ err: error, delayMs }, 'alert storage failed, trying again');
    return retrying(task, this.#stop.signal, onFailure, attempts);
  }

  async close(): Promise<void> {
    const patience = setTimeout(() => this.#stop.abort(), CLOSE_PATIENCE_MS);
    while (this.#running !== null) await this.#running;
    clearTimeout(patience);
  }
}
