/** Forecasts are recalibrated from one trading day to the next, and the record names what is served. */
import { HOUR_MS } from '@undertow/market';
import { expect, test } from 'vitest';
import { MarketOutcomes } from './market-outcomes.ts';

const DAY_OPEN = Date.UTC(2026, 2, 3, 23);

test('the first instant of a trading day gives a row of what is served, no other does', () => {
  const outcomes = new MarketOutcomes(undefined, Number.NaN);
  const step = (timeMs: number, sinceOpenMs: number) => outcomes.followDay(7, timeMs, sinceOpenMs);
  expect(step(DAY_OPEN - 1000, 23 * HOUR_MS)).toBeNull();
  outcomes.calibration?.learn('absorption_hold', 0.7, true, DAY_OPEN - 500);
  expect(outcomes.calibration?.served('absorption_hold').outcomes).toBe(0);
  const row = step(DAY_OPEN, 0);
  expect(row).toMatchObject({ kind: 'calibration', instrumentId: 7, atNs: `${DAY_OPEN}000000` });
  expect(row?.states['absorption_hold']).toMatchObject({ outcomes: 1, slope: 1, offset: 0 });
  expect(step(DAY_OPEN + 100, 100)).toBeNull();
});

test('what was known is served from the start, and a day that it holds already is not ended again', () => {
  const before = new MarketOutcomes(undefined, 0);
  before.calibration?.learn('absorption_hold', 0.7, true, 1);
  before.calibration?.endSession();
  const { outcomes } = before.save();
  const after = new MarketOutcomes(outcomes && { ...outcomes, sinceMs: DAY_OPEN }, Number.NaN);
  expect(after.calibration?.served('absorption_hold').outcomes).toBe(1);
  after.followDay(7, DAY_OPEN - 1000, 23 * HOUR_MS);
  expect(after.followDay(7, DAY_OPEN - 500, 0)).toBeNull();
});

test('null learns nothing', () => {
  const outcomes = new MarketOutcomes(null, Number.NaN);
  expect(outcomes.calibration).toBeNull();
  outcomes.followDay(7, DAY_OPEN - 1000, 23 * HOUR_MS);
  expect(outcomes.followDay(7, DAY_OPEN, 0)).toBeNull();
  expect(outcomes.save().outcomes).toBeNull();
});

test('an instant that repeats is no new day, and a day that goes on without a pause has one beginning', () => {
  const outcomes = new MarketOutcomes(undefined, 5 * HOUR_MS);
  expect(outcomes.followDay(7, DAY_OPEN, 5 * HOUR_MS)).toBeNull();
  const rows = [0, 0, 100, 23 * HOUR_MS, 0].map((sinceOpenMs, at) =>
    outcomes.followDay(7, DAY_OPEN + at, sinceOpenMs),
  );
  expect(rows.map((row) => row !== null)).toEqual([true, false, false, false, true]);
});
