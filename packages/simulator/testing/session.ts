/** Sessions for tests: one instrument from a fixed instant, run for a while. */
import {
  instrumentBySymbol,
  type MatchEvent,
  MatchEventAssembler,
  OrderBook,
  ROW_LENGTH,
} from '@undertow/market';
import { RowBuffer } from '#rows/row-buffer.ts';
import { createSession } from '#session/session.ts';
import type { Session, SessionOptions } from '#session/session-options.ts';

export const TEST_START_MS = 1_790_000_000_000;

/** A session of a product at its base price. */
export function testSession(symbol: string, seed: number, options: Partial<SessionOptions> = {}): Session {
  const instrument = instrumentBySymbol(symbol);
  if (instrument === undefined) throw new RangeError(`no product ${symbol}`);
  const openTicks = instrument.basePriceTicks;
  return createSession({ instrument, seed, startMs: TEST_START_MS, openTicks, ...options });
}

/** Assembles the rows into match events, each valid during its call. */
export function visitMatchEvents({ rows, count }: RowBuffer, visit: (event: MatchEvent) => void): void {
  const assembler = new MatchEventAssembler(new OrderBook());
  for (let at = 0; at < count * ROW_LENGTH; at += ROW_LENGTH) {
    const event = assembler.applyRow(rows, at);
    if (event !== null) visit(event);
  }
}

/** All rows of the first seconds. */
export function rowsOf(session: Session, seconds: number): RowBuffer {
  const rows = new RowBuffer();
  session.advance(TEST_START_MS + seconds * 1000, rows);
  return rows;
}
