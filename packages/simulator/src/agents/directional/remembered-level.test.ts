import { SECOND_NS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { randomStream } from '#random/random.ts';
import { beyond, interestIn, inward, type Level, rememberTouch, truthOfLevel } from './remembered-level.ts';

const HALF_LIFE_NS = 2400 * SECOND_NS;

/** A support of three ticks at which two levels of fifty contracts wait; what differs is given. */
function level(given: Partial<Level> = {}): Level {
  return {
    serial: 1,
    random: randomStream(1, 'level', 0),
    beganNs: 0,
    orders: [],
    turn: 1,
    side: SIDE_BID,
    lowTicks: 100,
    highTicks: 102,
    bounce: 0.7,
    strength: 2,
    departTicks: 3,
    passageTicks: 2,
    lostTicks: 6,
    depth: 50,
    fromSwing: false,
    state: 'waiting',
    holding: [],
    touches: 0,
    bounces: 0,
    breaks: 0,
    memory: 1,
    memoryNs: 0,
    thirdNs: -1,
    touchedNs: -1,
    inventory: 0,
    ...given,
  };
}

describe('where a price lies', () => {
  test.each([
    ['above a support', SIDE_BID, 105, 3, -5],
    ['at its near edge', SIDE_BID, 102, 0, -2],
    ['at its far edge', SIDE_BID, 100, -2, 0],
    ['below it', SIDE_BID, 98, -4, 2],
    ['below a resistance', SIDE_ASK, 97, 3, -5],
    ['at its near edge, from below', SIDE_ASK, 100, 0, -2],
    ['at its far edge, from below', SIDE_ASK, 102, -2, 0],
    ['above it', SIDE_ASK, 104, -4, 2],
  ] as const)('%s', (_, side, ticks, before, after) => {
    expect(inward(level({ side }), ticks)).toBe(before);
    expect(beyond(level({ side }), ticks)).toBe(after);
  });

  test('is the same for a support and the resistance that mirrors it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 80, max: 120 }), fc.integer({ min: 0, max: 9 }), (ticks, width) => {
        const support = level({ lowTicks: 100, highTicks: 100 + width });
        const resistance = level({ side: SIDE_ASK, lowTicks: -100 - width, highTicks: -100 });
        expect(inward(support, ticks)).toBe(inward(resistance, -ticks));
        expect(beyond(support, ticks)).toBe(beyond(resistance, -ticks));
        expect(inward(support, ticks) + beyond(support, ticks)).toBe(0 - width);
      }),
    );
  });
});

describe('the interest', () => {
  test('is that of its strength at first, and half of it after forty minutes', () => {
    expect(interestIn(level(), 0)).toBe(100);
    expect(interestIn(level(), HALF_LIFE_NS)).toBe(50);
    expect(interestIn(level(), 2 * HALF_LIFE_NS)).toBe(25);
    expect(interestIn(level({ strength: 0.7, depth: 10 }), 0)).toBe(7);
  });

  test('is halved by a break and renewed by a bounce, but never above the first', () => {
    const broken = level();
    rememberTouch(broken, 0, false);
    expect(interestIn(broken, 0)).toBe(50);
    rememberTouch(broken, 0, true);
    expect(interestIn(broken, 0)).toBe(80);
    rememberTouch(broken, 0, true);
    expect(interestIn(broken, 0)).toBe(100);
    expect([broken.bounces, broken.breaks]).toEqual([2, 1]);
  });

  test('goes on to fade from the touch', () => {
    const touched = level({ strength: 1.6 });
    rememberTouch(touched, HALF_LIFE_NS, false);
    expect(interestIn(touched, HALF_LIFE_NS)).toBe(20);
    expect(interestIn(touched, 2 * HALF_LIFE_NS)).toBe(10);
  });

  test('never grows with time, whatever happened', () => {
    const anyTouch = fc.record({ afterS: fc.integer({ min: 0, max: 4000 }), held: fc.boolean() });
    fc.assert(
      fc.property(
        fc.array(anyTouch, { maxLength: 8 }),
        fc.integer({ min: 1, max: 20_000 }),
        (touches, laterS) => {
          const one = level();
          let nowNs = 0;
          for (const { afterS, held } of touches) {
            nowNs += afterS * SECOND_NS;
            rememberTouch(one, nowNs, held);
            expect(one.memory).toBeLessThanOrEqual(1);
            expect(one.memory).toBeGreaterThan(0);
          }
          expect(interestIn(one, nowNs + laterS * SECOND_NS)).toBeLessThanOrEqual(interestIn(one, nowNs));
          expect(one.bounces + one.breaks).toBe(touches.length);
        },
      ),
    );
  });
});

describe('the truth of a level', () => {
  test.each([
    ['touched twice', { touches: 2, bounces: 2, bounce: 0.75 }, false, 'weak'],
    [
      'touched three times and held twice, of a kind that holds often',
      { touches: 3, bounces: 2, bounce: 0.65 },
      true,
      'strong',
    ],
    ['of a kind that holds too seldom', { touches: 9, bounces: 9, bounce: 0.64 }, true, 'weak'],
    ['that held once only', { touches: 5, bounces: 1, bounce: 0.75 }, true, 'weak'],
  ] as const)('%s', (_, given, isEvident, observability) => {
    const truth = truthOfLevel(level({ ...given, thirdNs: 77 }), 'forgotten');
    expect(truth).toMatchObject({ evidentNs: isEvident ? 77 : null, observability });
  });

  test.each([
    ['support', SIDE_BID],
    ['resistance', SIDE_ASK],
  ] as const)('is of a %s, with its zone and what it went through', (type, side) => {
    const truth = truthOfLevel(
      level({ side, touches: 4, bounces: 2, breaks: 1, bounce: 0.70049, fromSwing: true }),
      'open',
    );
    expect(truth).toMatchObject({
      type,
      sub: 'planted',
      side,
      lowTicks: 100,
      highTicks: 102,
      params: { bounce: 0.7, touches: 4, bounces: 2, breaks: 1, fromSwing: true, end: 'open' },
    });
  });

  test('succeeded when it was never given up, and is undecided at the end of the session', () => {
    const outcomes = (['forgotten', 'broken', 'open'] as const).map(
      (end) => truthOfLevel(level(), end).success,
    );
    expect(outcomes).toEqual([true, false, null]);
  });
});
