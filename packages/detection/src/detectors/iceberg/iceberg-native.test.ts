import { type FeedTier, NS_PER_MS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { expect, test } from 'vitest';
import { add, cancel, fill, HandTape, type Line, modify, trade } from '#testing/hand-tape.ts';
import { filled, watched } from '#testing/native-iceberg.ts';

const PRICE = 19_000;
const ICEBERG = 500;

/** A market with a bid order of `shown` that may hide more, and an ask far enough away. */
function market(shown: number, tier: FeedTier = 'L3'): HandTape {
  return new HandTape(tier).background(PRICE).event(add(ICEBERG, SIDE_BID, PRICE, shown));
}

let aggressor = 40_000;

/** A sell order fills the iceberg, which shows `after` when the event ends (0: it is gone). */
function hit(filled: number, shown: number, after: number): Line[] {
  aggressor += 1;
  return [
    trade(aggressor, SIDE_ASK, PRICE, filled),
    fill(ICEBERG, SIDE_BID, PRICE, filled),
    after === 0 ? cancel(ICEBERG, SIDE_BID, PRICE, shown) : modify(ICEBERG, SIDE_BID, PRICE, after),
  ];
}

/** Plays refills given as [filled, shown before, shown after], 100 ms apart. */
function play(tape: HandTape, refills: readonly (readonly [number, number, number])[]): HandTape {
  for (const [filled, shown, after] of refills) tape.wait(100).event(...hit(filled, shown, after));
  return tape;
}

test('the display size is decoded from hidden quantities that share it as a divisor', () => {
  const thirtyOne = play(market(16), [
    [46, 16, 1],
    [3, 1, 29],
    [47, 29, 13],
    [13, 13, 31],
  ]);
  expect(thirtyOne.last.evidence).toMatchObject({
    displaySize: 31,
    displayExact: true,
    tranches: 4,
    hiddenSeen: 124,
  });
  const four = play(market(1), [
    [2, 1, 3],
    [13, 3, 2],
    [2, 2, 4],
    [4, 4, 4],
  ]);
  expect(four.last.evidence).toMatchObject({ displaySize: 4, tranches: 6, hiddenSeen: 24, executed: 21 });
  const twentySix = play(
    market(1),
    [1, 2, 3, 4, 5].map(() => [26, 1, 1] as const),
  );
  expect(twentySix.last.evidence).toMatchObject({ displaySize: 26, tranches: 5, hiddenSeen: 130 });
});

test('an iceberg is raised once and then updated at each refill', () => {
  const tape = play(market(10), [
    [10, 10, 10],
    [10, 10, 10],
    [12, 10, 8],
  ]);
  expect(tape.changes).toEqual(['new', 'update', 'update']);
  expect(new Set(tape.raised.map(({ event }) => event.id)).size).toBe(1);
  expect(tape.last).toMatchObject({
    type: 'iceberg',
    sub: 'native',
    side: 'bid',
    priceTicks: PRICE,
    size: 32,
    tier: 'L3',
    exact: true,
    confidence: 1,
    calibrator: 'exact',
    status: 'open',
    degraded: false,
    updatedNs: tape.nowNs,
    expiresNs: tape.nowNs + 120_000_000_000n,
    description: 'Bid refilled 3 times at 4750.00, 32 traded',
  });
  expect(tape.last.detectedNs).toBe(tape.last.startNs);
  expect(tape.last.evidence).toMatchObject({
    orderIds: ['500'],
    outcome: 'working',
    tier: 'L3',
    forecast: null,
  });
  expect(tape.last.evidence['refills']).toEqual([
    {
      timeNs: String(tape.last.startNs),
      priceTicks: PRICE,
      filled: 10,
      hidden: 10,
      shownBefore: 10,
      shownAfter: 10,
    },
    expect.objectContaining({ hidden: 10 }),
    expect.objectContaining({ filled: 12, hidden: 10, shownAfter: 8 }),
  ]);
});

test('the evidence carries the rules as they were when the event was raised', () => {
  const tape = play(market(10), [[10, 10, 10]]);
  expect(tape.last.evidence['rules']).toEqual([
    { name: 'Refills', value: '1', needed: 'at least 3, or', met: false },
    { name: 'Contracts executed and reinstated', value: '20', needed: 'at least 5', met: true },
  ]);
});

test('ordinary fills raise nothing', () => {
  const tape = market(10);
  tape.event(
    trade(50_001, SIDE_ASK, PRICE, 4),
    fill(ICEBERG, SIDE_BID, PRICE, 4),
    modify(ICEBERG, SIDE_BID, PRICE, 6),
  );
  tape.event(
    trade(50_002, SIDE_ASK, PRICE, 6),
    fill(ICEBERG, SIDE_BID, PRICE, 6),
    cancel(ICEBERG, SIDE_BID, PRICE, 6),
  );
  expect(tape.raised).toEqual([]);
  expect(tape.pipeline.counters).toMatchObject({ icebergRefills: 0, icebergOrders: 0 });
});

test('a refill of one contract is counted, but not raised before the third', () => {
  const tape = market(1);
  play(tape, [
    [1, 1, 1],
    [1, 1, 1],
  ]);
  expect(tape.raised).toEqual([]);
  expect(tape.pipeline.counters).toMatchObject({ icebergRefills: 2, icebergOrders: 1 });
  play(tape, [[1, 1, 1]]);
  expect(tape.changes).toEqual(['new']);
});

test('an iceberg too small to raise is a minor fact, under the id that it keeps when it grows', () => {
  const tape = market(1);
  play(tape, [
    [1, 1, 1],
    [1, 1, 1],
  ]);
  expect(tape.minor.map(({ change }) => change)).toEqual(['new', 'update']);
  const [first] = tape.minor;
  expect(first?.event).toMatchObject({ exact: true, confidence: 1, severity: 'low', size: 1 });
  expect(first?.event.evidence).toMatchObject({ minor: true, tranches: 1 });
  play(tape, [[1, 1, 1]]);
  expect(tape.last.id).toBe(first?.event.id);
  expect(tape.last.evidence).toMatchObject({ minor: false, tranches: 3 });
  expect(tape.minor.length).toBe(2);
});

test('a minor iceberg reports how it ended', () => {
  const tape = play(market(1), [[1, 1, 1]]).event(cancel(ICEBERG, SIDE_BID, PRICE, 1));
  expect(tape.minor.at(-1)?.event).toMatchObject({ status: 'expired' });
  expect(tape.raised).toEqual([]);
});

test('an order that grew because its owner moved it to another price is no iceberg', () => {
  const tape = market(10).event(
    trade(50_001, SIDE_ASK, PRICE, 10),
    fill(ICEBERG, SIDE_BID, PRICE, 10),
    modify(ICEBERG, SIDE_BID, PRICE - 1, 40),
  );
  expect(tape.raised).toEqual([]);
  expect(tape.pipeline.counters.icebergRefills).toBe(0);
});

test('fills of the aggressor itself are not fills of a resting order', () => {
  const tape = market(10)
    .event(add(600, SIDE_ASK, PRICE + 1, 5))
    .event(
      trade(600, SIDE_ASK, PRICE, 10),
      fill(600, SIDE_ASK, PRICE, 10),
      fill(ICEBERG, SIDE_BID, PRICE, 10),
      cancel(ICEBERG, SIDE_BID, PRICE, 10),
      modify(600, SIDE_ASK, PRICE, 8),
    );
  expect(tape.raised).toEqual([]);
});

test('a hidden rest of an order that is gone at first sight is no refill', () => {
  for (const tier of ['L3', 'L2S'] as const) {
    const tape = play(market(1, tier), [[25, 1, 0]]);
    expect(tape.raised).toEqual([]);
    expect(tape.pipeline.counters.icebergRefills).toBe(0);
    expect(tape.minor).toEqual([]);
  }
});

test('an iceberg that is filled to its end is completed, one that is taken away is cancelled', () => {
  const done = play(market(10), [
    [10, 10, 10],
    [10, 10, 0],
  ]);
  expect(done.last).toMatchObject({ status: 'confirmed', size: 20 });
  expect(done.last.evidence['outcome']).toBe('completed');
  const gone = play(market(10), [[10, 10, 10]]).event(cancel(ICEBERG, SIDE_BID, PRICE, 10));
  expect(gone.last).toMatchObject({ status: 'expired', size: 10 });
  expect(gone.last.evidence['outcome']).toBe('cancelled');
  expect(gone.changes).toEqual(['new', 'update']);
});

test('a re-priced iceberg keeps its event and shows its way', () => {
  const tape = play(market(10), [[10, 10, 10]]).event(modify(ICEBERG, SIDE_BID, PRICE + 1, 10));
  tape.event(
    trade(50_003, SIDE_ASK, PRICE + 1, 10),
    fill(ICEBERG, SIDE_BID, PRICE + 1, 10),
    modify(ICEBERG, SIDE_BID, PRICE + 1, 10),
  );
  expect(tape.changes).toEqual(['new', 'update']);
  expect(tape.last).toMatchObject({ priceTicks: PRICE + 1, priceLowTicks: PRICE, priceHighTicks: PRICE + 1 });
});

test('the window of 120 s restarts at a refill and its end is an update without a new time', () => {
  const tape = play(market(10), [[10, 10, 10]]);
  const raisedNs = tape.last.updatedNs;
  tape.pass(119_000);
  expect(tape.changes).toEqual(['new']);
  tape.pass(2000);
  expect(tape.last).toMatchObject({ status: 'expired', updatedNs: raisedNs });
  play(tape, [[10, 10, 10]]);
  expect(tape.last).toMatchObject({ status: 'open', updatedNs: tape.nowNs });
  expect(tape.changes).toEqual(['new', 'update', 'update']);
});

test('a lost book ends open icebergs as interrupted', () => {
  const tape = play(market(10), [[10, 10, 10]]);
  tape.pipeline.onDiscontinuity(Number(tape.nowNs / NS_PER_MS));
  expect(tape.last).toMatchObject({ status: 'expired' });
  expect(tape.last.evidence['outcome']).toBe('interrupted');
  expect(tape.changes).toEqual(['new', 'update']);
});

test('confidence falls short of 1 by the rate of gaps', () => {
  const tape = market(10);
  tape.pipeline.setGapRate(0.02);
  expect(play(tape, [[10, 10, 10]]).last.confidence).toBeCloseTo(0.98, 12);
});

test('a level feed shows the same refill without naming the order', () => {
  const tape = play(market(10, 'L2S'), [
    [10, 10, 10],
    [10, 10, 10],
  ]);
  expect(tape.changes).toEqual(['new', 'update']);
  expect(tape.last).toMatchObject({ tier: 'L2S', exact: true, side: 'bid', priceTicks: PRICE, size: 20 });
  expect(tape.last.evidence).toMatchObject({ orderIds: [], displaySize: 10, tranches: 2 });
});

test('icebergs are unavailable on conflated and trade-only feeds', () => {
  for (const tier of ['L2C', 'L1T'] as const)
    expect(play(market(10, tier), [[10, 10, 10]]).raised).toEqual([]);
});

test('the iceberg that was untouched for longest makes room when there are too many', () => {
  const one = watched();
  for (let id = 1; id <= 512; id += 1) one.at(id, filled({ id }));
  one.at(600, filled({ id: 1 })).at(601, filled({ id: 513 }));
  const ended = one.raised.filter(({ event }) => event.evidence['outcome'] === 'interrupted');
  expect(ended.map(({ event }) => event.evidence['orderIds'])).toEqual([['2']]);
});

test('the first of many is of medium severity, one that is larger than nineteen before it is critical', () => {
  const one = watched();
  for (let id = 1; id <= 19; id += 1) one.at(id, filled({ id }));
  one
    .at(50, filled({ id: 50, size: 30, before: 30, after: 30 }))
    .at(60, filled({ id: 60, size: 9, before: 9 }));
  const severities = one.raised.map(({ event }) => event.severity);
  expect([severities[0], ...severities.slice(-2)]).toEqual(['medium', 'critical', 'medium']);
});

test('orders and refills are counted, whether or not they are raised', () => {
  const tape = market(10).event(add(501, SIDE_BID, PRICE, 1));
  play(tape, [
    [10, 10, 10],
    [10, 10, 10],
  ]);
  tape.event(
    trade(50_010, SIDE_ASK, PRICE, 1),
    fill(501, SIDE_BID, PRICE, 1),
    modify(501, SIDE_BID, PRICE, 1),
  );
  expect(tape.pipeline.counters).toMatchObject({ icebergRefills: 3, icebergOrders: 2 });
  // The last hidden rest of an order is no refill: nothing was shown again.
  play(tape, [[30, 10, 0]]);
  expect(tape.pipeline.counters).toMatchObject({ icebergRefills: 3, icebergOrders: 2 });
  expect(tape.last).toMatchObject({ status: 'confirmed', size: 50, evidence: { hiddenSeen: 40 } });
});
