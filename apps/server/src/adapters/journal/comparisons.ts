/** Comparisons of files with journals: one per user, of which the newest counts, with limits of their own beside the imports. */
import { type GivenFile, WorkUndone } from '#ports/journal-work.ts';
import type { ConcurrencyLimit } from './concurrency-limit.ts';

type Work<T> = (bytes: Uint8Array, signal: AbortSignal) => Promise<T>;

export class Comparisons {
  readonly #files: ConcurrencyLimit;
  readonly #readers: ConcurrencyLimit;
  /** The one under way, by user. */
  readonly #underWay = new Map<string, AbortController>();

  /** Limits of memory for the bytes, and of threads. */
  constructor(files: ConcurrencyLimit, readers: ConcurrencyLimit) {
    this.#files = files;
    this.#readers = readers;
  }

  /** Ends the comparison of the user that is under way. */
  end(userId: string): void {
    this.#underWay.get(userId)?.abort();
    this.#underWay.delete(userId);
  }

  /** Throws `WorkUndone` (`ended`) as soon as the client left or something newer took its place. */
  async run<T>(userId: string, file: GivenFile, left: AbortSignal, work: Work<T>): Promise<T> {
    this.end(userId);
    const own = new AbortController();
    this.#underWay.set(userId, own);
    const signal = AbortSignal.any([own.signal, left]);
    try {
      return await this.#files.run(async () => {
        const bytes = await file.bytes(signal);
        return this.#readers.run(() => work(bytes, signal), signal);
      }, signal);
    } catch (error) {
      // Whatever it broke off in the middle of
      throw signal.aborted ? new WorkUndone('ended') : error;
    } finally {
      if (this.#underWay.get(userId) === own) this.#underWay.delete(userId);
    }
  }
}
