/** Evidence: the rows around an event, thinned away from its price when there are too many, readable after storage. */
import {
  ACTION_ADD,
  ACTION_HEARTBEAT,
  ACTION_MODIFY,
  ACTION_TRADE,
  ROW_LENGTH,
  SIDE_BID,
} from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EVIDENCE_WIDTH, encodeEventWindow, eventWindowCodec } from './event-window-codec.ts';
import { EvidenceRing } from './evidence-ring.ts';

const T = 1_795_190_400_000;

function push(
  ring: EvidenceRing,
  timeMs: number,
  priceTicks: number,
  action = ACTION_ADD,
  orderId = 42,
): void {
  const timeNs = BigInt(Math.round(timeMs * 1000)) * 1000n;
  const row = new Int32Array(ROW_LENGTH);
  row[0] = action;
  row[1] = SIDE_BID;
  row[2] = priceTicks;
  row[3] = 7;
  row[5] = orderId;
  row[6] = Number(BigInt.asIntN(32, timeNs >> 32n));
  row[7] = Number(BigInt.asIntN(32, timeNs));
  ring.push(row, 0);
}

const request = { fromMs: T, toMs: T + 1000, lowTicks: 20_000, highTicks: 20_000, orderIds: [] };
const pricesOf = (rows: Int32Array): number[] =>
  Array.from({ length: rows.length / EVIDENCE_WIDTH }, (_, n) => rows[n * EVIDENCE_WIDTH + 2]!);

test('only rows inside the window are cut, in order, and no heartbeats', () => {
  const ring = new EvidenceRing();
  push(ring, T - 1, 1);
  push(ring, T, 2);
  push(ring, T + 500, 3, ACTION_HEARTBEAT);
  push(ring, T + 999, 4);
  push(ring, T + 1000, 5);
  const { rows, truncated } = ring.cut(request);
  expect(pricesOf(rows)).toEqual([2, 4]);
  expect(truncated).toBe(false);
});

test('of too many rows the nearest to the price stay, over the whole window and in order of arrival', () => {
  const ring = new EvidenceRing();
  for (let n = 0; n < 10_000; n += 1) push(ring, T + n / 10, 20_000 + (n % 100));
  const { rows, truncated } = ring.cut(request);
  const prices = pricesOf(rows);
  expect(prices).toHaveLength(3000);
  expect(Math.max(...prices)).toBe(20_029);
  expect(prices.slice(-30)).toEqual(Array.from({ length: 30 }, (_, n) => 20_000 + n));
  expect(truncated).toBe(false);
});

test('every row of the orders of an event stays, and trades to the end of the window, however busy', () => {
  const ring = new EvidenceRing();
  for (let n = 0; n < 40_000; n += 1) {
    push(ring, T + n / 45, 20_000, ACTION_ADD, 1000 + n);
    if (n % 100 === 0) push(ring, T + n / 45, 20_000, ACTION_MODIFY, 7);
    if (n % 20 === 0) push(ring, T + n / 45, n === 20_020 ? 20_090 : 20_001 + (n % 3), ACTION_TRADE, 0);
  }
  const { rows } = ring.cut({ ...request, orderIds: ['7'] });
  const kept = Array.from({ length: rows.length / EVIDENCE_WIDTH }, (_, n) =>
    rows.subarray(n * EVIDENCE_WIDTH, (n + 1) * EVIDENCE_WIDTH),
  );
  expect(kept.length).toBeLessThanOrEqual(3000);
  expect(kept.filter((row) => row[5] === 7)).toHaveLength(400);
  expect(kept.filter((row) => row[0] === ACTION_TRADE)).toHaveLength(2000);
  expect(ring.cut({ ...request, orderIds: ['7'] }).rows).toEqual(rows);
});

test('trades that do not all fit are thinned over the whole window and keep their extreme price', () => {
  const ring = new EvidenceRing();
  for (let n = 0; n < 50_000; n += 1) push(ring, T + n / 51, n === 31_007 ? 20_090 : 20_001, ACTION_TRADE, 0);
  const { rows } = ring.cut(request);
  const prices = pricesOf(rows);
  expect(prices.length).toBeLessThanOrEqual(3000);
  expect(Math.max(...prices)).toBe(20_090);
  const at = prices.indexOf(20_090) / prices.length;
  expect(Math.abs(at - 31_007 / 50_000)).toBeLessThan(0.01);
});

test('a window that reaches back further than the ring is reported as cut', () => {
  const ring = new EvidenceRing();
  for (let n = 0; n < 70_000; n += 1) push(ring, T + n, 20_000);
  expect(ring.cut({ ...request, fromMs: T, toMs: T + 100_000 }).truncated).toBe(true);
  expect(ring.cut({ ...request, fromMs: T + 69_000, toMs: T + 100_000 }).truncated).toBe(false);
});

test('stored bytes read as prices, instants and offsets from the event', () => {
  const ring = new EvidenceRing();
  push(ring, T + 250, 20_001);
  const startNs = BigInt(T + 500) * 1_000_000n;
  const bytes = encodeEventWindow({ instrumentId: 1, startNs, rows: ring.cut(request).rows });
  expect(eventWindowCodec.decode(bytes)).toEqual([
    {
      at: '2026-11-20T16:00:00.250Z',
      offsetMs: -250,
      action: 'add',
      side: 'bid',
      price: '5000.25',
      size: 7,
      orderId: '42',
    },
  ]);
});

test('any rows are read from storage as they were written, extremes included', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), { maxLength: 80 }), (values) => {
      const rows = Int32Array.from(values.slice(0, values.length - (values.length % EVIDENCE_WIDTH)));
      const bytes = encodeEventWindow({ instrumentId: 1, startNs: 0n, rows });
      const deltas = eventWindowCodec.decode(bytes);
      expect(deltas.map((delta) => delta.size)).toEqual(
        Array.from({ length: deltas.length }, (_, n) => Math.max(0, rows[n * EVIDENCE_WIDTH + 3]!)),
      );
    }),
  );
});

test('damaged bytes are refused', () => {
  const bytes = encodeEventWindow({ instrumentId: 999_999, startNs: 0n, rows: new Int32Array(0) });
  expect(() => eventWindowCodec.decode(bytes)).toThrow(RangeError);
});
