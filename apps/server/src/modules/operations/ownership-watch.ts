/** How long leases have been without exactly one owner: processes announce once a second, so a handover looks like that for a moment. */

/** From then on it is no handover. Milliseconds. */
const LASTING_MS = 3_000;
/** After a pause of the readers it is not known what was in between. Milliseconds. */
const MAX_PAUSE_MS = 15_000;

export class OwnershipWatch {
  readonly #sinceMs = new Map<string, number>();
  #readMs = Number.NEGATIVE_INFINITY;

  /** Which of these names were among them long enough. `monotonicMs` is of a clock that never goes back. */
  lasting(names: readonly string[], monotonicMs: number): ReadonlySet<string> {
    if (monotonicMs - this.#readMs > MAX_PAUSE_MS) this.#sinceMs.clear();
    this.#readMs = monotonicMs;
    for (const name of this.#sinceMs.keys()) if (!names.includes(name)) this.#sinceMs.delete(name);
    const old = names.filter((name) => {
      const sinceMs = this.#sinceMs.get(name) ?? monotonicMs;
      this.#sinceMs.set(name, sinceMs);
      return monotonicMs - sinceMs >= LASTING_MS;
    });
    return new Set(old);
  }
}
