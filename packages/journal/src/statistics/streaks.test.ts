/** Streaks, and how long chance alone makes them: against brute force, shuffles and the reference's figures. */
import { describe, expect, test } from 'vitest';
import { SeededRandom } from '#numbers/random.ts';
import { chanceOfNoRun, longestRunQuantile, longestRuns, streakFiguresOf } from './streaks.ts';

describe('the longest run', () => {
  test('ends at a break-even trade', () => {
    expect(longestRuns(Int8Array.of(-1, -1, 0, -1, 1, 1, 1, 0, 1))).toEqual({ wins: 3, losses: 2 });
    expect(longestRuns(Int8Array.of())).toEqual({ wins: 0, losses: 0 });
  });
});

describe('the chance of no run', () => {
  test('is what counting every sequence gives', () => {
    const n = 12;
    const q = 0.3;
    for (let k = 1; k <= n; k++) {
      let chance = 0;
      for (let bits = 0; bits < 2 ** n; bits++) {
        const text = bits.toString(2).padStart(n, '0');
        const losses = [...text].filter((bit) => bit === '1').length;
        if (!text.includes('1'.repeat(k))) chance += q ** losses * (1 - q) ** (n - losses);
      }
      expect(chanceOfNoRun(n, k, q)).toBeCloseTo(chance, 12);
    }
  });

  test('of a long record is the same with and without the short cut', () => {
    const full = (n: number, k: number, q: number) => {
      const none = new Float64Array(n + 1).fill(1, 0, k);
      none[k] = 1 - q ** k;
      for (let at = k + 1; at <= n; at++)
        none[at] = (none[at - 1] ?? 0) - (1 - q) * q ** k * (none[at - k - 1] ?? 0);
      return none[n] ?? 0;
    };
    for (const [k, q] of [
      [3, 0.2],
      [10, 0.5],
      [14, 0.5],
      [60, 0.9],
      [300, 0.99],
    ] as const)
      expect(chanceOfNoRun(20_000, k, q)).toBeCloseTo(full(20_000, k, q), 9);
  });

  test('gives the lengths that shuffled records have', () => {
    const random = new SeededRandom(1);
    const record = Int8Array.from({ length: 400 }, (_, at) => (at < 200 ? 1 : -1));
    const lengths = Array.from({ length: 2000 }, () => {
      random.shuffle(record);
      return longestRuns(record).losses;
    }).sort((a, b) => a - b);
    expect(Math.abs(longestRunQuantile(400, 0.5, 0.5) - (lengths[1000] ?? 0))).toBeLessThanOrEqual(1);
    expect(Math.abs(longestRunQuantile(400, 0.5, 0.975) - (lengths[1950] ?? 0))).toBeLessThanOrEqual(1);
  });

  test('lies near ln(n (1 - p)) / ln(1 / (1 - p)): 5.6 in 100 trades and 8 in 500', () => {
    expect([5, 6]).toContain(longestRunQuantile(100, 0.5, 0.5));
    expect([7, 8, 9]).toContain(longestRunQuantile(500, 0.5, 0.5));
  });
});

describe('streaks of a record', () => {
  test('are compared with what chance gives, with its range', () => {
    const { lossStreakByChance, longestLossStreak } = streakFiguresOf(
      Int8Array.from({ length: 100 }, (_, at) => (at < 50 ? -1 : 1)),
      50,
      50,
    );
    expect(longestLossStreak.value).toBe(50);
    expect(lossStreakByChance.ci95?.[1]).toBeLessThan(15);
  });
});
