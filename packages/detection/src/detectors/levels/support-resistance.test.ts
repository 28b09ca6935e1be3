/** The pattern of support and resistance: one for each event of a zone, with the zones beside it. */
import { type FlowEvent, NO_PRICE, NS_PER_MS, SIDE_BID } from '@undertow/market';
import { expect, test } from 'vitest';
import { plainContext } from '#testing/plain-context.ts';
import { ZONE_START_MS, ZoneMarket } from '#testing/zone-market.ts';
import { SUPPORT_RESISTANCE } from './support-resistance.ts';

const nsAfter = (ms: number): bigint => BigInt(ZONE_START_MS + ms) * NS_PER_MS;

/** Support from 1000 to 1003, price at 1010, and one more zone for each of the given lowest prices. */
function watched(zones: readonly number[] = []) {
  const market = new ZoneMarket(SIDE_BID);
  market.trade(7);
  for (const [at, low] of zones.entries()) market.open(at + 1, low - 1000);
  const { context, board, patterns } = plainContext(market.view);
  const detector = SUPPORT_RESISTANCE.create(context);
  return {
    ...{ market, board, patterns, detector },
    put: (parts: Partial<FlowEvent> = {}): void => board.putEvent(zoneEvent(parts)),
    clock: (ms: number): number => {
      market.view.timeMs = ZONE_START_MS + ms;
      detector.onClock(ZONE_START_MS + ms, market.view);
      return patterns.length;
    },
    get last() {
      const last = patterns.at(-1);
      if (!last) throw new Error('no pattern was emitted');
      return last.pattern;
    },
  };
}

const zoneEvent = (parts: Partial<FlowEvent>): FlowEvent =>
  ({
    ...{
      id: 'zone',
      type: 'support',
      side: 'bid',
      priceTicks: 1003,
      priceLowTicks: 1000,
      priceHighTicks: 1003,
    },
    ...{
      size: 40,
      confidence: 0.6,
      confidenceLow: 0.5,
      confidenceHigh: 0.7,
      score: 1,
      calibrator: 'bounce@1',
    },
    ...{ status: 'open', startNs: nsAfter(-9000), detectedNs: nsAfter(0), updatedNs: nsAfter(0) },
    ...{ expiresNs: nsAfter(60_000), degraded: false, severity: 'medium', evidence: { touchesInRole: 3 } },
    ...parts,
  }) as FlowEvent;

test('an event of a zone is a pattern with its probability, toward the side that would hold', () => {
  const one = watched();
  one.put({ existence: 0.8 });
  expect(one.clock(0)).toBe(1);
  expect(one.patterns[0]?.change).toBe('new');
  expect(one.last).toMatchObject({
    ...{ type: 'support_resistance', sub: 'support', side: 'bid', direction: 'up', priceTicks: 1010 },
    ...{ size: 40, confidence: 0.6, confidenceLow: 0.5, confidenceHigh: 0.7, existence: 0.8, status: 'open' },
    ...{ startNs: nsAfter(-9000), updatedNs: nsAfter(0), expiresNs: nsAfter(60_000), exact: false },
    levels: [{ label: 'support', lowTicks: 1000, highTicks: 1003 }],
    description: 'Price is at support 250.00 to 250.75',
    evidence: { touchesInRole: 3, related: ['zone'] },
  });
  one.put({ id: 'other', type: 'resistance', side: 'ask', priceLowTicks: 1020, priceHighTicks: 1022 });
  one.clock(1000);
  expect(one.last).toMatchObject({ sub: 'resistance', side: 'ask', direction: 'down' });
  expect(one.last.description).toMatch(/^Price is at resistance 255\.00 to 255\.50/);
  expect(one.last.id).not.toBe(one.patterns[0]?.pattern.id);
  expect('existence' in one.last).toBe(false);
});

test.each([
  ['status', { status: 'confirmed' }],
  ['time', { updatedNs: nsAfter(500) }],
  ['probability', { confidence: 0.7 }],
  ['existence', { existence: 0.9 }],
] as const)('a change of its %s is an update under the same id, once', (_, parts) => {
  const one = watched();
  one.put();
  expect([one.clock(0), one.clock(1000)]).toEqual([1, 1]);
  one.put(parts);
  expect([one.clock(2000), one.clock(3000)]).toEqual([2, 2]);
  expect(one.patterns[1]?.change).toBe('update');
  expect(one.last).toMatchObject(parts);
  expect(one.last.id).toBe(one.patterns[0]?.pattern.id);
});

test('a change of nothing that it shows is none', () => {
  const one = watched();
  one.put();
  one.clock(0);
  one.put({ size: 50 });
  expect(one.clock(1000)).toBe(1);
});

test('it is looked at once a second, and not before there is a price', () => {
  const one = watched();
  one.put();
  one.clock(0);
  one.put({ confidence: 0.7 });
  expect([one.clock(900), one.clock(999), one.clock(1000)]).toEqual([1, 1, 2]);
  const early = watched();
  early.market.view.lastTicks = NO_PRICE;
  early.put();
  expect(early.clock(0)).toBe(0);
  early.market.trade(7);
  expect(early.clock(100)).toBe(1);
});

test('an event that had ended before it was seen is no pattern', () => {
  const one = watched();
  for (const status of ['confirmed', 'failed', 'expired'] as const) one.put({ id: status, status });
  expect(one.clock(0)).toBe(0);
});

test('events older than ten minutes are forgotten: the same id would be new', () => {
  const one = watched();
  one.put();
  one.clock(0);
  expect(one.clock(601_000)).toBe(1);
  one.put({ updatedNs: nsAfter(602_000) });
  one.clock(602_000);
  expect(one.patterns.map(({ change }) => change)).toEqual(['new', 'new']);
});

test('after a lost book an open zone is new again', () => {
  const one = watched();
  one.put();
  one.clock(0);
  one.detector.onDiscontinuity(0);
  one.clock(1000);
  expect(one.patterns.map(({ change }) => change)).toEqual(['new', 'new']);
});

test.each([
  { what: 'the nearest below and above price', zones: [980, 990, 1015, 1030], below: 990, above: 1015 },
  { what: 'in any order of places', zones: [1030, 1015, 990, 980], below: 990, above: 1015 },
  { what: 'none that overlap the zone itself', zones: [997, 1003, 980], below: 980, above: null },
  { what: 'none that hold the price', zones: [1008, 1020], below: null, above: 1020 },
  { what: 'one that ends at the price', zones: [1007, 985], below: 1007, above: null },
  { what: 'one that begins at the price', zones: [1010, 1015], below: null, above: 1010 },
])('beside it are $what', ({ zones, below, above }) => {
  const one = watched(zones);
  one.put();
  one.clock(0);
  expect(one.last.levels.slice(1)).toEqual([
    ...(below === null ? [] : [{ label: 'support', lowTicks: below, highTicks: below + 3 }]),
    ...(above === null ? [] : [{ label: 'resistance', lowTicks: above, highTicks: above + 3 }]),
  ]);
  expect(one.last.description).toMatch(/; next zone \d+\.\d\d$/);
});

test('zones that do not differ from arbitrary prices are not beside it', () => {
  const one = watched([990, 1020]);
  one.market.rate = 0.11;
  one.put();
  one.clock(0);
  expect(one.last.levels.length).toBe(1);
  const gone = watched([990, 1020]);
  gone.market.map.touches.close(1);
  gone.put();
  gone.clock(0);
  expect(gone.last.levels.map(({ lowTicks }) => lowTicks)).toEqual([1000, 1020]);
});
