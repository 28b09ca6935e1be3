/** Times, ids, sequences and flags of the rows that the exchange writes. */
import {
  ACTION_ADD,
  ACTION_BLOCK,
  ACTION_CLEAR,
  ACTION_HEARTBEAT,
  ACTION_MODIFY,
  ACTION_STATUS,
  COL_ACTION,
  COL_AUX,
  COL_FLAGS,
  COL_INSTRUMENT,
  COL_ORDER_HI,
  COL_ORDER_LO,
  COL_PRICE_TICKS,
  COL_RECV_HI,
  COL_RECV_LO,
  COL_RPT_SEQ,
  COL_SEQUENCE,
  COL_SIDE,
  COL_SIZE,
  COL_SPARE,
  COL_TIME_HI,
  COL_TIME_LO,
  FLAG_LAST,
  FLAG_SNAPSHOT,
  NO_PRICE,
  ROW_LENGTH,
  SIDE_ASK,
  SIDE_BID,
  SIDE_NONE,
} from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RowBuffer } from '#rows/row-buffer.ts';
import { RowEncoder } from './encoder.ts';
import { OrderStore } from './order-store.ts';
import { PriceLadder } from './price-ladder.ts';

const START_MS = 1_790_000_000_000;

function encoderBench(startMs = START_MS) {
  const sink = new RowBuffer(2);
  const encoder = new RowEncoder(42, startMs, sink);
  const column = (row: number, offset: number): number => sink.rows[row * ROW_LENGTH + offset]!;
  const columns = (offset: number): number[] =>
    Array.from({ length: sink.count }, (_, row) => column(row, offset));
  /** Nanoseconds since 1970 that a row carries. */
  const timeNs = (row: number): bigint =>
    (BigInt(column(row, COL_TIME_HI)) << 32n) + BigInt(column(row, COL_TIME_LO) >>> 0);
  return { sink, encoder, column, columns, timeNs };
}

test('the time of a row is the start plus the nanoseconds of the session, to the last one', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 4_000_000_000_000 }),
      fc.oneof(
        fc.maxSafeNat(),
        fc.integer({ min: 0, max: 20 }).map((n) => n * 2 ** 32 - 1),
      ),
      (startMs, sinceNs) => {
        const { encoder, timeNs } = encoderBench(startMs);
        const at = Math.max(0, sinceNs);
        encoder.begin(at);
        encoder.trade(SIDE_BID, 100, 1);
        expect(timeNs(0)).toBe(BigInt(startMs) * 1_000_000n + BigInt(at));
      },
    ),
  );
});

test('the low word of a time carries at its very end', () => {
  const { encoder, column, timeNs } = encoderBench();
  const startNs = BigInt(START_MS) * 1_000_000n;
  const toCarry = Number(2n ** 32n - (startNs & 0xffff_ffffn));
  for (const since of [toCarry - 1, toCarry, toCarry + 1]) encoder.heartbeat(since);
  expect([0, 1, 2].map((row) => Number(timeNs(row) - startNs) - toCarry)).toEqual([-1, 0, 1]);
  expect([0, 1, 2].map((row) => column(row, COL_TIME_LO))).toEqual([-1, 0, 1]);
});

test('a start within a millisecond counts from the whole one before', () => {
  const { encoder, timeNs } = encoderBench(START_MS + 0.75);
  encoder.heartbeat(5);
  expect(timeNs(0)).toBe(BigInt(START_MS) * 1_000_000n + 5n);
});

test.each([1, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 3 * 2 ** 32 + 2 ** 31, 2 ** 53 - 1])(
  'the order id %i is in the two columns of a row',
  (id) => {
    const { encoder, column } = encoderBench();
    encoder.begin(0);
    encoder.fill(SIDE_ASK, 100, 3, id);
    expect(column(0, COL_ORDER_HI) * 2 ** 32 + (column(0, COL_ORDER_LO) >>> 0)).toBe(id);
  },
);

test('rows of a round share its sequence, the last row of an event alone is flagged', () => {
  const { encoder, columns } = encoderBench();
  encoder.begin(0);
  encoder.nextSequence();
  encoder.trade(SIDE_BID, 100, 7);
  encoder.fill(SIDE_ASK, 100, 3, 1);
  encoder.nextSequence();
  encoder.cancel(SIDE_ASK, 100, 3, 1);
  encoder.add(SIDE_BID, 100, 2, 7);
  encoder.end();
  expect(columns(COL_SEQUENCE)).toEqual([1, 1, 2, 2]);
  expect(columns(COL_RPT_SEQ)).toEqual([1, 2, 3, 4]);
  expect(columns(COL_FLAGS)).toEqual([0, 0, 0, FLAG_LAST]);
  expect(new Set(columns(COL_INSTRUMENT))).toEqual(new Set([42]));
});

test('an event without rows ends nothing, least of all the event before', () => {
  const { sink, encoder, columns } = encoderBench();
  encoder.begin(0);
  encoder.nextSequence();
  encoder.add(SIDE_BID, 100, 2, 7);
  encoder.begin(1);
  encoder.end();
  expect(sink.count).toBe(1);
  expect(columns(COL_FLAGS)).toEqual([0]);
});

test('the size of a trade grows by what it takes', () => {
  const { encoder, columns } = encoderBench();
  encoder.begin(0);
  const trade = encoder.trade(SIDE_BID, 100, 7);
  encoder.fill(SIDE_ASK, 100, 3, 1);
  encoder.addSize(trade, 3);
  encoder.fill(SIDE_ASK, 100, 4, 2);
  encoder.addSize(trade, 4);
  expect(columns(COL_SIZE)).toEqual([7, 3, 4]);
});

test('every column of a row is written, whatever its place held before', () => {
  const { sink, encoder, column } = encoderBench();
  sink.rows.fill(-77);
  encoder.begin(0);
  encoder.add(SIDE_BID, 100, 2, 7);
  for (const offset of [COL_FLAGS, COL_AUX, COL_RECV_HI, COL_RECV_LO, COL_SPARE])
    expect(column(0, offset)).toBe(0);
  expect(Array.from(sink.rows.subarray(0, ROW_LENGTH))).not.toContain(-77);
});

test.each([
  ['a status', ACTION_STATUS, NO_PRICE, 0, 6, (encoder: RowEncoder) => encoder.status(9, 6)],
  ['a block', ACTION_BLOCK, 5000, 250, 1, (encoder: RowEncoder) => encoder.offBook(9, 5000, 250, 1)],
] as const)('%s is an event of its own, of no side and no order', (_, action, price, size, aux, report) => {
  const { sink, encoder, column, timeNs } = encoderBench();
  report(encoder);
  expect(sink.count).toBe(1);
  expect([COL_ACTION, COL_SIDE, COL_PRICE_TICKS, COL_SIZE, COL_AUX].map((at) => column(0, at))).toEqual([
    action,
    SIDE_NONE,
    price,
    size,
    aux,
  ]);
  expect([column(0, COL_ORDER_HI), column(0, COL_ORDER_LO)]).toEqual([0, 0]);
  expect([column(0, COL_FLAGS), column(0, COL_SEQUENCE), column(0, COL_RPT_SEQ)]).toEqual([FLAG_LAST, 1, 1]);
  expect(timeNs(0)).toBe(BigInt(START_MS) * 1_000_000n + 9n);
});

test('a heartbeat takes no number and no sequence: it repeats those of the row before', () => {
  const { encoder, columns } = encoderBench();
  encoder.status(1, 6);
  encoder.heartbeat(2);
  encoder.heartbeat(3);
  encoder.status(4, 7);
  expect(columns(COL_ACTION)).toEqual([ACTION_STATUS, ACTION_HEARTBEAT, ACTION_HEARTBEAT, ACTION_STATUS]);
  expect(columns(COL_RPT_SEQ)).toEqual([1, 1, 1, 2]);
  expect(columns(COL_SEQUENCE)).toEqual([1, 1, 1, 2]);
  expect(columns(COL_FLAGS)).toEqual([FLAG_LAST, FLAG_LAST, FLAG_LAST, FLAG_LAST]);
});

function bookOf(...resting: readonly (readonly [side: number, price: number, size: number])[]) {
  const orders = new OrderStore();
  const ladder = new PriceLadder(orders);
  resting.forEach(([side, price, size], n) => {
    const slot = orders.allocate();
    orders.id[slot] = n + 1;
    orders.side[slot] = side;
    orders.priceTicks[slot] = price;
    orders.size[slot] = size;
    orders.entryNs[slot] = 10 * (n + 1);
    ladder.append(slot);
  });
  return { orders, ladder };
}

test('a snapshot is a clear, then bids from the best down and asks from the best up, each queue by priority', () => {
  const { orders, ladder } = bookOf(
    [SIDE_ASK, 103, 1],
    [SIDE_BID, 99, 2],
    [SIDE_BID, 100, 3],
    [SIDE_ASK, 101, 4],
    [SIDE_BID, 100, 5],
  );
  const { encoder, columns, timeNs } = encoderBench();
  encoder.status(1, 6);
  encoder.snapshot(900, orders, ladder);
  expect(columns(COL_ACTION).slice(1)).toEqual([
    ACTION_CLEAR,
    ...Array.from({ length: 5 }, () => ACTION_ADD),
  ]);
  expect(columns(COL_ORDER_LO).slice(2)).toEqual([3, 5, 2, 4, 1]);
  expect(columns(COL_PRICE_TICKS).slice(2)).toEqual([100, 100, 99, 101, 103]);
  expect(columns(COL_SIZE).slice(2)).toEqual([3, 5, 2, 4, 1]);
  expect(
    columns(COL_FLAGS)
      .slice(1, -1)
      .every((flags) => flags === FLAG_SNAPSHOT),
  ).toBe(true);
  expect(columns(COL_FLAGS).at(-1)).toBe(FLAG_SNAPSHOT | FLAG_LAST);
  expect(new Set(columns(COL_RPT_SEQ))).toEqual(new Set([1]));
  const since = (row: number): number => Number(timeNs(row) - BigInt(START_MS) * 1_000_000n);
  expect([1, 2, 3, 4, 5, 6].map(since)).toEqual([900, 30, 50, 20, 40, 10]);
});

test('a snapshot of an empty book is the clear alone, and ends itself', () => {
  const { orders, ladder } = bookOf();
  const { encoder, columns } = encoderBench();
  encoder.snapshot(900, orders, ladder);
  expect(columns(COL_ACTION)).toEqual([ACTION_CLEAR]);
  expect(columns(COL_FLAGS)).toEqual([FLAG_SNAPSHOT | FLAG_LAST]);
  expect(columns(COL_RPT_SEQ)).toEqual([0]);
});

test('a change has what the order shows now', () => {
  const { orders } = bookOf([SIDE_ASK, 103, 8]);
  orders.hidden[0] = 30;
  const { encoder, column } = encoderBench();
  encoder.begin(0);
  encoder.change(ACTION_MODIFY, orders, 0);
  expect([COL_ACTION, COL_SIDE, COL_PRICE_TICKS, COL_SIZE, COL_ORDER_LO].map((at) => column(0, at))).toEqual([
    ACTION_MODIFY,
    SIDE_ASK,
    103,
    8,
    1,
  ]);
});
