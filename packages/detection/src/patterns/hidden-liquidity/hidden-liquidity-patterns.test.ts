/** The words and numbers of block prints and of stretches of hidden trading. */
import { type BlockTrade, NO_PRICE, SIDE_ASK, SIDE_BID, SIDE_NONE } from '@undertow/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type PlainFacts, plainView } from '#testing/plain-view.ts';
import { blockPattern, type HiddenStretch, hiddenSharePattern } from './hidden-liquidity-patterns.ts';

function block(part: Partial<BlockTrade> = {}, facts: PlainFacts = {}, neededSize = 400) {
  const made = {
    kind: 'block',
    side: SIDE_NONE,
    priceTicks: 1006,
    size: 1500,
    printedNs: 9_000_000_000n,
    ...part,
  };
  return blockPattern(
    { block: made as BlockTrade, ordinal: 4, neededSize, known: 30, percentile: 0.96, degraded: false },
    plainView({ lastTicks: 1000, ...facts }),
  );
}

describe('a block print', () => {
  test.each([
    [1006, '6 ticks above the market'],
    [1001, '1 tick above the market'],
    [1000, 'at the market'],
    [999, '1 tick below the market'],
    [990, '10 ticks below the market'],
  ])('at %i ticks is said to be %s', (priceTicks, place) => {
    const { description, evidence } = block({ priceTicks });
    expect(description).toContain(` printed, ${place}; agreed off the book, reported later`);
    expect(evidence['distanceTicks']).toBe(priceTicks - 1000);
  });

  test('is as sure as the feed is whole, and exact', () => {
    expect(block({}, { gapRate: 0.03 })).toMatchObject({
      exact: true,
      confidence: 0.97,
      confidenceLow: 0.97,
      confidenceHigh: 0.97,
      calibrator: 'exact',
      score: null,
      direction: null,
      status: 'confirmed',
    });
  });

  test('without a price is put where the market is, without a level and a distance', () => {
    const pattern = block({ priceTicks: NO_PRICE });
    expect(pattern).toMatchObject({ priceTicks: 1000, levels: [] });
    expect(pattern.description).toBe('Block of 1,500 printed; agreed off the book, reported later');
    expect(pattern.evidence['distanceTicks']).toBeNull();
  });

  test('in a market that has not traded has no distance', () => {
    const pattern = block({}, { lastTicks: NO_PRICE });
    expect(pattern.evidence).toMatchObject({ marketTicks: null, distanceTicks: null });
    expect(pattern.description).toContain('Block of 1,500 at 251.50 printed;');
    expect(block({ priceTicks: NO_PRICE }, { lastTicks: NO_PRICE }).priceTicks).toBe(0);
  });

  test.each([
    [SIDE_BID, 'bid'],
    [SIDE_ASK, 'ask'],
    [SIDE_NONE, null],
  ])('of side %i is of side %s', (side, word) => {
    expect(block({ side }).side).toBe(word);
  });

  test('of another kind is called by its kind', () => {
    expect(block({ kind: 'EFP' } as Partial<BlockTrade>).description).toMatch(/^EFP of 1,500 /);
  });

  test('is shown for ten minutes from its print, and has the time of its print only', () => {
    const { printedNs, updatedNs, expiresNs, evidence } = { printedNs: 9_000_000_000n, ...block() };
    expect(updatedNs).toBe(printedNs);
    expect(expiresNs - updatedNs).toBe(600_000_000_000n);
    expect(evidence).toMatchObject({ printedNs: '9000000000', executedNs: null });
  });

  test('states the size that was needed, and whether it had it', () => {
    expect(block().evidence['rules']).toEqual([
      { name: 'Contracts', value: '1,500', needed: 'at least 400', met: true },
    ]);
    expect(block({}, {}, 1501).evidence['rules']).toMatchObject([{ met: false }]);
  });

  test('has an id of its own, however alike two are', () => {
    const view = plainView({});
    const facts = { neededSize: 0, known: 0, percentile: 0, degraded: false };
    const same = { kind: 'block', side: SIDE_NONE, priceTicks: 1, size: 1, printedNs: 1n } as BlockTrade;
    const idOf = (ordinal: number): string => blockPattern({ ...facts, block: same, ordinal }, view).id;
    expect(idOf(1)).not.toBe(idOf(2));
    expect(idOf(1)).toBe(idOf(1));
  });
});

describe('a stretch of hidden trading', () => {
  const stretch = (part: Partial<HiddenStretch> = {}): HiddenStretch => ({
    id: 'one',
    startNs: 1n,
    detectedNs: 2n,
    lastNs: 30_000_000_000n,
    priceTicks: 1000,
    lowTicks: 998,
    highTicks: 1001,
    share: 0.256,
    z: 3.4,
    hidden: 1024,
    volume: 4000,
    side: null,
    status: 'open',
    degraded: false,
    ...part,
  });
  const needed = { z: 3, contracts: 60, warm: false };
  const patternOf = (part: Partial<HiddenStretch> = {}, gapRate = 0) =>
    hiddenSharePattern(stretch(part), plainView({ gapRate }), needed, 0.5);

  test.each([
    [null, ''],
    ['bid', ' by resting buyers'],
    ['ask', ' by resting sellers'],
  ] as const)('of side %s is said to be%s', (side, words) => {
    expect(patternOf({ side }).description).toBe(
      `26% of the volume of 5 minutes came from hidden size: 1,024 of 4,000${words}`,
    );
    expect(patternOf({ side }).side).toBe(side);
  });

  test('is a fact without a direction, shown for five minutes after it was last measured', () => {
    expect(patternOf({}, 0.1)).toMatchObject({
      exact: true,
      confidence: 0.9,
      direction: null,
      updatedNs: 30_000_000_000n,
      expiresNs: 330_000_000_000n,
      levels: [{ label: 'hidden', lowTicks: 998, highTicks: 1001 }],
    });
  });

  test('shows the two rules by which it was raised, met at their bounds and not below', () => {
    const metOf = (part: Partial<HiddenStretch>): unknown =>
      (patternOf(part).evidence['rules'] as { met: boolean }[]).map(({ met }) => met);
    fc.assert(
      fc.property(fc.double({ min: -9, max: 9, noNaN: true }), fc.nat(200), (z, hidden) => {
        expect(metOf({ z, hidden })).toEqual([z >= 3, hidden >= 60]);
      }),
    );
    expect(metOf({ z: 3, hidden: 60 })).toEqual([true, true]);
  });
});
