/** The event that J and K walk to. */

export class EventFocus {
  #id: string | null = null;

  /** Null when the event is no longer among them. */
  current(ids: readonly string[]): string | null {
    return this.#id !== null && ids.includes(this.#id) ? this.#id : null;
  }

  set(id: string): void {
    this.#id = id;
  }

  /** Walks along them with `step` 1, back with −1, around the ends. */
  walk(ids: readonly string[], step: 1 | -1): string | null {
    if (ids.length === 0) {
      this.#id = null;
      return null;
    }
    const at = this.#id === null ? -1 : ids.indexOf(this.#id);
    const from = at === -1 ? (step === 1 ? -1 : ids.length) : at;
    this.#id = ids[(from + step + ids.length) % ids.length]!;
    return this.#id;
  }
}
