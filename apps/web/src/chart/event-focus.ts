/** The event that J and K walk to. */
import type { ActiveSignal } from '#chart/signals.ts';

export class EventFocus {
  #id: string | null = null;

  /** Null when the event is no longer active. */
  current(signals: readonly ActiveSignal[]): string | null {
    return signals.some(({ event }) => event.id === this.#id) ? this.#id : null;
  }

  /** Walks from the highest price downwards with `step` 1, upwards with −1, around the ends. */
  walk(signals: readonly ActiveSignal[], step: 1 | -1): string | null {
    const ids = [...signals]
      .sort((a, b) => b.event.priceTicks - a.event.priceTicks)
      .map(({ event }) => event.id);
    if (ids.length === 0) {
      this.#id = null;
      return null;
    }
    const at = this.#id === null ? -1 : ids.indexOf(this.#id);
    const from = at === -1 ? (step === 1 ? -1 : ids.length) : at;
    this.#id = ids[(from + step + ids.length) % ids.length] as string;
    return this.#id;
  }
}
