/** Clips of one direction beyond the other, and what they and hidden orders weigh. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plainView } from '#testing/plain-view.ts';
import { type Band, ClipBands, sizeOf } from './institutional-clips.ts';
import { HiddenFamily } from './institutional-families.ts';
import { bounded, clipFeatures, hiddenEvidence } from './institutional-weights.ts';

const BUY = 0;
const SELL = 1;
type Direction = typeof BUY | typeof SELL;

/** Half minutes, each with so many clips of a size in a direction. */
function bandsOf(
  halfMinutes: readonly (readonly [direction: Direction, size: number, count: number][])[],
): ClipBands {
  const clips = new ClipBands();
  for (const half of halfMinutes) {
    for (const [direction, size, count] of half)
      for (let n = 0; n < count; n += 1) clips.add(direction, size);
    clips.step();
  }
  return clips;
}

const ten = (half: readonly (readonly [Direction, number, number])[]) =>
  Array.from({ length: 10 }, () => half.map(([d, s, c]): [Direction, number, number] => [d, s, c]));

describe('clips of one size and direction', () => {
  test('are evident after ten half minutes, and not after nine', () => {
    const clips = new ClipBands();
    for (let half = 1; half <= 10; half += 1) {
      clips.add(BUY, 7);
      clips.add(BUY, 7);
      clips.step();
      expect(clips.bands[BUY].evidence > 0).toBe(half === 10);
    }
  });

  test('are weighed by their excess over the scatter that chance has at least', () => {
    // Two a half minute without scatter count as if their variance were half of their number: 2 / sqrt(1 / 10).
    const { bands } = bandsOf(ten([[BUY, 7, 2]]));
    expect(bands[BUY].evidence).toBeCloseTo(2 / Math.sqrt(0.1), 9);
    expect(bands[BUY]).toMatchObject({ steady: 1, excess: 2, purity: 1 });
    expect(bands[SELL].evidence).toBe(0);
  });

  test('scatter more than that where they come unevenly', () => {
    // 0 and 4 in turn: mean 2, variance 4 * 10 / 9.
    const uneven = Array.from({ length: 10 }, (_, at): [Direction, number, number][] => [
      [BUY, 7, at % 2 === 0 ? 0 : 4],
    ]);
    const { bands } = bandsOf(uneven);
    expect(bands[BUY].evidence).toBeCloseTo(2 / Math.sqrt(40 / 9 / 10), 9);
    expect(bands[BUY].steady).toBe(0.5);
  });

  test('leave only what the other direction does not trade as well', () => {
    const { bands } = bandsOf(
      ten([
        [BUY, 7, 3],
        [SELL, 7, 1],
      ]),
    );
    expect(bands[BUY]).toMatchObject({ excess: 2, purity: 0.5 });
    const even = bandsOf(
      ten([
        [BUY, 7, 3],
        [SELL, 7, 3],
      ]),
    );
    expect(even.bands.map(({ evidence }) => evidence)).toEqual([0, 0]);
  });

  test('are no evidence once the book was lost', () => {
    const clips = bandsOf(ten([[BUY, 7, 2]]));
    clips.clear();
    expect(clips.bands[BUY]).toMatchObject({ evidence: 0, excess: 0, purity: 0, steady: 0 });
    expect(sizeOf(clips.bands[BUY])).toBe(0);
  });

  test('that stopped one and a half minutes ago are no evidence any more', () => {
    const halves = ten([[SELL, 7, 2]]);
    const still = bandsOf([...halves.slice(0, 8), [], []]);
    expect(still.bands[SELL].evidence).toBeGreaterThan(0);
    const over = bandsOf([...halves.slice(0, 7), [], [], []]);
    expect(over.bands[SELL].evidence).toBe(0);
  });

  test('are none below six in five minutes', () => {
    const count = (clips: number) =>
      Array.from({ length: 10 }, (_, at): [Direction, number, number][] => [
        [BUY, 7, at >= 10 - clips ? 1 : 0],
      ]);
    expect(bandsOf(count(5)).bands[BUY].evidence).toBe(0);
    expect(bandsOf(count(6)).bands[BUY].evidence).toBeGreaterThan(0);
  });

  test('are found among a crowd of small clips on both sides', () => {
    const { bands } = bandsOf(
      ten([
        [BUY, 1, 9],
        [SELL, 1, 9],
        [BUY, 40, 2],
      ]),
    );
    const { first, end } = bands[BUY];
    // 40 contracts are in the eleventh half octave.
    expect(first).toBeLessThanOrEqual(10);
    expect(end).toBeGreaterThan(10);
    expect(end - first).toBeLessThanOrEqual(5);
    expect(bands[BUY].purity).toBe(1);
  });

  test('of what was seen before a lost book count no more', () => {
    const clips = bandsOf(ten([[BUY, 7, 2]]));
    clips.clear();
    clips.step();
    expect(clips.bands[BUY]).toMatchObject({ evidence: 0, steady: 0, excess: 0, purity: 0 });
  });
});

test('buying and selling are weighed alike', () => {
  const half = fc.array(fc.tuple(fc.constantFrom<Direction>(BUY, SELL), fc.integer({ min: 1, max: 90 })), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(fc.array(half, { minLength: 10, maxLength: 14 }), (halves) => {
      const one = new ClipBands();
      const mirrored = new ClipBands();
      for (const clips of halves) {
        for (const [direction, size] of clips) {
          one.add(direction, size);
          mirrored.add(direction === BUY ? SELL : BUY, size);
        }
        one.step();
        mirrored.step();
      }
      expect(one.bands[BUY]).toEqual(mirrored.bands[SELL]);
      expect(one.bands[SELL]).toEqual(mirrored.bands[BUY]);
      for (const { steady, purity, evidence } of one.bands) {
        expect(Math.min(steady, purity, evidence)).toBeGreaterThanOrEqual(0);
        expect(Math.max(steady, purity)).toBeLessThanOrEqual(1);
      }
    }),
  );
});

test('the size of a band is the middle of its half octaves, and nothing of no band', () => {
  const band: Band = { first: 0, end: 0, evidence: 0, steady: 0, excess: 0, purity: 0 };
  expect(sizeOf(band)).toBe(0);
  expect(sizeOf({ ...band, first: 6, end: 10 })).toBe(16);
});

describe('the evidence of hidden orders', () => {
  function family(part: Partial<HiddenFamily> = {}): HiddenFamily {
    return Object.assign(new HiddenFamily(), { members: 3, surprise: 4, refills: 10, contracts: 100 }, part);
  }

  test('is one for the third order and three tenths a nat of surprise', () => {
    expect(hiddenEvidence(family(), 1000, 0)).toBeCloseTo(1 + 0.3 * 4, 9);
    expect(hiddenEvidence(family({ members: 2 }), 1000, 0)).toBeCloseTo(1.2, 9);
  });

  test('counts at most three orders beyond the second, and surprises from -3 to 6', () => {
    expect(hiddenEvidence(family({ members: 20, surprise: 0 }), 1000, 0)).toBe(3);
    expect(hiddenEvidence(family({ members: 2, surprise: 50 }), 1000, 0)).toBeCloseTo(1.8, 9);
    expect(hiddenEvidence(family({ members: 2, surprise: -50 }), 1000, 0)).toBeCloseTo(-0.9, 9);
  });

  test('is nothing where half of the refills were beside one another', () => {
    expect(hiddenEvidence(family({ overlaps: 5 }), 1000, 0)).toBe(0);
    expect(hiddenEvidence(family({ overlaps: 1 }), 1000, 0)).toBeCloseTo(0.8 * 2.2, 9);
  });

  test('falls with aggressors against it beyond one and a half deviations, and not with those for it', () => {
    const alone = hiddenEvidence(family(), 1000, 0);
    expect(hiddenEvidence(family(), 1000, -1.5)).toBe(alone);
    expect(hiddenEvidence(family(), 1000, -3.5)).toBeCloseTo(alone - 1, 9);
    expect(hiddenEvidence(family(), 1000, 6)).toBe(alone);
    expect(hiddenEvidence(family(), 1000, Number.NaN)).toBe(alone);
  });

  test('falls where it took most of what traded since it began: who does that defends a level', () => {
    const most = hiddenEvidence(family({ contracts: 500, tradedAtStart: 1000 }), 2000, 0);
    expect(most).toBeCloseTo(2.2 - (Math.log(0.51) + 1.5), 9);
    expect(hiddenEvidence(family({ contracts: 200 }), 1000, 0)).toBeCloseTo(2.2, 9);
  });
});

test('features of clips are bounded, and compare their size with the median trade', () => {
  const band: Band = { first: 6, end: 10, evidence: 40, steady: 0.7, excess: 2, purity: 0.4 };
  const features = clipFeatures(band, -20, plainView({ medianTradeSize: 2 }));
  expect(features).toEqual([10, 0.7, 0.4, Math.log(8), -8]);
  expect(clipFeatures({ ...band, end: 6 }, 0, plainView({}))[3]).toBe(0);
});

test('a number that is none is neutral, every other one is kept within its bounds', () => {
  expect(bounded(Number.NaN, 1, 2)).toBe(0);
  fc.assert(
    fc.property(fc.double({ noNaN: true }), (value) => {
      expect(Math.abs(bounded(value, -3, 3))).toBeLessThanOrEqual(3);
      if (Math.abs(value) <= 3) expect(bounded(value, -3, 3)).toBe(value);
    }),
  );
});
