/** Open trades against closed ones of the same entry: what one export shows open, a later one tells to the end. */
import { lotsOf, SMALLEST, type TradeFacts } from './trade-lots.ts';

interface Told extends TradeFacts {
  readonly status: 'open' | 'closed';
}

export interface OpenInput {
  readonly existing: readonly Told[];
  readonly incoming: readonly Told[];
  /** Incoming trades that the journal has. */
  readonly leftOut: ReadonlySet<number>;
  /** Stored trades that give way already, and those that were told again. */
  readonly replaced: ReadonlyMap<number, number | null>;
  readonly retold: ReadonlySet<number>;
}

export interface OpenAnswer {
  /** Stored open trades that incoming ones tell further, with the one that stands for it. */
  readonly superseded: ReadonlyMap<number, number>;
  /** Incoming open trades that stored ones tell to the end, or as well. */
  readonly told: readonly number[];
}

export function openPositions({ existing, incoming, leftOut, replaced, retold }: OpenInput): OpenAnswer {
  const superseded = new Map<number, number>();
  const further = new EntryPool();
  incoming.forEach((trade, index) => {
    if (!leftOut.has(index)) further.add(trade, index, 1);
  });
  for (const index of replaced.keys()) further.add(existing[index] as Told, null, -1);
  existing.forEach((trade, index) => {
    if (trade.status !== 'open' || replaced.has(index) || retold.has(index)) return;
    const heir = further.take(trade);
    if (heir !== null) superseded.set(index, heir);
  });
  const known = new EntryPool();
  existing.forEach((trade, index) => {
    if (!replaced.has(index) && !superseded.has(index)) known.add(trade, index, 1);
  });
  for (const index of leftOut) known.add(incoming[index] as Told, null, -1);
  const told = [...incoming.keys()].filter((index) => {
    const trade = incoming[index] as Told;
    return trade.status === 'open' && !leftOut.has(index) && known.take(trade) !== null;
  });
  return { superseded, told };
}

interface Entry {
  readonly trade: Told;
  readonly index: number;
}

interface Share {
  quantity: number;
  /** Of the first trade that gave to it; null while none did. */
  first: Entry | null;
}

/** Contracts by the instant and price at which they were entered. */
class EntryPool {
  private readonly shares = new Map<string, Share>();

  add(trade: Told, index: number | null, sign: 1 | -1): void {
    for (const { entryMs, entryPrice, quantity } of entriesOf(trade)) {
      if (entryMs === null) continue;
      const key = keyOf(trade, entryMs, entryPrice);
      const share = this.shares.get(key) ?? { quantity: 0, first: null };
      share.quantity += sign * quantity;
      if (index !== null) share.first ??= { trade, index };
      this.shares.set(key, share);
    }
  }

  /** The trade whose entry this open one shares when all its contracts are there; they are then gone from the pool. */
  take(open: Told): number | null {
    const entries = entriesOf(open);
    const shares = entries.map(({ entryMs, entryPrice }) =>
      entryMs === null ? undefined : this.shares.get(keyOf(open, entryMs, entryPrice)),
    );
    const isWhole = entries.every(({ quantity }, at) => (shares[at]?.quantity ?? 0) >= quantity - SMALLEST);
    const first = shares[0]?.first ?? null;
    if (!isWhole || first === null) return null;
    entries.forEach(({ quantity }, at) => {
      const share = shares[at];
      if (share !== undefined) share.quantity -= quantity;
    });
    return first.index;
  }
}

const entriesOf = (trade: Told) => lotsOf(trade);

const keyOf = ({ account, root, side }: Told, entryMs: number, entryPrice: number): string =>
  `${account}|${root}|${side}|${entryMs}|${Number.isNaN(entryPrice) ? '' : entryPrice.toPrecision(10)}`;
