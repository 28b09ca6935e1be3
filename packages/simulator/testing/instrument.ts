/** Products by their symbol, for tests. */
import { type Instrument, instrumentBySymbol } from '@undertow/market';

export function instrumentOf(symbol: string): Instrument {
  const found = instrumentBySymbol(symbol);
  if (found === undefined) throw new RangeError(`no product ${symbol}`);
  return found;
}
