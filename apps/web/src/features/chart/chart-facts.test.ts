/** Wire shapes as what the chart draws. */
import type { AiPattern, FeedStatus, SessionFacts } from '@undertow/contracts';
import { type Instrument, instrumentBySymbol } from '@undertow/market';
import { expect, test } from 'vitest';
import { chartAiLevels, chartGaps, chartProfile, chartSessionLevels } from './chart-facts.ts';

const ES = instrumentBySymbol('ES') as Instrument;
const AT = '2026-11-20T16:51:55.000Z';

test('session levels are ticks, unknown ones stay unknown, one between ticks goes to the nearest', () => {
  const facts = { priorHigh: '4567.25', priorLow: null, priorSettlement: '4560.40' } as SessionFacts;
  expect(chartSessionLevels(ES, facts)).toMatchObject({
    priorHighTicks: 18_269,
    priorLowTicks: null,
    priorSettlementTicks: 18_242,
  });
});

test('the profile keeps every price with its volume', () => {
  const facts = {
    pointOfControl: '4567.25',
    valueAreaHigh: null,
    valueAreaLow: null,
    profile: [{ price: '4567.25', volume: 12 }],
  } as unknown as SessionFacts;
  expect(chartProfile(ES, facts)).toMatchObject({
    pointOfControlTicks: 18_269,
    levels: [{ priceTicks: 18_269, volume: 12 }],
  });
});

test('only patterns that name a price have a line, and their confidence is a share', () => {
  const pattern = (id: string, priceLevel?: string): AiPattern => ({
    id,
    instrumentId: 1,
    eventType: 'volume_spike',
    description: 'd',
    significance: 'low',
    confidence: 81,
    metadata: { timeframe: '10m', ...(priceLevel === undefined ? {} : { priceLevel }) },
    detectedAt: AT,
  });
  expect(chartAiLevels(ES, [pattern('a'), pattern('b', '4562.50')])).toEqual([
    { id: 'b', label: 'Volume spike', priceTicks: 18_250, confidence: 0.81 },
  ]);
});

test('an open gap has no end', () => {
  expect(chartGaps(null)).toEqual([]);
  const status = { lastGap: { from: AT, to: null } } as FeedStatus;
  expect(chartGaps(status)).toEqual([{ fromMs: Date.parse(AT), toMs: null }]);
});
