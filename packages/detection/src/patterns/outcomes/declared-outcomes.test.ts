/** An outcome is judged when it is declared, shown once where it is likely enough, and settled by the market once. */
import { MINUTE_MS } from '@undertow/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ModelSpec } from '#calibration/judge.ts';
import { type PlainContext, plainContext, SURE } from '#testing/plain-context.ts';
import { type PlainFacts, plainView } from '#testing/plain-view.ts';
import { boundFeatures, type DeclaredOutcome, DeclaredOutcomes } from './declared-outcomes.ts';
import { isWorthRaising } from './outcome-pattern.ts';

const MODEL: ModelSpec = { name: 'test', version: 1, features: ['one'], truth: { from: 'outcome' } };
const NOW_MS = 1_000_000;
/** An hour after the open of the trading day. */
const QUIET: PlainFacts = { timeMs: NOW_MS, lastTicks: 1000, sinceOpenMs: 60 * MINUTE_MS };

interface Bench extends PlainContext {
  readonly outcomes: DeclaredOutcomes;
  /** Moves the price; the clock goes on by a second. */
  play(priceTicks: number, seconds?: number): void;
}

function bench(facts: PlainFacts = {}): Bench {
  const view = { ...plainView({ ...QUIET, ...facts }) };
  const made = plainContext(view);
  const outcomes = new DeclaredOutcomes(made.context, MODEL, 'smart_reversal', '3 min');
  return {
    ...made,
    outcomes,
    play: (priceTicks, seconds = 1) => {
      Object.assign(view, { lastTicks: priceTicks, timeMs: view.timeMs + 1000 * seconds });
      outcomes.onClock(view.timeMs);
    },
  };
}

const rise = (part: Partial<DeclaredOutcome> = {}): DeclaredOutcome => ({
  key: 'a',
  sign: 1,
  winTicks: 1006,
  loseTicks: 997,
  dueMs: NOW_MS + 180_000,
  startMs: NOW_MS - 5000,
  zoneLowTicks: 998,
  zoneHighTicks: 1001,
  size: 40,
  describe: () => 'Something turned',
  evidence: () => ({ own: 3 }),
  ...part,
});

describe('a declared outcome', () => {
  test('is judged at its zone on the side that it favours', () => {
    const { outcomes, looks } = bench();
    outcomes.declare(rise(), [0.5], false);
    outcomes.declare(rise({ key: 'b', sign: -1 }), [0.25], false);
    expect(looks).toMatchObject([
      { key: 'a', side: 1, timeMs: NOW_MS, priceLowTicks: 998, priceHighTicks: 1001, features: [0.5] },
      { key: 'b', side: 2, features: [0.25] },
    ]);
  });

  test('is shown open, with its prices, its time and what it will be judged by', () => {
    const { outcomes, patterns } = bench();
    outcomes.declare(rise(), [0.5], true);
    expect(patterns).toHaveLength(1);
    expect(patterns[0]).toMatchObject({ change: 'new' });
    expect(patterns[0]?.pattern).toMatchObject({
      type: 'smart_reversal',
      side: 'bid',
      direction: 'up',
      status: 'open',
      priceTicks: 1000,
      size: 40,
      timeframe: '3 min',
      confidence: 0.8,
      degraded: true,
      description: 'Something turned',
      startNs: 995_000_000_000n,
      detectedNs: 1_000_000_000_000n,
      expiresNs: 1_180_000_000_000n,
      barriers: { winTicks: 1006, loseTicks: 997, withinMs: 180_000, stayMs: 0 },
      levels: [
        { label: 'zone', lowTicks: 998, highTicks: 1001 },
        { label: 'target', lowTicks: 1006, highTicks: 1006 },
        { label: 'invalid', lowTicks: 997, highTicks: 997 },
      ],
    });
    expect(patterns[0]?.pattern.evidence).toMatchObject({
      own: 3,
      outcome: 'pending',
      baseRateShare: 0.5,
      targetTicks: 1006,
      invalidTicks: 997,
    });
  });

  test('downwards is one of the ask', () => {
    const { outcomes, patterns } = bench();
    outcomes.declare(rise({ sign: -1, winTicks: 990, loseTicks: 1004 }), [0.5], false);
    expect(patterns[0]?.pattern).toMatchObject({ side: 'ask', direction: 'down' });
  });

  test.each([
    ['reached', 'confirmed', true, [1005, 1006]],
    ['not reached', 'failed', false, [998, 997]],
  ] as const)('that was %s is %s, and the judge receives it', (outcome, status, won, prices) => {
    const { outcomes, patterns, resolved, play } = bench();
    outcomes.declare(rise(), [0.5], false);
    play(prices[0]);
    expect(patterns).toHaveLength(1);
    play(prices[1]);
    expect(patterns).toHaveLength(2);
    expect(patterns[1]).toMatchObject({ change: 'update', pattern: { status, id: patterns[0]?.pattern.id } });
    expect(patterns[1]?.pattern.evidence['outcome']).toBe(outcome);
    expect(patterns[1]?.pattern.updatedNs).toBe(1_002_000_000_000n);
    expect(resolved).toEqual([{ key: 'a', outcome: won, timeMs: NOW_MS + 2000 }]);
    play(1006);
    expect(patterns).toHaveLength(2);
  });

  test('is wrong when its time is over, and not in its last instant', () => {
    const { outcomes, resolved, play } = bench();
    outcomes.declare(rise(), [0.5], false);
    play(1000, 180);
    expect(resolved).toEqual([]);
    play(1000);
    expect(resolved).toMatchObject([{ outcome: false }]);
  });

  test('that is interrupted expires, and leaves no truth', () => {
    const { outcomes, patterns, resolved } = bench();
    outcomes.declare(rise(), [0.5], false);
    outcomes.interrupt(NOW_MS + 500);
    expect(patterns.at(-1)?.pattern).toMatchObject({ status: 'expired' });
    expect(patterns.at(-1)?.pattern.evidence['outcome']).toBe('interrupted');
    expect(resolved).toEqual([{ key: 'a', outcome: null, timeMs: NOW_MS + 500 }]);
    expect(outcomes.open).toEqual([]);
  });

  test('that is not likely enough is followed but never shown', () => {
    const { outcomes, patterns, resolved, say, play } = bench();
    say({ confidence: 0.59 });
    outcomes.declare(rise(), [0.5], false);
    play(1006);
    expect(patterns).toEqual([]);
    expect(resolved).toMatchObject([{ outcome: true }]);
  });

  test('may be shown by a later look, once', () => {
    const { outcomes, patterns, say } = bench();
    say({ confidence: 0.3 });
    outcomes.declare(rise(), [0.5], false);
    say({ confidence: 0.9 });
    outcomes.look(rise(), [0.6], false);
    outcomes.look(rise(), [0.7], false);
    expect(patterns.map(({ change }) => change)).toEqual(['new']);
  });

  test('is open in its direction until it is settled', () => {
    const { outcomes, play } = bench();
    outcomes.declare(rise(), [0.5], false);
    expect([outcomes.isOpen(1), outcomes.isOpen(-1)]).toEqual([true, false]);
    play(1006);
    expect([outcomes.isOpen(1), outcomes.isOpen(-1)]).toEqual([false, false]);
  });

  test.each([
    ['of the trading day', 0],
    // 08:30 in Chicago, 15 hours and a half after 17:00.
    ['of regular hours', 930 * MINUTE_MS],
  ])('is none in the ten minutes after the open %s', (_, openMs) => {
    for (const [sinceMs, count] of [
      [0, 0],
      [10 * MINUTE_MS - 1, 0],
      [10 * MINUTE_MS, 1],
    ] as const) {
      const { outcomes, looks } = bench({ sinceOpenMs: openMs + sinceMs });
      outcomes.declare(rise(), [0.5], false);
      expect(looks).toHaveLength(count);
      expect(outcomes.open).toHaveLength(count);
    }
  });

  test('ranks by size among those that were shown before', () => {
    const { outcomes, patterns } = bench();
    for (let n = 1; n <= 9; n += 1) outcomes.declare(rise({ key: String(n), size: n }), [0.5], false);
    outcomes.declare(rise({ key: 'large', size: 100 }), [0.5], false);
    expect(patterns[0]?.pattern.severity).toBe('medium');
    // Nine of ten are not larger, at a confidence of 0.8.
    expect(patterns.at(-1)?.pattern.severity).toBe('high');
  });
});

test('an outcome is worth raising from 0.6 on, and a tenth above how often such outcomes come true anyway', () => {
  const worth = (confidence: number, base: number): boolean => isWorthRaising({ ...SURE, confidence, base });
  expect([worth(0.6, 0.5), worth(0.599, 0.5)]).toEqual([true, false]);
  expect([worth(0.75, 0.65), worth(0.74, 0.65)]).toEqual([true, false]);
  expect(worth(0.6, 0.1)).toBe(true);
});

test('features are made finite and bounded, and those within the bounds stay as they are', () => {
  const bounded = boundFeatures(Float64Array.of(Number.NaN, Number.POSITIVE_INFINITY, -9, 4, 2.5, -0.1), 4);
  expect(Array.from(bounded)).toEqual([0, 0, -4, 4, 2.5, -0.1]);
  fc.assert(
    fc.property(fc.float64Array(), fc.double({ min: 0.1, max: 9, noNaN: true }), (values, limit) => {
      for (const value of boundFeatures(values, limit)) expect(Math.abs(value)).toBeLessThanOrEqual(limit);
    }),
  );
});
