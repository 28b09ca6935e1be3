/** The landing chart's market: real rows of the simulator, its labels as marks, the limits of the specification. */
import { instrumentBySymbol } from '@undertow/market';
import { beforeAll, expect, test } from 'vitest';
import { ICEBERG_LABEL } from '#lib/label-fixture.ts';
import { eventOfLabel, LandingMarket } from './landing-market.ts';

const START_MS = Date.UTC(2026, 10, 20, 14, 30);
const MINUTE_MS = 60_000;
const MINUTES = 115;

function made(): LandingMarket {
  const instrument = instrumentBySymbol('ES');
  if (instrument === undefined) throw new Error('the catalogue has no ES');
  return new LandingMarket({ instrument, seed: 11, startMs: START_MS, openTicks: 18_262 });
}

const market = made();
beforeAll(() => {
  for (let minute = 1; minute <= MINUTES; minute += 1) market.advance(START_MS + minute * MINUTE_MS - 1);
});

test('it keeps the newest hundred bars of one minute', () => {
  const starts = market.bars().map(({ startMs }) => startMs);
  expect(starts).toHaveLength(100);
  expect(starts).toEqual(starts.toSorted((a, b) => a - b));
  expect(starts.at(-1)).toBe(START_MS + (MINUTES - 1) * MINUTE_MS);
});

test('its marks are events of the product that the feed could show, the newest first, a hundred at most', () => {
  const events = market.events();
  expect(events.length).toBeGreaterThan(50);
  expect(events.length).toBeLessThanOrEqual(100);
  expect(new Set(events.map(({ type }) => type)).size).toBeGreaterThanOrEqual(4);
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  for (const event of events) expect(event.startedMs).toBeLessThanOrEqual(event.updatedMs);
});

test('its book has ten levels a side, the best first, and does not cross', () => {
  const { bids, asks } = market.book();
  expect(bids).toHaveLength(10);
  expect(asks).toHaveLength(10);
  expect(bids[0]?.priceTicks).toBeLessThan(asks[0]?.priceTicks ?? 0);
  expect(bids.map(({ priceTicks }) => priceTicks)).toEqual(
    bids.map(({ priceTicks }) => priceTicks).toSorted((a, b) => b - a),
  );
});

test('the same seed gives the same market, in one step or in many', () => {
  const once = made();
  once.advance(START_MS + MINUTE_MS);
  const often = made();
  for (let ms = 250; ms <= MINUTE_MS; ms += 250) often.advance(START_MS + ms);
  expect(often.bars()).toEqual(once.bars());
  expect(often.book()).toEqual(once.book());
});

test('what the feed never showed, harmless look-alikes and traps make no mark', () => {
  expect(eventOfLabel(ICEBERG_LABEL)).toMatchObject({
    type: 'iceberg',
    priceTicks: 102,
    exact: true,
    updatedMs: 3000,
  });
  expect(eventOfLabel({ ...ICEBERG_LABEL, side: 'ask' })?.priceTicks).toBe(100);
  expect(eventOfLabel({ ...ICEBERG_LABEL, observability: 'none', tEvidentNs: null })).toBeNull();
  expect(eventOfLabel({ ...ICEBERG_LABEL, type: 'neg' })).toBeNull();
  expect(eventOfLabel({ ...ICEBERG_LABEL, type: 'trap' })).toBeNull();
});
