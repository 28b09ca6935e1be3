/** What a finding's probability is worth, when it expires, and which sources are a market. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { byEventType, EVENT_TYPES, expiryNs, FLOW_EVENT_TYPES } from './event-types.ts';
import { existenceOf, stateOf } from './flow-event.ts';
import { isSimulatedSource } from './simulated-source.ts';
import { FEED_SOURCES, FINDING_STATES } from './vocabulary.ts';

describe('that a finding is there', () => {
  test('is its headline, unless the headline is about what follows', () => {
    expect(existenceOf({ confidence: 0.7 })).toBe(0.7);
    expect(existenceOf({ confidence: 0.7, existence: 0.9 })).toBe(0.9);
    expect(existenceOf({ confidence: 0.7, existence: 0 })).toBe(0);
  });

  test('is always one of its two probabilities', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(share, fc.option(share, { nil: undefined }), (confidence, existence) => {
        const given = existence === undefined ? { confidence } : { confidence, existence };
        expect(existenceOf(given)).toBe(existence === undefined ? confidence : existence);
      }),
    );
  });
});

describe('what a headline is worth', () => {
  test.each(FINDING_STATES)('is %s where that is stated, exact or not', (state) => {
    for (const exact of [true, false]) expect(stateOf({ state, exact })).toBe(state);
  });

  test('follows of what an earlier version stored from whether it is exact', () => {
    expect([stateOf({ exact: true }), stateOf({ exact: false })]).toEqual(['exact', 'calibrated']);
  });
});

describe('an event expires', () => {
  const NOW = 1_795_000_000_123_456_789n;

  test.each([
    ['iceberg', 120n],
    ['absorption', 90n],
    ['support', 180n],
    ['resistance', 180n],
    ['stop_run', 60n],
    ['spoofing', 45n],
  ] as const)('of type %s %d seconds after its last change, to the nanosecond', (type, seconds) => {
    expect(expiryNs(type, NOW)).toBe(NOW + seconds * 1_000_000_000n);
  });

  test('later when it changes later, by as much', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...FLOW_EVENT_TYPES),
        fc.bigInt({ min: 0n, max: 10n ** 12n }),
        (type, later) => {
          expect(expiryNs(type, NOW + later) - expiryNs(type, NOW)).toBe(later);
        },
      ),
    );
  });
});

describe('the table of events', () => {
  test('gives a value to every type, once each, whatever the value is', () => {
    const seen: string[] = [];
    const made = byEventType((type) => {
      seen.push(type);
      return type === 'iceberg' ? undefined : type.length;
    });
    expect(seen).toEqual(FLOW_EVENT_TYPES);
    expect(Object.keys(made)).toEqual(FLOW_EVENT_TYPES);
    expect(made.support).toBe(7);
  });

  test('has a headline model for every probability, and none for what is exact', () => {
    for (const type of FLOW_EVENT_TYPES) {
      const { headline, certainty } = EVENT_TYPES[type];
      expect([type, headline === null]).toEqual([type, certainty.text.startsWith('Exact')]);
    }
  });

  test('settles by the detector’s word only what is a level, and each the way that its side can hold', () => {
    const settled = byEventType((type) => EVENT_TYPES[type].outcome?.settledBy ?? null);
    expect(FLOW_EVENT_TYPES.filter((type) => settled[type] === 'status')).toEqual(['support', 'resistance']);
    for (const type of FLOW_EVENT_TYPES) {
      const { outcome } = EVENT_TYPES[type];
      if (outcome?.direction === 'up' || outcome?.direction === 'down')
        expect([type, outcome.rule]).toEqual([type, 'bounce']);
      if (outcome?.rule === 'reversal') expect([type, outcome.direction]).toEqual([type, 'against_side']);
      if (outcome?.rule === 'hold') expect([type, outcome.direction]).toEqual([type, 'with_side']);
    }
  });

  test('has sounds a quarter tone or more apart', () => {
    const pitches = Object.values(EVENT_TYPES)
      .map(({ pitchHz }) => pitchHz)
      .toSorted((a, b) => a - b);
    // A quarter tone is the 24th root of 2
    for (const [at, pitch] of pitches.slice(1).entries())
      expect(pitch / (pitches[at] ?? 1)).toBeGreaterThan(2 ** (1 / 24));
  });
});

test('the prices of a simulator and of the stand-in of a vendor are no market, all others are', () => {
  expect(FEED_SOURCES.filter((source) => isSimulatedSource(source))).toEqual([
    'simulated',
    'databento-stand-in',
  ]);
  for (const other of ['', 'Simulated', 'simulated ', 'databento', 'stand-in'])
    expect(isSimulatedSource(other)).toBe(false);
});
