/** What an instrument is: a product of the catalogue, and the dated contract that represents it on a day. */

/** Products with the same trading hours and holidays. */
export type ProductGroup = 'equities' | 'rates' | 'currencies' | 'energies' | 'metals' | 'grains';

/** A futures product. Prices anywhere in the platform are integer multiples of its tick. */
export interface Instrument {
  /** Stable number used on the wire and in storage. ES, NQ, YM, CL, GC are 1 to 5. */
  readonly id: number;
  /** Product symbol, for example `ES`. */
  readonly symbol: string;
  /** Full name; the first word is shown in tabs, for example `E-mini S&P 500`. */
  readonly name: string;
  readonly venue: 'CME' | 'CBOT' | 'NYMEX' | 'COMEX';
  readonly group: ProductGroup;
  /** Tick in units of 1e-9 of the quoted price (DBN scale): ES 250_000_000. */
  readonly tickNanos: number;
  /** Decimals of a printed price: ES 2, YM 0, GC 1. */
  readonly decimals: number;
  /** How people write its prices: Treasury futures in points and 32nds of a point. */
  readonly notation: 'decimal' | '32nds';
  readonly currency: 'USD';
  /** Money per full price point: ES 50. */
  readonly pointValue: number;
  /** Listed month codes in calendar order, for example `HMUZ`. */
  readonly months: string;
  /** Start of regular trading hours, minutes after midnight in the exchange's zone: ES 08:30 Chicago is 510. */
  readonly rthOpenMinute: number;
  readonly rthCloseMinute: number;
  /** Simulated opening price in ticks when nothing was stored before. */
  readonly basePriceTicks: number;
}

/** A dated contract such as ESZ6. */
export interface Contract {
  readonly instrumentId: number;
  /** Exchange code with one-digit year, for example `ESZ6`. */
  readonly code: string;
  /** Last trading day, `YYYY-MM-DD`. */
  readonly expiry: string;
}
