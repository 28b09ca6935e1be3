/** One side that may absorb: what traded against it in sliding windows, its open zones, and who gave what. */
import { SIDE_ASK, SIDE_BID } from '@undertow/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FLOW_START_MS } from '#testing/flow-view.ts';
import { handEvent } from '#testing/hand-event.ts';
import { add, cancel, fill, type Line, trade } from '#testing/hand-tape.ts';
import { LineMarket } from '#testing/line-market.ts';
import { plainView } from '#testing/plain-view.ts';
import { Side, ZONES } from './absorption-side.ts';

describe.each([
  { name: 'five seconds', steps: 50, of: ({ volume }: Side) => volume },
  { name: 'a minute', steps: 60, of: ({ minute }: Side) => minute },
])('the volume of $name', ({ steps, of }) => {
  test('is what traded at a price and one tick around it', () => {
    const volume = of(new Side(SIDE_BID));
    for (const [priceTicks, size] of [
      [998, 1],
      [999, 10],
      [1000, 30],
      [1001, 20],
      [1003, 5],
    ] as const)
      volume.add(priceTicks, size);
    expect([997, 998, 999, 1000, 1001, 1002, 1003, 1005].map((price) => volume.zone(price))).toEqual([
      1, 11, 41, 60, 50, 25, 5, 0,
    ]);
    expect([volume.total, volume.most()]).toEqual([66, 60]);
  });

  test(`falls out ${steps} steps after it traded`, () => {
    const volume = of(new Side(SIDE_BID));
    // Each time around, in the same place.
    for (const size of [7, 9, 4]) {
      volume.add(1000, size);
      for (let step = 1; step < steps; step += 1) volume.turn();
      expect([volume.zone(1000), volume.total, volume.most()]).toEqual([size, size, size]);
      volume.turn();
      expect([volume.zone(1000), volume.total, volume.most()]).toEqual([0, 0, 0]);
    }
  });

  test('is kept across prices whose last bits wrap around', () => {
    const volume = of(new Side(SIDE_BID));
    volume.add(1023, 3);
    volume.add(1024, 4);
    expect([volume.zone(1022), volume.zone(1023), volume.zone(1024), volume.zone(1025)]).toEqual([
      3, 7, 7, 4,
    ]);
  });

  test('is the sum of the window at any time', () => {
    const step = fc.record({
      priceTicks: fc.integer({ min: 990, max: 1010 }),
      size: fc.integer({ min: 1, max: 99 }),
      turns: fc.constantFrom(0, 0, 1, 7, 30),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (list) => {
        const volume = of(new Side(SIDE_ASK));
        const traded: { priceTicks: number; size: number; at: number }[] = [];
        let now = 0;
        for (const { priceTicks, size, turns } of list) {
          for (let turn = 0; turn < turns; turn += 1) volume.turn();
          now += turns;
          volume.add(priceTicks, size);
          traded.push({ priceTicks, size, at: now });
        }
        const inside = traded.filter(({ at }) => now - at < steps);
        const sum = (price?: number): number =>
          inside
            .filter(({ priceTicks }) => price === undefined || Math.abs(priceTicks - price) <= 1)
            .reduce((all, { size }) => all + size, 0);
        const prices = Array.from({ length: 23 }, (_, n) => 989 + n);
        expect(prices.map((price) => volume.zone(price))).toEqual(prices.map(sum));
        expect([volume.total, volume.most()]).toEqual([sum(), Math.max(...prices.map(sum))]);
      }),
      { numRuns: 40 },
    );
  });
});

/** Sides of a market of lines: open zones are followed, and it is noted who gave what. */
class Market {
  readonly side: Side;
  readonly tape: LineMarket;

  constructor(side: number, byOrders = true) {
    this.side = new Side(side);
    const view = () => plainView({ market: this.tape.market });
    this.tape = new LineMarket('L3', FLOW_START_MS, (event) => {
      this.side.follow(event, view());
      this.side.supplied(event, byOrders);
    });
  }

  open(slot: number, priceTicks: number): this {
    const zone = this.side.zones[slot];
    const view = plainView({ market: this.tape.market });
    zone?.begin(handEvent(Math.floor(this.tape.timeMs), []), this.side.side, priceTicks, view);
    this.side.openZones += 1;
    return this;
  }

  /** A bid that is posted and filled to its end a moment later. */
  given(id: number, size: number, priceTicks = 1000): this {
    const sold: Line[] = [
      trade(90_000 + id, SIDE_ASK, priceTicks, size),
      fill(id, SIDE_BID, priceTicks, size),
      cancel(id, SIDE_BID, priceTicks, size),
    ];
    this.tape.wait(3).event(add(id, SIDE_BID, priceTicks, size));
    this.tape.wait(20).event(...sold);
    return this;
  }
}

describe('the zones of a side', () => {
  test('are found by their prices while they are open', () => {
    const { side } = new Market(SIDE_BID).open(0, 1000).open(1, 990);
    const slotOf = (priceTicks: number): number =>
      side.zones.map((zone) => zone === side.zoneOf(priceTicks)).indexOf(true);
    expect([998, 999, 1000, 1001, 1002, 991].map(slotOf)).toEqual([-1, 0, 0, 0, -1, 1]);
    const [first] = side.zones;
    if (first) first.isOpen = false;
    expect(side.zoneOf(1000)).toBeNull();
    expect(side.freeSlot()).toBe(0);
  });

  test(`are ${ZONES} at most`, () => {
    const market = new Market(SIDE_BID);
    for (let slot = 0; slot < ZONES; slot += 1) {
      expect(market.side.freeSlot()).toBe(slot);
      market.open(slot, 1000 - 10 * slot);
    }
    expect(market.side.freeSlot()).toBe(-1);
  });

  test('are all followed, each by what hits its own prices', () => {
    const market = new Market(SIDE_BID).open(0, 1000).open(3, 990).given(1, 12).given(2, 5, 990);
    expect([market.side.zones[0]?.absorbed, market.side.zones[3]?.absorbed]).toEqual([12, 5]);
    expect(market.side.zones[1]?.absorbed).toBe(0);
  });

  test('know the most that one line of orders gave at them', () => {
    const market = new Market(SIDE_BID).open(0, 1000);
    expect(market.given(1, 12).side.zones[0]?.largest).toBe(12);
    // A post after a fill goes on with its line; a smaller order does not lower it.
    expect(market.given(2, 12).side.zones[0]?.largest).toBe(24);
    market.tape.wait(1000);
    expect(market.given(3, 9).side.zones[0]?.largest).toBe(24);
    expect(market.given(4, 90, 990).side.zones[0]?.largest).toBe(24);
  });

  test('of the other side, and feeds without orders, know no line', () => {
    for (const market of [new Market(SIDE_ASK), new Market(SIDE_BID, false)])
      expect(market.open(0, 1000).given(1, 12).side.zones[0]?.largest).toBe(0);
  });
});

test('a hole in the feed empties the windows and the visits, and ends the lines', () => {
  const { side, tape } = new Market(SIDE_BID).given(1, 12);
  side.volume.add(1000, 12);
  side.minute.add(1000, 12);
  side.visits.add(1000, 12, tape.timeMs);
  side.clear();
  expect([side.volume.total, side.minute.total, side.visits.read(1000, tape.timeMs).contracts]).toEqual([
    0, 0, 0,
  ]);
  expect([side.volume.most(), side.minute.zone(1000)]).toEqual([0, 0]);
  for (let step = 0; step < 70; step += 1) side.volume.turn();
  expect(side.volume.total).toBe(0);
});
