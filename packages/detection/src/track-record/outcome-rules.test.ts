/** By which outcome each type is judged: its direction by side, its barriers in ticks, and who settles it. */
import type { FlowEvent, Pattern } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { declareOutcome, isDecidedAtEnd, ownOutcome, settlesItself } from './outcome-rules.ts';

/** The square roots of 10, 60 and 120 seconds are 3.2, 7.7 and 11.0. */
const SCALE = { sigma1Ticks: 1, atr10Ticks: 20 };
const MINUTE = 60_000;
const MAX = Number.MAX_SAFE_INTEGER;

interface Part {
  readonly sub?: string;
  readonly side?: FlowEvent['side'];
  readonly direction?: Pattern['direction'];
  readonly status?: FlowEvent['status'];
  readonly evidence?: unknown;
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
  expect(declareOutcome(signal(type, { side }), SCALE).direction).toBe(direction);
});

test.each(['retail_trap_zone', 'momentum_exhaustion', 'smart_reversal', 'price_prediction', 'cross_market'])(
  '%s expects the direction that it names, whatever its side',
  (type) => {
    expect(declareOutcome(signal(type, { direction: 'up', side: 'ask' }), SCALE).direction).toBe(1);
    expect(declareOutcome(signal(type, { direction: 'down', side: 'bid' }), SCALE).direction).toBe(-1);
  },
);

test.each([
  ['iceberg', 'hold', 8, 2, MINUTE],
  ['absorption', 'hold', 8, 2, MINUTE],
  ['support', 'bounce', 10, 4, 30 * MINUTE],
  ['resistance', 'bounce', 10, 4, 30 * MINUTE],
  ['stop_run', 'reversal', 8, 8, 3 * MINUTE],
  ['spoofing', 'reversal', 8, 8, 3 * MINUTE],
  ['retail_trap_zone', 'follow through', 15, 4, 30 * MINUTE],
  ['triple_convergence', 'retrace', 11, 11, 5 * MINUTE],
  ['institutional_activity', 'push', 11, 11, 5 * MINUTE],
  ['cross_market', 'next minute', 4, 4, MINUTE],
])('%s is judged by the rule %s with its barriers', (type, rule, targetTicks, adverseTicks, horizonMs) => {
  const declared = declareOutcome(signal(type, { side: 'bid', direction: 'up' }), SCALE);
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
    const declared = declareOutcome(prediction, SCALE);
    expect(declared).toMatchObject({ rule, direction: -1, horizonMs, probability: 0.7 });
    expect(declared.targetTicks).toBeCloseTo(ticks, 10);
    expect(isDecidedAtEnd(declared.rule)).toBe(isAtEnd);
  },
);

test('in a still market every rule has its least barrier', () => {
  const still = { sigma1Ticks: 0.05, atr10Ticks: 1 };
  const target = (type: string): number =>
    declareOutcome(signal(type, { side: 'bid', direction: 'up' }), still).targetTicks;
  expect(['iceberg', 'support', 'retail_trap_zone', 'volume_spike'].map(target)).toEqual([3, 4, 6, 5]);
});

test('what names no direction is judged by a move either way', () => {
  const either = { rule: 'expansion', direction: 0, targetTicks: 12, adverseTicks: MAX, horizonMs: MINUTE };
  expect(declareOutcome(signal('volume_spike'), SCALE)).toMatchObject(either);
  expect(declareOutcome(signal('iceberg'), SCALE)).toMatchObject(either);
  expect(declareOutcome(signal('market_structure', { direction: null }), SCALE)).toMatchObject(either);
});

test('zones and types without a rule are not judged', () => {
  for (const type of ['support_resistance', 'unheard_of'])
    expect(declareOutcome(signal(type, { side: 'bid', direction: 'up' }), SCALE)).toEqual({
      rule: null,
      direction: 0,
      targetTicks: 0,
      adverseTicks: 0,
      horizonMs: 0,
      probability: null,
    });
  expect(ownOutcome(signal('unheard_of', { status: 'confirmed' }))).toBeUndefined();
});

describe('the forecast', () => {
  const forecast = (type: string, evidence: unknown = {}): number | null =>
    declareOutcome(signal(type, { side: 'bid', evidence }), SCALE).probability;

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

describe('an outcome of its own', () => {
  const own = (type: string, status: FlowEvent['status']) => ownOutcome(signal(type, { status }));

  test('is the status of the signal, unknown while it is open', () => {
    expect(own('support', 'open')).toBeUndefined();
    expect(own('support', 'confirmed')).toBe(true);
    expect(own('support', 'failed')).toBe(false);
  });

  test('of an expired signal is never known, except of absorption, which did not hold', () => {
    expect(own('support', 'expired')).toBeNull();
    expect(own('smart_reversal', 'expired')).toBeNull();
    expect(own('absorption', 'expired')).toBe(false);
  });

  test('of a run of stops is in its evidence', () => {
    const run = (outcome?: string) =>
      ownOutcome(signal('stop_run', { evidence: outcome === undefined ? {} : { outcome } }));
    expect(['reversal', 'continuation', 'interrupted', 'pending'].map(run)).toEqual([
      true,
      false,
      null,
      undefined,
    ]);
    expect(run()).toBeUndefined();
  });

  test('is settled by the market for the others', () => {
    for (const type of [
      'iceberg',
      'spoofing',
      'institutional_activity',
      'volume_spike',
      'price_prediction',
    ]) {
      expect(settlesItself(signal(type))).toBe(false);
      expect(own(type, 'confirmed')).toBeUndefined();
    }
    for (const type of ['absorption', 'stop_run', 'support']) expect(settlesItself(signal(type))).toBe(true);
  });
});
