/** Whatever is entered, the exchange does what a second, simple one does: every row, every queue, every report. */
import { SIDE_ASK, SIDE_BID } from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { engineBench } from '#testing/engine-bench.ts';
import { NaiveExchange, type Resting } from '#testing/naive-exchange.ts';
import type { MatchingEngine } from './matching-engine.ts';
import { NO_SLOT } from './order-store.ts';

const LOWEST = 60;
const HIGHEST = 140;

const ORDER = fc.record({
  kind: fc.constantFrom(
    ...([
      'limit',
      'iceberg',
      'immediate',
      'market',
      'stop',
      'stopLimit',
      'modify',
      'resize',
      'cancel',
    ] as const),
  ),
  side: fc.constantFrom(SIDE_BID, SIDE_ASK),
  price: fc.integer({ min: 95, max: 105 }),
  size: fc.integer({ min: 1, max: 12 }),
  pick: fc.nat(),
});
type Order = typeof ORDER extends fc.Arbitrary<infer O> ? O : never;

/** How far a stop's limit lies beyond its trigger. */
const limitOf = ({ side, price, pick }: Order): number =>
  side === SIDE_BID ? price + (pick % 3) : price - (pick % 3);

const isOfOne = ({ kind }: Order): boolean => kind === 'modify' || kind === 'resize' || kind === 'cancel';

/** Enters the same order on both exchanges; resting ones are chosen by their place in the naive list. */
function enter(engine: MatchingEngine, naive: NaiveExchange, order: Order, timeNs: number): void {
  if (isOfOne(order)) change(engine, naive, order, timeNs);
  else submit(engine, naive, order, timeNs);
}

function submit(engine: MatchingEngine, naive: NaiveExchange, order: Order, timeNs: number): void {
  const { kind, side, price, size } = order;
  if (kind === 'limit' || kind === 'iceberg') {
    const [total, display] = kind === 'limit' ? [size, 0] : [size * 4 + 1, size];
    engine.addLimit(timeNs, side, price, total, display);
    naive.limit(side, price, total, display);
  } else if (kind === 'immediate') {
    engine.addImmediate(timeNs, side, price, size);
    naive.immediate(side, price, size);
  } else if (kind === 'market') {
    engine.addMarket(timeNs, side, size);
    naive.market(side, size);
  } else {
    const limitTicks = kind === 'stop' ? undefined : limitOf(order);
    engine.addStop(timeNs, {
      side,
      triggerTicks: price,
      size,
      ...(limitTicks !== undefined && { limitTicks }),
    });
    naive.stop(side, price, size, limitTicks);
  }
}

function change(engine: MatchingEngine, naive: NaiveExchange, order: Order, timeNs: number): void {
  const known: Resting | undefined = naive.book[order.pick % Math.max(1, naive.book.length)];
  if (known === undefined) return;
  const slot = engine.orders.id.indexOf(known.id);
  if (order.kind === 'cancel') {
    engine.cancel(timeNs, slot);
    naive.cancel(known);
    return;
  }
  const isResize = order.kind === 'resize';
  const price = isResize ? known.price : order.price;
  // One contract less, as many, or one more
  const size = isResize ? Math.max(1, known.shown - 1 + (order.size % 3)) : order.size;
  engine.modify(timeNs, slot, price, size);
  naive.modify(known, price, size);
}

/** Four levels a side about 100, each with a small order, an iceberg and a large order. */
const FIRST_BOOK: readonly Order[] = [1, 2, 3, 4].flatMap((away) =>
  ([SIDE_BID, SIDE_ASK] as const).flatMap((side) => {
    const price = side === SIDE_BID ? 100 - away : 100 + away;
    return [
      { kind: 'limit' as const, side, price, size: 2, pick: 0 },
      { kind: 'iceberg' as const, side, price, size: 3, pick: 0 },
      { kind: 'limit' as const, side, price, size: 9, pick: 0 },
    ];
  }),
);

/** Every queue from the lowest price up, each order with what it shows and hides, in order of priority. */
function queuesOf(engine: MatchingEngine): string[] {
  const { orders, ladder } = engine;
  const queues: string[] = [];
  for (let price = LOWEST; price <= HIGHEST; price++)
    for (const side of [SIDE_BID, SIDE_ASK])
      for (let slot = ladder.headAt(side, price); slot !== NO_SLOT; slot = orders.next[slot]!)
        queues.push(`${side} ${price} #${orders.id[slot]} ${orders.size[slot]}+${orders.hidden[slot]}`);
  return queues;
}

function queuesOfNaive({ book }: NaiveExchange): string[] {
  return book
    .toSorted((a, b) => a.price - b.price || a.side - b.side)
    .map(({ side, price, id, shown, hidden }) => `${side} ${price} #${id} ${shown}+${hidden}`);
}

function stopsOf({ stops, orders }: MatchingEngine, side: number): number[] {
  const ids: number[] = [];
  for (let slot = stops.head(side); slot !== NO_SLOT; slot = orders.next[slot]!) ids.push(orders.id[slot]!);
  return ids;
}

function stopsOfNaive({ stops }: NaiveExchange, side: number): number[] {
  const sign = side === SIDE_BID ? 1 : -1;
  const waiting = stops.filter((stop) => stop.side === side);
  return waiting.toSorted((a, b) => sign * (a.trigger - b.trigger)).map(({ id }) => id);
}

/** Everything the agents may read of the last event. */
function reportOf({ report }: MatchingEngine): unknown {
  const touched = Array.from({ length: report.touchedCount }, (_, at) => ({
    id: report.touchedId[at],
    shownBefore: report.touchedSizeBefore[at],
    filled: report.touchedFilled[at],
    refills: report.touchedRefills[at],
    alive: report.touchedAlive[at] === 1,
  }));
  const elected = Array.from({ length: report.electedCount }, (_, at) => [
    report.electedId[at],
    report.electedSide[at],
    report.electedTriggerTicks[at],
    report.electedSize[at],
  ]);
  const { rounds, buyVolume, sellVolume } = report;
  return { rounds, buyVolume, sellVolume, touched, elected };
}

function reportOfNaive({ rounds, bought, sold, touches, elected, book }: NaiveExchange): unknown {
  return {
    rounds,
    buyVolume: bought,
    sellVolume: sold,
    touched: touches.map(({ order, shownBefore, filled, refills }) => ({
      id: order.id,
      shownBefore,
      filled,
      refills,
      alive: book.includes(order),
    })),
    elected: elected.map(({ id, side, trigger, size }) => [id, side, trigger, size]),
  };
}

test.each([
  ['in order of time', 0],
  ['in proportion to size for two fifths', 40],
])('a venue that allots %s does what a simple exchange does', (_, sharePercent) => {
  fc.assert(
    fc.property(fc.array(ORDER, { minLength: 1, maxLength: 120, size: 'max' }), (orders) => {
      const { engine, emitted } = engineBench(1, sharePercent / 100);
      const naive = new NaiveExchange(sharePercent);
      [...FIRST_BOOK, ...orders].forEach((order, index) => {
        enter(engine, naive, order, index);
        const rows = emitted();
        expect(rows.map((line) => line.replace('|', ''))).toEqual(naive.lines.splice(0));
        // One event an order, and its end is marked once.
        expect(rows.findIndex((line) => line.endsWith('|'))).toBe(rows.length - 1);
        expect(engine.lastTradeTicks === naive.last || !engine.hasTraded).toBe(true);
        expect(engine.hasTraded).toBe(naive.last !== null);
        if (rows.length > 0) expect(reportOf(engine)).toEqual(reportOfNaive(naive));
      });
      expect(queuesOf(engine)).toEqual(queuesOfNaive(naive));
      for (const side of [SIDE_BID, SIDE_ASK])
        expect(stopsOf(engine, side)).toEqual(stopsOfNaive(naive, side));
      expect(engine.orders.live).toBe(naive.book.length + naive.stops.length);
    }),
    { numRuns: 20 },
  );
});
