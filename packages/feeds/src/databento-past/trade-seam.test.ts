/** Where a replay ends and live rows begin: every trade is on one side of it, whichever connection is faster. */
import {
  ACTION_ADD,
  ACTION_CLEAR,
  ACTION_TRADE,
  COL_ACTION,
  COL_FLAGS,
  COL_RECV_LO,
  COL_SEQUENCE,
  COL_TIME_LO,
  FLAG_SNAPSHOT,
  ROW_LENGTH,
} from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TradeSeam } from './trade-seam.ts';

/** Two trades share each instant; the vendor receives them a little later. */
function row(action: number, sequence: number, flags = 0): Int32Array {
  const made = new Int32Array(ROW_LENGTH);
  made[COL_ACTION] = action;
  made[COL_FLAGS] = flags;
  made[COL_SEQUENCE] = sequence;
  made[COL_TIME_LO] = 1000 + (sequence >> 1);
  made[COL_RECV_LO] = 1005 + (sequence >> 1);
  return made;
}

const batch = (rows: Int32Array) => ({ rows, count: 1 });
const sequencesOf = (rows: Int32Array, count: number) =>
  Array.from({ length: count }, (_, n) => rows[n * ROW_LENGTH + COL_SEQUENCE]);

/** Takes what two connections brought, in any interleaving, and lists the sequences of past and live trades. */
function joined(total: number, bookAt: number, isReplayFirst: readonly boolean[]) {
  const seam = new TradeSeam();
  const trades = Array.from({ length: total }, (_, sequence) => row(ACTION_TRADE, sequence));
  const live = [
    row(ACTION_CLEAR, bookAt, FLAG_SNAPSHOT),
    row(ACTION_ADD, bookAt, FLAG_SNAPSHOT),
    ...trades.slice(bookAt),
  ];
  for (const isReplay of isReplayFirst) {
    const next = isReplay ? trades.shift() : live.shift();
    if (next === undefined) continue;
    if (isReplay) seam.addTrades(batch(next));
    else seam.addLive(batch(next));
    if (seam.isClosed) break;
  }
  const { isClosed } = seam;
  const { past, live: held } = seam.take();
  const after = [...held.map(({ rows }) => rows), ...live].filter((one) => one[COL_ACTION] === ACTION_TRADE);
  const passed = [...sequencesOf(past.rows, past.count), ...after.flatMap((one) => sequencesOf(one, 1))];
  return { isClosed, passed };
}

test('once it is closed every trade came once, in order', () => {
  const order = fc.array(fc.boolean(), { minLength: 120, maxLength: 120 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), order, (bookAt, isReplayFirst) => {
      const { isClosed, passed } = joined(24, bookAt, isReplayFirst);
      if (isClosed) expect(passed).toEqual(Array.from({ length: 24 }, (_, sequence) => sequence));
    }),
    { numRuns: 300 },
  );
});

test('it closes when the replay has reached the first live trade', () => {
  const alternating = Array.from({ length: 120 }, (_, n) => n % 2 === 0);
  expect(joined(24, 10, alternating).isClosed).toBe(true);
});

test('without a live trade, what the vendor had received when it made the book is past', () => {
  const seam = new TradeSeam();
  for (const sequence of [0, 8, 9, 30]) seam.addTrades(batch(row(ACTION_TRADE, sequence)));
  const book = row(ACTION_CLEAR, 9, FLAG_SNAPSHOT);
  seam.addLive(batch(book));
  const { past } = seam.take();
  expect(sequencesOf(past.rows, past.count)).toEqual([0, 8, 9]);
  expect(seam.isClosed).toBe(false);
});
