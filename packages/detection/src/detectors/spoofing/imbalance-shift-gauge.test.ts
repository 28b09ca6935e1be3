import { expect, test } from 'vitest';
import { type ImbalanceShift, ImbalanceShiftGauge } from './imbalance-shift-gauge.ts';

/** A book that swings evenly about 0 for a while, then leans by `lean` for half a minute. */
function shifts(lean: number, seconds = 1800): (ImbalanceShift | null)[] {
  const gauge = new ImbalanceShiftGauge();
  const shifts: (ImbalanceShift | null)[] = [];
  for (let second = 0; second < seconds; second += 1)
    shifts.push(gauge.sample(((second * 7) % 20) / 50 - 0.19, second * 1000));
  for (let second = seconds; second < seconds + 30; second += 1)
    shifts.push(gauge.sample(((second * 7) % 20) / 50 - 0.19 + lean, second * 1000));
  return shifts;
}

test('the distance of a book that leans by so much from before is that much', () => {
  const last = shifts(0.4).findLast((shift) => shift !== null);
  expect(last?.distance).toBeCloseTo(0.4, 1);
  expect(last?.lean).toBeCloseTo(0.4, 1);
  expect(last?.distance).toBeGreaterThan(last?.rare ?? Number.POSITIVE_INFINITY);
});

test('leaning to the ask is below 0', () => {
  expect(shifts(-0.4).findLast((shift) => shift !== null)?.lean).toBeCloseTo(-0.4, 1);
});

test('a book whose balance stays as before shows no rare distance', () => {
  const last = shifts(0).findLast((shift) => shift !== null);
  expect(last?.distance).toBeLessThan(0.05);
});

test('nothing is returned before there is a baseline', () => {
  expect(shifts(0.4, 900).every((shift) => shift === null)).toBe(true);
});

test('a hole in the feed starts everything over', () => {
  const gauge = new ImbalanceShiftGauge();
  for (let second = 0; second < 1800; second += 1) gauge.sample(0, second * 1000);
  gauge.interrupt();
  for (let second = 1800; second < 2200; second += 1) expect(gauge.sample(1, second * 1000)).toBeNull();
});
