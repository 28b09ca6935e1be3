/** The updates of one account's line: they reach what its owner owns, and no bus. */
import { isolated } from '#live/tasks/isolated.ts';
import type { InstrumentUpdate, UpdateSource } from '#ports/bus.ts';

export class AccountUpdates implements UpdateSource {
  readonly #listeners = new Set<(update: InstrumentUpdate) => void>();
  readonly #onFault: (error: unknown) => void;

  /** `onFault` receives what a listener threw: the others get the update anyway. */
  constructor(onFault: (error: unknown) => void) {
    this.#onFault = onFault;
  }

  subscribe(_topic: 'instrument', listener: (update: InstrumentUpdate) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  publish(update: InstrumentUpdate): void {
    for (const listener of this.#listeners) isolated(() => listener(update), this.#onFault);
  }
}
