/** The server's present as the API states it, beside the clock of this process. */

import type { ServerPresent } from '#load/checks/socket-checks.ts';
import type { LoadPerson } from './load-person.ts';

const SAMPLES_KEPT = 12;
/** Stamps are cut to milliseconds, and both clocks are slewed. */
const ALLOWANCE_MS = 20;

interface Sample {
  readonly offsetMs: number;
  readonly roundTripMs: number;
}

export class ServerClock implements ServerPresent {
  /** Read for every frame. */
  offsetMs = 0;
  allowanceMs = ALLOWANCE_MS;
  #samples: readonly Sample[] = [];

  /** `realTime` follows the instrument without a delay. A failed call says nothing. */
  async measure(realTime: LoadPerson, instrumentId: number): Promise<void> {
    const [beganMs, startMs] = [performance.now(), Date.now()];
    const answer = await realTime.call(`/api/order-book?instrumentId=${instrumentId}`).catch(() => null);
    const roundTripMs = performance.now() - beganMs;
    const stamp = Date.parse(String(answer?.headers['x-as-of']));
    if (Number.isNaN(stamp)) return;
    const middleMs = startMs + roundTripMs / 2;
    // A difference within the duration of the call is no offset
    const offsetMs = Math.abs(stamp - middleMs) <= roundTripMs / 2 + 1 ? 0 : Math.round(stamp - middleMs);
    this.#samples = [...this.#samples, { offsetMs, roundTripMs }].slice(-SAMPLES_KEPT);
    // The one that took least says most
    const [best] = this.#samples.toSorted((one, other) => one.roundTripMs - other.roundTripMs);
    this.offsetMs = best?.offsetMs ?? 0;
    this.allowanceMs = ALLOWANCE_MS + (best?.roundTripMs ?? 0) / 2;
  }
}
