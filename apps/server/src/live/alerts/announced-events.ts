/** Which states of events have all their alerts stored, whatever lane each of the alerts waits in. */
import type { AlertOutboxEntry } from '#ports/alerts.ts';

const MAX_REMEMBERED = 50_000;

export type EventState = Omit<AlertOutboxEntry, 'event'>;

type EventKey = Pick<EventState, 'eventId' | 'delaySeconds'>;

interface Open {
  /** Alerts in progress. */
  alerts: number;
  /** An alert was discarded: the event is announced again from the outbox. */
  isPutOff: boolean;
  /** Every alert of this state was pushed. */
  mark: EventState | null;
}

function keyOf({ eventId, delaySeconds }: EventKey): string {
  return `${delaySeconds}/${eventId}`;
}

export class AnnouncedEvents {
  readonly #open = new Map<string, Open>();
  readonly #done = new Map<string, number>();

  /** An alert of the event is in progress. */
  begin(event: EventKey): void {
    this.#openOf(keyOf(event)).alerts += 1;
  }

  /** An alert of the event is stored, or a dead letter. */
  end(event: EventKey): void {
    const key = keyOf(event);
    this.#openOf(key).alerts -= 1;
    this.#close(key);
  }

  /** An alert of the event was discarded. Its next mark is invalid. */
  putOff(event: EventKey, wasUnderWay: boolean): void {
    const key = keyOf(event);
    const open = this.#openOf(key);
    open.isPutOff = true;
    if (wasUnderWay) open.alerts -= 1;
    this.#close(key);
  }

  /** To be called after the alerts of the event's state were pushed. */
  mark(state: EventState): void {
    const key = keyOf(state);
    this.#openOf(key).mark = state;
    this.#close(key);
  }

  /** True when the alerts of some state of the event were pushed, and none of them was postponed. */
  knows(event: EventKey): boolean {
    const key = keyOf(event);
    const open = this.#open.get(key);
    return open === undefined ? this.#done.has(key) : open.mark !== null && !open.isPutOff;
  }

  /** True when the alerts of this state of the event, or of a later one, are stored. */
  covers(state: EventState): boolean {
    const doneMs = this.#done.get(keyOf(state));
    return doneMs !== undefined && doneMs >= state.updatedMs;
  }

  #openOf(key: string): Open {
    const known = this.#open.get(key);
    if (known !== undefined) return known;
    const open: Open = { alerts: 0, isPutOff: false, mark: null };
    this.#open.set(key, open);
    return open;
  }

  #close(key: string): void {
    const open = this.#openOf(key);
    if (open.alerts > 0 || (open.mark === null && open.isPutOff)) return;
    this.#open.delete(key);
    if (open.mark !== null && !open.isPutOff) this.#announce(key, open.mark);
  }

  #announce(key: string, state: EventState): void {
    this.#done.delete(key);
    this.#done.set(key, state.updatedMs);
    const [oldest] = this.#done.keys();
    if (this.#done.size > MAX_REMEMBERED && oldest !== undefined) this.#done.delete(oldest);
  }
}
