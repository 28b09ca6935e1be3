/** Hidden orders of one side that show the same size one after another: children of one programme resemble each other. */

const SLOTS = 16;
/** Seconds after which a count has faded to a third. */
const FADE_SECONDS = 600;
const KEEP = Math.exp(-1 / FADE_SECONDS);

export class HiddenKin {
  private readonly sizes = new Int32Array(SLOTS);
  private readonly lastKey = new Int32Array(SLOTS);
  private readonly counts = new Float64Array(SLOTS);

  /** Most orders of one shown size, fading. */
  get most(): number {
    let most = 0;
    for (let slot = 0; slot < SLOTS; slot += 1) most = Math.max(most, this.counts[slot] as number);
    return most;
  }

  /** A tranche of `size` came back; `key` is its order, or its price where the feed has no orders. */
  add(size: number, key: number): void {
    let least = 0;
    for (let slot = 0; slot < SLOTS; slot += 1) {
      if (this.sizes[slot] === size) {
        if (this.lastKey[slot] !== key) this.counts[slot] = (this.counts[slot] as number) + 1;
        this.lastKey[slot] = key;
        return;
      }
      if ((this.counts[slot] as number) < (this.counts[least] as number)) least = slot;
    }
    this.sizes[least] = size;
    this.lastKey[least] = key;
    this.counts[least] = 1;
  }

  everySecond(): void {
    for (let slot = 0; slot < SLOTS; slot += 1) this.counts[slot] = (this.counts[slot] as number) * KEEP;
  }
}
