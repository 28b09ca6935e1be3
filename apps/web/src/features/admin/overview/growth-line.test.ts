import { describe, expect, test } from 'vitest';
import { GROWTH_BOX, growthLine } from './growth-line.ts';

const dayOf = (at: number): string => new Date(Date.UTC(2026, 7, 1 + at)).toISOString().slice(0, 10);
const points = (path: string): number[][] =>
  path
    .split(/[ML]/)
    .slice(1)
    .map((point) => point.split(' ').map(Number));

describe('the drawing of growth', () => {
  test.each([1, 2, 90])('of %i days both curves lie in the box, the one with a plan never above', (count) => {
    const days = Array.from({ length: count }, (_, at) => ({
      day: dayOf(at),
      registered: 1000 * at,
      withTier: (at * at) % (1000 * at + 1),
    }));
    const line = growthLine(days, GROWTH_BOX.wide);
    const upper = points(line.registered);
    const lower = points(line.withTier);
    expect(upper).toHaveLength(count);
    for (const [at, [x = -1, y = -1]] of upper.entries()) {
      expect(x).toBeGreaterThanOrEqual(GROWTH_BOX.left);
      expect(x).toBeLessThanOrEqual(GROWTH_BOX.wide - GROWTH_BOX.right);
      expect(y).toBeGreaterThanOrEqual(GROWTH_BOX.top);
      expect(lower[at]?.[1] ?? -1).toBeGreaterThanOrEqual(y);
    }
  });

  test('the marks are whole people from nobody on', () => {
    const line = growthLine([{ day: '2026-11-22', registered: 2, withTier: 1 }], GROWTH_BOX.narrow);
    expect(line.values[0]?.value).toBe(0);
    expect(line.values.every(({ value }) => Number.isInteger(value))).toBe(true);
  });

  test('no day is nothing to draw', () => {
    expect(growthLine([], GROWTH_BOX.wide)).toMatchObject({
      registered: '',
      withTier: '',
      days: [],
      end: null,
    });
  });
});
