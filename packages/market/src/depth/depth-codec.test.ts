/** Samples of depth as bytes and back, and as columns of a grid by hand. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DepthChange } from '#book/depth-change.ts';
import { DepthLevels } from '#book/depth-levels.ts';
import { NO_PRICE, SIDE_ASK, SIDE_BID } from '#events/market-event.ts';
import { type DepthSample, readDepth, writeDepth } from './depth-codec.ts';
import { DepthCursor, type DepthWindow } from './depth-columns.ts';
import { ByteReader, ByteWriter } from './varint.ts';

const change = (isWhole: boolean, ...levels: readonly (readonly number[])[]): DepthChange => ({
  isWhole,
  levels: Int32Array.from(levels.flat()),
});
const bytesOf = (samples: readonly DepthSample[]): Uint8Array => {
  const out = new ByteWriter();
  writeDepth(out, samples);
  return out.bytes();
};
const readAll = (bytes: Uint8Array): readonly DepthSample[] => readDepth(new ByteReader(bytes));

/** Levels as a book of a feed has them: one that is gone has no orders. */
const level = fc
  .tuple(
    fc.constantFrom(SIDE_BID, SIDE_ASK),
    fc.integer({ min: -(2 ** 30), max: 2 ** 30 }),
    fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 2 ** 31 - 1 })),
    fc.nat(2 ** 31 - 1),
  )
  .map(([side, price, size, orders]) => [side, price, size, size === 0 ? 0 : orders]);
const sample = fc.record({
  step: fc.nat(10_000),
  change: fc.option(fc.record({ isWhole: fc.boolean(), levels: fc.array(level, { maxLength: 12 }) }), {
    freq: 6,
  }),
});
const samples = fc.array(sample, { maxLength: 12 }).map((made): readonly DepthSample[] => {
  let atMs = Date.UTC(2026, 10, 20);
  return made.map(({ step, change: one }) => {
    atMs += step;
    return { atMs, change: one === null ? null : change(one.isWhole, ...one.levels) };
  });
});

describe('samples as bytes', () => {
  test('are the same after they were read', () => {
    fc.assert(
      fc.property(samples, (made) => {
        const from = new ByteReader(bytesOf(made));
        expect(readDepth(from)).toEqual(made);
        expect(from.left).toBe(0);
      }),
    );
  });

  test('of no sample are one byte', () => {
    expect([...bytesOf([])]).toEqual([0]);
    expect(readAll(Uint8Array.of(0))).toEqual([]);
  });

  test('keep apart what became unknown, what did not change and what is empty', () => {
    const made: readonly DepthSample[] = [
      { atMs: 5, change: change(true) },
      { atMs: 5, change: change(false) },
      { atMs: 6, change: null },
    ];
    expect(readAll(bytesOf(made))).toEqual(made);
    // Three samples; after 5 ms whole with no level, at once changed with none, after 1 ms unknown
    expect([...bytesOf(made)]).toEqual([3, 5, 2, 0, 0, 1, 0, 1, 0]);
  });

  test('are about four a level of a book whose neighbours are near each other', () => {
    const levels = Array.from({ length: 200 }, (_, n) => [SIDE_BID, 18_269 - n, 40 + (n % 50), 9]);
    const bytes = bytesOf([{ atMs: 0, change: change(true, ...levels) }]);
    expect(bytes.length / levels.length).toBeLessThan(4);
  });

  test('leave out the orders of a level that is gone', () => {
    const gone = bytesOf([{ atMs: 0, change: change(false, [SIDE_BID, 5, 0, 0]) }]);
    const there = bytesOf([{ atMs: 0, change: change(false, [SIDE_BID, 5, 1, 0]) }]);
    expect(there.length - gone.length).toBe(1);
  });

  test('that are out of the order of time are refused when they are written', () => {
    const backwards = [
      { atMs: 6, change: null },
      { atMs: 5, change: null },
    ];
    expect(() => bytesOf(backwards)).toThrow('expected a whole number from 0, got -1');
    expect(() => bytesOf([{ atMs: 0.5, change: null }])).toThrow(RangeError);
  });

  test('that are cut anywhere are refused', () => {
    const bytes = bytesOf([
      { atMs: 1000, change: change(true, [SIDE_BID, 18_269, 300, 9], [SIDE_ASK, 18_270, 17, 6]) },
      { atMs: 2000, change: change(false, [SIDE_BID, 18_269, 0, 0]) },
    ]);
    for (let length = 0; length < bytes.length; length += 1)
      expect(() => readAll(bytes.subarray(0, length)), String(length)).toThrow(RangeError);
  });

  test('of another kind of sample are refused with the kinds that there are', () => {
    expect(() => readAll(Uint8Array.of(1, 0, 3))).toThrow('expected the kind of a sample up to 2, got 3');
  });

  test('leave the same visible depth as the samples themselves', () => {
    fc.assert(
      fc.property(samples, (made) => {
        const replay = (list: readonly DepthSample[]) => {
          const levels = new DepthLevels();
          for (const { change: one } of list)
            if (one === null) levels.clear();
            else levels.apply(one);
          return levels.whole();
        };
        expect(replay(readAll(bytesOf(made)))).toEqual(replay(made));
      }),
    );
  });
});

describe('columns of depth', () => {
  const WINDOW: DepthWindow = { fromMs: 1000, everyMs: 500, columns: 4, lowTicks: 98, rowTicks: 1, rows: 4 };
  const column = ({ grid }: DepthCursor, n: number) => ({
    sizes: [...grid.sizes.subarray(n * grid.rows, (n + 1) * grid.rows)],
    orders: [...grid.orders.subarray(n * grid.rows, (n + 1) * grid.rows)],
    best: [grid.bestBidTicks[n], grid.bestAskTicks[n]],
    known: grid.known[n],
  });
  const EMPTY = { sizes: [0, 0, 0, 0], orders: [0, 0, 0, 0], best: [NO_PRICE, NO_PRICE], known: 0 };

  test('before anything was known are empty, with no best price', () => {
    const cursor = new DepthCursor(WINDOW);
    cursor.apply(change(false, [SIDE_BID, 99, 5, 1]));
    cursor.fillUntil(Number.POSITIVE_INFINITY);
    expect(Array.from({ length: 4 }, (_, n) => column(cursor, n))).toEqual([EMPTY, EMPTY, EMPTY, EMPTY]);
    expect(cursor.isDone).toBe(true);
  });

  test('have what rested at their instant: a change at that instant is later', () => {
    const cursor = new DepthCursor(WINDOW);
    cursor.apply(change(true, [SIDE_BID, 99, 5, 2], [SIDE_ASK, 100, 7, 3]));
    // Columns at 1000, 1500, 2000 and 2500
    cursor.fillUntil(1500);
    cursor.apply(change(false, [SIDE_BID, 99, 0, 0], [SIDE_BID, 98, 4, 1]));
    cursor.fillUntil(1501);
    cursor.clear();
    cursor.fillUntil(2001);
    expect(cursor.isDone).toBe(false);
    cursor.apply(change(true, [SIDE_ASK, 101, 9, 0]));
    cursor.fillUntil(2501);
    expect(cursor.isDone).toBe(true);
    expect([0, 1, 2, 3].map((n) => column(cursor, n))).toEqual([
      { sizes: [0, 5, 7, 0], orders: [0, 2, 3, 0], best: [99, 100], known: 1 },
      { sizes: [4, 0, 7, 0], orders: [1, 0, 3, 0], best: [98, 100], known: 1 },
      EMPTY,
      { sizes: [0, 0, 0, 9], orders: [0, 0, 0, 0], best: [NO_PRICE, 101], known: 1 },
    ]);
  });

  test('take the best price from outside the window too, and find the next best one when it goes', () => {
    const cursor = new DepthCursor({ ...WINDOW, columns: 3 });
    const bids = [90, 95, 97, 93].map((price) => [SIDE_BID, price, 5, 1]);
    const asks = [110, 104, 102, 106].map((price) => [SIDE_ASK, price, 7, 1]);
    cursor.apply(change(true, ...bids, ...asks));
    cursor.fillUntil(1001);
    cursor.apply(change(false, [SIDE_BID, 97, 0, 0], [SIDE_ASK, 102, 0, 0]));
    cursor.fillUntil(1501);
    cursor.apply(change(false, ...[...bids, ...asks].map(([side = 0, price = 0]) => [side, price, 0, 0])));
    cursor.fillUntil(2001);
    expect([0, 1, 2].map((n) => column(cursor, n).best)).toEqual([
      [97, 102],
      [95, 104],
      [NO_PRICE, NO_PRICE],
    ]);
    expect(column(cursor, 0).sizes).toEqual([0, 0, 0, 0]);
  });

  test('of several ticks a row add up both sides and all of its ticks, below zero as well', () => {
    const cursor = new DepthCursor({ ...WINDOW, columns: 1, lowTicks: -4, rowTicks: 2, rows: 2 });
    cursor.apply(
      change(
        true,
        [SIDE_BID, -4, 1, 1],
        [SIDE_BID, -3, 2, 1],
        [SIDE_ASK, -2, 4, 2],
        [SIDE_ASK, 0, 8, 1],
        [SIDE_BID, -5, 9, 1],
      ),
    );
    cursor.fillUntil(1001);
    expect(column(cursor, 0)).toMatchObject({ sizes: [3, 4], orders: [2, 2], best: [-3, -2] });
  });

  test('count a level once however often it changes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(3), fc.nat(2 ** 31 - 1), fc.nat(5000)), { maxLength: 20 }),
        (made) => {
          const cursor = new DepthCursor({ ...WINDOW, columns: 1 });
          cursor.apply(change(true));
          const last = new Map<number, readonly [number, number]>();
          for (const [row, size, orders] of made) {
            cursor.apply(change(false, [SIDE_BID, 98 + row, size, orders]));
            last.set(row, [size, size === 0 ? 0 : orders]);
          }
          cursor.fillUntil(1001);
          const rows = [0, 1, 2, 3].map((row) => last.get(row) ?? [0, 0]);
          expect(column(cursor, 0)).toMatchObject({
            sizes: rows.map(([size]) => size),
            orders: rows.map(([, orders]) => orders),
          });
        },
      ),
    );
  });

  test.each<[Partial<DepthWindow>, boolean]>([
    [{}, true],
    [{ columns: 2000, rows: 2000 }, true],
    [{ columns: 2000, rows: 2001 }, false],
    [{ columns: 0 }, false],
    [{ rows: 0 }, false],
    [{ rows: 1.5 }, false],
    [{ rowTicks: 0 }, false],
    [{ rowTicks: -1 }, false],
    [{ everyMs: 0 }, false],
    [{ everyMs: -1 }, false],
    [{ everyMs: Number.NaN }, false],
    [{ lowTicks: 0.5 }, false],
    [{ lowTicks: -5 }, true],
    [{ fromMs: Number.NaN }, false],
    [{ fromMs: Number.POSITIVE_INFINITY }, false],
    [{ everyMs: 0.25 }, true],
  ])('of a window with %j: accepted %s', (changes, isGrid) => {
    const make = () => new DepthCursor({ ...WINDOW, ...changes });
    if (isGrid) expect(make().grid).toMatchObject(changes);
    else expect(make).toThrow(/^expected columns by rows of 1 to 4000000 cells, got /);
  });
});
