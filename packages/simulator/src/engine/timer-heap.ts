/** What the session has to do at a known time: a binary heap, earliest first, ties in the order of entry. */

const FIRST_CAPACITY = 256;

export class TimerHeap {
  /** Fields of the earliest timer, valid while `size` > 0 and after `pop`. */
  owner = 0;
  slot = 0;
  orderId = 0;
  size = 0;
  #entered = 0;
  #time = new Float64Array(FIRST_CAPACITY);
  #order = new Float64Array(FIRST_CAPACITY);
  #owner = new Int32Array(FIRST_CAPACITY);
  #slot = new Int32Array(FIRST_CAPACITY);
  #orderId = new Float64Array(FIRST_CAPACITY);

  /** Time of the earliest timer, Infinity when there is none. */
  get nextNs(): number {
    return this.size === 0 ? Number.POSITIVE_INFINITY : this.#time[0]!;
  }

  push(timeNs: number, owner: number, slot = 0, orderId = 0): void {
    if (this.size === this.#time.length) this.#grow();
    let at = this.size++;
    const order = this.#entered++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#isBefore(timeNs, order, parent)) break;
      this.#move(parent, at);
      at = parent;
    }
    this.#set(at, timeNs, order, owner, slot, orderId);
  }

  /** Puts every timer off by the same time: the order among them stays. */
  delayAll(delayNs: number): void {
    for (let at = 0; at < this.size; at++) this.#time[at]! += delayNs;
  }

  /** Takes the earliest timer out and puts its fields into `owner`, `slot` and `orderId`. */
  pop(): void {
    this.owner = this.#owner[0]!;
    this.slot = this.#slot[0]!;
    this.orderId = this.#orderId[0]!;
    const last = --this.size;
    if (last === 0) return;
    const time = this.#time[last]!;
    const order = this.#order[last]!;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= last) break;
      if (child + 1 < last && this.#isBefore(this.#time[child + 1]!, this.#order[child + 1]!, child)) child++;
      if (this.#isBefore(time, order, child)) break;
      this.#move(child, at);
      at = child;
    }
    this.#move(last, at);
  }

  #isBefore(time: number, order: number, other: number): boolean {
    const otherTime = this.#time[other]!;
    return time < otherTime || (time === otherTime && order < this.#order[other]!);
  }

  #move(from: number, to: number): void {
    this.#set(
      to,
      this.#time[from]!,
      this.#order[from]!,
      this.#owner[from]!,
      this.#slot[from]!,
      this.#orderId[from]!,
    );
  }

  #set(at: number, time: number, order: number, owner: number, slot: number, orderId: number): void {
    this.#time[at] = time;
    this.#order[at] = order;
    this.#owner[at] = owner;
    this.#slot[at] = slot;
    this.#orderId[at] = orderId;
  }

  #grow(): void {
    const capacity = this.#time.length * 2;
    const [time, order, orderId] = [this.#time, this.#order, this.#orderId];
    const [owner, slot] = [this.#owner, this.#slot];
    this.#time = new Float64Array(capacity);
    this.#order = new Float64Array(capacity);
    this.#orderId = new Float64Array(capacity);
    this.#owner = new Int32Array(capacity);
    this.#slot = new Int32Array(capacity);
    this.#time.set(time);
    this.#order.set(order);
    this.#orderId.set(orderId);
    this.#owner.set(owner);
    this.#slot.set(slot);
  }
}
