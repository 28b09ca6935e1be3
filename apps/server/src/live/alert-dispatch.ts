/** The built-in alert: an exact or likely event on an active instrument tells its user, on the clock of his own tier. */
import { createHash } from 'node:crypto';
import type { AlertDto } from '@undertow/contracts';
import { instantOfMs } from '@undertow/contracts';
import { type FlowEvent, type FlowEventType, formatTicks, type Instrument } from '@undertow/market';
import type { AlertRow, AlertStore, Bus, Entitlements, InstrumentUpdate, Watchers } from '#dependencies.ts';
import type { LiveLog } from './live-log.ts';
import { retrying } from './retrying.ts';

const MIN_CONFIDENCE = 0.8;
/** An event that changed longer ago than this only stands in the update: it tells nothing new. */
const FRESH_MS = 5000;
const COOL_DOWN_MS = 60_000;
/** Cool-downs remembered; beyond it the oldest are forgotten. */
const MAX_COOL_DOWNS = 50_000;
/** Alerts that may wait for storage: with more the store has been away for minutes and old news helps nobody. */
const MAX_WAITING = 10_000;

/** An alert that storage always refuses is given up after about a minute and a half. */
const MAX_ATTEMPTS = 12;

const TITLES: Readonly<Record<FlowEventType, string>> = {
  iceberg: 'Iceberg',
  absorption: 'Absorption',
  support: 'Support',
  resistance: 'Resistance',
  stop_run: 'Stop run',
  spoofing: 'Spoofing-like pattern',
};

export interface AlertDispatchInput {
  readonly bus: Bus;
  readonly alertStore: AlertStore;
  readonly entitlements: Entitlements;
  readonly watchers: Watchers;
  readonly log: LiveLog;
}

/** An update that became visible in the view of one delay. */
export interface VisibleUpdate {
  readonly instrument: Instrument;
  readonly delaySeconds: number;
  readonly update: InstrumentUpdate;
  /** The feed's present: when the viewers of this delay may see it. */
  readonly nowMs: number;
}

interface Candidate extends Omit<VisibleUpdate, 'update'> {
  readonly event: FlowEvent;
}

/** True for what the built-in rule tells: proven or likely, and raised by a healthy live book. */
export function deservesAlert(event: FlowEvent): boolean {
  if (event.degraded || event.status === 'failed' || event.status === 'expired') return false;
  return event.exact || event.confidence >= MIN_CONFIDENCE;
}

/** Title and message of an event: facts only, no advice. */
export function alertText(instrument: Instrument, event: FlowEvent): { title: string; message: string } {
  const price = formatTicks(instrument, event.priceTicks);
  const certainty = event.exact
    ? 'exact'
    : event.calibrator === 'score'
      ? `score ${event.confidence.toFixed(1)}, not calibrated`
      : `${Math.round(event.confidence * 100)} %`;
  // The price stands in the title: "Bid refilled 9 times at 4566.50, ..." need not say it again
  const fact = event.description.replace(` at ${price}`, '').replace(/\.$/, '');
  const lowered = fact.charAt(0).toLowerCase() + fact.slice(1);
  return {
    title: `${TITLES[event.type]} at ${price}`,
    message: `${instrument.symbol} · ${lowered}, ${certainty}`,
  };
}

/** The same user and event give the same id: an alert that is dispatched again after a restart is stored once. */
function alertId(userId: string, eventId: string): string {
  return createHash('sha256').update(`${userId}\n${eventId}`).digest('hex').slice(0, 32);
}

export class AlertDispatch {
  readonly #input: AlertDispatchInput;
  /** User, instrument and type to the detection time of the event last told, milliseconds on the market's clock. */
  readonly #coolDowns = new Map<string, number>();
  /** Events already taken for a delay: an update of a told event tells nothing again. */
  readonly #taken = new Set<string>();
  #work: Promise<void> = Promise.resolve();
  readonly #storing = new Set<Promise<void>>();
  #waiting = 0;
  readonly #stop = new AbortController();

  constructor(input: AlertDispatchInput) {
    this.#input = input;
  }

  /** Takes what became visible. Alerts are made in order, one event after the other. */
  onVisible({ instrument, delaySeconds, update, nowMs }: VisibleUpdate): void {
    if (update.backfill) return;
    for (const { event } of update.events) {
      const key = `${delaySeconds}:${event.id}`;
      const ageMs = update.asOfMs - Number(event.updatedNs / 1_000_000n);
      if (ageMs > FRESH_MS || !deservesAlert(event) || this.#taken.has(key)) continue;
      this.#taken.add(key);
      forgetOldest(this.#taken, MAX_COOL_DOWNS);
      if (this.#waiting + this.#storing.size >= MAX_WAITING) {
        this.#input.log.error({ eventId: event.id }, 'alert not made: too many wait for storage');
        continue;
      }
      this.#waiting += 1;
      this.#work = this.#work
        .then(() => this.#tell({ instrument, delaySeconds, nowMs, event }))
        .catch((error: unknown) => this.#input.log.error({ err: error, eventId: event.id }, 'alert failed'))
        .finally(() => {
          this.#waiting -= 1;
        });
    }
  }

  async #tell(candidate: Candidate): Promise<void> {
    const { instrument, event } = candidate;
    const users = await this.#retry(() => this.#input.watchers.of(instrument.id));
    for (const userId of users) {
      if (!(await this.#concerns(userId, candidate)) || !this.#isDue(userId, event)) continue;
      this.#storeAside(userId, candidate);
    }
  }

  /** True when plan and instruments of the user, as they are now, let him hear of it on this clock. */
  async #concerns(userId: string, { instrument, event, delaySeconds }: Candidate): Promise<boolean> {
    const { rules, activeInstrumentIds } = await this.#retry(() => this.#input.entitlements.of(userId));
    if (rules.delaySeconds !== delaySeconds || !rules.eventTypes.includes(event.type)) return false;
    return activeInstrumentIds.includes(instrument.id);
  }

  /** One alert that storage refuses must not hold up those behind it. */
  #storeAside(userId: string, candidate: Candidate): void {
    const stored = this.#store(userId, candidate)
      .catch((error: unknown) =>
        this.#input.log.error({ err: error, userId, eventId: candidate.event.id }, 'alert not stored'),
      )
      .finally(() => this.#storing.delete(stored));
    this.#storing.add(stored);
  }

  #isDue(userId: string, event: FlowEvent): boolean {
    const key = `${userId}:${event.instrumentId}:${event.type}`;
    const detectedMs = Number(event.detectedNs / 1_000_000n);
    const lastMs = this.#coolDowns.get(key);
    if (lastMs !== undefined && Math.abs(detectedMs - lastMs) < COOL_DOWN_MS) return false;
    this.#coolDowns.delete(key);
    this.#coolDowns.set(key, detectedMs);
    forgetOldest(this.#coolDowns, MAX_COOL_DOWNS);
    return true;
  }

  async #store(userId: string, candidate: Candidate): Promise<void> {
    const { instrument, event, nowMs } = candidate;
    const alert: AlertDto = {
      id: alertId(userId, event.id),
      instrumentId: instrument.id,
      eventId: event.id,
      ruleId: null,
      alertType: 'event',
      ...alertText(instrument, event),
      isRead: false,
      isQuiet: false,
      isTest: false,
      marketAt: instantOfMs(Number(event.updatedNs / 1_000_000n)),
      createdAt: instantOfMs(nowMs),
    };
    // Its text may hold what came after the detection
    const eventAtMs = Number(event.updatedNs / 1_000_000n);
    const { marketAt: _at, ...told } = alert;
    const row: AlertRow = { ...told, userId, eventType: event.type, eventAtMs };
    const inserted = await this.#retry(() => this.#input.alertStore.insert(row));
    // Storage may have taken its time, and the user another plan
    if (inserted && (await this.#concerns(userId, candidate)))
      this.#input.bus.publish('alert', { userId, alert });
  }

  #retry<T>(task: () => Promise<T>): Promise<T> {
    const onFailure = (error: unknown, delayMs: number): void =>
      this.#input.log.warn({ err: error, delayMs }, 'alert storage failed, trying again');
    return retrying(task, this.#stop.signal, onFailure, MAX_ATTEMPTS);
  }

  /** Waits for alerts under way; those that only fail are given up. */
  async close(): Promise<void> {
    const patience = setTimeout(() => this.#stop.abort(), 3000);
    await this.#work;
    await Promise.all(this.#storing);
    clearTimeout(patience);
  }
}

function forgetOldest(kept: Set<string> | Map<string, number>, most: number): void {
  if (kept.size <= most) return;
  const oldest = kept.keys().next().value;
  if (oldest !== undefined) kept.delete(oldest);
}
