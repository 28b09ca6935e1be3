/** The windows around releases as an input of a session: a row where one begins, changes or is called off. */
import { type Instrument, type NewsWindow, newsRow } from '@undertow/market';

/** The window of the instrument that contains the instant; null outside. Never waits. */
export type FindNewsWindow = (instrumentId: number, timeMs: number) => NewsWindow | null;

/**
 * The calendar changes from outside at any time: what a session takes of it is a row among the others, so that tape,
 * recording and replay have it in the same place.
 */
export class NewsInput {
  readonly #instrument: Instrument;
  readonly #find: FindNewsWindow | undefined;
  #stated: NewsWindow | null = null;

  /** Without `find` nothing is ever stated. */
  constructor(instrument: Instrument, find: FindNewsWindow | undefined) {
    this.#instrument = instrument;
    this.#find = find;
  }

  /** The row that states what changed since the previous call; null where nothing did. `rowMs`: time of the latest row. */
  next(nowMs: number, rowMs: number): Int32Array | null {
    const window = this.#find?.(this.#instrument.id, nowMs) ?? null;
    const stated = this.#stated;
    if (window?.kind === stated?.kind && window?.endMs === stated?.endMs) return null;
    this.#stated = window;
    // One that is over has ended by itself
    if (window === null && (stated?.endMs ?? 0) <= rowMs) return null;
    return newsRow(this.#instrument.id, rowMs, window);
  }
}
