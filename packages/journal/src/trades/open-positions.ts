/** Open trades against closed ones of the same entry: what one export shows open, a later one shows to the end. */
import { lotsOf, MIN_QUANTITY, type TradeFacts } from './trade-lots.ts';

interface PositionFacts extends TradeFacts {
  readonly status: 'open' | 'closed';
}

export interface OpenInput {
  readonly existing: readonly PositionFacts[];
  readonly incoming: readonly PositionFacts[];
  /** Incoming trades that the journal has. */
  readonly leftOut: ReadonlySet<number>;
  /** Stored trades that are already replaced, and those that incoming ones repeat. */
  readonly replaced: ReadonlyMap<number, number | null>;
  readonly repeated: ReadonlySet<number>;
}

export interface OpenAnswer {
  /** Stored open trades that incoming ones continue, each with the one that replaces it. */
  readonly superseded: ReadonlyMap<number, number>;
  /** Incoming open trades that stored ones show to the end, or as well. */
  readonly repeated: readonly number[];
}

export function openPositions({ existing, incoming, leftOut, replaced, repeated }: OpenInput): OpenAnswer {
  const superseded = new Map<number, number>();
  const further = new EntryPool();
  incoming.forEach((trade, index) => {
    if (!leftOut.has(index)) further.add(trade, index, 1);
  });
  for (const index of replaced.keys()) further.add(existing[index] as PositionFacts, null, -1);
  existing.forEach((trade, index) => {
    if (trade.status !== 'open' || replaced.has(index) || repeated.has(index)) return;
    const heir = further.take(trade);
    if (heir !== null) superseded.set(index, heir);
  });
  const known = new EntryPool();
  existing.forEach((trade, index) => {
    if (!replaced.has(index) && !superseded.has(index)) known.add(trade, index, 1);
  });
  for (const index of leftOut) known.add(incoming[index] as PositionFacts, null, -1);
  const repeatedOpen = [...incoming.keys()].filter((index) => {
    const trade = incoming[index] as PositionFacts;
    return trade.status === 'open' && !leftOut.has(index) && known.take(trade) !== null;
  });
  return { superseded, repeated: repeatedOpen };
}

interface Entry {
  readonly trade: PositionFacts;
  readonly index: number;
}

interface Share {
  quantity: number;
  /** Of the first trade that gave to it; null while none did. */
  first: Entry | null;
}

/** Contracts by the instant and price at which they were entered. */
class EntryPool {
  readonly #shares = new Map<string, Share>();

  add(trade: PositionFacts, index: number | null, sign: 1 | -1): void {
    for (const { entryMs, entryPrice, quantity } of entriesOf(trade)) {
      if (entryMs === null) continue;
      const key = keyOf(trade, entryMs, entryPrice);
      const share = this.#shares.get(key) ?? { quantity: 0, first: null };
      share.quantity += sign * quantity;
      if (index !== null) share.first ??= { trade, index };
      this.#shares.set(key, share);
    }
  }

  /** The trade whose entry this open one shares when all its contracts are there; they are then gone from the pool. */
  take(open: PositionFacts): number | null {
    const entries = entriesOf(open);
    const shares = entries.map(({ entryMs, entryPrice }) =>
      entryMs === null ? undefined : this.#shares.get(keyOf(open, entryMs, entryPrice)),
    );
    const isWhole = entries.every(
      ({ quantity }, at) => (shares[at]?.quantity ?? 0) >= quantity - MIN_QUANTITY,
    );
    const first = shares[0]?.first ?? null;
    if (!isWhole || first === null) return null;
    entries.forEach(({ quantity }, at) => {
      const share = shares[at];
      if (share !== undefined) share.quantity -= quantity;
    });
    return first.index;
  }
}

const entriesOf = (trade: PositionFacts) => lotsOf(trade);

const keyOf = ({ account, root, side }: PositionFacts, entryMs: number, entryPrice: number): string =>
  `${account}|${root}|${side}|${entryMs}|${Number.isNaN(entryPrice) ? '' : entryPrice.toPrecision(10)}`;
