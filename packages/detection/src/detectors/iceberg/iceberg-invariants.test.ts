import { CHANGE_CANCEL, type FeedTier, type FlowEvent, SIDE_ASK, SIDE_BID } from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Judge } from '#calibration/judge.ts';
import { add, cancel, fill, fixedJudge, HandTape, type Line, modify, trade } from '#testing/hand-tape.ts';
import { changed, filled, level, PRICE, watched } from '#testing/native-iceberg.ts';

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

test.each([
  { median: 1, order: 1, size: 3, hidden: 2, isRaised: true },
  { median: 1, order: 1, size: 2, hidden: 2, isRaised: false },
  { median: 2, order: 1, size: 5, hidden: 5, isRaised: true },
  { median: 2, order: 1, size: 5, hidden: 4, isRaised: false },
  { median: 1, order: 20, size: 10, hidden: 10, isRaised: true },
  { median: 1, order: 20, size: 10, hidden: 9, isRaised: false },
])(
  'with trades of $median and orders of $order, $size filled and $hidden reinstated are raised: $isRaised',
  ({ median, order, size, hidden, isRaised }) => {
    const one = watched({ medianTradeSize: median, addSizeQuantile: () => order });
    one.at(0, filled({ size, before: size, after: hidden }));
    expect(one.raised.length).toBe(isRaised ? 1 : 0);
    expect(one.minor.length).toBe(isRaised ? 0 : 1);
  },
);

test.each([
  [60_000, 1],
  [60_001, 2],
])('refills of one level %i ms apart are of %i icebergs', (apart, icebergs) => {
  const one = watched({ tier: 'L2S' })
    .at(0, level(10, 10, 10))
    .at(apart, level(10, 10, 10));
  expect(new Set(one.raised.map(({ event }) => event.id)).size).toBe(icebergs);
  const outcomes = one.raised.map(({ event }) => event.evidence['outcome']);
  expect(outcomes).toEqual(icebergs === 1 ? ['working', 'working'] : ['working', 'interrupted', 'working']);
});

test('of a level only what was hidden counts: other orders trade there too', () => {
  const one = watched({ tier: 'L2S' })
    .at(0, level(15, 10, 5))
    .at(10, level(4, 5, 11));
  expect(one.last).toMatchObject({ size: 20, evidence: { displaySize: 10, tranches: 2 } });
});

test('a level that hides a quantity of another kind is another iceberg', () => {
  const one = watched({ tier: 'L2S' })
    .at(0, level(12, 12, 12))
    .at(100, level(8, 12, 12))
    .at(200, level(7, 12, 12));
  expect(one.raised.map(({ event, change }) => [change, event.size, event.evidence['outcome']])).toEqual([
    ['new', 12, 'working'],
    ['update', 20, 'working'],
    ['update', 20, 'interrupted'],
    ['new', 7, 'working'],
  ]);
});

test('an ordinary fill of an iceberg counts as executed and is shown with its next refill', () => {
  const one = watched()
    .at(0, filled())
    .at(10, filled({ size: 4, after: 6 }));
  expect(one.raised.length).toBe(1);
  one.at(20, filled({ size: 6, before: 6 }));
  expect(one.last).toMatchObject({ size: 20, evidence: { tranches: 2, hiddenSeen: 20 } });
});

test('a last hidden tranche raises what was too small before, and the event ends with it', () => {
  const one = watched({ medianTradeSize: 4 }).at(0, filled({ size: 2, before: 2, after: 2 }));
  expect([one.raised.length, one.minor.length]).toEqual([0, 1]);
  one.at(10, filled({ size: 12, before: 2, after: 0 }));
  expect(one.raised.map(({ event, change }) => [change, event.status, event.size])).toEqual([
    ['new', 'open', 14],
    ['update', 'confirmed', 14],
  ]);
  expect(one.last.id).toBe(one.minor[0]?.event.id);
});

test('an order that is not in the book cannot show more than it did', () => {
  const one = watched().at(0, filled({ before: -1, after: 20 }));
  expect([one.raised, one.minor]).toEqual([[], []]);
});

test('a change at the same price is no step of its way, a part taken away no end', () => {
  const one = watched()
    .at(0, filled())
    .at(5, changed({ size: 3 }))
    .at(6, changed({ kind: CHANGE_CANCEL, size: 2 }));
  one.at(7, changed({ priceTicks: PRICE + 1 })).at(8, filled({ priceTicks: PRICE + 1 }));
  expect(one.last.evidence['pricePath']).toHaveLength(2);
  expect(one.last).toMatchObject({ status: 'open', evidence: { outcome: 'working' } });
  one.at(9, changed({ kind: CHANGE_CANCEL, priceTicks: PRICE + 1, size: 0 }));
  expect(one.last.evidence['outcome']).toBe('cancelled');
});

test('the window ends at its last millisecond, once, and again after a later refill', () => {
  const one = watched().at(0, filled());
  const clock = (ms: number): number => one.clock(ms).raised.length;
  expect([clock(119_999), clock(120_000), clock(120_100)]).toEqual([1, 2, 2]);
  one.at(130_000, filled());
  expect([clock(249_900), clock(250_000), one.last.status]).toEqual([3, 4, 'expired']);
});

test('a detector that takes over from a saved state emits the same from then on', () => {
  const before = watched();
  for (let id = 100; id < 120; id += 1) before.at(id, filled({ id })).at(id, filled({ id, after: 0 }));
  before
    .at(200, filled())
    .at(201, filled({ id: 8, size: 1, before: 1, after: 1 }))
    .at(202, filled({ id: 9 }));
  const after = watched();
  after.detector.restore?.(structuredClone(before.detector.save?.()));
  before.raised.length = 0;
  before.minor.length = 0;
  for (const one of [before, after]) {
    one.at(300, filled({ after: 5 })).at(301, filled({ id: 8, size: 6, before: 1, after: 1 }));
    one.clock(130_000);
    one.at(140_000, filled({ size: 5, before: 5, after: 0 }));
    one.detector.onDiscontinuity(0);
  }
  expect(before.raised.length).toBe(5);
  expect(before.raised.some(({ event }) => event.evidence['forecast'] !== null)).toBe(true);
  expect(after.raised).toEqual(before.raised);
  expect(after.minor).toEqual(before.minor);
});

/** Slices of eight on one side of a market that is the same on both: one moves, one is withdrawn, one quoted again. */
function slicedOn(side: number, tier: FeedTier): { tape: HandTape; looks: number[][] } {
  const looks: number[][] = [];
  const judge: Judge = {
    ...fixedJudge(0.9),
    judge: (model, candidate) => {
      looks.push(Array.from(candidate.features));
      return fixedJudge(0.9).judge(model, candidate);
    },
  };
  const tape = new HandTape(tier, ['iceberg'], judge);
  const [other, sign] = side === SIDE_BID ? [SIDE_ASK, -1] : [SIDE_BID, 1];
  for (let away = 1; away <= 12; away += 1)
    for (const [at, of] of [
      [sign, side],
      [-sign, other],
    ] as const)
      tape.event(add(100 * of + away, of, PRICE + at * away, 5));
  for (let n = 0; n < 9; n += 1) {
    const price = PRICE + sign * (n >= 5 ? 2 : 1);
    tape
      .wait(3 + (n % 2))
      .event(add(1000 + n, side, price, 8))
      .wait(700);
    if (n === 7)
      tape
        .event(cancel(1000 + n, side, price, 8))
        .wait(3)
        .event(add(2000, side, price, 8))
        .wait(700);
    const id = n === 7 ? 2000 : 1000 + n;
    tape.event(trade(5000 + n, other, price, 8), fill(id, side, price, 8), cancel(id, side, price, 8));
  }
  return { tape, looks };
}

test.each(['L3', 'L2S'] as const)('on %s a chain of asks is judged as one of bids', (tier) => {
  const [bid, ask] = [slicedOn(SIDE_BID, tier), slicedOn(SIDE_ASK, tier)];
  expect(bid.looks.length).toBeGreaterThan(3);
  expect(ask.looks).toEqual(bid.looks);
  const shared = ({ tape }: typeof bid) =>
    tape.raised.map(({ event, change }) => [change, event.size, event.status]);
  expect(shared(ask)).toEqual(shared(bid));
  expect([bid.tape.last.side, ask.tape.last.side]).toEqual(['bid', 'ask']);
});
