/** What may be compared on which day. */
import { expect, test } from 'vitest';
import { COST_ROWS, shownCostRows } from './cost-rows.ts';

const READ_MS = Date.UTC(2026, 10, 21);
const daysOn = (days: number): number => READ_MS + days * 86_400_000;

test('every row names its source, an address of the web and a day that has been', () => {
  for (const row of COST_ROWS) {
    expect(row.source).not.toBe('');
    expect(new URL(row.address).protocol).toBe('https:');
    expect(Date.parse(row.readOn)).toBeLessThanOrEqual(Date.parse('2026-11-22'));
    expect(Number.isInteger(row.priceMinor)).toBe(true);
  }
});

test('a price is current for 90 days, then marked as old, and removed after 180', () => {
  const rows = COST_ROWS.filter(({ readOn }) => readOn === '2026-11-21');
  expect(shownCostRows(daysOn(89), rows).map(({ isStale }) => isStale)).not.toContain(true);
  expect(shownCostRows(daysOn(90), rows).every(({ isStale }) => isStale)).toBe(true);
  expect(shownCostRows(daysOn(179), rows)).toHaveLength(rows.length);
  expect(shownCostRows(daysOn(180), rows)).toEqual([]);
});

test('two rows are no comparison', () => {
  expect(shownCostRows(daysOn(1), COST_ROWS.slice(0, 3))).toHaveLength(3);
  expect(shownCostRows(daysOn(1), COST_ROWS.slice(0, 2))).toEqual([]);
});
