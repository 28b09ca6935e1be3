/** The visible depth that a sequence of changes leaves. */
import { SIDE_ASK, SIDE_BID } from '#events/market-event.ts';
import { DEPTH_STRIDE, type DepthChange } from './depth-change.ts';

/** Prices in ticks, sizes in contracts. */
export class DepthLevels {
  /** Rows of a side by price. */
  readonly #sides: ReadonlyMap<number, Map<number, readonly [size: number, orders: number]>> = new Map([
    [SIDE_BID, new Map()],
    [SIDE_ASK, new Map()],
  ]);
  #isKnown = false;

  /** False until a whole depth was applied. */
  get isKnown(): boolean {
    return this.#isKnown;
  }

  clear(): void {
    this.#isKnown = false;
    for (const side of this.#sides.values()) side.clear();
  }

  /** A change is meaningless before the first whole depth, and is then left out. */
  apply({ isWhole, levels }: DepthChange): void {
    if (isWhole) this.clear();
    else if (!this.#isKnown) return;
    this.#isKnown = true;
    for (let at = 0; at < levels.length; at += DEPTH_STRIDE) {
      const side = this.#sides.get(levels[at]!);
      const [priceTicks, size, orders] = [levels[at + 1]!, levels[at + 2]!, levels[at + 3]!];
      if (size === 0) side?.delete(priceTicks);
      else side?.set(priceTicks, [size, orders]);
    }
  }

  /** Displayed contracts at a price; 0 where there is no level. */
  sizeAt(side: number, priceTicks: number): number {
    return this.#sides.get(side)?.get(priceTicks)?.[0] ?? 0;
  }

  /** All levels: bids from the best, then asks from the best. Null while it is not known. */
  whole(): DepthChange | null {
    if (!this.#isKnown) return null;
    const rows: number[] = [];
    for (const [side, levels] of this.#sides) {
      const direction = side === SIDE_BID ? -1 : 1;
      const sorted = [...levels].sort(([one], [other]) => (one - other) * direction);
      for (const [priceTicks, [size, orders]] of sorted) rows.push(side, priceTicks, size, orders);
    }
    return { isWhole: true, levels: Int32Array.from(rows) };
  }
}
