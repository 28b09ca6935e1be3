/** What the two models of a zone see of it, mirrored between support and resistance. */
import { type FlowEvent, NS_PER_MS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import type { PlainFacts } from '#testing/plain-view.ts';
import { ZONE_START_MS, ZoneMarket } from '#testing/zone-market.ts';
import { LiveSignalBoard } from '#view/signal-board.ts';
import { bounceFeatures, distanceTicks, LEVEL_BOUNCE } from './level-bounce.ts';
import { LEVEL, levelFeatures } from './level-existence.ts';

const SIDES = [SIDE_BID, SIDE_ASK] as const;
const named = (names: readonly string[], values: Float64Array): Record<string, number> =>
  Object.fromEntries(names.map((name, at) => [name, values[at]!]));

describe('what the model of a bounce sees', () => {
  /** Flow against the zone, as a support and a resistance see it. */
  const towards = (side: number, facts: { flow: number; book: number }): PlainFacts => {
    const sign = side === SIDE_BID ? -1 : 1;
    return {
      flow: {
        volume: () => 100,
        signedVolume: () => sign * facts.flow,
        ofi: () => sign * facts.flow,
        imbalance: () => sign * facts.book,
      },
      depths: side === SIDE_BID ? [30, 7] : [7, 30],
      medianDepths: side === SIDE_BID ? [15, 99] : [99, 15],
    };
  };
  const featuresOf = (market: ZoneMarket, events: readonly Partial<FlowEvent>[] = [], moved = 0) => {
    const board = new LiveSignalBoard();
    for (const event of events)
      board.putEvent({ updatedNs: BigInt(ZONE_START_MS) * NS_PER_MS, ...event } as FlowEvent);
    const out = new Float64Array(LEVEL_BOUNCE.features.length);
    return named(
      LEVEL_BOUNCE.features,
      bounceFeatures(market.map, 0, market.side, market.view, board, moved, out),
    );
  };

  test('is the same of a support and of a resistance in a mirrored market', () => {
    const [bid, ask] = SIDES.map((side) =>
      featuresOf(new ZoneMarket(side, towards(side, { flow: 20, book: 0.4 })).hold(3), [], 5),
    );
    expect(bid).toEqual(ask);
    expect(bid).toMatchObject({
      'log touches': Math.log(4),
      'approach speed': 5 / Math.sqrt(10),
      'volume delta into the zone': 0.2,
      'order flow imbalance into the zone': Math.log(21),
      'book imbalance against the zone': -0.4,
      'rank of what answered at its touches': 0,
    });
    expect(bid?.['depth before the zone']).toBeCloseTo(Math.log(31 / 16), 12);
    // The posterior mean is (5 + 3) of 13 against even odds.
    expect(bid?.['posterior log odds less the null']).toBeCloseTo(Math.log(8 / 5), 12);
  });

  test.each(SIDES)(
    'is an iceberg or absorption of its own side %i, in or just beside the zone, of two minutes',
    (side) => {
      const market = new ZoneMarket(side);
      const { lowTicks, highTicks } = {
        lowTicks: market.map.touches.lowTicks[0]!,
        highTicks: market.map.touches.highTicks[0]!,
      };
      const own = side === SIDE_BID ? 'bid' : 'ask';
      const event = (parts: Partial<FlowEvent>): Partial<FlowEvent> => ({
        ...{
          id: 'one',
          type: 'iceberg',
          side: own,
          confidence: 0.7,
          priceLowTicks: lowTicks,
          priceHighTicks: lowTicks,
        },
        ...parts,
      });
      const seen = (parts: Partial<FlowEvent>): number =>
        featuresOf(market, [event(parts)])['iceberg at the zone']!;
      expect(seen({})).toBe(1);
      expect(seen({ priceLowTicks: highTicks + 1, priceHighTicks: highTicks + 3 })).toBe(1);
      expect(seen({ priceLowTicks: lowTicks - 4, priceHighTicks: lowTicks - 1 })).toBe(1);
      expect(seen({ priceLowTicks: highTicks + 2, priceHighTicks: highTicks + 3 })).toBe(0);
      expect(seen({ priceLowTicks: lowTicks - 4, priceHighTicks: lowTicks - 2 })).toBe(0);
      expect(seen({ side: own === 'bid' ? 'ask' : 'bid' })).toBe(0);
      expect(seen({ updatedNs: BigInt(ZONE_START_MS - 120_000) * NS_PER_MS })).toBe(1);
      expect(seen({ updatedNs: BigInt(ZONE_START_MS - 120_001) * NS_PER_MS })).toBe(0);
      const absorbed = [0.4, 0.8, 0.6].map((confidence, n) =>
        event({ id: String(n), type: 'absorption', confidence }),
      );
      expect(featuresOf(market, absorbed)).toMatchObject({
        'absorption at the zone': 0.8,
        'iceberg at the zone': 0,
      });
    },
  );

  test('is bounded, and nothing where nothing is known', () => {
    const wild = new ZoneMarket(SIDE_BID, {
      ...towards(SIDE_BID, { flow: 1e9, book: Number.NaN }),
      sigma1Ticks: 0,
    });
    const features = featuresOf(wild, [], 3);
    expect(features).toMatchObject({
      'approach speed': 0,
      'volume delta into the zone': 4,
      'order flow imbalance into the zone': 4,
      'book imbalance against the zone': 0,
    });
    expect(Object.values(features).every((value) => Math.abs(value) <= 4)).toBe(true);
    expect(featuresOf(new ZoneMarket(SIDE_ASK))['volume delta into the zone']).toBe(0);
  });

  test('is measured from the edge that price comes to', () => {
    for (const side of SIDES) {
      const market = new ZoneMarket(side);
      for (const away of [9, 0, -3, -7])
        expect(distanceTicks(market.map, 0, side, market.price(away))).toBe(away);
    }
  });
});

describe('what the model of existence sees', () => {
  const featuresOf = (market: ZoneMarket, side = market.side) =>
    named(
      LEVEL.features,
      levelFeatures(market.map, 0, side, market.view, new Float64Array(LEVEL.features.length)),
    );

  test('is its touches by side, its age and its width', () => {
    for (const side of SIDES) {
      const other = side === SIDE_BID ? SIDE_ASK : SIDE_BID;
      const market = new ZoneMarket(side);
      for (const bounced of [true, true, true, true]) market.map.records.add(0, side, bounced, 0);
      market.map.records.add(0, other, false, 0);
      market.view.timeMs += 9 * 60_000;
      const own = featuresOf(market);
      expect(own).toMatchObject({
        'excess of bounces of this side over the null': 2,
        'excess of bounces of the other side': -1,
        'log touches of this side': Math.log(5),
        'log touches of the other side': Math.log(2),
        'log age in minutes': Math.log(10),
        'width in ticks': Math.log(4),
      });
      const seen = featuresOf(market, other);
      expect(seen['excess of bounces of this side over the null']).toBe(-1);
      expect(seen['log touches of the other side']).toBe(Math.log(5));
    }
  });

  test('is whether volume or a round number lies in it', () => {
    // A support from 1000 to 1003 holds a round number, the resistance from 1003 to 1006 none.
    const [support, resistance] = SIDES.map((side) => new ZoneMarket(side)) as [ZoneMarket, ZoneMarket];
    expect([support, resistance].map((one) => featuresOf(one)['round number'])).toEqual([1, 0]);
    expect(featuresOf(resistance)['volume node']).toBe(0);
    for (let n = 0; n < 5; n += 1) resistance.trade(-1);
    expect(featuresOf(resistance)['volume node']).toBe(1);
  });

  test('is what has traded in the touch that goes on, bounded', () => {
    const market = new ZoneMarket(SIDE_BID);
    const renewal = (): number => featuresOf(market)['renewal of the touch that goes on']!;
    for (const away of [20, 0]) market.trade(away);
    const before = renewal();
    market.trade(0);
    // Ten contracts of the trade that touched, ten more since.
    expect([before, renewal()]).toEqual([Math.log(11), Math.log(21)]);
    for (let n = 0; n < 30; n += 1) market.trade(0);
    expect(renewal()).toBe(5);
    market.trade(6);
    expect(renewal()).toBe(0);
  });
});
