import { SECOND_NS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LADDER_TICKS } from '#engine/price-ladder.ts';
import { BEST_BID, LEVEL_SIZE } from '#testing/agent-market.ts';
import { faultOf } from '#testing/agent-run.ts';
import { CLERK, type OneClerk, withClerk } from '#testing/clerks.ts';

const OWNER = 1;
const opposite = (side: number): number => (side === SIDE_BID ? SIDE_ASK : SIDE_BID);
const touchOf = (side: number): number => (side === SIDE_BID ? BEST_BID : BEST_BID + 1);

describe.each([
  ['bid', SIDE_BID, -1],
  ['ask', SIDE_ASK, 1],
] as const)('an order on the %s', (word, side, away) => {
  test('rests as it was entered and nothing of it is executed yet', () => {
    const { exchange, clerks, player } = withClerk();
    const order = clerks.rest(player, side, touchOf(side) + 2 * away, 7);
    expect(order).toMatchObject({
      side,
      size: 7,
      display: 0,
      priceTicks: touchOf(side) + 2 * away,
      entryNs: exchange.market.nowNs,
      filled: 0,
      refills: 0,
      done: false,
    });
    expect(player.orders).toEqual([order]);
    expect(exchange.shown(String(order.orderId))).toBe(7);
    expect(exchange.market.engine.orders.owner[order.slot]).toBe(OWNER);
  });

  test.each([
    ['would trade at once', -1, 5],
    ['has no contracts', 3, 0],
    ['has fewer than none', 3, -2],
    ['lies a whole ring of the ladder away', LADDER_TICKS, 5],
  ])('that %s is not entered', (_, distance, size) => {
    const { exchange, clerks, player } = withClerk();
    const deeds = exchange.deeds.length;
    const { nextOrderId } = exchange.market.engine;
    expect(clerks.attempt(player, side, touchOf(side) + away * distance, size)).toBeNull();
    expect(player.orders).toEqual([]);
    expect(exchange.deeds).toHaveLength(deeds);
    expect(exchange.market.engine.nextOrderId).toBe(nextOrderId);
  });

  test('counts what of it was executed, and is done when all of it was', () => {
    const { exchange, clerks, player } = withClerk();
    const order = clerks.rest(player, side, touchOf(side), 8);
    exchange.trade(opposite(side), LEVEL_SIZE + 3);
    expect(order).toMatchObject({ filled: 3, lastFillNs: exchange.market.nowNs, done: false });
    expect(clerks.isResting(order)).toBe(true);
    exchange.run(1);
    exchange.trade(opposite(side), 5);
    expect(order).toMatchObject({ filled: 8, lastFillNs: exchange.market.nowNs, done: true });
    expect(clerks.isResting(order)).toBe(false);
    expect(clerks.fills.map(([, filled, done]) => [filled, done])).toEqual([
      [3, false],
      [8, true],
    ]);
  });

  test('is withdrawn once, however often that is requested', () => {
    const { exchange, clerks, player } = withClerk();
    const order = clerks.rest(player, side, touchOf(side), 4);
    clerks.cancel(order);
    clerks.cancel(order);
    clerks.cancel(null);
    const cancels = exchange.deeds.filter(({ action }) => action === 'cancel');
    expect(cancels.map(({ id, size }) => [id, size])).toEqual([[String(order.orderId), 4]]);
    expect(clerks.isResting(order)).toBe(false);
    exchange.trade(opposite(side), LEVEL_SIZE + 3);
    expect(order.filled).toBe(0);
  });

  test('moves to a price where it rests and remembers where it was, not to one where it would trade', () => {
    const { exchange, clerks, player } = withClerk();
    const order = clerks.rest(player, side, touchOf(side) + 2 * away, 4);
    clerks.shift(order, touchOf(side) + 5 * away);
    clerks.shift(order, touchOf(side));
    clerks.shift(order, touchOf(side) - away);
    expect(order.priceTicks).toBe(touchOf(side));
    expect([order.lowTicks, order.highTicks].map((ticks) => Math.abs(ticks - touchOf(side))).sort()).toEqual([
      0, 5,
    ]);
    const changes = exchange.deeds.filter(({ action }) => action === 'modify');
    expect(changes.map(({ priceTicks }) => priceTicks)).toEqual([touchOf(side) + 5 * away, touchOf(side)]);
    clerks.cancel(order);
    clerks.shift(order, touchOf(side) + away);
    expect(order.priceTicks).toBe(touchOf(side));
  });

  test('of the exchange\u2019s icebergs counts its refills and is labelled as one', () => {
    const { exchange, clerks, player } = withClerk();
    const order = clerks.rest(player, side, touchOf(side), 12, 5);
    exchange.trade(opposite(side), LEVEL_SIZE + 5);
    const firstNs = exchange.market.nowNs;
    exchange.run(2);
    exchange.trade(opposite(side), 5);
    expect(order).toMatchObject({ filled: 10, refills: 2, firstRefillNs: firstNs });
    clerks.writeNative(player, order, order.entryNs);
    expect(exchange.labels[0]).toMatchObject({
      id: `${CLERK}-${exchange.market.instrumentId}-1-native-0`,
      type: 'iceberg',
      sub: 'native',
      side: word,
      qty: 10,
      t0Ns: exchange.market.exchangeNs(order.entryNs),
      t1Ns: exchange.market.exchangeNs(exchange.market.nowNs),
      tEvidentNs: exchange.market.exchangeNs(firstNs),
      params: { display: 5, total: 12, refills: 2 },
      observability: 'exact',
      success: false,
    });
    exchange.trade(opposite(side), 2);
    clerks.writeNative(player, order, order.entryNs);
    expect(exchange.labels[1]).toMatchObject({ qty: 12, success: true });
  });
});

describe('what a trader is told', () => {
  test('is every match event, once each, while at work', () => {
    const { exchange, clerks, player } = withClerk();
    exchange.trade(SIDE_BID, 3);
    exchange.trade(SIDE_ASK, 3);
    expect(clerks.observations).toEqual([1, 1]);
    clerks.go(player);
    exchange.trade(SIDE_BID, 3);
    expect(clerks.observations).toEqual([1, 1]);
  });

  test('of fills is those of own orders only', () => {
    const { exchange, clerks, player } = withClerk();
    const order = clerks.rest(player, SIDE_BID, BEST_BID, 5);
    exchange.trade(SIDE_ASK, LEVEL_SIZE);
    expect(clerks.fills).toEqual([]);
    exchange.trade(SIDE_ASK, 5);
    expect(clerks.fills).toEqual([[order, 5, true]]);
  });

  test('no longer includes the fills of orders that rest after leaving: leaving withdraws them', () => {
    const { exchange, clerks, player } = withClerk();
    const prices = [BEST_BID, BEST_BID - 1, BEST_BID - 2];
    const orders = prices.map((price) => clerks.rest(player, SIDE_BID, price, 5));
    exchange.trade(SIDE_ASK, LEVEL_SIZE + 5);
    const before = exchange.deeds.length;
    clerks.go(player);
    const withdrawn = exchange.deeds.slice(before).map(({ action, id }) => [action, id]);
    expect(withdrawn).toEqual(orders.slice(1).map(({ orderId }) => ['cancel', String(orderId)]));
    expect(orders.map((order) => clerks.isResting(order))).toEqual([false, false, false]);
  });
});

describe('a label', () => {
  test('covers all orders of its trader from arrival to now unless it says otherwise', () => {
    const { exchange, clerks, player } = withClerk();
    clerks.rest(player, SIDE_BID, BEST_BID, 5);
    clerks.rest(player, SIDE_BID, BEST_BID - 3, 6);
    exchange.trade(SIDE_ASK, LEVEL_SIZE + 4);
    exchange.run(5);
    clerks.write(player);
    expect(exchange.labels[0]).toMatchObject({
      id: `${CLERK}-${exchange.market.instrumentId}-1`,
      side: 'bid',
      t0Ns: exchange.market.exchangeNs(player.beganNs),
      t1Ns: exchange.market.exchangeNs(exchange.market.nowNs),
      tEvidentNs: null,
      priceLowTicks: BEST_BID - 3,
      priceHighTicks: BEST_BID,
      qty: 4,
      agentIds: [`${CLERK}/1`],
      orderIds: player.orders.map(({ orderId }) => String(orderId)),
    });
  });

  test('of some orders counts and spans those alone, under a name of its own', () => {
    const { exchange, clerks, player } = withClerk();
    const near = clerks.rest(player, SIDE_ASK, BEST_BID + 1, 5);
    const far = clerks.rest(player, SIDE_ASK, BEST_BID + 4, 6);
    exchange.trade(SIDE_BID, LEVEL_SIZE + 5);
    clerks.write(player, { side: SIDE_ASK, orders: [far], suffix: 'far' });
    clerks.write(player, { side: null, orders: [near], suffix: 'near' });
    const [first, second] = exchange.labels;
    expect(first).toMatchObject({ side: 'ask', qty: 0, priceLowTicks: BEST_BID + 4 });
    expect(second).toMatchObject({ side: null, qty: 5, priceHighTicks: BEST_BID + 1 });
    expect(first?.id.endsWith('-1-far')).toBe(true);
    expect(second?.orderIds).toEqual([String(near.orderId)]);
  });

  test('states the times and prices that its writer gives', () => {
    const { exchange, clerks, player } = withClerk();
    const { market } = exchange;
    const atNs = (seconds: number): number => player.beganNs + seconds * SECOND_NS;
    const times = { fromNs: atNs(1), evidentNs: atNs(2), toNs: atNs(3) };
    clerks.write(player, { ...times, lowTicks: 7, highTicks: 9 });
    expect(exchange.labels[0]).toMatchObject({
      t0Ns: market.exchangeNs(atNs(1)),
      tEvidentNs: market.exchangeNs(atNs(2)),
      t1Ns: market.exchangeNs(atNs(3)),
      priceLowTicks: 7,
      priceHighTicks: 9,
    });
  });

  test('of an iceberg that never refilled shows nothing, and ends no sooner than its last fill', () => {
    const { exchange, clerks, player } = withClerk();
    const order = clerks.rest(player, SIDE_BID, BEST_BID, 20, 5);
    exchange.run(3);
    exchange.trade(SIDE_ASK, LEVEL_SIZE + 2);
    const filledNs = exchange.market.nowNs;
    clerks.writeNative(player, order, order.entryNs + SECOND_NS);
    expect(exchange.labels[0]).toMatchObject({
      tEvidentNs: null,
      observability: 'none',
      qty: 2,
      t1Ns: exchange.market.exchangeNs(filledNs),
      success: false,
    });
    clerks.writeNative(player, order, filledNs + SECOND_NS);
    expect(exchange.labels[1]!.t1Ns).toBe(exchange.market.exchangeNs(filledNs + SECOND_NS));
  });
});

interface Act {
  readonly act: 'rest' | 'iceberg' | 'trade' | 'move' | 'cancel';
  readonly side: number;
  readonly far: number;
  readonly size: number;
  readonly which: number;
}

const anyAct: fc.Arbitrary<Act> = fc.record({
  act: fc.constantFrom('rest', 'iceberg', 'trade', 'move', 'cancel'),
  side: fc.constantFrom(SIDE_BID, SIDE_ASK),
  far: fc.integer({ min: 0, max: 3 }),
  size: fc.integer({ min: 1, max: 130 }),
  which: fc.nat(20),
});

function perform({ exchange, clerks, player }: OneClerk, { act, side, far, size, which }: Act): void {
  const order = player.orders[which % Math.max(1, player.orders.length)];
  const price = exchange.market.bestTicks(side) + (side === SIDE_BID ? -far : far);
  if (act === 'rest') clerks.attempt(player, side, price, size);
  else if (act === 'iceberg') clerks.attempt(player, side, price, size, 1 + (size % 7));
  else if (act === 'trade') exchange.trade(side, size, far);
  else if (order !== undefined && act === 'move') clerks.shift(order, price);
  else if (order !== undefined) clerks.cancel(order);
  exchange.run(1);
}

test('whatever orders do, what is counted of them is what the rows show', () => {
  fc.assert(
    fc.property(fc.array(anyAct, { minLength: 5, maxLength: 25 }), (acts) => {
      const market = withClerk();
      const { exchange, clerks, player } = market;
      for (const act of acts) perform(market, act);
      const executed = new Map<string, number>();
      for (const { action, id, size } of exchange.deeds)
        if (action === 'fill') executed.set(id, (executed.get(id) ?? 0) + size);
      for (const order of player.orders) {
        expect(order.filled).toBe(executed.get(String(order.orderId)) ?? 0);
        expect(clerks.isResting(order)).toBe(exchange.shown(String(order.orderId)) > 0);
      }
      if (player.orders.length === 0) return;
      clerks.write(player);
      expect(faultOf(exchange.labels[0]!, executed)).toBeNull();
    }),
    { numRuns: 25 },
  );
});
