/** What happens when: a heap of events, those of one instant in the order in which they were added. */

interface Entry {
  readonly atMs: number;
  readonly number: number;
  run(): void;
}

const isBefore = (one: Entry, other: Entry): boolean =>
  one.atMs < other.atMs || (one.atMs === other.atMs && one.number < other.number);

export class EventQueue {
  #nowMs = 0;
  #added = 0;
  readonly #heap: Entry[] = [];

  get nowMs(): number {
    return this.#nowMs;
  }

  /** An instant that has passed is the present one. */
  at(atMs: number, run: () => void): void {
    const entry = { atMs: Math.max(atMs, this.#nowMs), number: this.#added, run };
    this.#added += 1;
    let place = this.#heap.push(entry) - 1;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!this.#swapUnlessBefore(parent, place)) break;
      place = parent;
    }
  }

  /** Runs what is due until then; what is later stays. */
  runUntil(endMs: number): void {
    for (let next = this.#heap[0]; next !== undefined && next.atMs <= endMs; next = this.#heap[0]) {
      this.#removeFirst();
      this.#nowMs = next.atMs;
      next.run();
    }
    this.#nowMs = endMs;
  }

  #removeFirst(): void {
    const last = this.#heap.pop();
    if (last === undefined || this.#heap.length === 0) return;
    this.#heap[0] = last;
    for (let place = 0; ; ) {
      const [left, right] = [2 * place + 1, 2 * place + 2];
      const [leftEntry, rightEntry] = [this.#heap[left], this.#heap[right]];
      if (leftEntry === undefined) return;
      const child = rightEntry !== undefined && isBefore(rightEntry, leftEntry) ? right : left;
      if (!this.#swapUnlessBefore(place, child)) return;
      place = child;
    }
  }

  /** True where the entry further down was due earlier. */
  #swapUnlessBefore(upper: number, lower: number): boolean {
    const [one, other] = [this.#heap[upper], this.#heap[lower]];
    if (one === undefined || other === undefined || isBefore(one, other)) return false;
    this.#heap[upper] = other;
    this.#heap[lower] = one;
    return true;
  }
}
