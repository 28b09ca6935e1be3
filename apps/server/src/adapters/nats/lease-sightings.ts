/** What this process has seen of the leases of all processes: when each was last renewed, by the time of its arrival here. */
import { OTHERS_WAIT_MS } from './lease-times.ts';

interface Sighting {
  readonly revision: number;
  readonly seenMs: number;
  isReported: boolean;
}

export class LeaseSightings {
  readonly #monotonicMs: () => number;
  readonly #sightings = new Map<string, Sighting>();

  constructor(monotonicMs: () => number) {
    this.#monotonicMs = monotonicMs;
  }

  /** A lease has that revision now; seeing the same one again changes nothing. */
  see(name: string, revision: number): void {
    const known = this.#sightings.get(name);
    if (known !== undefined && known.revision >= revision) return;
    this.#sightings.set(name, { revision, seenMs: this.#monotonicMs(), isReported: false });
  }

  /** A lease was given back. */
  forget(name: string): void {
    this.#sightings.delete(name);
  }

  /** True where nobody renewed that revision for so long that its owner cannot hold it any more. */
  isOver(name: string, revision: number): boolean {
    const known = this.#sightings.get(name);
    return known?.revision === revision && this.#monotonicMs() - known.seenMs >= OTHERS_WAIT_MS;
  }

  /** Names whose lease ran out since the last call. */
  takeOver(): readonly string[] {
    const over = [...this.#sightings].filter(
      ([name, { revision, isReported }]) => !isReported && this.isOver(name, revision),
    );
    for (const [, sighting] of over) sighting.isReported = true;
    return over.map(([name]) => name);
  }
}
