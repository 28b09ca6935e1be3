/** What a trap starts from and is held against: levels whose break counts, usual signed volume, and the pattern's words. */
import { NO_PRICE, NS_PER_MS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { UNKNOWN_JUDGEMENT } from '#calibration/judge.ts';
import { SURE } from '#testing/plain-context.ts';
import { type PlainFacts, plainView } from '#testing/plain-view.ts';
import { ZoneMarket } from '#testing/zone-market.ts';
import { DeltaBaseline } from './trap-zone-delta.ts';
import { TrapEpisode, type TrapOutcome } from './trap-zone-episode.ts';
import { BreakLevels } from './trap-zone-levels.ts';
import { trapPattern } from './trap-zone-pattern.ts';

describe.each([
  ['above', 1],
  ['below', -1],
] as const)('levels %s price', (_, sign) => {
  const LAST = 2000;
  interface Given {
    /** Swings so many ticks ahead of price, each made a second after the one before. */
    readonly swings?: readonly number[];
    readonly prior?: number;
    /** Near edges of zones of four ticks, ahead of price. */
    readonly zones?: readonly number[];
    readonly facts?: PlainFacts;
  }
  function levelsOf({ swings = [], prior, zones = [], facts = {} }: Given) {
    const made = swings.map((ticks, n) => ({ priceTicks: LAST + sign * ticks, timeMs: 1000 * (n + 1) }));
    const { view, map } = new ZoneMarket(SIDE_BID, {
      unbrokenHighs: () => made,
      unbrokenLows: () => made,
      ...facts,
    });
    view.lastTicks = LAST;
    const priorTicks = prior === undefined ? null : LAST + sign * prior;
    view.levels = { ...view.levels, priorHighTicks: priorTicks, priorLowTicks: priorTicks };
    view.market = { facts: { dayOpenMs: 77 } } as never;
    for (const [at, ticks] of zones.entries()) {
      // The far edge is the one whose break counts.
      const edge = LAST + sign * ticks;
      map.touches.open(at + 1, sign > 0 ? edge - 3 : edge, sign > 0 ? edge : edge + 3);
      map.touches.touches[at + 1] = 1;
      map.bornMs[at + 1] = 500 + at;
    }
    const levels = new BreakLevels(sign);
    levels.refresh(view);
    return { levels, view, map };
  }
  const listed = ({ levels }: ReturnType<typeof levelsOf>) =>
    Array.from({ length: levels.count }, (__, at) => ({
      ahead: (levels.priceTicks[at]! - LAST) * sign,
      bornMs: levels.bornMs[at],
      isZone: levels.isZone[at] === 1,
    }));

  test('come nearest first, each with its own birth and kind', () => {
    expect(listed(levelsOf({ swings: [30, 10], prior: 20, zones: [5, 40] }))).toEqual([
      { ahead: 5, bornMs: 500, isZone: true },
      { ahead: 10, bornMs: 2000, isZone: false },
      { ahead: 20, bornMs: 77, isZone: false },
      { ahead: 30, bornMs: 1000, isZone: false },
      { ahead: 40, bornMs: 501, isZone: true },
    ]);
  });

  test('are in order whatever they are, and none behind price', () => {
    const ticks = fc.array(fc.integer({ min: -20, max: 60 }), { maxLength: 6 });
    fc.assert(
      fc.property(ticks, ticks, (swings, zones) => {
        const ahead = listed(levelsOf({ swings, zones })).map((level) => level.ahead);
        expect(ahead).toEqual(ahead.toSorted((a, b) => a - b));
        for (const one of ahead) expect(one).toBeGreaterThanOrEqual(0);
        for (const one of [...swings, ...zones].filter((at) => at >= 0))
          expect(ahead.some((level) => Math.abs(level - one) <= 1)).toBe(true);
        // No two are within a tick.
        for (let at = 1; at < ahead.length; at += 1) expect(ahead[at]! - ahead[at - 1]!).toBeGreaterThan(1);
      }),
      { numRuns: 40 },
    );
  });

  test('beyond sixteen are the nearest sixteen, in whatever order they are found', () => {
    const far = Array.from({ length: 16 }, (__, at) => 100 + 10 * at);
    const nearest = (zones: readonly number[]) => listed(levelsOf({ zones })).map(({ ahead }) => ahead);
    expect(nearest([...far, 5, 300])).toEqual([5, ...far.slice(0, 15)]);
  });

  test('within a tick are one, a zone if one of them is', () => {
    const merged = { ahead: 10, bornMs: 1000, isZone: true };
    expect(listed(levelsOf({ swings: [10], zones: [11] }))).toEqual([merged]);
    expect(listed(levelsOf({ swings: [10], zones: [12] }))).toEqual([
      { ...merged, isZone: false },
      { ahead: 12, bornMs: 500, isZone: true },
    ]);
    expect(listed(levelsOf({ swings: [10, 9] }))).toEqual([{ ...merged, isZone: false }]);
  });

  test('are of zones only those that were touched and live', () => {
    const given = levelsOf({ zones: [5, 15, 25] });
    given.map.touches.touches[1] = 0;
    given.map.touches.close(2);
    given.levels.refresh(given.view);
    expect(listed(given).map(({ ahead }) => ahead)).toEqual([25]);
  });

  test('that were passed are dropped, and return with the next look', () => {
    const given = levelsOf({ swings: [10, 20], zones: [30] });
    expect(given.levels.nextTicks).toBe(LAST + sign * 10);
    given.levels.drop(2);
    expect(listed(given)).toEqual([{ ahead: 30, bornMs: 500, isZone: true }]);
    given.levels.drop(1);
    expect(given.levels.nextTicks).toBe(sign * Number.POSITIVE_INFINITY);
    given.levels.refresh(given.view);
    expect(listed(given).length).toBe(3);
  });

  test('are unknown before there is a price, and swings those that were unbroken a minute ago', () => {
    const given = levelsOf({ swings: [10] });
    given.view.lastTicks = NO_PRICE;
    given.levels.refresh(given.view);
    expect(given.levels.count).toBe(0);
    const asked: number[] = [];
    const note = (_count: number, untilMs: number): never[] => {
      asked.push(untilMs);
      return [];
    };
    const { view } = levelsOf({ facts: { unbrokenHighs: note, unbrokenLows: note, timeMs: 100_000 } });
    expect(view.timeMs).toBe(100_000);
    expect(asked).toEqual([40_000]);
  });
});

describe('the usual signed volume', () => {
  /** So many contracts in each second, bought or sold. */
  const after = (seconds: number, each: number): DeltaBaseline => {
    const baseline = new DeltaBaseline();
    for (let second = 0; second < seconds; second += 1) {
      baseline.add(each);
      baseline.onClock(second * 1000);
    }
    return baseline;
  };

  test('of a steady flow is the flow times its seconds, bought as sold', () => {
    for (const each of [3, -3]) {
      const baseline = after(1500, each);
      for (const seconds of [5, 10, 40, 320, 640]) {
        const share = baseline.q90(seconds) / (3 * seconds);
        expect(share).toBeGreaterThan(0.9);
        expect(share).toBeLessThan(1.1);
      }
    }
  });

  test('grows with the stretch, between those that are measured as well', () => {
    const baseline = after(1500, 3);
    const stretches = [0, 1, 5, 6, 8, 10, 14, 20, 33, 80, 81, 159, 600, 640, 5000].map((s) =>
      baseline.q90(s),
    );
    expect(stretches).toEqual(stretches.toSorted((a, b) => a - b));
    expect(baseline.q90(0)).toBe(baseline.q90(5));
    expect(baseline.q90(5000)).toBe(baseline.q90(640));
    // Half way between the logarithms of 20 and 40.
    expect(baseline.q90(20 * Math.SQRT2)).toBeCloseTo((baseline.q90(20) + baseline.q90(40)) / 2, 9);
  });

  test('does not mix what came before a lost book into what comes after', () => {
    const baseline = after(1500, 3);
    const before = baseline.q90(5);
    baseline.add(1_000_000);
    baseline.clear();
    for (let second = 0; second < 60; second += 1) {
      baseline.add(3);
      baseline.onClock(2_000_000 + second * 1000);
    }
    expect(baseline.q90(5)).toBe(before);
  });
});

describe('the pattern', () => {
  const START_MS = 1_703_602_800_000;
  const BARRIERS = { winTicks: 1990, loseTicks: 2002, withinMs: 1_800_000, stayMs: 0 };
  function shown(side: number, parts: Partial<TrapEpisode> = {}, facts: PlainFacts = {}, percentile = 0) {
    const sign = side === SIDE_BID ? 1 : -1;
    const trap = Object.assign(new TrapEpisode(side, 2000, START_MS - 60_000, false, START_MS), {
      ...{
        extremeTicks: 2000 + sign * 4,
        trapped: 1200,
        priceVolume: 1200 * (2000 + sign * 2.5),
        clips: 4,
        small: 1,
      },
      ...{ formedMs: START_MS + 5000, delta: 900, neededDelta: 800, refilled: 30 },
      ...{ raised: { existence: SURE, follow: UNKNOWN_JUDGEMENT, atMs: START_MS + 6000 } },
      ...parts,
    });
    return trapPattern(trap, plainView(facts), BARRIERS, START_MS + 7000, percentile);
  }

  test('is none before it is raised', () => {
    expect(shown(SIDE_BID, { raised: null })).toBeNull();
  });

  test.each([
    ['pending', 'open'],
    ['followed', 'confirmed'],
    ['re-entered', 'failed'],
    ['expired', 'expired'],
    ['interrupted', 'expired'],
  ] as const satisfies readonly (readonly [TrapOutcome, string])[])(
    'of a trap that is %s is %s',
    (outcome, status) => {
      expect(shown(SIDE_BID, { outcome })).toMatchObject({ status, evidence: { outcome } });
    },
  );

  test('says who is trapped where, and what it took', () => {
    expect(shown(SIDE_BID)).toMatchObject({
      ...{ side: 'bid', direction: 'down', size: 1200, startNs: BigInt(START_MS) * NS_PER_MS },
      ...{ detectedNs: BigInt(START_MS + 6000) * NS_PER_MS, updatedNs: BigInt(START_MS + 7000) * NS_PER_MS },
      expiresNs: BigInt(START_MS + 5000 + 1_800_000) * NS_PER_MS,
      levels: [
        { label: 'zone', lowTicks: 2001, highTicks: 2004 },
        { label: 'target', lowTicks: 1990, highTicks: 1990 },
      ],
    });
    expect(shown(SIDE_BID)?.description).toMatch(
      /^1,200 contracts bought above 500\.00 at 500\.6\d* on average/,
    );
    expect(shown(SIDE_ASK)?.description).toMatch(
      /^1,200 contracts sold below 500\.00 at 499\.3\d* on average/,
    );
    expect(shown(SIDE_ASK)).toMatchObject({
      side: 'ask',
      direction: 'up',
      levels: [{ lowTicks: 1996, highTicks: 1999 }, {}],
    });
    expect(shown(SIDE_ASK)?.id).not.toBe(shown(SIDE_BID)?.id);
  });

  test('claims what follows where that is known, else that it is a trap', () => {
    expect(shown(SIDE_BID)).toMatchObject({ confidence: 0.8, calibrator: 'test@1' });
    const follow = { ...SURE, confidence: 0.3, calibrator: 'follow@1' };
    const both = shown(SIDE_BID, { raised: { existence: SURE, follow, atMs: START_MS } });
    expect(both).toMatchObject({ confidence: 0.3, existence: 0.8, calibrator: 'follow@1' });
    expect(shown(SIDE_BID, {}, {}, 0.75)?.severity).toBe('high');
    expect(shown(SIDE_BID, {}, {}, 0.74)?.severity).toBe('medium');
  });

  test.each([
    [{ delta: 800 }, [true, true]],
    [{ delta: 799 }, [false, true]],
    [{ extremeTicks: 2001 }, [true, false]],
  ])('marks which rule held of %o', (parts, met) => {
    const rules = shown(SIDE_BID, parts)?.evidence['rules'] as readonly { met: boolean }[];
    expect(rules.map((one) => one.met)).toEqual(met);
  });

  test('shows no refills on a feed without levels, no share of clips without any, and where the level came from', () => {
    expect(shown(SIDE_BID)?.evidence).toMatchObject({
      refilledContracts: 30,
      smallClipShare: 0.25,
      beyondMs: 5000,
    });
    const bare = shown(SIDE_BID, { clips: 0, trapped: 0 }, { tier: 'L1T' });
    expect(bare?.evidence).toMatchObject({
      refilledContracts: null,
      smallClipShare: null,
      meanEntryTicks: 2001,
    });
    expect(bare?.evidence['levelKind']).toBe('swing or prior extreme');
    expect(shown(SIDE_BID, { isZone: true })?.evidence['levelKind']).toBe('zone');
  });
});
