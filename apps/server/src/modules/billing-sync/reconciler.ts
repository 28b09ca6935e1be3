/** Compares with the payment provider at start, every quarter of an hour, and everything once a night. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@undertow/market';
import { RepeatingTask } from '#concurrency/repeating-task.ts';
import {
  type CompareParts,
  compareEvents,
  compareSubscriptions,
  sweepIncomplete,
} from './compare-with-provider.ts';

const QUARTER_MS = 15 * MINUTE_MS;
/** From this hour of the day, UTC, the comparison of everything is due. */
const NIGHT_HOUR_MS = 2 * HOUR_MS;

export class Reconciler {
  readonly #parts: CompareParts;
  readonly #task: RepeatingTask;
  readonly #first: NodeJS.Immediate;
  #stopped = false;

  /** The first round begins once the code that made it has run. */
  constructor(parts: CompareParts) {
    this.#parts = parts;
    this.#task = new RepeatingTask(
      QUARTER_MS,
      () => this.#compare(),
      (error) => parts.log.warn({ err: error }, 'comparison with the payment provider failed'),
    );
    this.#first = setImmediate(() => void this.#task.run());
  }

  /** One round now, or the one under way. Failures are logged: the next round retries. */
  round(): Promise<void> {
    return this.#stopped ? Promise.resolve() : this.#task.run();
  }

  /** Ends after the step under way. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearImmediate(this.#first);
    await this.#task.stop();
  }

  async #compare(): Promise<void> {
    const { ledger, clock } = this.#parts;
    const isStopped = (): boolean => this.#stopped;
    await compareEvents(this.#parts, isStopped);
    await sweepIncomplete(this.#parts, isStopped);
    if (this.#stopped || ((await ledger.cursor('night')) ?? 0) >= this.#lastNightMs()) return;
    const startedMs = clock.nowMs();
    await compareSubscriptions(this.#parts, isStopped);
    if (!isStopped()) await ledger.saveCursor('night', startedMs);
  }

  /** The newest instant at which the nightly comparison was due. */
  #lastNightMs(): number {
    const nowMs = this.#parts.clock.nowMs();
    return Math.floor((nowMs - NIGHT_HOUR_MS) / DAY_MS) * DAY_MS + NIGHT_HOUR_MS;
  }
}
