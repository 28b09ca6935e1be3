/** What the sessions of a process cost: processor time of each instrument, in milliseconds a second. */

/** Long enough that a moment of many trades moves nothing, short enough that a busy hour does. */
const HALF_LIFE_MS = 60_000;
const EVERY_MS = 1_000;

interface Meter {
  /** Since the last second that was counted. */
  busyMs: number;
  costMs: number;
}

export class SessionCosts {
  readonly #monotonicMs: () => number;
  readonly #meters = new Map<number, Meter>();
  #countedMs: number;

  constructor(monotonicMs: () => number) {
    this.#monotonicMs = monotonicMs;
    this.#countedMs = monotonicMs();
  }

  /** Runs a step of an instrument; steps are synchronous, so that their duration is theirs alone. */
  measure(instrumentId: number, step: () => void): void {
    const startMs = this.#monotonicMs();
    try {
      step();
    } finally {
      const meter = this.#meters.get(instrumentId) ?? { busyMs: 0, costMs: Number.NaN };
      meter.busyMs += this.#monotonicMs() - startMs;
      this.#meters.set(instrumentId, meter);
    }
  }

  /** Its session ended. */
  forget(instrumentId: number): void {
    this.#meters.delete(instrumentId);
  }

  /** By instrument; those that were measured for a second at least. */
  read(): ReadonlyMap<number, number> {
    const passedMs = this.#monotonicMs() - this.#countedMs;
    if (passedMs >= EVERY_MS) this.#count(passedMs);
    return new Map(
      [...this.#meters].flatMap(([id, { costMs }]) => (Number.isNaN(costMs) ? [] : [[id, costMs]])),
    );
  }

  #count(passedMs: number): void {
    this.#countedMs += passedMs;
    const kept = 0.5 ** (passedMs / HALF_LIFE_MS);
    for (const meter of this.#meters.values()) {
      const costMs = (meter.busyMs / passedMs) * 1_000;
      meter.costMs = Number.isNaN(meter.costMs) ? costMs : kept * meter.costMs + (1 - kept) * costMs;
      meter.busyMs = 0;
    }
  }
}
