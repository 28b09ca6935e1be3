/** A market by order whose price rises through 5000.25 every five minutes, and then trades down into the queue at 5000.00. */
import { RowScript, type RowScript as Rows } from '@undertow/backtest/testing/made-rows.ts';
import { MINUTE_MS, SECOND_MS } from '@undertow/market';

const BID = 20_000;
const LEVELS = 20;
const EPISODE_MS = 5 * MINUTE_MS;

/** Buys at the best bid after each rise, behind what is displayed there. */
export const QUEUE_RULE = `name: Behind others
product: ES
entry: {price: "5000.25", test: crosses_above}
direction: long
order: {limit: 0 ticks, wait: 30 s}
exits: {stop: 40 ticks, time: 1 min}
costs: {round_turn: 0 USD}
fills: {model: queue, latency: 50 ms, jitter: 0 ms}
`;

/** Orders displayed at the bid, first in first out. */
type Queue = [id: number, size: number][];

/**
 * In every episode all that was ahead of an order of the rule is executed, and in every other one also a contract that joined after it: by order
 * only these prove a fill.
 */
export function queueMarket(startMs: number, episodes: number): readonly Int32Array[] {
  const script = new RowScript();
  for (let level = 0; level < LEVELS; level += 1)
    script
      .add(startMs, 101 + level, 'bid', BID - level, 10)
      .add(startMs, 201 + level, 'ask', BID + 1 + level, 1000);
  let queue: Queue = [[101, 10]];
  for (let episode = 0; episode < episodes; episode += 1)
    queue = playEpisode(script, startMs + SECOND_MS + episode * EPISODE_MS, queue, 1000 * (episode + 1));
  return script.rows;
}

function playEpisode(script: Rows, atMs: number, [first, ...others]: Queue, ids: number): Queue {
  if (first === undefined) throw new RangeError('expected an order at the bid');
  const [id, size] = first;
  const later = ids + 1;
  const ask = ids + 2;
  script.trade(atMs, 'sell', [[id, 1]]);
  const ahead: Queue = [[id, size - 1], ...others];
  // Out of the way for an instant, so that the next price trades
  script
    .cancel(atMs + 2000, ids === 1000 ? 201 : ids - 998)
    .trade(atMs + 2100, 'buy', [[202, 1]])
    .add(atMs + 2200, ask, 'ask', BID + 1, 1000)
    .add(atMs + 5000, later, 'bid', BID, 5);
  const isFilled = (ids / 1000) % 2 === 0;
  script.trade(atMs + 6000, 'sell', isFilled ? [...ahead, [later, 1]] : ahead);
  for (let at = atMs + 8000, n = 10; at < atMs + EPISODE_MS - 5000; at += SECOND_MS, n += 1)
    script.add(at, ids + n, 'bid', BID - LEVELS, 1).cancel(at + 500, ids + n);
  return [[later, isFilled ? 4 : 5]];
}
