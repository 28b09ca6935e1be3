/** An instrument as the wire names it: a dated contract on an exchange. */
import { contractAt, INSTRUMENTS, type Instrument } from '@undertow/market';

export interface WireInstrument {
  readonly instrument: Instrument;
  /** Dated contract, for example `ESZ6`; or the product's code, for a client that reads the front month under it. */
  readonly symbol: string;
  readonly exchange: string;
  /** `YYYYMMDD`. */
  readonly expiry: string;
}

/** The front contract of a product at an instant in milliseconds since 1970 UTC. */
export function frontContract(instrument: Instrument, nowMs: number): WireInstrument {
  const { code, expiry } = contractAt(instrument, nowMs);
  return {
    instrument,
    symbol: code,
    exchange: instrument.venue,
    expiry: (expiry ?? '').replaceAll('-', ''),
  };
}

/** The product behind a code such as `ES` on its exchange. */
export function productOf(code: string, exchange: string): Instrument | undefined {
  return INSTRUMENTS.find(({ symbol, venue }) => symbol === code && venue === exchange);
}
