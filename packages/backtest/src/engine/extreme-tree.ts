/** Finds in some steps of halving where a price is first reached, and the extreme of a range. */

export class ExtremeTree {
  /** Inner nodes from 1, each with the extreme of its two children; leaves from `#leaves` on. */
  readonly #nodes: Int32Array;
  readonly #leaves: number;
  readonly #sign: 1 | -1;

  /** `sign`: 1 keeps the largest, -1 the smallest. */
  constructor(values: Int32Array, sign: 1 | -1) {
    let leaves = 1;
    while (leaves < values.length) leaves *= 2;
    const nodes = new Int32Array(2 * leaves).fill(sign > 0 ? -0x8000_0000 : 0x7fff_ffff);
    nodes.set(values, leaves);
    for (let node = leaves - 1; node > 0; node -= 1) {
      const [left, right] = [nodes[2 * node]!, nodes[2 * node + 1]!];
      nodes[node] = sign > 0 === left > right ? left : right;
    }
    this.#nodes = nodes;
    this.#leaves = leaves;
    this.#sign = sign;
  }

  /** The first place from `from` on whose value is at least (`sign` 1) or at most (-1) this; Infinity where there is none. */
  first(from: number, value: number): number {
    const nodes = this.#nodes;
    const sign = this.#sign;
    if (from >= this.#leaves) return Number.POSITIVE_INFINITY;
    let node = this.#leaves + from;
    while (sign * (nodes[node]! - value) < 0) {
      // Up while it is a right child, then to the neighbour on the right
      while ((node & 1) === 1) node >>= 1;
      if (node === 0) return Number.POSITIVE_INFINITY;
      node += 1;
      if ((node & (node - 1)) === 0) return Number.POSITIVE_INFINITY;
    }
    while (node < this.#leaves) {
      node *= 2;
      if (sign * (nodes[node]! - value) < 0) node += 1;
    }
    return node - this.#leaves;
  }

  /** The extreme from `from` to before `to`; that of nothing is beyond every price. */
  extreme(from: number, to: number): number {
    let found = this.#sign > 0 ? -0x8000_0000 : 0x7fff_ffff;
    let low = this.#leaves + from;
    let high = this.#leaves + Math.min(to, this.#leaves);
    const take = (value: number): void => {
      if (this.#sign * (value - found) > 0) found = value;
    };
    for (; low < high; low >>= 1, high >>= 1) {
      if ((low & 1) === 1) take(this.#nodes[low++]!);
      if ((high & 1) === 1) take(this.#nodes[--high]!);
    }
    return found;
  }
}
