/// <reference types="node" />
/** Invariants of book and assembler on the rows of a tiny matcher that trades at random. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OrderBook } from '#book/order-book.ts';
import {
  ACTION_ADD,
  ACTION_CANCEL,
  ACTION_FILL,
  ACTION_MODIFY,
  ACTION_TRADE,
  FLAG_LAST,
  NO_PRICE,
  SIDE_ASK,
  SIDE_BID,
} from '#events/market-event.ts';
import { type MatchEvent, ROUND_MARKETABLE } from '#events/match-event.ts';
import { eventRow, type RowFields } from '#testing/event-row.ts';
import { MatchEventAssembler } from './match-event-assembler.ts';

interface Resting {
  readonly id: number;
  readonly side: number;
  readonly priceTicks: number;
  size: number;
}

/** Price-time matching of limit orders; each order is one event in the recording's dialect (T, F…, C or M, A). */
class TinyMatcher {
  orders: Resting[] = [];
  #nextId = 6_412_000_000_000;

  limit(side: number, priceTicks: number, size: number): Int32Array[] {
    this.#nextId += 1;
    const id = this.#nextId;
    const fields: RowFields[] = [];
    const changes: RowFields[] = [];
    let rest = size;
    while (rest > 0) {
      const maker = this.#best(side === SIDE_BID ? SIDE_ASK : SIDE_BID, priceTicks);
      if (maker === undefined) {
        break;
      }
      const filled = Math.min(rest, maker.size);
      rest -= filled;
      fields.push({ action: ACTION_TRADE, id, side, priceTicks: maker.priceTicks, size: filled });
      fields.push({ ...maker, action: ACTION_FILL, size: filled });
      changes.push(this.#reduce(maker, filled));
    }
    fields.push(...changes);
    if (rest > 0) {
      this.orders.push({ id, side, priceTicks, size: rest });
      fields.push({ action: ACTION_ADD, id, side, priceTicks, size: rest });
    }
    return asEvent(fields);
  }

  cancel(pick: number): Int32Array[] {
    const order = this.orders[pick % Math.max(1, this.orders.length)];
    if (order === undefined) {
      return [];
    }
    this.orders = this.orders.filter((other) => other !== order);
    return asEvent([{ ...order, action: ACTION_CANCEL }]);
  }

  #best(side: number, limitTicks: number): Resting | undefined {
    const sign = side === SIDE_BID ? -1 : 1;
    return this.orders
      .filter((order) => order.side === side && sign * order.priceTicks <= sign * limitTicks)
      .sort((a, b) => sign * (a.priceTicks - b.priceTicks) || a.id - b.id)[0];
  }

  #reduce(maker: Resting, filled: number): RowFields {
    if (filled === maker.size) {
      this.orders = this.orders.filter((other) => other !== maker);
      return { ...maker, action: ACTION_CANCEL };
    }
    maker.size -= filled;
    return { ...maker, action: ACTION_MODIFY };
  }
}

function asEvent(fields: readonly RowFields[]): Int32Array[] {
  return fields.map((row, index) => eventRow({ ...row, flags: index === fields.length - 1 ? FLAG_LAST : 0 }));
}

const sessions = fc.array(
  fc.tuple(fc.nat(9), fc.nat(999), fc.integer({ min: -12, max: 12 }), fc.integer({ min: 1, max: 30 })),
  { minLength: 30, maxLength: 200 },
);
type Order = readonly [choice: number, pick: number, offset: number, size: number];

function sessionRows(orders: readonly Order[]): Int32Array[] {
  const matcher = new TinyMatcher();
  return orders.flatMap(([choice, pick, offset, size]) => {
    if (choice < 2) {
      return matcher.cancel(pick);
    }
    const side = pick % 2 === 0 ? SIDE_BID : SIDE_ASK;
    const far = pick % 37 === 0 ? 6000 : 0;
    return matcher.limit(side, 19_000 + offset + (side === SIDE_BID ? -far - 2 : far + 2), size);
  });
}

function run(rows: readonly Int32Array[], onEvent: (event: MatchEvent, book: OrderBook) => void): OrderBook {
  const book = new OrderBook();
  const assembler = new MatchEventAssembler(book);
  for (const row of rows) {
    const event = assembler.applyRow(row, 0);
    if (event !== null) onEvent(event, book);
  }
  return book;
}

test('in continuous trading the book is never crossed outside an open event', () => {
  fc.assert(
    fc.property(sessions, (orders) => {
      run(sessionRows(orders), (_, book) => {
        const twoSided = book.bestBidTicks !== NO_PRICE && book.bestAskTicks !== NO_PRICE;
        expect(twoSided && book.bestBidTicks >= book.bestAskTicks).toBe(false);
      });
    }),
    { numRuns: 150 },
  );
});

test('each level touched loses exactly what was traded, and each fill leaves what it did not take', () => {
  fc.assert(
    fc.property(sessions, (orders) => {
      run(sessionRows(orders), ({ rounds, fills, touched }) => {
        const sum = (values: Int32Array, count: number) =>
          values.subarray(0, count).reduce((a, b) => a + b, 0);
        expect(rounds.count).toBeLessThanOrEqual(1);
        expect(rounds.count === 0 || rounds.kind[0] === ROUND_MARKETABLE).toBe(true);
        expect(sum(fills.size, fills.count)).toBe(sum(rounds.size, rounds.count));
        expect(sum(touched.traded, touched.count)).toBe(sum(rounds.size, rounds.count));
        for (let row = 0; row < touched.count; row += 1) {
          expect(touched.after[row]).toBe(touched.before[row]! - touched.traded[row]!);
        }
        for (let fill = 0; fill < fills.count; fill += 1) {
          const left = fills.displayedBefore[fill]! - fills.size[fill]!;
          expect(fills.displayedAfter[fill]).toBe(left);
          expect(fills.removed[fill]).toBe(left === 0 ? 1 : 0);
        }
      });
    }),
    { numRuns: 150 },
  );
});

test('the same rows twice give the same bytes', () => {
  const digest = (rows: readonly Int32Array[]) => {
    const hash = createHash('sha256');
    const columns = [new Int32Array(10), new Int32Array(10), new Int32Array(10)] as const;
    run(rows, (event, book) => {
      for (const group of [event.rounds, event.fills, event.changes, event.touched]) {
        for (const values of Object.values(group)) {
          if (values instanceof Int32Array) {
            hash.update(values.subarray(0, group.count));
          }
        }
      }
      for (const side of [SIDE_BID, SIDE_ASK]) {
        const count = book.copyTop(side, 10, columns[0], columns[1], columns[2]);
        hash.update(columns[0].subarray(0, count)).update(columns[1].subarray(0, count));
      }
    });
    return hash.digest('hex');
  };
  fc.assert(
    fc.property(sessions, (orders) => {
      const rows = sessionRows(orders);
      expect(digest(rows)).toBe(digest(rows));
    }),
    { numRuns: 30 },
  );
});
