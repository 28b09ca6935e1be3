/** Events and facts of a session on the wire: what earlier releases stored, what is not known yet, and from where a change counts. */
import { type DayFacts, type FlowEvent, type Instrument, instrumentBySymbol } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { orderFlowEvent, sessionFacts } from '#market/market-data.ts';
import { type AnnouncedFacts, encodeFlowEvent, encodeSessionFacts } from './encode.ts';

const ES = instrumentBySymbol('ES') as Instrument;

const FACTS: DayFacts = {
  tradingDay: '2026-11-20',
  lastTicks: 18_269,
  changeTicks: 35,
  changePercent: 0.25,
  dailyTrend: 'bullish',
  volume: 813_770,
  vwapTicks: 18_260.5,
  priorHighTicks: 18_300,
  priorLowTicks: 18_205,
  priorSettlementTicks: 18_234,
  overnightHighTicks: 18_248,
  overnightLowTicks: 18_223,
  openingRangeHighTicks: 18_264,
  openingRangeLowTicks: 18_237,
  pointOfControlTicks: 18_262,
  valueAreaHighTicks: 18_283,
  valueAreaLowTicks: 18_251,
  profile: [
    { priceTicks: 18_261, bidVolume: 15, askVolume: 25, volume: 40 },
    { priceTicks: 18_262, bidVolume: 0, askVolume: 0, volume: 0 },
    { priceTicks: 18_263, bidVolume: 4, askVolume: 7, volume: 12 },
  ],
};
const NOTHING: DayFacts = {
  ...{
    tradingDay: null,
    lastTicks: null,
    changeTicks: null,
    changePercent: null,
    dailyTrend: 'consolidating',
  },
  ...{ volume: 0, vwapTicks: null, priorHighTicks: null, priorLowTicks: null, priorSettlementTicks: null },
  ...{ overnightHighTicks: null, overnightLowTicks: null, openingRangeHighTicks: null },
  ...{ openingRangeLowTicks: null, pointOfControlTicks: null, valueAreaHighTicks: null },
  ...{ valueAreaLowTicks: null, profile: [] },
};
const announced = (changes: Partial<AnnouncedFacts> = {}): AnnouncedFacts => ({
  priorTicks: 18_240,
  newest: { day: '2026-11-19', ticks: 18_240 },
  openInterest: 2_103_455,
  ...changes,
});

describe('the facts of a session', () => {
  test('are decimal prices, each of its own level', () => {
    const facts = encodeSessionFacts(ES, FACTS, '', null);
    expect(sessionFacts.parse(facts)).toEqual(facts);
    expect(facts).toMatchObject({
      ...{ lastPrice: '4567.25', vwap: '4565.125', priorHigh: '4575.00', priorLow: '4551.25' },
      ...{ overnightHigh: '4562.00', overnightLow: '4555.75', openingRangeHigh: '4566.00' },
      ...{ openingRangeLow: '4559.25', pointOfControl: '4565.50', valueAreaHigh: '4570.75' },
      ...{ valueAreaLow: '4562.75', volume: 813_770, dailyTrend: 'bullish', instrumentId: ES.id },
    });
  });

  test('leave out prices at which nothing traded', () => {
    expect(encodeSessionFacts(ES, FACTS, '', null).profile).toEqual([
      { price: '4565.25', volume: 40 },
      { price: '4565.75', volume: 12 },
    ]);
  });

  test('of a market that has reported nothing are null, of the day that is given', () => {
    const facts = encodeSessionFacts(ES, NOTHING, '2026-11-23', null);
    expect(sessionFacts.parse(facts)).toEqual(facts);
    expect(facts.tradingDay).toBe('2026-11-23');
    const known = Object.entries(facts).filter(([, value]) => value !== null);
    expect(known.map(([name]) => name)).toEqual([
      'instrumentId',
      'tradingDay',
      'dailyTrend',
      'volume',
      'profile',
    ]);
  });

  test('have the market’s own day where it has reported one', () => {
    expect(encodeSessionFacts(ES, FACTS, '2026-11-23', null).tradingDay).toBe('2026-11-20');
  });

  test('have what the exchange announced, and null for what it did not', () => {
    expect(encodeSessionFacts(ES, FACTS, '', announced())).toMatchObject({
      ...{ settlement: '4560.00', settlementDay: '2026-11-19', openInterest: 2_103_455 },
      ...{ priorSettlement: '4560.00' },
    });
    const bare = announced({ priorTicks: null, newest: null, openInterest: null });
    expect(encodeSessionFacts(ES, FACTS, '', bare)).toMatchObject({
      ...{ settlement: null, settlementDay: null, openInterest: null, priorSettlement: '4558.50' },
    });
    expect(encodeSessionFacts(ES, FACTS, '', announced({ openInterest: 0 })).openInterest).toBe(0);
  });
});

describe('the change of a day', () => {
  const change = (facts: Partial<DayFacts>, given: AnnouncedFacts | null) => {
    const encoded = encodeSessionFacts(ES, { ...FACTS, ...facts }, '', given);
    return [encoded.change, encoded.changePercent, encoded.changeFrom];
  };

  test('counts from an announced settlement, in percent of it', () => {
    // 29 ticks of 0.25 over 18,240 ticks
    expect(change({}, announced())).toEqual(['7.25', (29 / 18_240) * 100, 'settlement']);
  });

  test('has the sign of the move, also where prices are below zero', () => {
    expect(change({ lastTicks: 18_230 }, announced())).toEqual(['-2.50', (-10 / 18_240) * 100, 'settlement']);
    // From -10.00 to -9.00 is a rise of 10 %
    expect(change({ lastTicks: -36 }, announced({ priorTicks: -40 }))).toEqual(['1.00', 10, 'settlement']);
  });

  test('from a settlement of zero has no percentage', () => {
    expect(change({ lastTicks: 4 }, announced({ priorTicks: 0 }))).toEqual(['1.00', null, 'settlement']);
  });

  test('counts from the last price of the day before, or the first one of a first day, as the market counted it', () => {
    expect(change({}, null)).toEqual(['8.75', 0.25, 'last_price']);
    expect(change({ priorSettlementTicks: null }, null)).toEqual(['8.75', 0.25, 'first_price']);
  });

  test('is none before the first price, whatever was announced', () => {
    const none = { lastTicks: null, changeTicks: null, changePercent: null };
    expect(change(none, announced())).toEqual([null, null, null]);
    expect(change(none, null)).toEqual([null, null, null]);
  });

  test('of nothing is zero, and zero is a change', () => {
    expect(change({ lastTicks: 18_240 }, announced())).toEqual(['0.00', 0, 'settlement']);
    expect(change({ changeTicks: 0, changePercent: 0 }, null)).toEqual(['0.00', 0, 'last_price']);
  });
});

describe('an encoded event', () => {
  const EVENT: FlowEvent = {
    id: 'e1',
    type: 'absorption',
    sub: null,
    instrumentId: 1,
    side: 'ask',
    priceTicks: 18_266,
    priceLowTicks: 18_265,
    priceHighTicks: 18_268,
    size: 1166,
    tier: 'L3',
    exact: false,
    confidence: 0.75,
    confidenceLow: 0.625,
    confidenceHigh: 0.875,
    existence: 0.5,
    isWithdrawn: true,
    isNew: true,
    state: 'experimental',
    score: 1.1,
    calibrator: 'absorption@1',
    status: 'confirmed',
    startNs: 1_700_000_000_000_000_000n,
    detectedNs: 1_700_000_001_000_000_000n,
    updatedNs: 1_700_000_002_000_000_000n,
    expiresNs: 1_700_000_003_000_000_000n,
    degraded: true,
    description: 'Absorbed',
    severity: 'low',
    zoneHeightTicks: 0,
    perDay: 2.5,
    evidence: {},
  };

  test('has every field of the event where the wire has it', () => {
    expect(encodeFlowEvent(ES, EVENT)).toEqual({
      ...{ id: 'e1', instrumentId: 1, instrumentSymbol: 'ES', eventType: 'absorption', price: '4566.50' },
      ...{ size: 1166, confidence: 0.75 },
      metadata: {
        ...{ description: 'Absorbed', severity: 'low', zoneHeight: '0.00', sub: null, side: 'ask' },
        ...{ priceLow: '4566.25', priceHigh: '4567.00', exact: false, calibrator: 'absorption@1' },
        ...{ isWithdrawn: true, isNew: true, state: 'experimental', existence: 0.5 },
        ...{ confidenceLow: 0.625, confidenceHigh: 0.875, status: 'confirmed', degraded: true, perDay: 2.5 },
        ...{ startedAt: '2023-11-14T22:13:20.000Z', updatedAt: '2023-11-14T22:13:22.000Z' },
      },
      detectedAt: '2023-11-14T22:13:21.000Z',
      expiresAt: '2023-11-14T22:13:23.000Z',
    });
  });

  test('that an earlier release stored has its confidence as both ends, no rank and a state', () => {
    const { existence: _a, isWithdrawn: _b, isNew: _c, state: _d, perDay: _e, ...stored } = EVENT;
    const { confidenceLow: _f, confidenceHigh: _g, ...earlier } = stored;
    const wire = encodeFlowEvent(ES, earlier as FlowEvent);
    expect(orderFlowEvent.parse(wire)).toEqual(wire);
    expect(wire.metadata).toMatchObject({
      ...{ confidenceLow: 0.75, confidenceHigh: 0.75, perDay: 0, state: 'calibrated' },
      ...{ existence: null, isNew: false, isWithdrawn: false },
    });
  });

  test('whose interval begins at zero keeps the zero', () => {
    const wire = encodeFlowEvent(ES, { ...EVENT, confidenceLow: 0, existence: 0 });
    expect([wire.metadata.confidenceLow, wire.metadata.existence]).toEqual([0, 0]);
  });
});
