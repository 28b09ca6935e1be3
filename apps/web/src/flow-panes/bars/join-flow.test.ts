import { joinAllPrints, type PrintRows, SIDE_ASK, SIDE_BID } from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { joined, joinFlow, NO_PRINTS } from './join-flow.ts';

type Row = readonly [timeMs: number, order: number, priceTicks: number, size: number];

const prints = (rows: readonly Row[]): PrintRows => ({
  times: Float64Array.from(rows, ([timeMs]) => timeMs),
  rows: Int32Array.from(
    rows.flatMap(([, order, price, size]) => [order, 1, size % 2 === 0 ? SIDE_BID : SIDE_ASK, price, size]),
  ),
});
const part = (rows: readonly Row[], from: number, to?: number): PrintRows => prints(rows.slice(from, to));

const DAY: readonly Row[] = [
  [1000, 1, 400, 5],
  [1000, 1, 401, 2],
  [1250, 2, 401, 2],
  [1250, 3, 401, 2],
  [1900, 4, 399, 7],
];

test('the earlier list ends where the later one begins, also within an order and an instant', () => {
  for (let from = 0; from < DAY.length; from += 1) {
    const later = part(DAY, from);
    const { earlier, isWhole } = joinFlow(part(DAY, 0, DAY.length), later, Number.NEGATIVE_INFINITY);
    expect(isWhole).toBe(true);
    expect(joined(earlier, later)).toEqual(prints(DAY));
  }
});

test('without a common execution the lists are whole only where the earlier one is known up to the later one', () => {
  const later = part(DAY, 4);
  expect(joinFlow(part(DAY, 0, 2), later, 1500).isWhole).toBe(false);
  expect(joinFlow(part(DAY, 0, 4), later, 1900).isWhole).toBe(true);
  expect(joinFlow(part(DAY, 0, 2), NO_PRINTS, 0)).toEqual({ earlier: part(DAY, 0, 2), isWhole: true });
});

test('an order of the same number at another time, price or size is another execution', () => {
  const later = prints([[1900, 4, 399, 8]]);
  const { earlier, isWhole } = joinFlow(prints(DAY), later, 1200);
  expect(isWhole).toBe(false);
  expect(earlier).toEqual(part(DAY, 0, 4));
});

test('any cut of a day with any overlap is joined to the same day', () => {
  const row = fc.tuple(fc.nat(40), fc.integer({ min: 390, max: 410 }), fc.integer({ min: 1, max: 900 }));
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 60 }), fc.nat(), fc.nat(), (steps, one, other) => {
      let timeMs = 5000;
      const day = steps.map(([step, price, size], order): Row => {
        timeMs += step;
        return [timeMs, order, price, size];
      });
      const from = one % day.length;
      const to = from + 1 + (other % (day.length - from));
      const later = part(day, from);
      const { earlier, isWhole } = joinFlow(part(day, 0, to), later, Number.NEGATIVE_INFINITY);
      expect(isWhole).toBe(true);
      expect(joinAllPrints([earlier, later])).toEqual(prints(day));
    }),
    { numRuns: 60 },
  );
});
