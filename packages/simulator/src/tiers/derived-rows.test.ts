/** What a few orders look like on a feed of less detail, row by row. */
import {
  ACTION_CLEAR,
  ACTION_LEVEL,
  ACTION_STATUS,
  ACTION_TRADE,
  COL_ACTION,
  COL_AUX,
  COL_FLAGS,
  COL_PRICE_TICKS,
  COL_SEQUENCE,
  COL_SIDE,
  COL_SIZE,
  type FeedTier,
  FLAG_LAST,
  FLAG_MBP,
  FLAG_TOP_OF_BOOK,
  MS_NS,
  NS_PER_MS,
  ROW_LENGTH,
  rowTimeNs,
  SIDE_ASK,
  SIDE_BID,
} from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { RowBuffer } from '#rows/row-buffer.ts';
import { engineBench } from '#testing/engine-bench.ts';
import { TEST_START_MS } from '#testing/session.ts';
import { createTierDeriver } from './tier-deriver.ts';

const LETTERS = new Map<number, string>([
  [ACTION_TRADE, 'T'],
  [ACTION_LEVEL, 'L'],
  [ACTION_CLEAR, 'clear'],
  [ACTION_STATUS, 'status'],
]);

function tierBench(tier: FeedTier, seed = 1) {
  const { engine, encoder, rows } = engineBench();
  const deriver = createTierDeriver(tier, { seed });
  const sink = new RowBuffer(1);
  const of = (row: number, column: number): number => sink.rows[row * ROW_LENGTH + column]!;
  const indices = (): number[] => Array.from({ length: sink.count }, (_, row) => row);
  /** Milliseconds since the start. */
  const timeMs = (row: number): number =>
    Number(rowTimeNs(sink.rows, row * ROW_LENGTH) - BigInt(TEST_START_MS) * NS_PER_MS) / MS_NS;
  const derive = (): void => {
    sink.clear();
    deriver.derive(rows, sink);
    rows.clear();
  };
  /** Rows derived since the last call: action, side, price, size, orders of a level, and the end of an event. */
  const derived = (): string[] => {
    derive();
    return indices().map((row) => {
      const side = of(row, COL_SIDE) === SIDE_BID ? 'B' : 'A';
      const orders = of(row, COL_ACTION) === ACTION_LEVEL ? `/${of(row, COL_AUX)}` : '';
      const last = (of(row, COL_FLAGS) & FLAG_LAST) === 0 ? '' : '|';
      return `${LETTERS.get(of(row, COL_ACTION))}${side} ${of(row, COL_PRICE_TICKS)}x${of(row, COL_SIZE)}${orders}${last}`;
    });
  };
  return { engine, encoder, rows, sink, deriver, of, indices, timeMs, derive, derived };
}

type Bench = ReturnType<typeof tierBench>;

/** A dozen levels a side about 100, of one order each: level n has n contracts. */
function fill({ engine }: Bench): void {
  for (let n = 1; n <= 12; n++) {
    engine.addLimit(0, SIDE_BID, 100 - n, n);
    engine.addLimit(0, SIDE_ASK, 100 + n, n);
  }
}

describe('best prices', () => {
  test('follow the touch alone, with the old one taken back before the new one comes', () => {
    const bench = tierBench('L1T');
    bench.engine.addLimit(0, SIDE_BID, 99, 2);
    expect(bench.derived()).toEqual(['LB 99x2/1|']);
    bench.engine.addLimit(1, SIDE_BID, 98, 7);
    expect(bench.derived()).toEqual([]);
    bench.engine.addLimit(2, SIDE_BID, 99, 3);
    expect(bench.derived()).toEqual(['LB 99x5/2|']);
    bench.engine.addImmediate(3, SIDE_ASK, 99, 5);
    expect(bench.derived()).toEqual(['TA 99x5|', 'LB 99x0/0', 'LB 98x7/1|']);
  });

  test('know no order of events but their time: trades and quotes have no sequence', () => {
    const bench = tierBench('L1T');
    fill(bench);
    bench.engine.addImmediate(3, SIDE_BID, 101, 1);
    bench.derive();
    expect(new Set(bench.indices().map((row) => bench.of(row, COL_SEQUENCE)))).toEqual(new Set([0]));
    for (const row of bench.indices()) {
      const flags = bench.of(row, COL_FLAGS);
      expect(flags & FLAG_MBP).toBe(FLAG_MBP);
      expect((flags & FLAG_TOP_OF_BOOK) !== 0).toBe(bench.of(row, COL_ACTION) === ACTION_LEVEL);
    }
  });
});

describe('ten levels', () => {
  test('are sent when they change, and the eleventh is not', () => {
    const bench = tierBench('L2S');
    fill(bench);
    expect(bench.derived().filter((line) => /^LB 8[89]x/.test(line))).toEqual([]);
    bench.engine.addLimit(1, SIDE_BID, 89, 4);
    expect(bench.derived()).toEqual([]);
    bench.engine.addLimit(2, SIDE_BID, 90, 4);
    expect(bench.derived()).toEqual(['LB 90x14/2|']);
  });

  test('of a side that lost its best have one more behind, in the event of the trade', () => {
    const bench = tierBench('L2S');
    fill(bench);
    bench.derive();
    bench.engine.addImmediate(1, SIDE_BID, 102, 3);
    expect(bench.derived()).toEqual([
      'TB 101x1',
      'TB 102x2',
      'LA 101x0/0',
      'LA 102x0/0',
      'LA 111x11/1',
      'LA 112x12/1|',
    ]);
  });

  test('push the tenth out when a better price comes', () => {
    const bench = tierBench('L2S');
    fill(bench);
    bench.derive();
    bench.engine.addLimit(1, SIDE_BID, 100, 6);
    expect(bench.derived()).toEqual(['LB 90x0/0', 'LB 100x6/1|']);
  });

  test('keep the sequence of the round with each trade and of the changes with the levels', () => {
    const bench = tierBench('L2S');
    bench.engine.addStop(0, { side: SIDE_BID, triggerTicks: 101, size: 1 });
    fill(bench);
    bench.derive();
    bench.engine.addImmediate(1, SIDE_BID, 101, 1);
    bench.derive();
    const [first, stop, ...levels] = bench.indices().map((row) => bench.of(row, COL_SEQUENCE));
    expect(stop).toBe((first ?? 0) + 1);
    expect(new Set(levels)).toEqual(new Set([(first ?? 0) + 2]));
  });
});

test.each([
  ['L2S', 20],
  ['L2C', 20],
  ['L1T', 2],
] as const)('%s sends a clear and %i levels again when the orders come as a snapshot', (tier, levels) => {
  const bench = tierBench(tier);
  fill(bench);
  bench.derive();
  bench.encoder.snapshot(7 * MS_NS, bench.engine.orders, bench.engine.ladder);
  const [clear, ...sent] = bench.derived();
  expect(clear).toMatch(/^clear/);
  expect(sent.length).toBe(levels);
  expect(sent.map((line) => line.endsWith('|'))).toEqual(sent.map((_, at) => at === levels - 1));
  // Of the time of the snapshot, not of the orders in it
  expect(new Set(bench.indices().map(bench.timeMs))).toEqual(new Set([7]));
});

test.each(['L2S', 'L1T'] as const)('%s passes the status of the venue on at once', (tier) => {
  const bench = tierBench(tier);
  bench.encoder.status(3 * MS_NS, 6);
  expect(bench.derived().length).toBe(1);
  expect([COL_ACTION, COL_AUX].map((column) => bench.of(0, column))).toEqual([ACTION_STATUS, 6]);
  expect(bench.of(0, COL_FLAGS)).toBe(FLAG_LAST | FLAG_MBP);
  expect(bench.timeMs(0)).toBe(3);
});

test('a feed of orders is passed on as it is', () => {
  const bench = tierBench('L3');
  fill(bench);
  const before = Array.from(bench.rows.rows.subarray(0, bench.rows.count * ROW_LENGTH));
  bench.derive();
  expect(Array.from(bench.sink.rows.subarray(0, bench.sink.count * ROW_LENGTH))).toEqual(before);
});

describe.each([1, 2, 3, 4, 5, 6])('a conflated feed of the seed %i', (seed) => {
  /** An order every ten milliseconds for ten seconds, at the touch so that each changes a level, and some trades. */
  function play() {
    const bench = tierBench('L2C', seed);
    fill(bench);
    const trades: number[] = [];
    for (let ms = 10; ms <= 10_000; ms += 10) {
      bench.engine.addLimit(ms * MS_NS, SIDE_BID, 99, 1);
      if (ms % 70 !== 0) continue;
      trades.push(ms);
      bench.engine.addImmediate(ms * MS_NS, SIDE_ASK, 99, 1);
    }
    bench.derive();
    bench.deriver.finish(bench.sink);
    const at = (action: number): number[] =>
      bench
        .indices()
        .filter((row) => bench.of(row, COL_ACTION) === action)
        .map(bench.timeMs);
    return { bench, trades, sent: at(ACTION_TRADE), sampled: [...new Set(at(ACTION_LEVEL))] };
  }

  test('samples every tenth, quarter or whole second, a fifth of it early or late', () => {
    const { sampled } = play();
    const gaps = sampled.slice(1).map((ms, at) => ms - sampled[at]!);
    const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
    const every = [100, 250, 1000].find((ms) => Math.abs(mean / ms - 1) < 0.12);
    expect(every).toBeDefined();
    for (const gap of gaps) expect(Math.abs(gap / (every ?? 0) - 1)).toBeLessThanOrEqual(0.2 + 1e-6);
    expect(sampled[0]).toBe(every);
  });

  test('sends each trade once, in order, at its time or up to forty milliseconds later', () => {
    const { trades, sent } = play();
    expect(sent.length).toBe(trades.length);
    sent.forEach((ms, at) => {
      const late = ms - trades[at]!;
      expect(late).toBeGreaterThanOrEqual(0);
      expect(late).toBeLessThanOrEqual(40);
    });
    expect(new Set(sent.map((ms, at) => Math.round(ms - trades[at]!))).size).toBeGreaterThan(10);
  });
});

test('trades of a conflated feed keep their order and none is lost, however close they are', () => {
  const bench = tierBench('L2C', 3);
  bench.engine.addLimit(0, SIDE_BID, 99, 10_000);
  for (let n = 1; n <= 40; n++) bench.engine.addImmediate(n * MS_NS, SIDE_ASK, 99, n);
  bench.derive();
  const early = bench.sink.count;
  bench.deriver.finish(bench.sink);
  // Some are still held back when the last row has come
  expect(bench.sink.count).toBeGreaterThan(early);
  const trades = bench.indices().filter((row) => bench.of(row, COL_ACTION) === ACTION_TRADE);
  expect(trades.map((row) => bench.of(row, COL_SIZE))).toEqual(Array.from({ length: 40 }, (_, n) => n + 1));
  const times = trades.map(bench.timeMs);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
});
