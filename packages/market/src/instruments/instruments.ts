/** The catalogue of futures products the platform offers, from the contract specifications of CME Group. */
import type { Instrument } from './instrument.ts';

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

// Regular trading hours in minutes after midnight, Chicago: the cash session of the product.
const EQUITY_RTH = [510, 900] as const; // 08:30 to 15:00
const ENERGY_RTH = [480, 810] as const; // 08:00 to 13:30
const GOLD_RTH = [440, 750] as const; // 07:20 to 12:30
const SILVER_RTH = [445, 745] as const; // 07:25 to 12:25
const COPPER_RTH = [430, 720] as const; // 07:10 to 12:00
const RATES_RTH = [440, 840] as const; // 07:20 to 14:00
const FX_RTH = [440, 840] as const;

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
];

/** Quoted in points and 32nds (CBOT Rulebook, chapters 18 to 21 and 40). */
const TREASURIES: ReadonlySet<string> = new Set(['ZN', 'ZB', 'ZF', 'ZT', 'UB']);

/** Every product, by id. */
export const INSTRUMENTS: readonly Instrument[] = ROWS.map(
  ([id, symbol, name, venue, tickNanos, decimals, pointValue, months, rth, basePriceTicks]) => ({
    id,
    symbol,
    name,
    venue,
    tickNanos,
    decimals,
    notation: TREASURIES.has(symbol) ? '32nds' : 'decimal',
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
