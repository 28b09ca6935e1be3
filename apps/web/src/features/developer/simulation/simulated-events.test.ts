/**
 * The ten simulated types: each comes from the real vocabulary and from a label of the simulator, and each does come.
 */
import { FLOW_EVENT_TYPES, instrumentBySymbol, PATTERN_TYPES } from '@undertow/market';
import type { Label } from '@undertow/simulator';
import { expect, test } from 'vitest';
import { ICEBERG_LABEL } from '#testing/label.ts';
import { SIMULATED_TYPES, type SimulatedEvent, simulatedEventOf } from './simulated-events.ts';
import { SimulatedMarket } from './simulated-market.ts';

/** Specification, section 3. */
const TEN = [
  'iceberg_detection',
  'absorption_pattern',
  'support_resistance',
  'stop_run',
  'market_spoofing',
  'large_order',
  'momentum_shift',
  'retail_trap_zone',
  'liquidity_hunt',
  'smart_money_entry',
];

const eventOf = (change: Partial<Label>): SimulatedEvent | null =>
  simulatedEventOf({ ...ICEBERG_LABEL, ...change });

test('all ten names of the specification are mapped, each once', () => {
  expect(SIMULATED_TYPES.map(({ name }) => name).toSorted()).toEqual(TEN.toSorted());
});

test('the detail beside a name uses words of the product; only a large order has none', () => {
  const words: readonly string[] = [...FLOW_EVENT_TYPES, ...PATTERN_TYPES];
  for (const { real } of SIMULATED_TYPES) for (const word of real) expect(words).toContain(word);
  const without = SIMULATED_TYPES.filter(({ real }) => real.length === 0).map(({ name }) => name);
  expect(without).toEqual(['large_order']);
});

test.each([
  [{}, 'iceberg_detection', 'iceberg'],
  [{ type: 'absorption' }, 'absorption_pattern', 'absorption'],
  [{ type: 'support' }, 'support_resistance', 'support'],
  [{ type: 'resistance', side: 'ask' }, 'support_resistance', 'resistance'],
  [{ type: 'stop_run', sub: 'organic' }, 'stop_run', 'stop_run'],
  [{ type: 'stop_run', sub: 'hunted' }, 'liquidity_hunt', 'stop_run'],
  [{ type: 'spoofing', sub: 'layering' }, 'market_spoofing', 'spoofing'],
  [{ type: 'neg', sub: 'bigHonest' }, 'large_order', null],
  [{ type: 'regime', sub: 'trend-up', side: null }, 'momentum_shift', null],
  [{ type: 'trap', side: 'bid' }, 'retail_trap_zone', 'resistance'],
  [{ type: 'trap', side: 'ask' }, 'retail_trap_zone', 'support'],
  [{ type: 'institutional', sub: 'clips' }, 'smart_money_entry', null],
] as const)('a label %o is sent as %s and drawn as %s', (change, eventType, drawnAs) => {
  expect(eventOf(change)).toMatchObject({ eventType, drawnAs });
});

test('what the feed never showed, and what none of the ten means, is no event', () => {
  expect(eventOf({ observability: 'none', tEvidentNs: null })).toBeNull();
  expect(eventOf({ type: 'neg', sub: 'flicker' })).toBeNull();
  expect(eventOf({ type: 'regime', sub: 'quiet', side: null })).toBeNull();
  expect(eventOf({ type: 'block', side: null })).toBeNull();
});

test('an event is emitted when its label ends, stays active as long as its type does, and is certain', () => {
  expect(eventOf({})).toMatchObject({
    startedMs: 1000,
    detectedMs: 3000,
    expiresMs: 153_000,
    confidence: 1,
    priceTicks: 102,
    size: 10,
    label: 'iceberg/native',
  });
  expect(eventOf({ type: 'neg', sub: 'bigHonest', qty: 0, params: { size: 240 } })?.size).toBe(240);
  expect(eventOf({ side: 'ask' })?.priceTicks).toBe(100);
  expect(eventOf({ type: 'institutional' })?.expiresMs).toBe(123_000);
});

test('each of the ten comes by itself within six hours of a simulated market', () => {
  const instrument = instrumentBySymbol('YM');
  if (instrument === undefined) throw new Error('expected YM in the catalogue');
  const market = new SimulatedMarket(instrument);
  const seen = new Set<string>();
  for (let minute = 0; minute < 360 && seen.size < TEN.length; minute += 1)
    for (const { eventType } of market.next().events) seen.add(eventType);
  expect([...seen].toSorted()).toEqual(TEN.toSorted());
});
