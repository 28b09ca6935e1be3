/** Turns at something of which there is little: so many at once, so many waiting, the rest is told to come again. */
import { WorkUndone } from '#journal-work-dependencies.ts';

export class Turns {
  readonly #mostWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(atOnce: number, mostWaiting: number) {
    this.#free = atOnce;
    this.#mostWaiting = mostWaiting;
  }

  /** Runs `work` when its turn comes. Throws `WorkUndone` (`busy`) at once when too many wait. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.#take();
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }

  async #take(): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    if (this.#waiting.length >= this.#mostWaiting) throw new WorkUndone('busy');
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}
