/** Trades as lots of one entry and one exit, and a pool in which each contract answers once. */

/** What two exports of the same trade agree in. Decimal texts; times in milliseconds since 1970 UTC. */
export interface TradeFacts {
  /** Empty where the file names none: it then agrees with every account. */
  readonly account: string;
  readonly root: string;
  readonly side: 'long' | 'short';
  readonly quantity: string;
  readonly entryMs: number | null;
  readonly exitMs: number | null;
  readonly entryPrice: string | null;
  readonly exitPrice: string | null;
  readonly commissionMicros: number | null;
  readonly legs: readonly {
    readonly quantity: string;
    readonly entryPrice: string;
    readonly exitPrice: string;
    readonly entryMs: number;
    readonly exitMs: number;
  }[];
}

/** Seconds apart that two exports may state the same instant. */
const TOLERANCE_MS = 1000;

export interface Lot {
  readonly account: string;
  readonly contract: string;
  readonly quantity: number;
  readonly entryMs: number | null;
  readonly exitMs: number | null;
  readonly entryPrice: number;
  readonly exitPrice: number;
  /** One of several pairs of entry and exit: a line without an entry has the average of the position instead. */
  readonly isPart: boolean;
}

export function wholeOf(trade: TradeFacts): Lot {
  return {
    account: trade.account,
    contract: `${trade.root}|${trade.side}`,
    quantity: Number(trade.quantity),
    entryMs: trade.entryMs,
    exitMs: trade.exitMs,
    entryPrice: Number(trade.entryPrice ?? Number.NaN),
    exitPrice: Number(trade.exitPrice ?? Number.NaN),
    isPart: false,
  };
}

export function lotsOf(trade: TradeFacts): Lot[] {
  const whole = wholeOf(trade);
  if (trade.legs.length === 0) return [whole];
  return trade.legs.map(({ quantity, entryMs, exitMs, entryPrice, exitPrice }) => ({
    ...whole,
    quantity: Number(quantity),
    entryMs,
    exitMs,
    entryPrice: Number(entryPrice),
    exitPrice: Number(exitPrice),
    isPart: trade.legs.length > 1,
  }));
}

/** A lot of an existing trade with what of it has not answered for an incoming one. */
interface Held {
  readonly trade: number;
  readonly lot: Lot;
  left: number;
}

/** Existing trades by contract and second of the exit, as a whole and in lots; what one gives, the other loses. */
export class LotPool {
  readonly #held = new Map<string, Held[]>();
  readonly #left: number[];

  constructor(trades: readonly TradeFacts[]) {
    this.#left = trades.map(({ quantity }) => Number(quantity));
    trades.forEach((trade, index) => {
      const lots = trade.legs.length > 1 ? [...lotsOf(trade), wholeOf(trade)] : lotsOf(trade);
      for (const lot of lots) this.#hold({ trade: index, lot, left: lot.quantity });
    });
  }

  /** The trades that hold all of these lots, taken from the pool; null when one lot is not fully contained. */
  take(lots: readonly Lot[]): number[] | null {
    const taken: { held: Held; quantity: number }[] = [];
    for (const lot of lots) {
      const missing = this.#takeLot(lot, taken);
      if (missing > MIN_QUANTITY) {
        for (const { held, quantity } of taken) this.#give(held, -quantity);
        return null;
      }
    }
    return [...new Set(taken.map(({ held }) => held.trade))];
  }

  #hold(held: Held): void {
    if (held.lot.exitMs === null) return;
    const key = `${held.lot.contract}|${Math.floor(held.lot.exitMs / TOLERANCE_MS)}`;
    const others = this.#held.get(key);
    if (others === undefined) this.#held.set(key, [held]);
    else others.push(held);
  }

  #takeLot(lot: Lot, taken: { held: Held; quantity: number }[]): number {
    if (lot.exitMs === null) return lot.quantity;
    let missing = lot.quantity;
    const second = Math.floor(lot.exitMs / TOLERANCE_MS);
    for (const near of [second, second - 1, second + 1]) {
      for (const held of this.#held.get(`${lot.contract}|${near}`) ?? []) {
        if (missing <= MIN_QUANTITY) return 0;
        const quantity = Math.min(missing, held.left, this.#left[held.trade]!);
        if (quantity <= MIN_QUANTITY || !isSameLot(held.lot, lot)) continue;
        this.#give(held, quantity);
        taken.push({ held, quantity });
        missing -= quantity;
      }
    }
    return missing;
  }

  #give(held: Held, quantity: number): void {
    held.left -= quantity;
    this.#left[held.trade]! -= quantity;
  }
}

/** Quantities are sums of decimals: less than this is nothing. */
export const MIN_QUANTITY = 1e-9;

function isSameLot(a: Lot, b: Lot): boolean {
  return (
    (a.account === b.account || a.account === '' || b.account === '') &&
    isNear(a.exitMs, b.exitMs, TOLERANCE_MS) &&
    (a.entryMs === null || b.entryMs === null || isNear(a.entryMs, b.entryMs, TOLERANCE_MS)) &&
    (isAverageOf(a, b) || isAverageOf(b, a) || isSamePrice(a.entryPrice, b.entryPrice)) &&
    isSamePrice(a.exitPrice, b.exitPrice)
  );
}

/** A balance line names no entry but the running average of its position, which is the price of no single entry. */
const isAverageOf = (line: Lot, part: Lot): boolean => line.entryMs === null && part.isPart;

const isNear = (a: number | null, b: number | null, tolerance: number): boolean =>
  a !== null && b !== null && Math.abs(a - b) <= tolerance;

/** Averages are printed with few decimals; a price that one export lacks does not part them. */
function isSamePrice(a: number, b: number): boolean {
  return Number.isNaN(a) || Number.isNaN(b) || Math.abs(a - b) <= Math.max(1e-9, Math.abs(a) * 1e-6);
}
