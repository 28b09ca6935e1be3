import { type FlowEvent, SIDE_ASK, SIDE_BID } from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { add, cancel, fill, HandTape, type Line, modify, trade } from '#testing/hand-tape.ts';

const PRICE = 19_000;

interface Resting {
  id: number;
  shown: number;
  hidden: number;
  display: number;
}

/** Takes `size` contracts from the queue, first in first out; icebergs are reinstated at its back, as CME does. */
function match(queue: Resting[], size: number): Map<Resting, number> {
  const filled = new Map<Resting, number>();
  let left = size;
  for (let order = queue[0]; order && left > 0; order = queue[0]) {
    const taken = Math.min(left, order.shown);
    left -= taken;
    order.shown -= taken;
    filled.set(order, (filled.get(order) ?? 0) + taken);
    if (order.shown > 0) break;
    queue.shift();
    order.shown = Math.min(order.hidden, order.display);
    order.hidden -= order.shown;
    if (order.shown > 0) queue.push(order);
  }
  return filled;
}

function randomSession(tape: HandTape, orders: readonly Resting[], sells: readonly number[]): HandTape {
  const queue = orders.map((order) => ({ ...order }));
  tape.background(PRICE);
  for (const order of queue) tape.event(add(order.id, SIDE_BID, PRICE, order.shown));
  sells.forEach((size, index) => {
    const shownBefore = new Map(queue.map((order) => [order, order.shown]));
    const filled = match(queue, size);
    if (filled.size === 0) return;
    const traded = [...filled.values()].reduce((sum, taken) => sum + taken, 0);
    const lines: Line[] = [trade(60_000 + index, SIDE_ASK, PRICE, traded)];
    for (const [order, taken] of filled) lines.push(fill(order.id, SIDE_BID, PRICE, taken));
    for (const order of filled.keys()) {
      const gone = cancel(order.id, SIDE_BID, PRICE, shownBefore.get(order) ?? 0);
      lines.push(order.shown > 0 ? modify(order.id, SIDE_BID, PRICE, order.shown) : gone);
    }
    tape.wait(50).event(...lines);
  });
  return tape.pass(200_000);
}

const sessions = fc.record({
  orders: fc
    .array(fc.record({ shown: fc.integer({ min: 1, max: 20 }), refills: fc.integer({ min: 0, max: 6 }) }), {
      minLength: 1,
      maxLength: 5,
    })
    .map((list) =>
      list.map(({ shown, refills }, index) => ({
        id: 100 + index,
        shown,
        hidden: shown * refills,
        display: shown,
      })),
    ),
  sells: fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 20 }),
});

const json = (tape: HandTape): string =>
  JSON.stringify(tape.raised, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
/** Sessions tried of each kind. */
const RUNS = { numRuns: process.env['LONG_TESTS'] === '1' ? 500 : 40 };

test('the same tape gives the same events, byte for byte', () => {
  fc.assert(
    fc.property(sessions, ({ orders, sells }) => {
      const once = randomSession(new HandTape('L3', ['iceberg']), orders, sells);
      expect(json(randomSession(new HandTape('L3', ['iceberg']), orders, sells))).toBe(json(once));
    }),
    RUNS,
  );
});

test('every order with a hidden part that three sweeps reach is found', () => {
  const order = { id: 100, shown: 5, hidden: 30, display: 5 };
  const tape = randomSession(new HandTape('L3', ['iceberg']), [order], [5, 5, 5]);
  expect(tape.changes).toEqual(['new', 'update', 'update', 'update']);
});

test('only orders with a hidden part are found, and what is decoded divides their display size', () => {
  fc.assert(
    fc.property(sessions, ({ orders, sells }) => {
      for (const { event } of randomSession(new HandTape('L3', ['iceberg']), orders, sells).raised) {
        const [id] = event.evidence['orderIds'] as string[];
        const order = orders.find((one) => String(one.id) === id);
        expect(order && order.hidden > 0).toBe(true);
        expect((event.evidence['displaySize'] as number) % (order?.display ?? 0)).toBe(0);
        expect(event.evidence['hiddenSeen']).toBeLessThanOrEqual(order?.hidden ?? 0);
        expect(event.size).toBeLessThanOrEqual((order?.hidden ?? 0) + (order?.shown ?? 0));
      }
    }),
    RUNS,
  );
});

test('an event is raised as new once, and all later changes are updates', () => {
  fc.assert(
    fc.property(sessions, fc.constantFrom('L3', 'L2S'), ({ orders, sells }, tier) => {
      const seen = new Set<string>();
      for (const { event, change } of randomSession(new HandTape(tier, ['iceberg']), orders, sells).raised) {
        expect(change).toBe(seen.has(event.id) ? 'update' : 'new');
        seen.add(event.id);
      }
    }),
    RUNS,
  );
});

test('dropping the orders of a feed never creates hidden size that was not there', () => {
  fc.assert(
    fc.property(sessions, ({ orders, sells }) => {
      const levels = randomSession(new HandTape('L2S', ['iceberg']), orders, sells);
      const found = new Map<string, FlowEvent>(levels.raised.map(({ event }) => [event.id, event]));
      const seen = [...found.values()].map((event) => event.evidence['hiddenSeen'] as number);
      const hidden = orders.reduce((sum, order) => sum + order.hidden, 0);
      expect(seen.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(hidden);
      if (hidden === 0) expect(found.size).toBe(0);
    }),
    RUNS,
  );
});
