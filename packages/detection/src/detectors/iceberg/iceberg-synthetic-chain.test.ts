/** Chains of slices: which fill an order follows, what a chain learns of its trader, and the event made of it. */
import { SIDE_ASK, SIDE_BID } from '@undertow/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SURE } from '#testing/plain-context.ts';
import { plainView } from '#testing/plain-view.ts';
import { SYNTHETIC_MODEL, SyntheticChain } from './iceberg-synthetic-chain.ts';
import { chainKey, syntheticIcebergEvent } from './iceberg-synthetic-event.ts';
import { type Slice, SliceMatcher } from './iceberg-synthetic-match.ts';
import { SliceOdds } from './iceberg-synthetic-odds.ts';
import { NO_CHAIN, WaitingFills } from './iceberg-synthetic-slots.ts';

const PRICE = 19_000;
const T = 1_703_602_800_000;

interface Made {
  readonly side?: number;
  readonly size?: number;
  readonly delayMs?: number;
  readonly links?: number;
  readonly ratio?: number;
}

/** A chain of slices of one size, each so long after the fill of the one before. */
function chainOf({
  side = SIDE_BID,
  size = 8,
  delayMs = 3,
  links = 4,
  ratio = 2,
}: Made = {}): SyntheticChain {
  const chain = new SyntheticChain();
  chain.begin(side, PRICE, size, T);
  for (let n = 0; n < links; n += 1) chain.link(delayMs, size, PRICE, ratio);
  return chain;
}

const SCALE = { orderSize: 8, depth: 40, rank: 0, rivals: 0 };

/** Features by their names. */
function featuresOf(chain: SyntheticChain, scale: Partial<typeof SCALE> = {}): Record<string, number> {
  chain.writeFeatures({ ...SCALE, ...scale });
  return Object.fromEntries(SYNTHETIC_MODEL.features.map((name, at) => [name, chain.features[at]!]));
}

describe('a chain', () => {
  test('of equal slices at one price has the features of its definition', () => {
    const chain = chainOf();
    chain.executed = 40;
    chain.levelVolume = 80;
    expect(featuresOf(chain)).toMatchObject({
      llr: Math.log(9),
      links: Math.log2(5),
      equalSmall: 4.5 / 5,
      volumeShare: 0.5,
      sliceSize: 0,
      meanRatio: 2,
      requoteWithoutFill: 0,
      impatience: 0,
      cancelled: 0,
      atTouch: 0,
      twin: 0,
      moved: 0,
      retreated: 0,
      executed: 1,
      evidenceRank: -Math.log(1),
      rivals: 0,
    });
    // Two links of a usual spread of 1 beside four without any.
    expect(chain.delaySpread).toBeCloseTo(Math.sqrt(2 / 6), 9);
  });

  test.each([
    { what: 'orders of half the size', scale: { orderSize: 4 }, feature: 'sliceSize', value: 1 },
    {
      what: 'orders of a size that is rare',
      scale: { orderSize: 1 },
      feature: 'equalSmall',
      value: 0.9 * (3 / 8),
    },
    { what: 'a book that shows little', scale: { depth: 0 }, feature: 'executed', value: Math.log2(9) },
    { what: 'weaker evidence elsewhere', scale: { rank: 0.75 }, feature: 'evidenceRank', value: Math.log(4) },
    { what: 'three rivals', scale: { rivals: 3 }, feature: 'rivals', value: 2 },
  ])('beside $what has $feature of $value', ({ scale, feature, value }) => {
    expect(featuresOf(chainOf(), scale)[feature]).toBeCloseTo(value, 12);
  });

  test('adds up evidence to a bound, and its mean of the latest ten', () => {
    const chain = chainOf({ links: 7, ratio: 2 });
    expect([chain.score, chain.meanRatio]).toEqual([14, 2]);
    chain.link(3, 8, PRICE, 5);
    expect(chain.score).toBe(16);
    expect(chain.meanRatio).toBeCloseTo(2 + 3 / 8, 12);
    for (let n = 0; n < 10; n += 1) chain.link(3, 8, PRICE, 2);
    const before = chain.meanRatio;
    chain.weigh(-4);
    expect(chain.score).toBe(12);
    expect(chain.meanRatio).toBeCloseTo(before + 0.1 * (-4 - before), 12);
  });

  test.each([
    { side: SIDE_BID, steps: [1, -1, -1, 0], moved: 3, retreats: 2, low: -1, high: 1 },
    { side: SIDE_ASK, steps: [1, -1, -1, 0], moved: 3, retreats: 1, low: -1, high: 1 },
    { side: SIDE_ASK, steps: [2, 1, 1, 0], moved: 3, retreats: 3, low: 0, high: 4 },
  ])(
    'of side $side that steps by $steps retreats $retreats times',
    ({ side, steps, moved, retreats, low, high }) => {
      const chain = chainOf({ side, links: 0 });
      let price = PRICE;
      for (const step of steps) {
        price += step;
        chain.link(3, 8, price, 1);
      }
      expect(chain).toMatchObject({
        movedLinks: moved,
        retreats,
        lowTicks: PRICE + low,
        highTicks: PRICE + high,
      });
      expect(featuresOf(chain)).toMatchObject({ moved: moved / 6, retreated: retreats / 6 });
    },
  );

  test('counts as equal what repeats the slice before, the first slice in its mean, and spreads its delays', () => {
    const chain = chainOf({ links: 0, size: 8 });
    for (const size of [8, 6, 6, 8]) chain.link(3, size, PRICE, 1);
    expect([chain.equalLinks, chain.meanSize, chain.sliceSize]).toEqual([2, 36 / 5, 8]);
    const uneven = chainOf({ links: 0 });
    for (const delay of [1, Math.E ** 2, 1, Math.E ** 2]) uneven.link(delay, 8, PRICE, 1);
    // The logarithm of each delay is 1 from their mean.
    expect(uneven.delaySpread).toBeCloseTo(1, 12);
  });

  test('loses a twentieth each second without a slice, never below nothing, and nothing while one rests', () => {
    const chain = chainOf();
    chain.noteFilled(T + 60_000);
    chain.fadeTo(T + 70_000);
    expect([chain.score, chain.resting]).toEqual([8 - 0.5, false]);
    chain.fadeTo(T + 70_000);
    chain.fadeTo(T + 65_000);
    expect(chain.score).toBe(7.5);
    chain.fadeTo(T + 1_000_000);
    expect(chain.score).toBe(0);
    const against = chainOf({ ratio: -1, links: 1 });
    against.fadeTo(T + 10_000);
    expect(against.score).toBe(-1);
  });

  test('is impatient by its quotes without a fill, less what it waited where price had left it', () => {
    const chain = chainOf();
    chain.requotes = 1;
    expect(featuresOf(chain)).toMatchObject({ requoteWithoutFill: 1 / 7 });
    expect(featuresOf(chain)['impatience']).toBeCloseTo(Math.log(25), 12);
    for (const [awaySeconds, requotes, expected] of [
      [2, 1, Math.log(25) - 0.96],
      [100, 1, 0],
      [100, 1000, 8],
    ] as const)
      expect(featuresOf(Object.assign(chain, { awaySeconds, requotes }))['impatience']).toBeCloseTo(
        expected,
        12,
      );
  });

  test('resembles a maker’s chain of the other side, and none of its own side', () => {
    const chain = chainOf({ links: 4 });
    expect(chain.resemblance(chainOf({ side: SIDE_ASK }))).toBeCloseTo(1, 12);
    expect(chain.resemblance(chainOf({ side: SIDE_ASK, links: 2 }))).toBeCloseTo(0.5, 12);
    for (const other of [chainOf(), chainOf({ side: SIDE_ASK, links: 1 }), new SyntheticChain()])
      expect(chain.resemblance(other)).toBe(0);
    const slower = chainOf({ side: SIDE_ASK, delayMs: 3 * Math.exp(0.7) });
    expect(chain.resemblance(slower)).toBeCloseTo(Math.exp(-0.5), 9);
    const larger = chainOf({ side: SIDE_ASK, size: 16 });
    expect(chain.resemblance(larger)).toBeCloseTo(Math.exp(-2 * Math.log(2) ** 2), 9);
  });

  test('that begins again has forgotten everything', () => {
    const chain = chainOf();
    Object.assign(chain, {
      requotes: 3,
      awaySeconds: 2,
      cancels: 1,
      twin: 1,
      touchLinks: 2,
      raised: true,
      key: 'one',
    });
    chain.begin(SIDE_ASK, PRICE + 5, 3, T + 9);
    const fresh = new SyntheticChain();
    fresh.begin(SIDE_ASK, PRICE + 5, 3, T + 9);
    for (const one of [chain, fresh]) one.link(7, 3, PRICE + 5, 1);
    expect(featuresOf(chain)).toEqual(featuresOf(fresh));
    expect(chain).toMatchObject({ key: '', raised: false, executed: 3, highTicks: PRICE + 5 });
  });

  test('never has a feature that is no number, whatever it saw', () => {
    const steps = fc.record({
      delayMs: fc.oneof(fc.constant(0), fc.double({ min: 1e-6, max: 1600, noNaN: true })),
      size: fc.integer({ min: 1, max: 5000 }),
      move: fc.integer({ min: -1, max: 1 }),
      ratio: fc.double({ min: -3, max: 12, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(steps, { minLength: 1, maxLength: 30 }), (all) => {
        const chain = chainOf({ links: 0 });
        for (const { delayMs, size, move, ratio } of all)
          chain.link(delayMs, size, chain.priceTicks + move, ratio);
        const features = Object.values(featuresOf(chain, { orderSize: 0, depth: 0, rank: 0.99, rivals: 9 }));
        expect(features.every(Number.isFinite)).toBe(true);
      }),
      { numRuns: 40 },
    );
  });
});

test('the event of a chain shows its newest sixteen links, and keeps the id of its first order', () => {
  const view = plainView({});
  const chain = chainOf({ links: 0 });
  for (let n = 1; n <= 20; n += 1) chain.link(n, 100 + n, PRICE - n, 1);
  Object.assign(chain, { orderLo: 77, judgement: { ...SURE, confidence: 0.2 } });
  chain.key = chainKey(chain, view);
  const event = syntheticIcebergEvent(chain, view, { percentile: 0, expired: true });
  const newest = [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20];
  const links = newest.map((n) => ({ delayMs: n, size: 100 + n, priceTicks: PRICE - n }));
  expect(event.evidence['links']).toEqual(links);
  expect(event).toMatchObject({ status: 'expired', isWithdrawn: true, severity: 'low' });
  expect(event.evidence).toMatchObject({ orderIds: ['77'], slices: 21 });
  chain.orderLo = 78;
  const later = syntheticIcebergEvent(chain, view, { percentile: 0, expired: false });
  expect(later).toMatchObject({ id: event.id, status: 'open' });
  expect(chainKey(chain, view)).not.toBe(event.id);
});

describe('the fill that an order follows', () => {
  const order = (parts: Partial<Slice> = {}): Slice => ({
    ...{ side: SIDE_BID, priceTicks: PRICE, size: 8, orderHi: 0, orderLo: 1, atTouch: true },
    ...parts,
  });

  function matcher(...waiting: readonly { readonly size?: number; readonly chain?: number }[]) {
    const fills = new WaitingFills();
    const chains = [new SyntheticChain(), new SyntheticChain()];
    for (const { size = 8, chain = NO_CHAIN } of waiting) {
      const at = fills.push(SIDE_BID, PRICE);
      fills.timeMs[at] = T;
      fills.size[at] = size;
      fills.chain[at] = chain;
    }
    for (const away of [-20, 20]) fills.timeMs[fills.push(SIDE_BID, PRICE + away)] = T;
    return { fills, chains, matcher: new SliceMatcher(fills, new SliceOdds(), chains) };
  }

  test.each([
    [{}, 3, 0, 1],
    [{ priceTicks: PRICE + 1 }, 3, 0, 1],
    [{ priceTicks: PRICE - 1 }, 3, 0, 1],
    [{ priceTicks: PRICE + 2 }, 3, -1, 0],
    [{ side: SIDE_ASK }, 3, -1, 0],
    [{}, 0, -1, 0],
    [{ size: 1 }, 3, -1, 1],
    [{ size: 3 }, 3, -1, 1],
  ])('of an order of %o after %i ms is row %i, near are %i', (parts, delayMs, row, near) => {
    const one = matcher({}).matcher;
    expect([one.find(order(parts), T + delayMs), one.nearCount]).toEqual([row, near]);
    if (row === 0) expect([one.isNew, one.ratio > 0]).toEqual([true, true]);
  });

  test('is the one of its own size among several, none twice, and none of single contracts', () => {
    const { fills, matcher: one } = matcher({ size: 6 }, { size: 8 }, { size: 10 });
    expect(one.find(order(), T + 3)).toBe(1);
    fills.linked[1] = 1;
    expect([one.find(order(), T + 3) === 1, one.nearCount]).toEqual([false, 3]);
    expect(matcher({ size: 1 }).matcher.find(order({ size: 1 }), T + 3)).toBe(-1);
  });

  test('is rather that of a slow trader, the more evidence there is of one', () => {
    const { chains, matcher: one } = matcher({}, { chain: 1 });
    const rows = [0, 8].map((score) => {
      Object.assign(chains[1]!, chainOf({ delayMs: 60 }), { score });
      return one.find(order(), T + 3);
    });
    expect(rows).toEqual([0, 1]);
  });

  test.each([
    { usual: 4, guessed: 0, row: 1, isNew: false },
    // Of an unlike size it begins another chain only where the fill need not be the chain’s
    { usual: 20, guessed: 0, row: -1, isNew: false },
    { usual: 20, guessed: 1, row: 1, isNew: true },
  ])('of a trader of slices of $usual, guessed $guessed, is row $row', ({ usual, guessed, row, isNew }) => {
    const { fills, chains, matcher: one } = matcher({ size: 40 }, { size: 4, chain: 1 });
    const chain = Object.assign(chains[1]!, chainOf({ size: usual }));
    fills.guessed[1] = guessed;
    expect(one.find(order({ size: 3 }), T + 3)).toBe(row);
    if (row >= 0) expect(one.isNew).toBe(isNew);
    expect(one.chainAt(1)).toBe(chain);
    chain.inUse = false;
    expect([one.chainAt(0), one.chainAt(1)]).toEqual([undefined, undefined]);
  });
});
