/** Facts are encoded to the wire shapes of the schemas. */
import {
  CME_CALENDAR,
  type FlowEvent,
  type Instrument,
  instrumentBySymbol,
  MarketFacts,
} from '@undertow/market';
import { expect, test } from 'vitest';
import { eventCounts, marketDataBar, orderBookRow, orderFlowEvent } from '#market/market-data.ts';
import {
  encodeBar,
  encodeBook,
  encodeCounts,
  encodeFlowEvent,
  encodeSessionFacts,
  instantOfMs,
  instantOfNs,
} from './encode.ts';

const es = instrumentBySymbol('ES') as Instrument;

test('an instant is written as the platform writes it', () => {
  // A prime stride of just over two days covers every month, leap day and time of day by 2100
  for (let timeMs = 0; timeMs < 4_102_444_800_000; timeMs += 175_303_411) {
    expect(instantOfMs(timeMs)).toBe(new Date(timeMs).toISOString());
  }
});

test('fractions of a millisecond are cut, never rounded up', () => {
  expect(instantOfMs(1_700_000_000_000.999)).toBe('2023-11-14T22:13:20.000Z');
  expect(instantOfNs(1_700_000_000_000_999_999n)).toBe('2023-11-14T22:13:20.000Z');
});

test('a bar in ticks becomes a bar in decimal strings', () => {
  const facts = {
    contract: 'ESZ3',
    startMs: 1_700_000_040_000,
    openTicks: 18_269,
    highTicks: 18_271,
    lowTicks: 18_268,
    closeTicks: 18_270,
    volume: 12,
    buyVolume: 7,
    sellVolume: 5,
    trades: 4,
    vwapTicks: 18_269.4,
  };
  const bar = encodeBar(es, facts, '1m', false);
  expect(marketDataBar.parse(bar)).toEqual(bar);
  expect(bar).toMatchObject({ open: '4567.25', high: '4567.75', low: '4567.00', close: '4567.50' });
  expect(bar).toMatchObject({
    contract: 'ESZ3',
    vwap: '4567.350',
    complete: false,
    timestamp: '2023-11-14T22:14:00.000Z',
  });
});

test('a book becomes at most ten bids, then at most ten asks, best first', () => {
  const level = (priceTicks: number) => ({ priceTicks, size: 3, orders: 2 });
  const bids = Array.from({ length: 12 }, (_, n) => level(18_269 - n));
  const asks = Array.from({ length: 12 }, (_, n) => level(18_270 + n));
  const rows = encodeBook(es, bids, asks, 1_700_000_000_000);
  expect(rows.map((row) => orderBookRow.parse(row))).toEqual(rows);
  expect(rows.map((row) => row.side)).toEqual([...Array(10).fill('bid'), ...Array(10).fill('ask')]);
  expect(rows[0]?.price).toBe('4567.25');
  expect(rows[10]?.price).toBe('4567.50');
});

test('an encoded event does not contain its evidence', () => {
  const event: FlowEvent = {
    id: 'e1',
    type: 'iceberg',
    sub: 'native',
    instrumentId: 1,
    side: 'bid',
    priceTicks: 18_266,
    priceLowTicks: 18_266,
    priceHighTicks: 18_266,
    size: 1166,
    tier: 'L3',
    exact: true,
    confidence: 1,
    confidenceLow: 1,
    confidenceHigh: 1,
    score: null,
    calibrator: 'exact',
    status: 'open',
    startNs: 1_700_000_000_000_000_000n,
    detectedNs: 1_700_000_001_000_000_000n,
    updatedNs: 1_700_000_002_000_000_000n,
    expiresNs: 1_700_000_122_000_000_000n,
    degraded: false,
    description: 'Bid refilled 9 times at 4566.50, 1,166 traded',
    severity: 'high',
    zoneHeightTicks: 1,
    evidence: { secretTicks: 99 },
  };
  const wire = encodeFlowEvent(es, event);
  expect(orderFlowEvent.parse(wire)).toEqual(wire);
  expect(wire).toMatchObject({
    price: '4566.50',
    instrumentSymbol: 'ES',
    expiresAt: '2023-11-14T22:15:22.000Z',
  });
  expect(wire.metadata.zoneHeight).toBe('0.25');
  expect(JSON.stringify(wire)).not.toContain('secret');
  expect(wire.metadata.perDay).toBe(0);
  expect(encodeFlowEvent(es, { ...event, perDay: 4.5 }).metadata.perDay).toBe(4.5);
  expect(encodeFlowEvent(es, { ...event, zoneHeightTicks: null }).metadata).not.toHaveProperty('zoneHeight');
});

test('counts name every type but contain values only for those that the viewer may see', () => {
  const counts = encodeCounts('2026-11-20', new Map([['iceberg', 4] as const, ['support', 2] as const]), [
    'support',
  ]);
  expect(eventCounts.parse(counts)).toEqual(counts);
  expect(counts).toMatchObject({ total: 2, counts: { iceberg: 0, support: 2 } });
});

test('the change counts from the announced settlement of the day before, else from its last price, else from the first one', () => {
  const facts = new MarketFacts({ instrument: es, calendar: CME_CALENDAR });
  const bar = (startMs: number, ticks: number) => ({
    ...{ startMs, openTicks: ticks, highTicks: ticks, lowTicks: ticks, closeTicks: ticks },
    ...{ volume: 1, buyVolume: 1, sellVolume: 0, trades: 1, vwapTicks: ticks },
  });
  const [day, before] = [Date.UTC(2026, 10, 20, 15), Date.UTC(2026, 10, 19, 15)];
  const settled = { priorTicks: 18_240, newest: { day: '2026-11-20', ticks: 18_300 }, openInterest: 7 };
  facts.restore([bar(before, 18_200), bar(day, 18_210), bar(day + 60_000, 18_250)]);
  expect(encodeSessionFacts(es, facts.dayFacts(), '', settled)).toMatchObject({
    ...{ change: '2.50', changeFrom: 'settlement', priorSettlement: '4560.00' },
    ...{ settlement: '4575.00', settlementDay: '2026-11-20', openInterest: 7 },
  });
  expect(encodeSessionFacts(es, facts.dayFacts(), '', { ...settled, priorTicks: null })).toMatchObject({
    ...{ change: '12.50', changeFrom: 'last_price', priorSettlement: '4550.00' },
  });
  const first = new MarketFacts({ instrument: es, calendar: CME_CALENDAR });
  first.restore([bar(day, 18_210), bar(day + 60_000, 18_250)]);
  expect(encodeSessionFacts(es, first.dayFacts(), '', null)).toMatchObject({
    ...{ change: '10.00', changeFrom: 'first_price', priorSettlement: null, settlementDay: null },
  });
});

test('instants before 1970 are written as the platform writes them', () => {
  for (const timeMs of [-1, -1000, -86_400_000, -86_400_001, -1_700_000_000_001])
    expect(instantOfMs(timeMs)).toBe(new Date(timeMs).toISOString());
  expect(instantOfNs(0n)).toBe('1970-01-01T00:00:00.000Z');
});

test('a forming bar without volume has no average price, and its four prices are of the instrument', () => {
  const zn = instrumentBySymbol('ZN') as Instrument;
  const facts = {
    ...{ contract: 'ZNH7', startMs: 0, openTicks: 7065, highTicks: 7066, lowTicks: 7064, closeTicks: 7064 },
    ...{ volume: 0, buyVolume: 0, sellVolume: 0, trades: 0, vwapTicks: null },
  };
  expect(encodeBar(zn, facts, '60m', true)).toEqual({
    ...{ instrumentId: zn.id, contract: 'ZNH7', timestamp: '1970-01-01T00:00:00.000Z' },
    ...{ open: '110.390625', high: '110.406250', low: '110.375000', close: '110.375000' },
    ...{ volume: 0, buyVolume: 0, sellVolume: 0, trades: 0, vwap: null, timeframe: '60m', complete: true },
  });
});

test('a book with one side or none has only the rows there are, each of the one instant', () => {
  const level = { priceTicks: 18_269, size: 3, orders: null };
  const at = Date.UTC(2026, 10, 20, 16, 51, 54, 998);
  expect(encodeBook(es, [], [], at)).toEqual([]);
  expect(encodeBook(es, [], [level], at)).toEqual([
    { side: 'ask', price: '4567.25', size: 3, orders: null, timestamp: '2026-11-20T16:51:54.998Z' },
  ]);
  expect(encodeBook(es, [level], [], at).map(({ side }) => side)).toEqual(['bid']);
});

test('counts of nothing, and of types that were never counted, are zeros', () => {
  const none = encodeCounts('2026-11-20', new Map(), ['iceberg']);
  expect([none.total, ...Object.values(none.counts)].every((count) => count === 0)).toBe(true);
  expect(encodeCounts('2026-11-20', new Map([['iceberg', 4] as const]), []).total).toBe(0);
  expect(eventCounts.parse(none)).toEqual(none);
});
