/**
 * Public list prices of what traders use beside or in place of this product: each with its source and the day it was
 * read.
 */

import { DAY_MS } from '@undertow/market';

export interface CostRow {
  /** Product and plan as it is listed. */
  readonly item: string;
  readonly currency: 'USD' | 'GBP' | 'EUR';
  /** Price a month in hundredths of the currency. */
  readonly priceMinor: number;
  /** The source gives an estimate. */
  readonly isAbout: boolean;
  /** Who published the price, and where. */
  readonly source: string;
  readonly address: string;
  /** The publisher is not the seller. */
  readonly isThirdParty: boolean;
  /** Day on which the price was read there, ISO 8601. How old the page was then is not known. */
  readonly readOn: string;
}

const T4 = {
  source: 'CTS T4 documentation, “Exchange Market data Pricing Estimates”',
  address: 'https://docs.t4login.com/doku.php?id=gettingstarted:market_data:market_data',
  isThirdParty: true,
  readOn: '2026-11-21',
} as const;

/** An operator checks each of them before launch. Products whose present list price was not found are left out. */
export const COST_ROWS: readonly CostRow[] = [
  {
    item: 'Trading journal: TradeZella Essential',
    currency: 'USD',
    priceMinor: 2900,
    isAbout: false,
    source: 'tradezella.com, comparison with manual journaling',
    address: 'https://www.tradezella.com/vs/manual-journaling',
    isThirdParty: false,
    readOn: '2026-11-21',
  },
  {
    item: 'Trading journal: TraderSync',
    currency: 'USD',
    priceMinor: 2995,
    isAbout: false,
    source: 'quoted by journalplus.co',
    address: 'https://journalplus.co/blog/category/market-insights',
    isThirdParty: true,
    readOn: '2026-11-21',
  },
  {
    item: 'CME Group market depth, non-professional, four exchanges bundled',
    currency: 'USD',
    priceMinor: 3700,
    isAbout: true,
    ...T4,
  },
  {
    item: 'CME Group market depth, non-professional, one exchange',
    currency: 'USD',
    priceMinor: 1200,
    isAbout: true,
    ...T4,
  },
  {
    item: 'CME Group market depth, professional, one exchange',
    currency: 'USD',
    priceMinor: 13_600,
    isAbout: true,
    ...T4,
  },
];

/** Shown beside every comparison. */
export const EXCHANGE_FEES_NOTE =
  'Exchange fees are your own wherever a real feed is linked, with this product as with any other.';

/** From this age on a row says since when its price was not checked. */
const STALE_AFTER_DAYS = 90;
/** From this age on a row is not shown. */
const DROPPED_AFTER_DAYS = 180;
/** With fewer rows there is no comparison. */
const MIN_ROWS = 3;

export interface ShownCostRow extends CostRow {
  /** `price not checked since …` belongs beside it. */
  readonly isStale: boolean;
}

/** The rows that may be shown on a day (milliseconds since 1970 UTC); none where too few are left to compare with. */
export function shownCostRows(
  todayMs: number,
  rows: readonly CostRow[] = COST_ROWS,
): readonly ShownCostRow[] {
  const shown = rows
    .map((row) => ({ row, ageDays: (todayMs - Date.parse(row.readOn)) / DAY_MS }))
    .filter(({ ageDays }) => ageDays < DROPPED_AFTER_DAYS)
    .map(({ row, ageDays }) => ({ ...row, isStale: ageDays >= STALE_AFTER_DAYS }));
  return shown.length < MIN_ROWS ? [] : shown;
}
