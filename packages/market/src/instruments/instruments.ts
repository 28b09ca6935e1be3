/** The catalogue of futures products the platform offers, from the contract specifications of CME Group. */
import type { Instrument, ProductGroup } from './instrument.ts';

type Row = readonly [
  id: number,
  symbol: string,
  name: string,
  venue: Instrument['venue'],
  tickNanos: number,
  decimals: number,
  pointValue: number,
  months: string,
  rth: readonly [openMinute: number, closeMinute: number],
  basePriceTicks: number,
];

const QUARTERLY = 'HMUZ';
const MONTHLY = 'FGHJKMNQUVXZ';
/** The liquid months of gold; the thin ones between are never the front contract. */
const GOLD_MONTHS = 'GJMQVZ';
const METAL_MONTHS = 'HKNUZ';
const PLATINUM_MONTHS = 'FJNV';
const WHEAT_MONTHS = 'HKNUZ';
/** The thin months at the turn of the crop years are never the front contract. */
const CORN_MONTHS = 'HKNZ';
const SOYBEAN_MONTHS = 'FHKNX';
const SOY_PRODUCT_MONTHS = 'FHKNZ';

// Regular trading hours in minutes after midnight, Chicago: the cash session of the product.
const EQUITY_RTH = [510, 900] as const; // 08:30 to 15:00
const ENERGY_RTH = [480, 810] as const; // 08:00 to 13:30
const GOLD_RTH = [440, 750] as const; // 07:20 to 12:30
const SILVER_RTH = [445, 745] as const; // 07:25 to 12:25
const COPPER_RTH = [430, 720] as const; // 07:10 to 12:00
const RATES_RTH = [440, 840] as const; // 07:20 to 14:00
const FX_RTH = [440, 840] as const;
const PLATINUM_RTH = [440, 725] as const; // 07:20 to 12:05
const GRAIN_RTH = [510, 800] as const; // 08:30 to 13:20

const ROWS: readonly Row[] = [
  [1, 'ES', 'E-mini S&P 500', 'CME', 250_000_000, 2, 50, QUARTERLY, EQUITY_RTH, 18_269],
  [2, 'NQ', 'E-mini Nasdaq-100', 'CME', 250_000_000, 2, 20, QUARTERLY, EQUITY_RTH, 63_371],
  [3, 'YM', 'E-mini Dow', 'CBOT', 1_000_000_000, 0, 5, QUARTERLY, EQUITY_RTH, 35_123],
  [4, 'CL', 'Crude Oil', 'NYMEX', 10_000_000, 2, 1000, MONTHLY, ENERGY_RTH, 7_345],
  [5, 'GC', 'Gold', 'COMEX', 100_000_000, 1, 100, GOLD_MONTHS, GOLD_RTH, 21_568],
  [6, 'MES', 'Micro E-mini S&P 500', 'CME', 250_000_000, 2, 5, QUARTERLY, EQUITY_RTH, 18_269],
  [7, 'MNQ', 'Micro E-mini Nasdaq-100', 'CME', 250_000_000, 2, 2, QUARTERLY, EQUITY_RTH, 63_371],
  [8, 'MYM', 'Micro E-mini Dow', 'CBOT', 1_000_000_000, 0, 0.5, QUARTERLY, EQUITY_RTH, 35_123],
  [9, 'MCL', 'Micro Crude Oil', 'NYMEX', 10_000_000, 2, 100, MONTHLY, ENERGY_RTH, 7_345],
  [10, 'MGC', 'Micro Gold', 'COMEX', 100_000_000, 1, 10, GOLD_MONTHS, GOLD_RTH, 21_568],
  [11, 'RTY', 'E-mini Russell 2000', 'CME', 100_000_000, 1, 50, QUARTERLY, EQUITY_RTH, 20_244],
  [12, 'M2K', 'Micro E-mini Russell 2000', 'CME', 100_000_000, 1, 5, QUARTERLY, EQUITY_RTH, 20_244],
  [13, 'ZN', '10-Year T-Note', 'CBOT', 15_625_000, 6, 1000, QUARTERLY, RATES_RTH, 7_076],
  [14, 'ZB', 'T-Bond', 'CBOT', 31_250_000, 5, 1000, QUARTERLY, RATES_RTH, 3_770],
  [15, 'ZF', '5-Year T-Note', 'CBOT', 7_812_500, 7, 1000, QUARTERLY, RATES_RTH, 13_742],
  [16, 'ZT', '2-Year T-Note', 'CBOT', 3_906_250, 8, 2000, QUARTERLY, RATES_RTH, 26_420],
  [17, 'UB', 'Ultra T-Bond', 'CBOT', 31_250_000, 5, 1000, QUARTERLY, RATES_RTH, 4_052],
  [18, '6E', 'Euro FX', 'CME', 50_000, 5, 125_000, QUARTERLY, FX_RTH, 21_780],
  [19, '6J', 'Japanese Yen', 'CME', 500, 7, 12_500_000, QUARTERLY, FX_RTH, 13_516],
  [20, '6B', 'British Pound', 'CME', 100_000, 4, 62_500, QUARTERLY, FX_RTH, 12_691],
  [21, '6A', 'Australian Dollar', 'CME', 50_000, 5, 100_000, QUARTERLY, FX_RTH, 13_254],
  [22, '6C', 'Canadian Dollar', 'CME', 50_000, 5, 100_000, QUARTERLY, FX_RTH, 14_812],
  [23, 'SI', 'Silver', 'COMEX', 5_000_000, 3, 5000, METAL_MONTHS, SILVER_RTH, 5_010],
  [24, 'HG', 'Copper', 'COMEX', 500_000, 4, 25_000, METAL_MONTHS, COPPER_RTH, 8_134],
  [25, 'NG', 'Natural Gas', 'NYMEX', 1_000_000, 3, 10_000, MONTHLY, ENERGY_RTH, 2_843],
  [26, 'RB', 'RBOB Gasoline', 'NYMEX', 100_000, 4, 42_000, MONTHLY, ENERGY_RTH, 22_317],
  [27, 'HO', 'NY Harbor ULSD', 'NYMEX', 100_000, 4, 42_000, MONTHLY, ENERGY_RTH, 25_944],
  // Grains are quoted in cents a bushel, soybean oil in cents a pound: a point is a cent
  [28, 'ZC', 'Corn', 'CBOT', 250_000_000, 2, 50, CORN_MONTHS, GRAIN_RTH, 1_742],
  [29, 'ZS', 'Soybeans', 'CBOT', 250_000_000, 2, 50, SOYBEAN_MONTHS, GRAIN_RTH, 4_258],
  [30, 'ZW', 'Wheat', 'CBOT', 250_000_000, 2, 50, WHEAT_MONTHS, GRAIN_RTH, 2_173],
  [31, 'KE', 'KC HRW Wheat', 'CBOT', 250_000_000, 2, 50, WHEAT_MONTHS, GRAIN_RTH, 2_215],
  [32, 'ZM', 'Soybean Meal', 'CBOT', 100_000_000, 1, 100, SOY_PRODUCT_MONTHS, GRAIN_RTH, 3_124],
  [33, 'ZL', 'Soybean Oil', 'CBOT', 10_000_000, 2, 600, SOY_PRODUCT_MONTHS, GRAIN_RTH, 4_512],
  [34, 'TN', 'Ultra 10-Year T-Note', 'CBOT', 15_625_000, 6, 1000, QUARTERLY, RATES_RTH, 7_342],
  [35, '6S', 'Swiss Franc', 'CME', 50_000, 5, 125_000, QUARTERLY, FX_RTH, 22_964],
  [36, '6N', 'New Zealand Dollar', 'CME', 50_000, 5, 100_000, QUARTERLY, FX_RTH, 12_118],
  [37, '6M', 'Mexican Peso', 'CME', 10_000, 5, 500_000, QUARTERLY, FX_RTH, 5_723],
  [38, 'M6E', 'Micro Euro FX', 'CME', 100_000, 4, 12_500, QUARTERLY, FX_RTH, 10_890],
  [39, 'M6A', 'Micro Australian Dollar', 'CME', 100_000, 4, 10_000, QUARTERLY, FX_RTH, 6_627],
  [40, 'M6B', 'Micro British Pound', 'CME', 100_000, 4, 6_250, QUARTERLY, FX_RTH, 12_691],
  [41, 'SIL', 'Micro Silver', 'COMEX', 5_000_000, 3, 1000, METAL_MONTHS, SILVER_RTH, 5_010],
  [42, 'MHG', 'Micro Copper', 'COMEX', 500_000, 4, 2_500, METAL_MONTHS, COPPER_RTH, 8_134],
  [43, 'PL', 'Platinum', 'NYMEX', 100_000_000, 1, 50, PLATINUM_MONTHS, PLATINUM_RTH, 9_471],
];

/** Symbols by group; the rates are quoted in points and 32nds (CBOT Rulebook, chapters 18 to 21, 26 and 40). */
const GROUPS: Readonly<Record<ProductGroup, string>> = {
  equities: 'ES NQ YM MES MNQ MYM RTY M2K',
  rates: 'ZN ZB ZF ZT UB TN',
  currencies: '6E 6J 6B 6A 6C 6S 6N 6M M6E M6A M6B',
  energies: 'CL MCL NG RB HO',
  metals: 'GC MGC SI SIL HG MHG PL',
  grains: 'ZC ZS ZW KE ZM ZL',
};
const GROUP_OF: ReadonlyMap<string, ProductGroup> = new Map(
  (Object.keys(GROUPS) as ProductGroup[]).flatMap((group) =>
    GROUPS[group].split(' ').map((symbol) => [symbol, group] as const),
  ),
);

function groupOf(symbol: string): ProductGroup {
  const group = GROUP_OF.get(symbol);
  if (group === undefined) throw new RangeError(`${symbol} belongs to no group of products`);
  return group;
}

/** Every product, by id. */
export const INSTRUMENTS: readonly Instrument[] = ROWS.map(
  ([id, symbol, name, venue, tickNanos, decimals, pointValue, months, rth, basePriceTicks]) => ({
    id,
    symbol,
    name,
    venue,
    group: groupOf(symbol),
    tickNanos,
    decimals,
    notation: groupOf(symbol) === 'rates' ? '32nds' : 'decimal',
    currency: 'USD',
    pointValue,
    months,
    rthOpenMinute: rth[0],
    rthCloseMinute: rth[1],
    basePriceTicks,
  }),
);

const BY_ID = new Map(INSTRUMENTS.map((instrument) => [instrument.id, instrument]));
const BY_SYMBOL = new Map(INSTRUMENTS.map((instrument) => [instrument.symbol, instrument]));

/** The product of a catalogue number, or undefined. */
export function instrumentById(id: number): Instrument | undefined {
  return BY_ID.get(id);
}

/** The product of an exact product symbol such as `ES`, or undefined. */
export function instrumentBySymbol(symbol: string): Instrument | undefined {
  return BY_SYMBOL.get(symbol);
}
