/** Sessions for tests: one instrument from a fixed instant, run for a while. */
import { instrumentBySymbol } from '@undertow/market';
import { RowBuffer } from './row-buffer.ts';
import { createSession, type Session, type SessionOptions } from './session.ts';

export const TEST_START_MS = 1_790_000_000_000;

/** A session of a product at its base price. */
export function testSession(symbol: string, seed: number, options: Partial<SessionOptions> = {}): Session {
  const instrument = instrumentBySymbol(symbol);
  if (instrument === undefined) throw new RangeError(`no product ${symbol}`);
  const openTicks = instrument.basePriceTicks;
  return createSession({ instrument, seed, startMs: TEST_START_MS, openTicks, ...options });
}

/** All rows of the first seconds. */
export function rowsOf(session: Session, seconds: number): RowBuffer {
  const rows = new RowBuffer();
  session.advance(TEST_START_MS + seconds * 1000, rows);
  return rows;
}
