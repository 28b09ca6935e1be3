/** Groups on their line. */
import type { TradeGroupDto } from '@undertow/contracts';
import { expect, test } from 'vitest';
import { groupPlaces } from './group-places.ts';

const FRIDAY: TradeGroupDto = {
  key: 'friday',
  label: 'Friday',
  n: 9,
  days: 4,
  net: '-122.40',
  winRate: { unit: 'rate', value: '0.44', n: 9, ci95: null, reason: null, judged: false },
  expectancy: { unit: 'money', value: null, n: 9, ci95: null, reason: 'too-few', judged: false },
  shrunk: '-2.10',
};

test('a group too small for a figure is shown by its mean, not judged, and says why it has no interval', () => {
  const places = groupPlaces(FRIDAY, 'USD');
  expect(places.mean).toBeCloseTo(-13.6);
  expect(places).toMatchObject({
    interval: null,
    judged: false,
    words: 'Friday: −$13.60 a trade, too few days for an interval, 9 trades on 4 days',
  });
});

test('a group with an interval has it in numbers and in words', () => {
  const expectancy = {
    unit: 'money',
    value: '24.54',
    n: 60,
    ci95: ['-4.00', '53.10'],
    reason: null,
    judged: true,
  } as const;
  const places = groupPlaces(
    { ...FRIDAY, n: 60, days: 31, expectancy: { ...expectancy, ci95: ['-4.00', '53.10'] } },
    'USD',
  );
  expect(places).toMatchObject({ mean: 24.54, interval: [-4, 53.1], judged: true });
  expect(places.words).toContain('95% interval −$4.00 to +$53.10, 60 trades on 31 days');
});
