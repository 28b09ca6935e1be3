/** What leaves the developer pages: decimal strings and instants, in the shapes that Copy Code Structure names. */
import { type Instrument, instrumentBySymbol } from '@undertow/market';
import { expect, test } from 'vitest';
import {
  colorOf,
  configExport,
  DEFAULT_CHART_SETTINGS,
} from '#features/developer/chart-test/chart-settings.ts';
import { eventAt, minuteAt, ScriptedMinutes } from '#testing/simulation.ts';
import {
  CODE_STRUCTURE,
  marketTick,
  orderBookLevel,
  orderFlowEvent,
  simulationExport,
} from './simulated-data.ts';
import { SIMULATED_TYPES } from './simulated-events.ts';
import { Simulation } from './simulation.ts';

const ES = instrumentBySymbol('ES') as Instrument;
const GC = instrumentBySymbol('GC') as Instrument;
const { tick, book } = minuteAt(18_269);

/** Field names of an interface in the text. */
function fieldsOf(name: string): readonly string[] {
  const body = CODE_STRUCTURE.split(`interface ${name} {\n`)[1]?.split('\n}')[0] ?? '';
  return [...body.matchAll(/^ {2}(\w+):/gm)].map(([, field]) => field ?? '');
}

test('a tick is a bar of one minute with prices as the exchange prints them', () => {
  if (tick === null) throw new Error('expected a tick');
  expect(marketTick(ES, tick)).toMatchObject({
    open: '4567.25',
    high: '4567.50',
    low: '4567.00',
    timeframe: '1m',
  });
  expect(marketTick(GC, { ...tick, closeTicks: 21_568 }).close).toBe('2156.8');
});

test('the structure to copy names the fields that are exported, and all ten types', () => {
  if (tick === null || book[0] === undefined) throw new Error('expected a minute');
  const event = orderFlowEvent(ES, eventAt(1));
  expect(fieldsOf('MarketTick')).toEqual(Object.keys(marketTick(ES, tick)));
  expect(fieldsOf('OrderFlowEvent')).toEqual(Object.keys(event));
  expect(fieldsOf('OrderBookLevel')).toEqual(Object.keys(orderBookLevel(ES, book[0])));
  for (const field of Object.keys(event.metadata)) expect(CODE_STRUCTURE).toContain(`    ${field}: `);
  for (const { name } of SIMULATED_TYPES) expect(CODE_STRUCTURE).toContain(`'${name}'`);
});

test('the export holds everything that is kept, oldest first, and what makes the same market again', async () => {
  const source = new ScriptedMinutes();
  const simulation = new Simulation({
    source,
    instrument: ES,
    intervalMs: 500,
    mostEvents: 50,
    nowMs: () => 0,
  });
  simulation.start();
  await source.answer(minuteAt(1));
  simulation.stop();
  const exported = simulationExport(simulation.state.get(), Date.UTC(2026, 10, 22));
  expect(JSON.parse(JSON.stringify(exported))).toMatchObject({
    source: 'simulated',
    instrument: 'ES',
    seed: 7,
    intervalMs: 500,
    updates: 1,
    exportedAt: '2026-11-22T00:00:00.000Z',
    ticks: [{ timestamp: '1970-01-01T00:01:00.000Z', close: '0.25', volume: 3, timeframe: '1m' }],
    events: [{ eventType: 'iceberg_detection', confidence: 1, expiresAt: '1970-01-01T00:04:00.000Z' }],
    orderBook: [{ side: 'bid' }, { side: 'ask' }],
  });
});

test('the defaults of the chart test are those of the specification', () => {
  const facts = { instrument: 'ES', intervalMs: 200, exportedMs: 0 };
  expect(configExport(DEFAULT_CHART_SETTINGS, facts)).toMatchObject({
    instrument: 'ES',
    height: 500,
    updateInterval: 200,
    candlesticks: true,
    volume: true,
    orderFlow: true,
    grid: true,
    upColor: '#26a69a',
    downColor: '#ef5350',
  });
});

test.each([
  ['#26A69A', '#26a69a'],
  [' #ef5350 ', '#ef5350'],
  ['26a69a', null],
  ['#fff', null],
  ['red', null],
])('%s as a colour is %s', (text, color) => {
  expect(colorOf(text)).toBe(color);
});
