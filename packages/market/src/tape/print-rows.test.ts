import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MatchEventAssembler } from '#assembly/match-event-assembler.ts';
import { OrderBook } from '#book/order-book.ts';
import {
  ACTION_CLEAR,
  ACTION_TRADE,
  FLAG_LAST,
  SIDE_ASK,
  SIDE_BID,
  SIDE_NONE,
} from '#events/market-event.ts';
import { ROUND_AUCTION, ROUND_MARKETABLE, ROUND_STOP, ROUND_UNKNOWN } from '#events/match-event.ts';
import { eventRow, type RowFields } from '#testing/event-row.ts';
import { joinPrints, PRINT_STRIDE, PrintCollector, type PrintRows } from './print-rows.ts';

function collectorOf(): { collector: PrintCollector; feed(fields: RowFields): void } {
  const collector = new PrintCollector();
  const assembler = new MatchEventAssembler(new OrderBook());
  return {
    collector,
    feed(fields) {
      const row = eventRow(fields);
      collector.addRow(row, 0);
      const match = assembler.applyRow(row, 0);
      if (match !== null) collector.close(match);
    },
  };
}

type Row = readonly [order: number, kind: number, side: number, priceTicks: number, size: number];

const listed = (prints: PrintRows | null): Row[] =>
  Array.from(
    prints?.times ?? [],
    (_, n) => [...(prints?.rows.slice(n * PRINT_STRIDE, (n + 1) * PRINT_STRIDE) ?? [])] as unknown as Row,
  );

const trade = (id: number, side: number, priceTicks: number, size: number, flags = 0): RowFields => ({
  ...{ action: ACTION_TRADE, id, side, priceTicks, size, flags },
});

test('executions of an order at one price are one print, at two prices two of one order; a stop is named', () => {
  const { collector, feed } = collectorOf();
  feed(trade(900, SIDE_BID, 100, 2));
  feed(trade(900, SIDE_BID, 100, 3));
  feed(trade(900, SIDE_BID, 101, 1));
  expect(collector.take()).toBeNull();
  feed(trade(500, SIDE_BID, 101, 4, FLAG_LAST));
  feed(trade(901, SIDE_ASK, 99, 7, FLAG_LAST));
  feed(trade(0, SIDE_NONE, 99, 8, FLAG_LAST));
  expect(listed(collector.take())).toEqual([
    [1, ROUND_MARKETABLE, SIDE_BID, 100, 5],
    [1, ROUND_MARKETABLE, SIDE_BID, 101, 1],
    [2, ROUND_STOP, SIDE_BID, 101, 4],
    [3, ROUND_MARKETABLE, SIDE_ASK, 99, 7],
    [4, ROUND_AUCTION, SIDE_NONE, 99, 8],
  ]);
  expect(collector.take()).toBeNull();
});

test('trades of an event that a cleared book cut short are orders of their own', () => {
  const { collector, feed } = collectorOf();
  feed(trade(900, SIDE_BID, 100, 2));
  feed(trade(900, SIDE_BID, 100, 3));
  feed({ action: ACTION_CLEAR, flags: FLAG_LAST });
  expect(listed(collector.take())).toEqual([
    [1, ROUND_UNKNOWN, SIDE_BID, 100, 2],
    [2, ROUND_UNKNOWN, SIDE_BID, 100, 3],
  ]);
});

const anyTrade = fc.record({
  id: fc.integer({ min: 1, max: 5 }),
  side: fc.constantFrom(SIDE_BID, SIDE_ASK),
  priceTicks: fc.integer({ min: 98, max: 102 }),
  size: fc.integer({ min: 1, max: 9 }),
  flags: fc.constantFrom(0, FLAG_LAST),
  takes: fc.boolean(),
});

test('every contract is in exactly one print, at its price and side', () => {
  fc.assert(
    fc.property(fc.array(anyTrade, { maxLength: 60 }), (trades) => {
      const { collector, feed } = collectorOf();
      const volumes = new Map<string, number>();
      let prints: PrintRows | null = null;
      for (const { takes, ...fields } of [
        ...trades,
        { ...trade(9, SIDE_BID, 100, 1, FLAG_LAST), takes: true },
      ]) {
        feed({ action: ACTION_TRADE, ...fields });
        const key = `${fields.side} ${fields.priceTicks}`;
        volumes.set(key, (volumes.get(key) ?? 0) + (fields.size ?? 0));
        if (takes) prints = joinPrints(prints, collector.take());
      }
      const orders = listed(prints).map(([order]) => order);
      expect(orders).toEqual(orders.toSorted((one, other) => one - other));
      expect(new Set(orders).size).toBe(orders.at(-1));
      const found = new Map<string, number>();
      for (const [, , side, priceTicks, size] of listed(prints))
        found.set(`${side} ${priceTicks}`, (found.get(`${side} ${priceTicks}`) ?? 0) + size);
      expect(Object.fromEntries(found)).toEqual(Object.fromEntries(volumes));
    }),
    { numRuns: 80 },
  );
});
