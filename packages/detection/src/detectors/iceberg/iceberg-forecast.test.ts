import { expect, test } from 'vitest';
import { IcebergForecast } from './iceberg-forecast.ts';

test('nothing is forecast before twenty icebergs were seen to the end', () => {
  const forecast = new IcebergForecast();
  for (let n = 0; n < 19; n += 1) forecast.learn(10, 3, true);
  expect(forecast.remaining(10, 1)).toBeNull();
  forecast.learn(10, 3, true);
  expect(forecast.remaining(10, 1)).not.toBeNull();
});

test('the estimate is that of Kaplan and Meier, with cancelled icebergs as censored', () => {
  const forecast = new IcebergForecast();
  // At 2 tranches 10 of 40 complete and 10 are cancelled, at 4 the other 20 complete.
  for (let n = 0; n < 10; n += 1) forecast.learn(10, 2, true);
  for (let n = 0; n < 10; n += 1) forecast.learn(10, 2, false);
  for (let n = 0; n < 20; n += 1) forecast.learn(10, 4, true);
  const remaining = forecast.remaining(10, 1);
  // S(1) = 1, S(2) = S(3) = 0.75, S(4) = 0.
  expect(remaining).toMatchObject({
    atLeast1: 0.75,
    atLeast3: 0,
    atLeast10: 0,
    medianContracts: 30,
    lowContracts: 10,
    highContracts: 30,
    sample: 40,
  });
  expect(forecast.remaining(10, 2)?.atLeast1).toBe(1);
});

test('a display size of its own kind leans on all icebergs until it has enough of its own', () => {
  const forecast = new IcebergForecast();
  for (let n = 0; n < 20; n += 1) forecast.learn(100, 1, true);
  for (let n = 0; n < 20; n += 1) forecast.learn(2, 5, true);
  // Own curve of small icebergs: all continue after the first tranche; all together: half do. Weights are equal.
  expect(forecast.remaining(2, 0)?.atLeast1).toBeCloseTo(0.75, 12);
});

test('icebergs that were only lost from view forecast nothing, however many', () => {
  const forecast = new IcebergForecast();
  for (let n = 0; n < 300; n += 1) forecast.learn(5, 3, false);
  expect(forecast.remaining(5, 1)).toBeNull();
});

test('a curve that does not fall far enough leaves median and upper end open', () => {
  const forecast = new IcebergForecast();
  for (let n = 0; n < 20; n += 1) forecast.learn(5, 1, true);
  for (let n = 0; n < 30; n += 1) forecast.learn(5, 3, false);
  expect(forecast.remaining(5, 1)).toMatchObject({
    medianContracts: null,
    highContracts: null,
    atLeast10: 1,
  });
});
