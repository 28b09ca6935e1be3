/** By which outcome each type is judged: its direction by side, its barriers in ticks, and who settles it. */
import type { FlowEvent, Pattern } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { declareOutcome, isDecidedAtEnd, ownBaseRate, ownOutcome, settlesItself } from './outcome-rules.ts';

/** The square roots of 10, 60 and 120 seconds are 3.2, 7.7 and 11.0. */
const SCALE = { sigma1Ticks: 1, atr10Ticks: 20 };
const MID = 1000;
const MINUTE = 60_000;
const MAX = Number.MAX_SAFE_INTEGER;

interface Part {
  readonly sub?: string;
  readonly side?: FlowEvent['side'];
  readonly direction?: Pattern['direction'];
  readonly status?: FlowEvent['status'];
  readonly evidence?: unknown;
  readonly barriers?: FlowEvent['barriers'];
}
const signal = (type: string, part: Part = {}): FlowEvent =>
  ({ type, side: null, status: 'open', confidence: 0.7, evidence: {}, ...part }) as unknown as FlowEvent;

test.each([
  ['iceberg', 'bid', 1],
  ['iceberg', 'ask', -1],
  ['absorption', 'bid', 1],
  ['absorption', 'ask', -1],
  ['support', 'bid', 1],
  ['resistance', 'ask', -1],
  ['stop_run', 'bid', -1],
  ['stop_run', 'ask', 1],
  ['spoofing', 'bid', -1],
  ['spoofing', 'ask', 1],
  ['institutional_activity', 'bid', 1],
  ['institutional_activity', 'ask', -1],
] as const)('%s of the %s expects the direction %i', (type, side, direction) => {
  expect(declareOutcome(signal(type, { side }), SCALE, MID).direction).toBe(direction);
});

test.each(['retail_trap_zone', 'momentum_exhaustion', 'smart_reversal', 'price_prediction', 'cross_market'])(
  '%s expects the direction that it names, whatever its side',
  (type) => {
    expect(declareOutcome(signal(type, { direction: 'up', side: 'ask' }), SCALE, MID).direction).toBe(1);
    expect(declareOutcome(signal(type, { direction: 'down', side: 'bid' }), SCALE, MID).direction).toBe(-1);
  },
);

test.each([
  ['iceberg', 'hold', 8, 2, MINUTE],
  ['absorption', 'hold', 8, 2, MINUTE],
  ['stop_run', 'reversal', 8, 8, 3 * MINUTE],
  ['spoofing', 'reversal', 8, 8, 3 * MINUTE],
  ['retail_trap_zone', 'follow through', 15, 4, 30 * MINUTE],
  ['triple_convergence', 'retrace', 11, 11, 5 * MINUTE],
  ['institutional_activity', 'push', 11, 11, 5 * MINUTE],
  ['cross_market', 'next minute', 4, 4, MINUTE],
])('%s is judged by the rule %s with its barriers', (type, rule, targetTicks, adverseTicks, horizonMs) => {
  const declared = declareOutcome(signal(type, { side: 'bid', direction: 'up' }), SCALE, MID);
  expect(declared).toMatchObject({ rule, targetTicks, adverseTicks, horizonMs });
});

test.each([
  ['next_move', 'next move', 0.5, 5 * MINUTE, false],
  ['ten_seconds', 'in ten seconds', 0.5 * Math.sqrt(10), 10_000, true],
  ['minute', 'in a minute', 0.5 * Math.sqrt(60), MINUTE, true],
] as const)(
  'a price prediction of the %s is judged by what it states',
  (sub, rule, ticks, horizonMs, isAtEnd) => {
    const prediction = signal('price_prediction', { direction: 'down', sub });
    const declared = declareOutcome(prediction, SCALE, MID);
    expect(declared).toMatchObject({ rule, direction: -1, horizonMs, probability: 0.7 });
    expect(declared.targetTicks).toBeCloseTo(ticks, 10);
    expect(isDecidedAtEnd(declared.rule)).toBe(isAtEnd);
  },
);

test('in a still market every rule has its least barrier', () => {
  const still = { sigma1Ticks: 0.05, atr10Ticks: 1 };
  const target = (type: string): number =>
    declareOutcome(signal(type, { side: 'bid', direction: 'up' }), still, MID).targetTicks;
  expect(['iceberg', 'retail_trap_zone', 'volume_spike'].map(target)).toEqual([3, 6, 5]);
});

test('what names no direction is judged by a move either way', () => {
  const either = { rule: 'expansion', direction: 0, targetTicks: 12, adverseTicks: MAX, horizonMs: MINUTE };
  expect(declareOutcome(signal('volume_spike'), SCALE, MID)).toMatchObject(either);
  expect(declareOutcome(signal('iceberg'), SCALE, MID)).toMatchObject(either);
  expect(declareOutcome(signal('market_structure', { direction: null }), SCALE, MID)).toMatchObject(either);
});

test('zones and types without a rule are not judged', () => {
  for (const type of ['support_resistance', 'unheard_of'])
    expect(declareOutcome(signal(type, { side: 'bid', direction: 'up' }), SCALE, MID)).toEqual({
      rule: null,
      direction: 0,
      targetTicks: 0,
      adverseTicks: 0,
      horizonMs: 0,
      stayMs: 0,
      isMissAtEnd: false,
      probability: null,
    });
});

describe('the forecast', () => {
  const forecast = (type: string, evidence: unknown = {}): number | null =>
    declareOutcome(signal(type, { side: 'bid', evidence }), SCALE, MID).probability;

  test('is the one in the evidence, where the type makes one', () => {
    expect(forecast('absorption', { hold: { p: 0.6 } })).toBe(0.6);
    expect(forecast('support', { bounce: { p: 0.55 } })).toBe(0.55);
    expect(forecast('stop_run', { pReversal: { p: 0.4 } })).toBe(0.4);
    expect(forecast('iceberg', { hold: { p: 0.6 } })).toBeNull();
  });

  test('is none where the evidence has no number at its place', () => {
    for (const hold of [null, 0.6, [0.6], { p: 'high' }, {}])
      expect(forecast('absorption', { hold })).toBeNull();
  });

  test('of a pattern that declares its own outcome is its confidence', () => {
    expect(forecast('smart_reversal')).toBe(0.7);
  });
});

test('barriers that the detector declares replace those of the rule, as distances from the mid', () => {
  const barriers = { winTicks: 994, loseTicks: 1002.5, withinMs: 90_000, stayMs: 0 };
  expect(declareOutcome(signal('absorption', { side: 'ask', barriers }), SCALE, MID)).toMatchObject({
    rule: 'hold',
    direction: -1,
    targetTicks: 6,
    adverseTicks: 2.5,
    horizonMs: 90_000,
    isMissAtEnd: true,
  });
});

test('without a price that decides against it, time alone does', () => {
  const barriers = { winTicks: 998, loseTicks: null, withinMs: 120_000, stayMs: 30_000 };
  expect(declareOutcome(signal('stop_run', { side: 'bid', barriers }), SCALE, MID)).toMatchObject({
    direction: -1,
    targetTicks: 2,
    adverseTicks: MAX,
    stayMs: 30_000,
  });
});

describe('a level', () => {
  test('is settled by its detector, and declares no barriers', () => {
    expect(settlesItself(signal('support'))).toBe(true);
    for (const type of ['absorption', 'stop_run', 'iceberg', 'smart_reversal', 'price_prediction'])
      expect(settlesItself(signal(type))).toBe(false);
    expect(declareOutcome(signal('support', { side: 'bid' }), SCALE, MID)).toMatchObject({
      rule: 'bounce',
      targetTicks: 0,
      adverseTicks: 0,
      horizonMs: 0,
    });
  });

  test('came out as its status says, unknown while it is open and never known once it is expired', () => {
    const statuses = ['open', 'confirmed', 'failed', 'expired'] as const;
    expect(statuses.map((status) => ownOutcome(signal('support', { status })))).toEqual([
      undefined,
      true,
      false,
      null,
    ]);
  });

  test('is compared with touches of arbitrary prices, and with nothing before there were any', () => {
    const baseRate = (evidence: unknown) => ownBaseRate(signal('support', { evidence }));
    expect(baseRate({ nullMean: 0.55, nullTouches: 320 })).toEqual({ resolved: 320, rate: 0.55 });
    expect(baseRate({ nullMean: 0.5, nullTouches: 0 })).toBeNull();
    expect(baseRate({})).toBeNull();
  });
});
