/** Which prices apply at which instant, and which changes are refused. */
import { DAY_MS, dayString } from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { priceFaults, priceInForce, upcomingPrice } from './plan-prices.ts';
import { PLANS, type Plan } from './plans.ts';

const NOW = Date.UTC(2027, 0, 15, 12);
const dayAt = (days: number): string => dayString(NOW / DAY_MS + days - 0.5);
const first = { pricePence: 9900, effectiveFrom: '2026-11-22', announcedOn: '2026-11-22' };

function planWith(announced: number, effective: number, pricePence = 9900): Plan {
  const [plan] = PLANS.filter(({ id }) => id === 'pro');
  if (plan === undefined) throw new Error('there is no Pro');
  const change = { pricePence: 10900, effectiveFrom: dayAt(effective), announcedOn: dayAt(announced) };
  return { ...plan, pricePence, prices: [first, change] };
}

test('the committed plans have no fault today or later', () => {
  expect(priceFaults(PLANS, Date.UTC(2026, 10, 22))).toEqual([]);
  expect(priceFaults(PLANS, Date.UTC(2030, 0, 1))).toEqual([]);
});

test('a change 30 days ahead is accepted, 29 days ahead it is refused', () => {
  expect(priceFaults([planWith(0, 30)], NOW)).toEqual([]);
  expect(priceFaults([planWith(0, 29)], NOW)).toEqual([
    'Pro from 2027-02-13: announced 29 days ahead, expected at least 30',
  ]);
});

test('a change announced in time is still accepted on the days before it applies', () => {
  expect(priceFaults([planWith(-29, 1)], NOW)).toEqual([]);
});

test('an announcement in the future is refused', () => {
  expect(priceFaults([planWith(1, 40)], NOW)).toEqual([
    'Pro from 2027-02-24: announced on 2027-01-16, which is still to come',
  ]);
});

test('a price that is shown after its successor applies is refused', () => {
  expect(priceFaults([planWith(-40, 0)], NOW)).toEqual(['Pro: 9900 pence is shown, 10900 is in force']);
  expect(priceFaults([planWith(-40, 0, 10900)], NOW)).toEqual([]);
});

test('returns the price in force and the announced one', () => {
  const plan = planWith(-20, 20);
  expect(priceInForce(plan, NOW)?.pricePence).toBe(9900);
  expect(upcomingPrice(plan, NOW)).toMatchObject({ pricePence: 10900, effectiveFrom: '2027-02-04' });
  expect(upcomingPrice(plan, NOW + 20 * DAY_MS)).toBeUndefined();
});

test('whatever the days are, a change is accepted exactly when it was announced by now and 30 days ahead', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -80, max: 80 }),
      fc.integer({ min: -80, max: 160 }),
      (announced, effective) => {
        const shown = effective <= 0 ? 10900 : 9900;
        const faults = priceFaults([planWith(announced, effective, shown)], NOW);
        const inOrder = dayAt(effective) > first.effectiveFrom;
        expect(faults.length === 0).toBe(effective - announced >= 30 && announced <= 0 && inOrder);
      },
    ),
  );
});
