/** Dated contracts of a product as the dataset names them, with the ids that its records carry. */
import { contractAt, DAY_MS, type Instrument, MS_NS } from '@undertow/market';

export const DATASET = 'GLBX.MDP3';
/** Number of the venue's feed in the header of records. */
export const PUBLISHER_ID = 1;

export interface WireContract {
  readonly instrument: Instrument;
  /** Id in this dataset; has nothing to do with the catalogue's. */
  readonly id: number;
  /** `ESZ6`; a spread is `ESZ6-ESH7`. */
  readonly symbol: string;
  /** Last trading day, `YYYY-MM-DD`. */
  readonly expiry: string;
  /** `F` future, `S` spread. */
  readonly kind: 'F' | 'S';
}

const FIRST_ID = 40_000;
const IDS_A_PRODUCT = 256;
const SPREAD_ID = 128;
const MONTH_CODES = 'FGHJKMNQUVXZ';
const MAX_CONTRACTS_AHEAD = 4;

/** The contract that comes so many after the front one of an instant (milliseconds since 1970 UTC); 0 is the front. */
export function contractAhead(instrument: Instrument, nowMs: number, ahead: number): WireContract {
  let atMs = nowMs;
  let found = contractAt(instrument, atMs);
  for (let passed = 0; passed < Math.min(ahead, MAX_CONTRACTS_AHEAD); ) {
    atMs += DAY_MS;
    const later = contractAt(instrument, atMs);
    if (later.code === found.code) continue;
    found = later;
    passed += 1;
  }
  return {
    instrument,
    id: idOf(instrument, found.code),
    symbol: found.code,
    expiry: found.expiry,
    kind: 'F',
  };
}

/** The spread between two contracts: listed, never traded here. */
export function spreadOf(near: WireContract, far: WireContract): WireContract {
  return {
    ...near,
    id: near.id + SPREAD_ID,
    symbol: `${near.symbol}-${far.symbol}`,
    kind: 'S',
  };
}

/** Last trading instant, nanoseconds since 1970 UTC. */
export function expirationNs({ expiry }: WireContract): bigint {
  return BigInt(Date.parse(`${expiry}T14:30:00Z`)) * BigInt(MS_NS);
}

/** Year and month of delivery. */
export function maturityOf({ symbol, instrument, expiry }: WireContract): { year: number; month: number } {
  const month = MONTH_CODES.indexOf(symbol.charAt(instrument.symbol.length)) + 1;
  const expiryYear = Number(expiry.slice(0, 4));
  // Energies stop trading in the month before delivery: January's contract in December
  const year = month < Number(expiry.slice(5, 7)) ? expiryYear + 1 : expiryYear;
  return { year, month };
}

function idOf(instrument: Instrument, code: string): number {
  const month = MONTH_CODES.indexOf(code.charAt(instrument.symbol.length));
  return FIRST_ID + instrument.id * IDS_A_PRODUCT + Number(code.at(-1)) * MONTH_CODES.length + month;
}
