import { HOUR_MS, INSTRUMENTS, type Instrument, MINUTE_MS } from '@undertow/market';
import { expect, test } from 'vitest';
import { isOpening } from './opening.ts';

const instrument = INSTRUMENTS.find(({ symbol }) => symbol === 'ES') as Instrument;
const at = (sinceOpenMs: number): boolean => isOpening({ instrument, sinceOpenMs });

test('the first ten minutes of the trading day and of its regular hours are an opening', () => {
  // 17:00 to 08:30 in Chicago
  const regular = 15.5 * HOUR_MS;
  expect([at(0), at(10 * MINUTE_MS - 1), at(10 * MINUTE_MS)]).toEqual([true, true, false]);
  expect([at(regular - 1), at(regular), at(regular + 10 * MINUTE_MS)]).toEqual([false, true, false]);
});

test('before anything was received there is no opening', () => {
  expect(at(Number.NaN)).toBe(false);
});
