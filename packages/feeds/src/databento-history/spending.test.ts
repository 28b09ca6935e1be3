/** Budgets by entries: what counts on which day, where a state begins, and what a settlement gives back. */
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { dollarsText, microdollarsOf, type Reservation, Spending, type SpendingBudget } from './spending.ts';

const NOON_MS = Date.UTC(2026, 10, 30, 12);
const BUDGET: SpendingBudget = { dayMicrodollars: 1000, monthMicrodollars: 2500 };

let spending: Spending;
beforeEach(() => {
  spending = new Spending();
});

const reservation = (id: string, microdollars: number, timeMs = NOON_MS): Reservation => ({
  ...{ kind: 'reserve', id, timeMs, microdollars, what: 'ES', ...BUDGET },
});
const spentAt = (timeMs: number): readonly number[] =>
  spending.periods(BUDGET, timeMs).map((one) => one.spentMicrodollars);

test.each([
  [0, 'within'],
  [799, 'within'],
  [800, 'warned'],
  [999, 'warned'],
  [1000, 'exhausted'],
] as const)('a day with %i of 1000 is %s', (microdollars, state) => {
  expect(spending.take(reservation('a', microdollars))).toBe(true);
  expect(spending.periods(BUDGET, NOON_MS)[0]).toEqual({
    ...{ period: 'day', name: '2026-11-30', state },
    ...{ spentMicrodollars: microdollars, budgetMicrodollars: 1000 },
  });
});

test('midnight of UTC begins another day, and the first of a month another month', () => {
  spending.take(reservation('a', 300, Date.UTC(2026, 10, 30, 23, 59, 59, 999)));
  spending.take(reservation('b', 50, Date.UTC(2026, 11, 1)));
  expect(spentAt(Date.UTC(2026, 10, 30))).toEqual([300, 300]);
  expect(spentAt(Date.UTC(2026, 10, 29))).toEqual([0, 300]);
  expect(spentAt(Date.UTC(2026, 11, 1, 23, 59, 59, 999))).toEqual([50, 50]);
  expect(spentAt(Date.UTC(2026, 11, 2))).toEqual([0, 50]);
});

test('a reservation that is larger than what is left does not count, a smaller one after it does', () => {
  expect(spending.take(reservation('a', 600))).toBe(true);
  expect(spending.take(reservation('b', 401))).toBe(false);
  expect(spending.take(reservation('c', 400))).toBe(true);
  expect(spentAt(NOON_MS)).toEqual([1000, 1000]);
});

test('the month ends before the day does: the month is the one that is named', () => {
  for (const [id, day] of [
    ['a', 28],
    ['b', 29],
  ] as const)
    spending.take(reservation(id, 1000, Date.UTC(2026, 10, day)));
  expect(spending.exceeded(BUDGET, NOON_MS, 500)).toBeNull();
  expect(spending.exceeded(BUDGET, NOON_MS, 501)).toMatchObject({ period: 'month', name: '2026-11' });
  // Where both are too small it is the day
  expect(spending.exceeded(BUDGET, NOON_MS, 1001)).toMatchObject({ period: 'day', name: '2026-11-30' });
});

test('a budget of zero allows not even what is free', () => {
  expect(spending.exceeded({ ...BUDGET, dayMicrodollars: 0 }, NOON_MS, 0)).toMatchObject({ state: 'none' });
  expect(spending.exceeded({ ...BUDGET, monthMicrodollars: 0 }, NOON_MS, 0)).toMatchObject({
    ...{ period: 'month', state: 'none' },
  });
});

test('the same number reserves once', () => {
  expect(spending.take(reservation('a', 100))).toBe(true);
  expect(spending.take(reservation('a', 200))).toBe(false);
  expect(spentAt(NOON_MS)).toEqual([100, 100]);
});

test('a settlement counts on the day of its reservation, downwards only, and may follow another', () => {
  const settle = (id: string, microdollars: number): boolean =>
    spending.take({ kind: 'settle', id, timeMs: Date.UTC(2026, 11, 5), microdollars });
  spending.take(reservation('a', 900));
  expect(settle('a', 901)).toBe(false);
  expect(spentAt(NOON_MS)).toEqual([900, 900]);
  expect(settle('a', 500)).toBe(true);
  expect(spentAt(NOON_MS)).toEqual([500, 500]);
  expect(spentAt(Date.UTC(2026, 11, 5))).toEqual([0, 0]);
  // What was given back is not taken again
  expect(settle('a', 501)).toBe(false);
  expect(settle('a', 0)).toBe(true);
  expect(spentAt(NOON_MS)).toEqual([0, 0]);
  expect(settle('b', 0)).toBe(false);
});

test('what was refused cannot be settled', () => {
  expect(spending.take(reservation('a', 1001))).toBe(false);
  expect(spending.take({ kind: 'settle', id: 'a', timeMs: NOON_MS, microdollars: 0 })).toBe(false);
  expect(spentAt(NOON_MS)).toEqual([0, 0]);
});

test('the sums are those of what was taken, as a plain list counts them', () => {
  const step = fc.record({
    ...{ id: fc.integer({ min: 0, max: 5 }), amount: fc.integer({ min: 0, max: 1200 }) },
    ...{ settles: fc.boolean(), day: fc.integer({ min: 27, max: 32 }) },
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const folded = new Spending();
      const kept = new Map<string, { microdollars: number; timeMs: number }>();
      for (const { id, amount: microdollars, settles, day } of steps) {
        const timeMs = Date.UTC(2026, 10, day, 12);
        const known = kept.get(`${id}`);
        if (!settles) {
          const isTaken = folded.take(reservation(`${id}`, microdollars, timeMs));
          if (isTaken) kept.set(`${id}`, { microdollars, timeMs });
        } else if (folded.take({ kind: 'settle', id: `${id}`, timeMs, microdollars }) && known !== undefined)
          known.microdollars = microdollars;
        const [ofDay, ofMonth] = folded.periods(BUDGET, timeMs);
        const sum = (length: number): number =>
          [...kept.values()]
            .filter((one) => iso(one.timeMs).slice(0, length) === iso(timeMs).slice(0, length))
            .reduce((total, one) => total + one.microdollars, 0);
        expect([ofDay?.spentMicrodollars, ofMonth?.spentMicrodollars]).toEqual([sum(10), sum(7)]);
      }
    }),
    { numRuns: 100 },
  );
});

const iso = (timeMs: number): string => new Date(timeMs).toISOString();

test.each([
  ['1234567', 1_234_567_000_000],
  ['12345678', null],
  ['0.000001', 1],
  ['0.0000001', null],
  ['.5', null],
  ['5.', null],
  [' 5', null],
  ['+5', null],
  ['1.1', 1_100_000],
  // In binary it is a little less than 249 of them
  ['0.000249', 249],
])('%j are %s millionths of a dollar', (text, expected) => {
  expect(microdollarsOf(text)).toBe(expected);
});

test.each([
  [0, '$0.00'],
  [1, '$0.000001'],
  [9999, '$0.009999'],
  [10_000, '$0.01'],
  [12_500_000, '$12.50'],
  [1_234_567_890, '$1234.57'],
])('%i millionths of a dollar are shown as %s', (microdollars, text) => {
  expect(dollarsText(microdollars)).toBe(text);
});

test('an amount that is typed is shown as the same amount, to the cent', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999_999_999 }), (cents) => {
      const typed = (cents / 100).toFixed(2);
      expect(dollarsText(microdollarsOf(typed) ?? Number.NaN)).toBe(`$${typed}`);
    }),
  );
});
