/** What one withdrawal shows against what is usual, and what it shows that two look the same: figures computed by hand. */
import { SIDE_ASK, SIDE_BID } from '@undertow/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bounded, Shares } from './spoofing-shares.ts';
import {
  type Behaviour,
  type Fingerprint,
  type Likeness,
  type OwnEvidence,
  WithdrawalBaseline,
} from './withdrawal-baseline.ts';

const NEVER = Number.POSITIVE_INFINITY;
/** A single bid of 64 contracts two ticks behind the best price, withdrawn 40 ms after an offer of five was filled. */
const SEEN: Fingerprint = {
  side: SIDE_BID,
  layers: 1,
  logSize: 6,
  distance: 2,
  doneSizes: 1 << 5,
  doneLagMs: 40,
};
/** Exactly as large as what is large, shown for a good second at one price. */
const RESTED = { restedMs: 1200, stillMs: 1200 };
const USUAL: Behaviour = { excess: 0, ...RESTED, moves: 0, gaveUp: false, delayDensity: 1 };

function measured(
  baseline: WithdrawalBaseline,
  behaviour: Partial<Behaviour> = {},
  seen: Partial<Fingerprint> = {},
): OwnEvidence {
  const own = { size: 0, distance: 0, rest: 0, chase: 0, remainder: 0 };
  baseline.measure({ ...SEEN, ...seen }, { ...USUAL, ...behaviour }, own);
  return own;
}

interface Pair {
  readonly last?: Partial<Fingerprint>;
  readonly seen?: Partial<Fingerprint>;
  readonly behaviour?: Partial<Behaviour>;
  readonly gapMs?: number;
}

function compared(baseline: WithdrawalBaseline, { last, seen, behaviour, gapMs = 0 }: Pair): Likeness {
  const into = { soon: 0, size: 0, distance: 0, layers: 0, genuine: 0, delay: 0, total: 0 };
  baseline.compare({ ...SEEN, ...last }, { ...SEEN, ...seen }, { ...USUAL, ...behaviour }, gapMs, into);
  return into;
}

/** A baseline of `count` withdrawals like each other. */
function after(count: number, behaviour: Partial<Behaviour> = {}, seen: Partial<Fingerprint> = {}) {
  const baseline = new WithdrawalBaseline();
  for (let n = 0; n < count; n += 1) baseline.record({ ...SEEN, ...seen }, { ...USUAL, ...behaviour });
  return baseline;
}

describe('shares', () => {
  test('before anything was seen are even, or as given', () => {
    const even = new Shares(4, 8);
    expect([0, 1, 2, 3].map((bin) => even.of(bin))).toEqual([0.25, 0.25, 0.25, 0.25]);
    expect(new Shares(1, 30, 0.02).of(0)).toBeCloseTo(0.02, 12);
  });

  test('are what was seen and eight observations before it', () => {
    const shares = new Shares(4, 8);
    for (const bin of [1, 1, 1, 3]) shares.add(bin);
    expect([0, 1, 3].map((bin) => shares.of(bin))).toEqual([2 / 12, 5 / 12, 3 / 12]);
    shares.fade(0.5);
    expect([0, 1, 3].map((bin) => shares.of(bin))).toEqual([2 / 10, 3.5 / 10, 2.5 / 10]);
  });

  test('add up to one, whatever was seen and however it faded', () => {
    const step = fc.oneof(fc.nat({ max: 6 }), fc.double({ min: 0.01, max: 1, noNaN: true }));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const shares = new Shares(7, 8);
        for (const one of steps) Number.isInteger(one) ? shares.add(one) : shares.fade(one);
        const all = Array.from({ length: 7 }, (_, bin) => shares.of(bin));
        expect(all.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
        expect(all.every((share) => share > 0)).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  test('of what lies beyond the bins are those of the outermost; those without a mark count too', () => {
    const shares = new Shares(3, 3);
    shares.add(0);
    expect([shares.of(-5), shares.of(-1), shares.of(9)]).toEqual([2 / 4, 2 / 4, 1 / 4]);
    const marks = new Shares(2, 2);
    marks.addIf(0, true);
    marks.addIf(0, false);
    marks.addBits(0b11);
    expect([marks.total, marks.of(0), marks.of(1)]).toEqual([3, 3 / 5, 2 / 5]);
  });

  test('no part of one withdrawal decides alone', () => {
    expect([-9, -2.5, 0, 2.5, NEVER].map(bounded)).toEqual([-2.5, -2.5, 0, 2.5, 2.5]);
  });
});

describe('by itself, before anything was seen,', () => {
  const fresh = new WithdrawalBaseline();

  // Of 32 quarters of an octave: eight weigh 0.02, eleven weigh 1, thirteen weigh 0.5, together 17.66.
  test.each([
    { name: 'as large as large', excess: 0, expected: Math.log(32 / 17.66) },
    { name: 'two and a half octaves larger', excess: 2.5, expected: Math.log(32 / 17.66) },
    { name: 'larger by more', excess: 2.75, expected: Math.log(16 / 17.66) },
    { name: 'a quarter of an octave smaller', excess: -0.25, expected: -2.5 },
    { name: 'beyond all bins', excess: 40, expected: Math.log(16 / 17.66) },
  ])('a size $name is evidence of $expected', ({ excess, expected }) => {
    expect(measured(fresh, { excess }).size).toBeCloseTo(expected, 9);
  });

  // Of 24 ticks: fourteen weigh 0.05, six weigh 1, four weigh 0.3, together 7.9.
  test.each([
    { ticks: 0, weight: 0.05 },
    { ticks: 1, weight: 1 },
    { ticks: 6, weight: 1 },
    { ticks: 7, weight: 0.3 },
    { ticks: 10, weight: 0.3 },
    { ticks: 11, weight: 0.05 },
    { ticks: 90, weight: 0.05 },
  ])('$ticks ticks behind the best price weigh $weight', ({ ticks, weight }) => {
    expect(measured(fresh, {}, { distance: ticks }).distance).toBeCloseTo(Math.log((24 * weight) / 7.9), 9);
  });

  // Of eight powers of two: staying weighs 6, each other 1, together 13.
  test.each([
    { moves: 0, weight: 6 },
    { moves: 1, weight: 1 },
    { moves: 40, weight: 1 },
    { moves: 5000, weight: 1 },
  ])('$moves moves weigh $weight', ({ moves, weight }) => {
    expect(measured(fresh, { moves }).chase).toBeCloseTo(Math.log((8 * weight) / 13), 9);
  });

  test('a second of rest is evidence, a moment and many minutes are evidence against', () => {
    const rest = (restedMs: number): number => measured(fresh, { restedMs }).rest;
    expect(rest(1200)).toBeGreaterThan(1);
    expect(rest(100)).toBeLessThan(rest(1200));
    expect([rest(1) < rest(100), rest(60_000) < 0]).toEqual([true, true]);
    expect(rest(3_600_000)).toBe(rest(2 ** 17));
  });

  test('giving up the rest of a small order is evidence of 7.5 to one, not doing so nearly nothing', () => {
    expect(measured(fresh, { gaveUp: true }).remainder).toBeCloseTo(Math.log(0.15 / 0.02), 9);
    expect(measured(fresh).remainder).toBeCloseTo(Math.log(0.85), 9);
    // However long one has watched; it is more where it is seen to be rare.
    expect(measured(after(500)).remainder).toBeCloseTo(Math.log(0.85), 9);
    expect(measured(after(5), { gaveUp: true }).remainder).toBeCloseTo(Math.log((0.15 * 35) / 0.6), 9);
  });
});

describe('what was seen often', () => {
  test.each([
    { part: 'size', behaviour: { excess: 1 }, seen: {} },
    { part: 'distance', behaviour: {}, seen: { distance: 5 } },
    { part: 'rest', behaviour: { restedMs: 2000 }, seen: {} },
    { part: 'chase', behaviour: { moves: 3 }, seen: {} },
    { part: 'remainder', behaviour: { gaveUp: true }, seen: {} },
  ] as const)('is less evidence by its $part, of its own kind only', ({ part, behaviour, seen }) => {
    const fresh = new WithdrawalBaseline();
    const baseline = after(40, behaviour, seen);
    const of = (one: WithdrawalBaseline, other: Partial<Fingerprint>) =>
      measured(one, behaviour, { ...seen, ...other });
    expect(of(baseline, {})[part]).toBeLessThan(of(fresh, {})[part] - 0.5);
    for (const other of [{ side: SIDE_ASK }, { layers: 3 }])
      expect(of(baseline, other)).toEqual(of(fresh, other));
  });

  test('is forgotten by half in thirty minutes', () => {
    const baseline = after(40, { moves: 3 });
    const chase = (): number => measured(baseline, { moves: 3 }).chase;
    // Forty of them and a share of 1/8 of eight before them.
    expect(chase()).toBeCloseTo(Math.log(1 / 13 / (41 / 48)), 9);
    baseline.advance(0);
    baseline.advance(9999);
    expect(chase()).toBeCloseTo(Math.log(1 / 13 / (41 / 48)), 9);
    baseline.advance(1_800_000);
    expect(chase()).toBeCloseTo(Math.log(1 / 13 / (21 / 28)), 9);
  });
});

describe('two that look alike, before anything was seen,', () => {
  const fresh = new WithdrawalBaseline();
  const part = (name: keyof Likeness, how: Pair): number => compared(fresh, how)[name];

  // Eight withdrawals in four minutes: one in 30 s; a trader returns in 20 s, while 2/3 of one came in between.
  test.each([
    { gapMs: 0, ratio: 0.9 },
    { gapMs: 20_000, ratio: 0.9 / Math.E },
    { gapMs: 600_000, ratio: 0.9 * Math.exp(-30) },
  ])('$gapMs ms apart are $ratio as likely by one trader', ({ gapMs, ratio }) => {
    expect(part('soon', { gapMs })).toBeCloseTo(Math.log(0.7 * ratio + 0.3), 9);
  });

  test('are of one size within an eighth of an octave', () => {
    const spread = Math.hypot(0.13, 0.4 / Math.LN2 / 64);
    const top = 1 / (spread * Math.sqrt(2 * Math.PI)) / (4 / 32);
    expect(part('size', {})).toBeCloseTo(Math.log(0.7 * top + 0.3), 9);
    const apart = top * Math.exp(-0.5 * (0.2 / spread) ** 2);
    for (const logSize of [5.8, 6.2])
      expect(part('size', { last: { logSize } })).toBeCloseTo(Math.log(0.7 * apart + 0.3), 9);
    expect(part('size', { last: { logSize: 9 } })).toBeCloseTo(Math.log(0.3), 9);
    // One contract more of four is no other size: 0.32 octaves.
    expect(part('size', { last: { logSize: Math.log2(5) }, seen: { logSize: 2 } })).toBeGreaterThan(0.5);
  });

  test.each([
    { name: 'the same distance', how: { last: { distance: 2 } }, part: 'distance', expected: 0.6 * 24 + 0.4 },
    { name: 'a tick nearer', how: { last: { distance: 3 } }, part: 'distance', expected: 1 },
    { name: 'two ticks nearer', how: { last: { distance: 4 } }, part: 'distance', expected: 0.4 },
    { name: 'single orders', how: {}, part: 'layers', expected: 1 },
    {
      name: 'five layers',
      how: { last: { layers: 5 }, seen: { layers: 5 } },
      part: 'layers',
      expected: 12.2,
    },
    {
      name: 'five and six',
      how: { last: { layers: 6 }, seen: { layers: 5 } },
      part: 'layers',
      expected: 0.3,
    },
    { name: 'a common fill', how: { last: { doneSizes: 0b100100 } }, part: 'genuine', expected: 20.5 },
    { name: 'other fills', how: { last: { doneSizes: 0b1000 } }, part: 'genuine', expected: 0.35 },
    { name: 'no fill before one', how: { last: { doneSizes: 0 } }, part: 'genuine', expected: 1 },
    { name: 'no delay of one', how: { last: { doneLagMs: NEVER } }, part: 'delay', expected: 1 },
    {
      name: 'delays a factor ten apart',
      how: { last: { doneLagMs: 400 } },
      part: 'delay',
      expected: 0.3 + 0.0084,
    },
  ] as const)('by $name are $expected as likely by one trader', ({ how, part: name, expected }) => {
    expect(part(name, how)).toBeCloseTo(Math.log(expected), name === 'delay' ? 2 : 9);
  });

  test('have one delay where it is rare, less so where it is common', () => {
    const top = 0.7 / (0.85 * Math.sqrt(2 * Math.PI));
    expect(part('delay', {})).toBeCloseTo(Math.log(top + 0.3), 9);
    expect(part('delay', { behaviour: { delayDensity: 0.1 } })).toBeCloseTo(Math.log(10 * top + 0.3), 9);
    // Half a millisecond and less are not distinguished.
    expect(part('delay', { last: { doneLagMs: 0 }, seen: { doneLagMs: 0.5 } })).toBeCloseTo(
      Math.log(top + 0.3),
      9,
    );
  });
});

test('a quiet market of hours makes a return more telling, a busy one less', () => {
  const quiet = new WithdrawalBaseline();
  for (let timeMs = 0; timeMs <= 36_000_000; timeMs += 10_000) quiet.advance(timeMs);
  // Ten seconds at a time that fade by half in thirty minutes.
  const rate = 8 / (10_000 / (1 - 2 ** (-10_000 / 1_800_000)) + 240_000);
  const ratio = 1 / 20_000 / (rate * (1 + rate * 20_000));
  expect(compared(quiet, {}).soon).toBeCloseTo(Math.log(0.7 * ratio + 0.3), 4);
  // 48 in four minutes: one in five seconds.
  expect(compared(after(40), {}).soon).toBeCloseTo(Math.log(0.7 * 0.05 + 0.3), 9);
});

test('a size weighs by those around it, fills by the rarest in common of those that answered one', () => {
  // A quarter of an octave more was seen forty times; each of three sizes has a quarter of eight before them.
  const density = ((3 * 0.25 + 40) / 48 / 3) * 4;
  const top = 1 / (Math.hypot(0.13, 0.4 / Math.LN2 / 64) * Math.sqrt(2 * Math.PI));
  const { size } = compared(after(40, { excess: 0.25 }), {});
  expect(size).toBeCloseTo(Math.log((0.7 * top) / density + 0.3), 9);
  expect(compared(after(20, {}, { doneSizes: 0 }), {}).genuine).toBeCloseTo(Math.log(20.5), 9);
  const both = { doneSizes: 0b100100 };
  const rarest = 20 / 31 / 60;
  const { genuine } = compared(after(40), { last: both, seen: both });
  expect(genuine).toBeCloseTo(Math.log(0.65 / rarest + 0.35), 9);
});

test('likeness is the sum of its parts, finite, and the same in the mirrored market', () => {
  const print = fc.record({
    layers: fc.integer({ min: 1, max: 20 }),
    logSize: fc.double({ min: 0, max: 12, noNaN: true }),
    distance: fc.integer({ min: 0, max: 40 }),
    doneSizes: fc.integer({ min: 0, max: 2 ** 30 }),
    doneLagMs: fc.oneof(fc.constant(NEVER), fc.double({ min: 0, max: 3000, noNaN: true })),
  });
  fc.assert(
    fc.property(print, print, fc.integer({ min: 0, max: 600_000 }), (last, seen, gapMs) => {
      const [bids, asks] = [SIDE_BID, SIDE_ASK].map((side) => {
        const baseline = after(5, { excess: 1 }, { side });
        return compared(baseline, { last: { ...last, side }, seen: { ...seen, side }, gapMs });
      });
      expect(asks).toEqual(bids);
      const { total, ...parts } = bids ?? { total: Number.NaN };
      expect(Object.values(parts).reduce((sum, each) => sum + each, 0)).toBeCloseTo(total, 9);
      expect(Object.values(parts).every(Number.isFinite)).toBe(true);
    }),
    { numRuns: 60 },
  );
});
