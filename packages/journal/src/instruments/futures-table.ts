/**
 * Futures products with their money per price point and tick: the platform's catalogue and others that traders import.
 */
import { INSTRUMENTS } from '@undertow/market';
import { formatScaled } from '#numbers/decimal.ts';

/** A futures product. `pointValue` is money per 1.00 of the quoted price and contract, decimal text, in `currency`. */
export interface FuturesProduct {
  readonly root: string;
  readonly name: string;
  readonly pointValue: string;
  readonly tick: string;
  readonly currency: string;
}

type Row = readonly [root: string, name: string, pointValue: string, tick: string, currency?: string];

/** Contract specifications of the exchanges. Prices as platforms quote them: grains, meats and softs in cents. */
const OTHERS: readonly Row[] = [
  // CME: equity indices
  ['EMD', 'E-mini S&P MidCap 400', '100', '0.1'],
  ['NKD', 'Nikkei 225 (dollar)', '5', '5'],
  ['NIY', 'Nikkei 225 (yen)', '500', '5', 'JPY'],
  // CME: currencies
  ['MCD', 'Micro Canadian Dollar', '10000', '0.0001'],
  ['MJY', 'Micro Japanese Yen', '1250000', '0.000001'],
  ['MSF', 'Micro Swiss Franc', '12500', '0.0001'],
  ['E7', 'E-mini Euro FX', '62500', '0.0001'],
  ['J7', 'E-mini Japanese Yen', '6250000', '0.000001'],
  // CME: crypto
  ['BTC', 'Bitcoin', '5', '5'],
  ['MBT', 'Micro Bitcoin', '0.1', '5'],
  ['ETH', 'Ether', '50', '0.5'],
  ['MET', 'Micro Ether', '0.1', '0.5'],
  // CME: interest rates and meats
  ['SR3', 'Three-Month SOFR', '2500', '0.0025'],
  ['GE', 'Eurodollar', '2500', '0.0025'],
  ['LE', 'Live Cattle', '400', '0.025'],
  ['HE', 'Lean Hogs', '400', '0.025'],
  ['GF', 'Feeder Cattle', '500', '0.025'],
  // CBOT
  ['ZQ', '30-Day Fed Funds', '4167', '0.0025'],
  ['ZO', 'Oats', '50', '0.25'],
  ['ZR', 'Rough Rice', '2000', '0.005'],
  ['XC', 'Mini Corn', '10', '0.125'],
  ['XK', 'Mini Soybeans', '10', '0.125'],
  ['XW', 'Mini Wheat', '10', '0.125'],
  // NYMEX
  ['QM', 'E-mini Crude Oil', '500', '0.025'],
  ['QG', 'E-mini Natural Gas', '2500', '0.005'],
  ['MNG', 'Micro Natural Gas', '1000', '0.001'],
  ['BZ', 'Brent Last Day', '1000', '0.01'],
  ['PA', 'Palladium', '100', '0.5'],
  // COMEX
  ['QI', 'E-mini Silver', '2500', '0.0125'],
  ['QO', 'E-mini Gold', '50', '0.25'],
  ['QC', 'E-mini Copper', '12500', '0.002'],
  // Eurex
  ['FDAX', 'DAX', '25', '1', 'EUR'],
  ['FDXM', 'Mini-DAX', '5', '1', 'EUR'],
  ['FDXS', 'Micro-DAX', '1', '1', 'EUR'],
  ['FESX', 'EURO STOXX 50', '10', '1', 'EUR'],
  ['FSXE', 'Micro-EURO STOXX 50', '1', '0.5', 'EUR'],
  ['FSMI', 'SMI', '10', '1', 'CHF'],
  ['FGBL', 'Euro-Bund', '1000', '0.01', 'EUR'],
  ['FGBM', 'Euro-Bobl', '1000', '0.01', 'EUR'],
  ['FGBS', 'Euro-Schatz', '1000', '0.005', 'EUR'],
  ['FGBX', 'Euro-Buxl', '1000', '0.02', 'EUR'],
  ['FBTP', 'Long-Term Euro-BTP', '1000', '0.01', 'EUR'],
  ['FOAT', 'Euro-OAT', '1000', '0.01', 'EUR'],
  // ICE
  ['BRN', 'Brent Crude', '1000', '0.01'],
  ['DX', 'US Dollar Index', '1000', '0.005'],
  ['KC', 'Coffee C', '375', '0.05'],
  ['SB', 'Sugar No. 11', '1120', '0.01'],
  ['CC', 'Cocoa', '10', '1'],
  ['CT', 'Cotton No. 2', '500', '0.01'],
  ['OJ', 'Orange Juice', '150', '0.05'],
  // Cboe
  ['VX', 'VIX', '1000', '0.05'],
  ['VXM', 'Mini VIX', '100', '0.05'],
];

/** Roots by which data feeds (CQG, Bloomberg-like vendors) and older platforms name the same products. */
const FEED_ROOTS: readonly (readonly [alias: string, root: string])[] = [
  ['EP', 'ES'],
  ['ENQ', 'NQ'],
  ['GCE', 'GC'],
  ['CLE', 'CL'],
  ['NGE', 'NG'],
  ['SIE', 'SI'],
  ['CPE', 'HG'],
  ['HOE', 'HO'],
  ['RBE', 'RB'],
  ['PLE', 'PL'],
  ['PAE', 'PA'],
  ['MCLE', 'MCL'],
  ['NQM', 'QM'],
  ['NQG', 'QG'],
  ['EU6', '6E'],
  ['BP6', '6B'],
  ['JY6', '6J'],
  ['DA6', '6A'],
  ['CA6', '6C'],
  ['SF6', '6S'],
  ['NE6', '6N'],
  ['MX6', '6M'],
  ['USA', 'ZB'],
  ['TYA', 'ZN'],
  ['FVA', 'ZF'],
  ['TUA', 'ZT'],
  ['ULA', 'UB'],
  ['TNA', 'TN'],
  ['ZCE', 'ZC'],
  ['ZSE', 'ZS'],
  ['ZWA', 'ZW'],
  ['ZME', 'ZM'],
  ['ZLE', 'ZL'],
];

/** Tick of 1e-9 units as decimal text: a nano is a thousand of the decimals' own units. */
const tickText = (nanos: number): string => formatScaled(BigInt(nanos) * 1000n);

const CATALOGUE: readonly FuturesProduct[] = INSTRUMENTS.map((instrument) => ({
  root: instrument.symbol,
  name: instrument.name,
  pointValue: String(instrument.pointValue),
  tick: tickText(instrument.tickNanos),
  currency: instrument.currency,
}));

const PRODUCTS: readonly FuturesProduct[] = [
  ...CATALOGUE,
  ...OTHERS.map(([root, name, pointValue, tick, currency = 'USD']) => ({
    root,
    name,
    pointValue,
    tick,
    currency,
  })),
];

const BY_ROOT: ReadonlyMap<string, FuturesProduct> = new Map([
  ...PRODUCTS.map((product) => [product.root, product] as const),
  ...FEED_ROOTS.flatMap(([alias, root]) =>
    PRODUCTS.filter((product) => product.root === root).map((product) => [alias, product] as const),
  ),
]);

const MAX_ROOT = Math.max(...[...BY_ROOT.keys()].map((root) => root.length));

/** The product of an exact root in capitals, feed roots (`EP`) included. */
export function productOfRoot(root: string): FuturesProduct | undefined {
  return BY_ROOT.get(root);
}

/** Known roots at the start of a text in capitals, longest first: `MESZ6` gives MES. Each with the text after it. */
export function* rootsOf(text: string): Generator<{ product: FuturesProduct; rest: string }> {
  for (let length = Math.min(MAX_ROOT, text.length); length > 0; length -= 1) {
    const product = BY_ROOT.get(text.slice(0, length));
    if (product !== undefined) yield { product, rest: text.slice(length) };
  }
}
