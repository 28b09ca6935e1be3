/** The floor of simulated exchanges: what each command makes it send, in which order, and that a listener's book is its own. */
import {
  ACTION_CLEAR,
  ACTION_HEARTBEAT,
  ACTION_TRADE,
  COL_ACTION,
  COL_FLAGS,
  COL_INSTRUMENT,
  COL_PRICE_TICKS,
  COL_RPT_SEQ,
  FLAG_LAST,
  FLAG_SNAPSHOT,
  type OrderBook,
  ROW_LENGTH,
  rowTimeMs,
  SIDE_ASK,
  SIDE_BID,
} from '@undertow/market';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { KeptFloor, type Sent, START_MS } from '#testing/kept-floor.ts';

const [ES, NQ] = [1, 2] as const;
/** Beyond it an exchange is history, up to it is live. */
const LIVE_LAG_MS = 2000;
const CHUNK_ROWS = 16_384;
const columnOf = (column: number, sent: readonly Sent[]) =>
  sent.flatMap(({ rows }) =>
    Array.from({ length: rows.length / ROW_LENGTH }, (_, at) => rows[at * ROW_LENGTH + column]!),
  );
const actionsOf = (sent: readonly Sent[]) => columnOf(COL_ACTION, sent);
const timesOf = (sent: readonly Sent[]) =>
  sent.flatMap(({ rows }) =>
    Array.from({ length: rows.length / ROW_LENGTH }, (_, at) => rowTimeMs(rows, at * ROW_LENGTH) - START_MS),
  );
/** Rows of a snapshot at the beginning. */
const snapshotLength = (sent: readonly Sent[]) =>
  columnOf(COL_FLAGS, sent).findIndex((flags) => (flags & FLAG_SNAPSHOT) === 0);
const levelsOf = (book: OrderBook | undefined) =>
  [SIDE_BID, SIDE_ASK].map((side) => {
    const [prices, sizes, orders] = [new Int32Array(64), new Int32Array(64), new Int32Array(64)];
    const count = book?.copyTop(side, 64, prices, sizes, orders) ?? 0;
    return [...prices.subarray(0, count)].map((price, at) => `${price}:${sizes[at]}:${orders[at]}`);
  });

/** Runs what is behind until it is not, which takes a few chunks. */
function drain(advance: () => boolean): void {
  for (let count = 0; count < 50; count += 1) if (!advance()) return;
  throw new Error('expected the present to be reached');
}

let floor: KeptFloor;
beforeEach(() => {
  floor = new KeptFloor();
});

describe('an exchange that is opened', () => {
  test('is behind until it is run, and sends nothing before', () => {
    expect(floor.open(ES)).toBe(true);
    expect(floor.sent).toEqual([]);
    expect(floor.advance(1000)).toBe(false);
    expect(floor.sent.length).toBeGreaterThan(0);
  });

  test('begins with a snapshot, and every event ends', () => {
    floor.open(ES);
    floor.live(0, 2000);
    expect(actionsOf(floor.sent)[0]).toBe(ACTION_CLEAR);
    expect(snapshotLength(floor.sent)).toBeGreaterThan(10);
    for (const { rows } of floor.sent)
      expect((rows[rows.length - ROW_LENGTH + COL_FLAGS] ?? 0) & FLAG_LAST).toBe(FLAG_LAST);
  });

  test('sends rows of its own, in the order of their time, none of the future', () => {
    floor.open(ES);
    for (let ms = 0; ms <= 10_000; ms += 500) {
      floor.advance(ms);
      expect(Math.max(0, ...timesOf(floor.sent))).toBeLessThanOrEqual(ms);
    }
    const times = timesOf(floor.sent);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(new Set(columnOf(COL_INSTRUMENT, floor.sent))).toEqual(new Set([ES]));
  });

  test('opens at the price that it is given', () => {
    floor.open(ES, { openTicks: 20_000 });
    floor.advance(1000);
    const [bids = [], asks = []] = levelsOf(floor.books.get(ES));
    expect(Math.abs(Number.parseInt(bids[0] ?? '', 10) - 20_000)).toBeLessThan(10);
    expect(Math.abs(Number.parseInt(asks[0] ?? '', 10) - 20_000)).toBeLessThan(10);
  });

  test('outside the catalogue is refused', () => {
    expect(() => floor.open(9999)).toThrow(new RangeError('no instrument 9999 in the catalogue'));
  });

  test('is the same for the same seed and another for another', () => {
    const rowsOf = (seed: number) => {
      const one = new KeptFloor();
      one.open(ES, { seed });
      one.live(0, 3000, 500);
      return Buffer.concat(one.sent.map(({ rows }) => Buffer.from(rows.buffer)));
    };
    const rows = rowsOf(7);
    expect([7, 8].map((seed) => rowsOf(seed).equals(rows))).toEqual([true, false]);
  });

  test('has the same rows however time is cut, live or as history', () => {
    const rowsOf = (steps: readonly number[]) => {
      const one = new KeptFloor();
      one.open(ES);
      let ms = 0;
      for (const step of steps) {
        ms += step;
        one.advance(ms);
      }
      one.advance(8000);
      drain(() => one.advance(8000));
      const sent = one.take();
      const isRow = actionsOf(sent).map((action) => action !== ACTION_HEARTBEAT);
      const prices = columnOf(COL_PRICE_TICKS, sent);
      return timesOf(sent)
        .map((time, at) => `${time} ${prices[at]}`)
        .filter((_, at) => isRow[at]);
    };
    const whole = rowsOf([]);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 3000 }), { maxLength: 5 }), (steps) => {
        expect(rowsOf(steps)).toEqual(whole);
      }),
      { numRuns: 4 },
    );
  });
});

describe('history', () => {
  test('comes in chunks, one a command, until the present is reached', () => {
    floor.open(ES, { scale: 1 });
    const ends: number[] = [];
    drain(() => {
      const isBehind = floor.advance(40_000);
      if (isBehind) ends.push(timesOf(floor.sent.slice(-1)).at(-1) ?? 0);
      return isBehind;
    });
    expect(ends.length).toBeGreaterThan(0);
    expect(ends).toEqual(ends.toSorted((a, b) => a - b));
    const sizes = floor.sent.map(({ rows }) => rows.length / ROW_LENGTH);
    // Each but the last is full, and by no more than five seconds of the market
    expect(sizes.slice(0, -1).every((size) => size < 3 * CHUNK_ROWS)).toBe(true);
    expect(floor.advance(40_000)).toBe(false);
  });

  test.each([
    [LIVE_LAG_MS, false],
    [LIVE_LAG_MS + 1, true],
  ])('is what lies %i ms back: %s', (ms, isBehind) => {
    floor.open(ES);
    expect(floor.advance(ms)).toBe(isBehind);
    // Either way it is run
    expect(floor.sent.length).toBe(1);
  });

  test('of an exchange opened first comes first; what is live does not wait for it', () => {
    floor.open(ES);
    floor.open(NQ, { startMs: START_MS + 60_000 });
    expect(floor.advance(61_000)).toBe(true);
    expect(floor.take().map(({ instrumentId }) => instrumentId)).toEqual([NQ, ES]);
    floor.open(6, { startMs: START_MS });
    // The one that is behind gets its chunk, whatever has been live before it
    expect(floor.advance(61_500)).toBe(true);
    expect(floor.take().map(({ instrumentId }) => instrumentId)).toEqual([ES, NQ, 6]);
  });
});

describe('an exchange that nobody listens to', () => {
  test('sends nothing, and holds nobody up', () => {
    floor.open(ES);
    floor.advance(1000);
    floor.take();
    expect(floor.pause(ES)).toBe(false);
    expect(floor.advance(60_000)).toBe(false);
    expect(floor.sent).toEqual([]);
  });

  test('goes on where it was left when it is opened again: a snapshot, then all that was missed', () => {
    floor.open(ES);
    floor.live(0, 1000);
    const before = floor.take();
    const last = columnOf(COL_RPT_SEQ, before).at(-1) ?? 0;
    floor.pause(ES);
    expect(floor.open(ES, { seed: 99, openTicks: 1 })).toBe(true);
    floor.advance(2500);
    const after = floor.take();
    const length = snapshotLength(after);
    expect([actionsOf(after)[0], length > 10]).toEqual([ACTION_CLEAR, true]);
    const numbers = columnOf(COL_RPT_SEQ, after).slice(length);
    expect(numbers[0]).toBe(last + 1);
    expect(timesOf(after)[length]).toBeGreaterThanOrEqual(timesOf(before).at(-1) ?? 0);
    // Its book is that of one that was never left
    const never = new KeptFloor();
    never.open(ES);
    never.live(0, 1000);
    never.advance(2500);
    expect(levelsOf(floor.books.get(ES))).toEqual(levelsOf(never.books.get(ES)));
  });

  test('that was never opened can be left and shown without anything happening', () => {
    expect([floor.pause(ES), floor.snapshot(NQ), floor.advance(1000)]).toEqual([false, false, false]);
    expect(floor.sent).toEqual([]);
  });
});

describe('a snapshot on request', () => {
  test('comes with the next rows, once, and is the book that the rows before have built', () => {
    floor.open(ES);
    floor.live(0, 1000);
    const built = levelsOf(floor.books.get(ES));
    floor.take();
    expect(floor.snapshot(ES)).toBe(false);
    expect(floor.sent).toEqual([]);
    // The clock stands still: the snapshot is all there is
    floor.advance(1000);
    const shown = floor.take();
    expect(actionsOf(shown)[0]).toBe(ACTION_CLEAR);
    expect(columnOf(COL_FLAGS, shown).every((flags) => (flags & FLAG_SNAPSHOT) !== 0)).toBe(true);
    expect(levelsOf(floor.books.get(ES))).toEqual(built);
    floor.live(1100, 3000);
    expect(actionsOf(floor.take())).not.toContain(ACTION_CLEAR);
    expect(floor.books.get(ES)?.unknownOrderEvents).toBe(0);
  });

  test('of an exchange that nobody listens to waits until it is opened again', () => {
    floor.open(ES);
    floor.live(0, 1000);
    floor.pause(ES);
    floor.snapshot(ES);
    floor.take();
    floor.live(1100, 1500);
    expect(floor.take()).toEqual([]);
    floor.open(ES);
    floor.advance(1600);
    const clears = actionsOf(floor.take()).filter((action) => action === ACTION_CLEAR);
    expect(clears).toHaveLength(1);
  });
});

describe('silence', () => {
  test('of an exchange is broken by a heartbeat within a second, and only then', () => {
    floor.open(ES, { scale: 1e-9 });
    floor.live(0, 10_000, 75);
    const sent = floor.take();
    const [times, actions] = [timesOf(sent), actionsOf(sent)];
    const gaps = times.map((time, at) => time - (times[at - 1] ?? 0));
    expect(Math.max(...gaps)).toBeLessThan(1000);
    const beats = gaps.filter((_, at) => actions[at] === ACTION_HEARTBEAT);
    expect(beats.length).toBeGreaterThan(0);
    expect(Math.min(...beats)).toBeGreaterThanOrEqual(900);
  });

  test('of a clock that stands still or goes back is silence', () => {
    floor.open(ES);
    floor.live(0, 1000);
    floor.take();
    for (const ms of [1000, 900, 0, -5000]) expect(floor.advance(ms)).toBe(false);
    expect(actionsOf(floor.take()).filter((action) => action !== ACTION_HEARTBEAT)).toEqual([]);
    // What it reached stays reached: it is not behind
    expect(floor.advance(1500)).toBe(false);
  });
});

test('the icebergs of a journey come from their moment on, and nothing differs before', () => {
  const tradesOf = (journeyFromMs: number | null) => {
    const one = new KeptFloor();
    one.open(ES, { journeyFromMs });
    drain(() => one.advance(20_000));
    const sent = one.take();
    const actions = actionsOf(sent);
    return timesOf(sent).filter((_, at) => actions[at] === ACTION_TRADE);
  };
  const [without, withThem] = [tradesOf(null), tradesOf(START_MS + 10_000)];
  const before = (times: readonly number[]) => times.filter((time) => time < 10_000);
  expect(before(withThem)).toEqual(before(without));
  expect(withThem.length).toBeGreaterThan(without.length);
});
