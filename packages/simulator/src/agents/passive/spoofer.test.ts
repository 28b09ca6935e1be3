import { MS_NS, SECOND_NS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { randomStream } from '#random/random.ts';
import { SpoofSequence } from './spoof-sequence.ts';
import { drawSpoofStyle, spoofStyleName } from './spoof-style.ts';
import { chaseShift, hasWorked, layerSize, postureLife, reactionTime, type Spoofer } from './spoofer.ts';

const CASES = { numRuns: 60 };
const ORDER = {
  slot: 0,
  orderId: 1,
  side: SIDE_ASK,
  size: 10,
  display: 0,
  entryNs: 0,
  priceTicks: 1,
  lowTicks: 1,
  highTicks: 1,
  filled: 0,
  lastFillNs: -1,
  refills: 0,
  firstRefillNs: -1,
  done: false,
};

/** A plain spoofer with one posture a tick away; what differs is given. */
function spoofer(given: Partial<Spoofer> = {}): Spoofer {
  return {
    serial: 1,
    random: randomStream(1, 'spoofer', 0),
    beganNs: 0,
    orders: [],
    turn: 1,
    layers: 1,
    genuineSize: 10,
    attempts: 3,
    chases: true,
    flips: false,
    needs: 1,
    farTicks: 1,
    multiple: 11,
    medianReactionNs: 20 * MS_NS,
    life: { low: 0.2 * SECOND_NS, high: 8 * SECOND_NS },
    takes: false,
    unevenness: 0.08,
    isPegged: false,
    sequence: new SpoofSequence(SIDE_BID, 0, 0),
    sequences: 1,
    made: 0,
    genuine: null,
    posture: [],
    watches: 0,
    clipsLeft: 0,
    clipEveryNs: SECOND_NS,
    pulling: false,
    followed: 0,
    ...given,
  };
}

describe('a posture has worked', () => {
  test.each([
    ['when all of the genuine order traded, for one who needs all', { needs: 1 }, 10, true],
    ['not when a contract of it is left', { needs: 1 }, 9, false],
    ['when three of ten traded, for one who takes part of it', { needs: 0.3 }, 3, true],
    ['not with two of ten', { needs: 0.3 }, 2, false],
    ['whatever traded, for one who takes afterwards', { takes: true }, 0, true],
    ['not by a fill when it is pegged', { isPegged: true, needs: 0.3 }, 10, false],
    ['when it is pegged and followed the price five times', { isPegged: true, followed: 5 }, 0, true],
    ['not when it followed four times', { isPegged: true, followed: 4 }, 0, false],
  ] as const)('%s', (_, given, filled, expected) => {
    expect(hasWorked(spoofer({ ...given, genuine: { ...ORDER, filled } }))).toBe(expected);
  });

  test('not without a genuine order', () => {
    expect(hasWorked(spoofer())).toBe(false);
  });
});

describe('what a spoofer draws', () => {
  const anySpoofer = fc
    .record({
      seed: fc.nat(10_000),
      medianMs: fc.double({ min: 0.01, max: 5000, noNaN: true }),
      lowS: fc.double({ min: 0.01, max: 60, noNaN: true }),
      ratio: fc.double({ min: 1, max: 100, noNaN: true }),
    })
    .map(({ seed, medianMs, lowS, ratio }) =>
      spoofer({
        random: randomStream(seed, 'spoofer', 0),
        medianReactionNs: medianMs * MS_NS,
        life: { low: lowS * SECOND_NS, high: lowS * ratio * SECOND_NS },
      }),
    );

  test('is a reaction from one to 300 milliseconds, or to three seconds for slow ones', () => {
    fc.assert(
      fc.property(anySpoofer, fc.boolean(), (one, isSlow) => {
        const reaction = reactionTime(one, isSlow);
        expect(reaction).toBeGreaterThanOrEqual(MS_NS);
        expect(reaction).toBeLessThanOrEqual(isSlow ? 3 * SECOND_NS : 300 * MS_NS);
      }),
      CASES,
    );
    const slow = spoofer({ medianReactionNs: 60 * SECOND_NS });
    expect([reactionTime(slow, false), reactionTime(slow, true)]).toEqual([300 * MS_NS, 3 * SECOND_NS]);
  });

  test('is a life within its bounds', () => {
    fc.assert(
      fc.property(anySpoofer, fc.boolean(), (one, isStyled) => {
        const life = postureLife(one, isStyled);
        expect(life).toBeGreaterThanOrEqual(one.life.low);
        expect(life).toBeLessThanOrEqual(one.life.high);
      }),
      CASES,
    );
  });

  test('is a life about 1.6 seconds in the simulator\u2019s own market, in the middle of its bounds elsewhere', () => {
    const medianOf = (isStyled: boolean): number => {
      const random = randomStream(3, 'lives', 0);
      const life = { low: 0.2 * SECOND_NS, high: 800 * SECOND_NS };
      const lives = Array.from({ length: 801 }, () => postureLife(spoofer({ random, life }), isStyled));
      return lives.toSorted((a, b) => a - b)[400]! / SECOND_NS;
    };
    expect(medianOf(false) / 1.6).toBeCloseTo(1, 0);
    // The geometric middle of 0.2 and 800.
    expect(medianOf(true) / Math.sqrt(160)).toBeCloseTo(1, 0);
  });

  test('is a layer of an equal share, uneven by a little, and never of nothing', () => {
    fc.assert(
      fc.property(
        anySpoofer,
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 2000 }),
        (one, layers, whole) => {
          const size = layerSize({ ...one, layers }, whole);
          const share = (whole / layers) * (layers > 1 ? 1.3 : 1);
          expect(size).toBeGreaterThanOrEqual(1);
          expect(Number.isInteger(size)).toBe(true);
          if (share < 1) return;
          expect(size).toBeGreaterThanOrEqual(Math.floor(share * 0.92));
          expect(size).toBeLessThanOrEqual(Math.ceil(share * 1.08));
        },
      ),
      CASES,
    );
  });
});

describe('a posture that is chased', () => {
  test.each([
    ['moves a tick away when the price has reached it', 1, 3, 0, 1],
    ['moves a tick away when the price is beyond it', 1, 3, -4, 1],
    ['stays where it belongs', 1, 3, 3, 0],
    ['stays a tick further than it belongs', 1, 3, 4, 0],
    ['comes after a price that left it two ticks further', 1, 3, 5, -2],
    ['of layers belongs one or two ticks away', 4, 3, 2, 0],
    ['of layers comes after the price too', 4, 2, 6, -5],
    ['stays nearer than it belongs, while it is behind the price', 1, 6, 1, 0],
  ] as const)('%s', (_, layers, farTicks, distance, shift) => {
    expect(chaseShift(spoofer({ layers, farTicks }), distance)).toBe(shift);
  });
});

describe('a sequence', () => {
  const exchangeNs = (timeNs: number): bigint => BigInt(timeNs) + 1000n;

  test('without an evident attempt shows nothing and did not succeed', () => {
    const sequence = new SpoofSequence(SIDE_BID, 5, 0);
    sequence.rest(100);
    sequence.posture(60);
    sequence.withdrawn(20, false);
    expect(sequence.truth(exchangeNs, {})).toMatchObject({
      type: 'spoofing',
      side: SIDE_BID,
      fromNs: 5,
      toNs: 20,
      evidentNs: null,
      params: { cycles: 1, cyclesEvident: 0, postureSize: 60 },
      observability: 'none',
      success: false,
    });
  });

  test('is weak from the first evident attempt, strong from the second, and names when both were', () => {
    const sequence = new SpoofSequence(SIDE_ASK, 5, 0);
    const strengths = [10, 20, 30, 40].map((timeNs, at) => {
      sequence.rest(100 + at);
      sequence.posture(50 + 10 * at);
      sequence.withdrawn(timeNs, at !== 1);
      return sequence.observability;
    });
    expect(strengths).toEqual(['weak', 'weak', 'strong', 'strong']);
    expect(sequence.truth(exchangeNs, { layers: 3 })).toMatchObject({
      toNs: 40,
      evidentNs: 10,
      lowTicks: 100,
      highTicks: 103,
      params: { cycles: 4, cyclesEvident: 3, secondCycleNs: '1030', postureSize: 65, layers: 3 },
      success: true,
    });
  });

  test('names no second time before there was one', () => {
    const sequence = new SpoofSequence(SIDE_ASK, 5, 0);
    sequence.rest(100);
    sequence.posture(50);
    sequence.withdrawn(10, true);
    expect('secondCycleNs' in sequence.truth(exchangeNs, {}).params).toBe(false);
  });
});

test('a style is named by what sets it apart most: its pegging, its taking, then its hand', () => {
  const style = drawSpoofStyle(randomStream(1, 'style', 0));
  const named = (given: Partial<typeof style>): string =>
    spoofStyleName({ ...style, isPegged: false, takes: false, ...given });
  expect(named({ isPegged: true, takes: true })).toBe('spoofing/pegged');
  expect(named({ takes: true, medianReactionNs: 5 * MS_NS })).toBe('spoofing/taking');
  expect(named({ medianReactionNs: 250 * MS_NS })).toBe('spoofing/hand');
  expect(named({ medianReactionNs: 249 * MS_NS })).toBe('spoofing/machine');
});

test('a drawn style keeps to its hand: machines live up to two seconds, hands two to sixty, pegged ones minutes', () => {
  fc.assert(
    fc.property(fc.nat(100_000), (seed) => {
      const style = drawSpoofStyle(randomStream(seed, 'style', 0));
      const isHand = style.medianReactionNs >= 250 * MS_NS;
      const [low, high] = style.isPegged ? [60, 900] : isHand ? [2, 60] : [0.2, 2];
      expect([style.life.low / SECOND_NS, style.life.high / SECOND_NS]).toEqual([low, high]);
      expect(style.medianReactionNs).toBeGreaterThanOrEqual(MS_NS);
      expect(style.medianReactionNs).toBeLessThanOrEqual(3 * SECOND_NS);
      expect(style.farTicks).toBeGreaterThanOrEqual(style.isPegged ? 1 : 0);
      expect(style.farTicks).toBeLessThanOrEqual(8);
      expect([0.08, 0.5]).toContain(style.unevenness);
    }),
    { numRuns: 400 },
  );
});
