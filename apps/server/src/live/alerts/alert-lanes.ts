/** Waiting alerts, a lane for each user: batches take from all lanes in turn, and a held lane delays no other. */
import type { DeadAlert } from '#ports/alerts.ts';

/** Alerts of one lane per turn. */
const PER_TURN = 25;
/**
 * Alerts of one user that may wait: beyond it storage has been down for long, and events are announced from the outbox.
 */
const MAX_IN_LANE = 10_000;
/** Of all users together. */
const MAX_WAITING = 50_000;

export interface QueuedAlert extends DeadAlert {
  /** Called when it is discarded, so that its event stops counting it. */
  giveUp(): void;
}

interface Lane {
  alerts: QueuedAlert[];
  /** True while the lane is stored separately. */
  isHeld: boolean;
}

export class AlertLanes {
  /** In the order of the next turns. */
  readonly #lanes = new Map<string, Lane>();
  #waiting = 0;

  get waiting(): number {
    return this.#waiting;
  }

  /** False when the lane, or all together, are full. */
  push(alert: QueuedAlert): boolean {
    const { userId } = alert.raised.row;
    const lane = this.#lanes.get(userId) ?? { alerts: [], isHeld: false };
    if (lane.alerts.length >= MAX_IN_LANE || this.#waiting >= MAX_WAITING) return false;
    this.#lanes.set(userId, lane);
    lane.alerts.push(alert);
    this.#waiting += 1;
    return true;
  }

  /** The next alerts of lanes that are not held, of each lane in order. */
  take(most: number): readonly QueuedAlert[] {
    const taken: QueuedAlert[] = [];
    for (let before = -1; taken.length > before && taken.length < most; ) {
      before = taken.length;
      for (const [userId, lane] of [...this.#lanes]) {
        const free = Math.min(PER_TURN, most - taken.length);
        if (free === 0) break;
        if (!lane.isHeld) taken.push(...this.#takeOf(userId, lane, free));
      }
    }
    return taken;
  }

  /** The next alerts of one lane, held or not. */
  takeOf(userId: string, most: number): readonly QueuedAlert[] {
    const lane = this.#lanes.get(userId);
    return lane === undefined ? [] : this.#takeOf(userId, lane, most);
  }

  #takeOf(userId: string, lane: Lane, most: number): readonly QueuedAlert[] {
    const taken = lane.alerts.splice(0, most);
    this.#waiting -= taken.length;
    this.#lanes.delete(userId);
    if (lane.isHeld || lane.alerts.length > 0) this.#lanes.set(userId, lane);
    return taken;
  }

  /** Returns alerts to the head of their lane, which batches skip from now on. */
  hold(userId: string, alerts: readonly QueuedAlert[]): void {
    const lane = this.#lanes.get(userId) ?? { alerts: [], isHeld: false };
    lane.alerts.unshift(...alerts);
    lane.isHeld = true;
    this.#waiting += alerts.length;
    this.#lanes.set(userId, lane);
  }

  release(userId: string): void {
    const lane = this.#lanes.get(userId);
    if (lane === undefined) return;
    lane.isHeld = false;
    if (lane.alerts.length === 0) this.#lanes.delete(userId);
  }
}
