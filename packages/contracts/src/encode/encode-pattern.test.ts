/** A pattern on the wire: percentages, decimal prices, and only what the viewer may open or see. */
import { type Instrument, instrumentBySymbol, type Pattern } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { aiPattern } from '#market/patterns.ts';
import { encodePattern, type PatternSight } from './encode-pattern.ts';

const ES = instrumentBySymbol('ES') as Instrument;
const START_MS = Date.UTC(2026, 10, 20, 16, 51, 55);
const ns = (ms: number): bigint => BigInt(ms) * 1_000_000n;

const PATTERN: Pattern = {
  id: 'pt_1',
  type: 'triple_convergence',
  sub: 'vwap',
  instrumentId: 1,
  side: 'bid',
  direction: 'up',
  priceTicks: 18_269,
  levels: [
    { label: 'zone', lowTicks: 18_266, highTicks: 18_268 },
    { label: 'target', lowTicks: 18_280, highTicks: 18_280 },
  ],
  size: 411.6,
  timeframe: '5 min',
  tier: 'L3',
  exact: false,
  confidence: 0.625,
  confidenceLow: 0.5,
  confidenceHigh: 0.75,
  score: 0.4,
  calibrator: 'triple_convergence@5f1c02ab',
  status: 'open',
  startNs: ns(START_MS - 60_000),
  detectedNs: ns(START_MS),
  updatedNs: ns(START_MS + 2000) + 999_999n,
  expiresNs: ns(START_MS + 60_000),
  degraded: false,
  description: 'Absorption, VWAP and a swing low at 4566.75',
  severity: 'high',
  evidence: {
    related: ['ev_1', 7, 'ev_2', null, 'ev_3'],
    best: { type: 'spoofing', id: 'ev_3', priceTicks: 18_267 },
    held: { type: 'absorption', id: 'ev_1', priceTicks: 18_266 },
  },
};
const SIGHT: PatternSight = {
  asOfMs: START_MS + 3000,
  seenTypes: ['absorption'],
  canOpen: (id) => id !== 'ev_2',
};

const encode = (changes: Partial<Pattern> = {}, sight: Partial<PatternSight> = {}) =>
  encodePattern(ES, { ...PATTERN, ...changes }, { ...SIGHT, ...sight });

describe('an encoded pattern', () => {
  test('is one of the contract', () => {
    expect(aiPattern.parse(JSON.parse(JSON.stringify(encode())))).toEqual(encode());
  });

  test('has its times in UTC, with fractions of a millisecond cut', () => {
    expect(encode()).toMatchObject({
      detectedAt: '2026-11-20T16:51:55.000Z',
      expiresAt: '2026-11-20T16:52:55.000Z',
      metadata: { updatedAt: '2026-11-20T16:51:57.000Z' },
    });
  });

  test('has probabilities in percent', () => {
    expect(encode()).toMatchObject({ confidence: 62.5, metadata: { confidenceLow: 50, confidenceHigh: 75 } });
    expect(encode().metadata.existence).toBeNull();
    expect(encode({ existence: 0 }).metadata.existence).toBe(0);
    expect(encode({ existence: 0.875 }).metadata.existence).toBe(87.5);
  });

  test('has every level in decimal, and the middle of the first one as its price', () => {
    expect(encode().metadata).toMatchObject({
      priceLevel: '4566.75',
      levels: [
        { label: 'zone', low: '4566.50', high: '4567.00' },
        { label: 'target', low: '4570.00', high: '4570.00' },
      ],
    });
  });

  test.each([
    [18_266, 18_269, '4567.00'],
    [18_266, 18_266, '4566.50'],
    [-1, 0, '0.00'],
    [-8, -6, '-1.75'],
  ])(
    'of a level from %d to %d ticks is drawn at %s, a price of the instrument',
    (lowTicks, highTicks, price) => {
      expect(encode({ levels: [{ label: 'zone', lowTicks, highTicks }] }).metadata.priceLevel).toBe(price);
    },
  );

  test('without a level has no price, not an empty one', () => {
    const { metadata } = encode({ levels: [] });
    expect(metadata).not.toHaveProperty('priceLevel');
    expect(metadata.levels).toEqual([]);
  });

  test('is active until it expires at the viewer’s instant, a delay included', () => {
    const active = (asOfMs: number) => encode({}, { asOfMs }).metadata.active;
    expect([START_MS, START_MS + 59_999, START_MS + 60_000, START_MS + 60_001].map(active)).toEqual([
      ...[true, true, false, false],
    ]);
  });

  test('names the events that it rests on and the viewer may open, and nothing that is no id', () => {
    expect(encode().metadata.eventIds).toEqual(['ev_1', 'ev_3']);
    expect(encode({}, { canOpen: () => false }).metadata.eventIds).toEqual([]);
    for (const related of [null, 'ev_1', { 0: 'ev_1' }, 3])
      expect(encode({ evidence: { related } }).metadata.eventIds).toEqual([]);
    expect(encode({ evidence: {} }).metadata.eventIds).toEqual([]);
  });

  test('has no evidence of types that the viewer’s tier does not have', () => {
    expect(encode().metadata.evidence).toEqual({
      related: PATTERN.evidence['related'],
      held: { type: 'absorption', id: 'ev_1', priceTicks: 18_266, price: '4566.50' },
    });
    expect(Object.keys(encode({}, { seenTypes: [] }).metadata.evidence)).toEqual(['related']);
    expect(Object.keys(encode({}, { seenTypes: ['absorption', 'spoofing'] }).metadata.evidence)).toEqual([
      ...['related', 'best', 'held'],
    ]);
  });

  test('has a whole size', () => {
    expect([411.4, 411.5, 0].map((size) => encode({ size }).metadata.size)).toEqual([411, 412, 0]);
  });

  test('states what its probability is worth, also as an earlier version stored it', () => {
    const stateOf = (changes: Partial<Pattern>) => encode(changes).metadata.state;
    expect(stateOf({})).toBe('calibrated');
    expect(stateOf({ exact: true })).toBe('exact');
    expect(stateOf({ exact: true, state: 'experimental' })).toBe('experimental');
    expect([
      encode().metadata.isNew,
      encode({ isNew: true }).metadata.isNew,
      encode({ isNew: false }).metadata.isNew,
    ]).toEqual([false, true, false]);
  });

  test.each([
    ['eventType', 'type'],
    ['description', 'description'],
    ['significance', 'severity'],
    ['instrumentId', 'instrumentId'],
    ['id', 'id'],
  ] as const)('has the pattern’s own %s', (field, source) => {
    expect(encode()[field]).toBe(PATTERN[source]);
  });

  test.each(['timeframe', 'sub', 'side', 'direction', 'exact', 'calibrator', 'status', 'degraded'] as const)(
    'has the pattern’s own %s among its facts',
    (field) => {
      expect(encode().metadata[field]).toBe(PATTERN[field]);
    },
  );
});
