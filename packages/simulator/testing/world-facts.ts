/** Measures what a world must be like before anything is trained on it: regime of ticks, depth, pace, diffusion. */
import {
  ACTION_TRADE,
  COL_ACTION,
  COL_SIDE,
  NO_PRICE,
  OrderBook,
  ROW_LENGTH,
  SIDE_BID,
} from '@undertow/market';
import { RowBuffer } from '#rows/row-buffer.ts';
import type { SessionOptions } from '#session/session-options.ts';
import { autocorrelation, differences, mean, quantile, variance } from './facts/statistics.ts';
import { TEST_START_MS, testSession } from './session.ts';

const STEP_MS = 100;
const STEPS_A_SECOND = 1000 / STEP_MS;

export interface WorldFacts {
  /** Share of the time in which the spread is one tick. */
  readonly oneTick: number;
  /** Median contracts at a best price. */
  readonly touchContracts: number;
  /** Standard deviation of the price over ten seconds, in ticks per root second. */
  readonly sigmaTicks: number;
  readonly tradesPerSecond: number;
  readonly rowsPerSecond: number;
  /** Autocorrelation of the moves of ten seconds. */
  readonly returnMemory: number;
  /** Share of the time in which a side is empty. */
  readonly empty: number;
  /** Autocorrelation of the signs of neighbouring aggressors. */
  readonly signMemory: number;
  /** Variance of the trades of a second over their mean: 1 without memory. */
  readonly bursts: number;
}

export function measureWorld(
  symbol: string,
  seed: number,
  minutes: number,
  options: Partial<SessionOptions>,
): WorldFacts {
  const session = testSession(symbol, seed, options);
  const book = new OrderBook();
  const rows = new RowBuffer();
  const mids: number[] = [];
  const spreads: number[] = [];
  const touch: number[] = [];
  const signs: number[] = [];
  const tradesOfSecond: number[] = [];
  let count = 0;
  const steps = minutes * 60 * STEPS_A_SECOND;
  for (let step = 1; step <= steps; step++) {
    rows.clear();
    session.advance(TEST_START_MS + step * STEP_MS, rows);
    count += rows.count;
    for (let at = 0; at < rows.count * ROW_LENGTH; at += ROW_LENGTH) {
      if (rows.rows[at + COL_ACTION] === ACTION_TRADE)
        signs.push(rows.rows[at + COL_SIDE] === SIDE_BID ? 1 : -1);
      book.applyRow(rows.rows, at);
    }
    if (step % STEPS_A_SECOND === 0)
      tradesOfSecond.push(signs.length - tradesOfSecond.reduce((sum, trades) => sum + trades, 0));
    const bid = book.bestBidTicks;
    const ask = book.bestAskTicks;
    if (bid === NO_PRICE || ask === NO_PRICE) continue;
    mids.push((bid + ask) / 2);
    spreads.push(ask - bid);
    touch.push(book.levelSize(SIDE_BID, bid));
  }
  const moves = differences(
    mids.filter((_, at) => at % (10 * STEPS_A_SECOND) === 0),
    1,
  );
  return {
    oneTick: mean(spreads.map((spread) => (spread === 1 ? 1 : 0))),
    touchContracts: quantile(touch, 0.5),
    sigmaTicks: Math.sqrt(variance(moves) / 10),
    tradesPerSecond: signs.length / (60 * minutes),
    rowsPerSecond: count / (60 * minutes),
    returnMemory: autocorrelation(moves, 1),
    empty: 1 - spreads.length / steps,
    signMemory: autocorrelation(signs, 1),
    bursts: variance(tradesOfSecond) / mean(tradesOfSecond),
  };
}
