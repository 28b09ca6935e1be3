/** Privately negotiated trades as the exchange reports them, the last ones in a ring: blocks, EFP and EFR. */
import { COL_AUX, COL_PRICE_TICKS, COL_SIDE, COL_SIZE, rowTimeNs } from '#events/market-event.ts';

const CAPACITY = 64;
const KINDS = ['block', 'block', 'EFP', 'EFR'] as const;
export type BlockKind = (typeof KINDS)[number];

export interface BlockTrade {
  /** When the exchange printed it, nanoseconds since 1970 UTC. It was agreed earlier; feeds do not report when. */
  readonly printedNs: bigint;
  /** `NO_PRICE` where the feed gives none. */
  readonly priceTicks: number;
  readonly size: number;
  readonly side: number;
  readonly kind: BlockKind;
}

/** Prices in ticks, sizes in contracts. */
export class BlockTape {
  readonly #kept: BlockTrade[] = [];
  #count = 0;

  /** Blocks since the start, those that fell out included. */
  get total(): number {
    return this.#count;
  }

  /** Takes the row of a block that starts at `at`. Blocks are rare: each is an object. */
  add(rows: Int32Array, at: number): void {
    this.#kept.push({
      printedNs: rowTimeNs(rows, at),
      priceTicks: rows[at + COL_PRICE_TICKS]!,
      size: rows[at + COL_SIZE]!,
      side: rows[at + COL_SIDE]!,
      kind: KINDS[rows[at + COL_AUX]!] ?? 'block',
    });
    if (this.#kept.length > CAPACITY) this.#kept.shift();
    this.#count += 1;
  }

  /** Blocks after the first `known` ones, oldest first; at most the 64 that are kept. */
  after(known: number): readonly BlockTrade[] {
    const fresh = Math.min(this.#count - known, this.#kept.length);
    return fresh <= 0 ? [] : this.#kept.slice(-fresh);
  }
}
