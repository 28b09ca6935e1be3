/** Proration in whole pence: against exact fractions, for any price, period and instant. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newPrice } from '#stripe/objects/catalogue-objects.ts';
import { newItem } from '#stripe/objects/subscription.ts';
import { prorationLines, restOfPeriodPence } from './proration.ts';

const periods = fc
  .tuple(
    fc.integer({ min: 1_600_000_000, max: 2_000_000_000 }),
    fc.integer({ min: 1, max: 31 * 86_400 }),
    fc.double({ min: 0, max: 1, noNaN: true }),
  )
  .map(([start, length, share]) => ({ start, end: start + length, at: start + Math.floor(share * length) }));
const pence = fc.integer({ min: 0, max: 100_000 });

/** The nearest penny of price × rest ÷ length, halves up, in integers only. */
function exactPence(price: number, rest: number, length: number): number {
  const [twice, whole] = [2n * BigInt(price) * BigInt(rest) + BigInt(length), 2n * BigInt(length)];
  return Number(twice / whole);
}

test('the rest of a period is the exact fraction, rounded to the nearest penny', () => {
  fc.assert(
    fc.property(pence, periods, (price, { start, end, at }) => {
      expect(restOfPeriodPence(price, { start, end }, at)).toBe(exactPence(price, end - at, end - start));
    }),
    { numRuns: 10_000 },
  );
});

test('the rest never exceeds the price and is never negative', () => {
  fc.assert(
    fc.property(pence, periods, fc.integer({ min: -100, max: 100 }), (price, { start, end, at }, off) => {
      const rest = restOfPeriodPence(price, { start, end }, at + off);
      expect(rest).toBeGreaterThanOrEqual(0);
      expect(rest).toBeLessThanOrEqual(price);
    }),
  );
});

function itemAt(unit_amount: number, id: string, period: { readonly start: number; readonly end: number }) {
  const price = newPrice({
    id,
    product: 'prod_1',
    unit_amount,
    lookup_key: null,
    nickname: 'Plan',
    created: 0,
    metadata: {},
  });
  return {
    ...newItem({
      price,
      subscription: 'sub_1',
      created: 0,
      current_period_start: period.start,
      current_period_end: period.end,
    }),
    id: 'si_1',
  };
}

test('a change there and back at one instant costs nothing', () => {
  fc.assert(
    fc.property(pence, pence, periods, (one, other, { start, end, at }) => {
      const [before, after] = [
        itemAt(one, 'price_1', { start, end }),
        itemAt(other, 'price_2', { start, end }),
      ];
      const facts = {
        subscription: 'sub_1',
        at,
        rates: [],
        creditedLine: () => null,
      };
      const there = prorationLines({ ...facts, before: [before], after: [after] });
      const back = prorationLines({ ...facts, before: [after], after: [before] });
      const sum = [...there, ...back].reduce((total, line) => total + line.amount, 0);
      expect(there).toHaveLength(2);
      expect(sum).toBe(0);
    }),
  );
});
