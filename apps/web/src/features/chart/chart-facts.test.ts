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

test('the settlement of today is no level of the day before', () => {
  const facts = { priorSettlement: '4560.50', settlement: '4561.00' } as SessionFacts;
  expect(chartSessionLevels(ES, facts).priorSettlementTicks).toBe(18_242);
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

test('each level of a pattern that has not expired has a line, and its confidence is a share', () => {
  const pattern = (id: string, active: boolean, levels: AiPattern['metadata']['levels']) =>
    ({
      id,
      eventType: 'volume_spike',
      confidence: 81,
      metadata: { active, levels },
    }) as AiPattern;
  const zone = { label: 'traded', low: '4562.00', high: '4563.00' };
  const shown = [pattern('a', true, []), pattern('b', true, [zone]), pattern('c', false, [zone])];
  expect(chartAiLevels(ES, shown)).toEqual([
    { id: 'b/0', label: 'Volume spike, traded', priceTicks: 18_250, confidence: 0.81 },
  ]);
});

test('the level of a fact says exact, and that of a score without a calibrator that it has none', () => {
  const shown = ['exact', 'score'].map(
    (calibrator) =>
      ({
        id: calibrator,
        eventType: 'market_structure',
        confidence: 50,
        metadata: {
          active: true,
          exact: calibrator === 'exact',
          calibrator,
          levels: [{ label: 'break', low: '4562.00', high: '4562.00' }],
        },
      }) as AiPattern,
  );
  expect(chartAiLevels(ES, shown).map(({ words }) => words)).toEqual(['exact', 'not calibrated']);
});

test('an open gap has no end', () => {
  expect(chartGaps(null, [])).toEqual([]);
  const status = { lastGap: { from: AT, to: null } } as FeedStatus;
  expect(chartGaps(status, [])).toEqual([{ fromMs: Date.parse(AT), toMs: null }]);
});

test('the gaps of the list are there too, and the latest one is as the socket knows it', () => {
  const earlier = { from: '2026-11-20T09:00:00.000Z', to: '2026-11-20T09:00:05.000Z' };
  const status = { lastGap: { from: AT, to: AT } } as FeedStatus;
  expect(chartGaps(status, [earlier, { from: AT, to: null }]).map(({ toMs }) => toMs)).toEqual([
    Date.parse(earlier.to),
    Date.parse(AT),
  ]);
});
