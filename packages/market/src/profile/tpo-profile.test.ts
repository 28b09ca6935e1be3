/** TPO profiles of sessions by hand, and against a count of letters from random trades. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { minuteBar } from '#testing/minute-bar.ts';
import { HOUR_MS, MINUTE_MS } from '#time/durations.ts';
import { type TpoProfile, tpoLetter, tpoProfile } from './tpo-profile.ts';
import { TpoSession } from './tpo-session.ts';

const OPEN = Date.parse('2026-11-18T14:30:00Z');
const BOUNDS = { openMs: OPEN, closeMs: OPEN + 6.5 * HOUR_MS };
const USUAL = { periodMinutes: 30, rowTicks: 1, balanceMinutes: 60 };

/** A session of half-hour periods, each as [low, high]. */
function session(...periods: readonly (readonly [low: number, high: number])[]): TpoSession {
  const made = new TpoSession(BOUNDS);
  periods.forEach(([lowTicks, highTicks], n) => {
    made.addBar(
      minuteBar({
        startMs: OPEN + n * 30 * MINUTE_MS,
        lowTicks,
        highTicks,
        openTicks: lowTicks,
        closeTicks: highTicks,
      }),
    );
  });
  return made;
}

/** Rows from the highest, as they are drawn. */
const letters = ({ rows }: TpoProfile): string[] =>
  rows.map(({ priceTicks, periods }) => `${priceTicks} ${periods.map(tpoLetter).join('')}`).toReversed();

test('a session without a trade has neither rows nor values', () => {
  expect(tpoProfile(new TpoSession(BOUNDS), USUAL)).toEqual({
    rows: [],
    valueArea: null,
    initialBalance: null,
    extension: 'none',
    singlePrints: [],
    sellingTail: null,
    buyingTail: null,
    poorHigh: false,
    poorLow: false,
    tposAbove: 0,
    tposBelow: 0,
    openTicks: null,
    closeTicks: null,
  });
});

test('every period prints its letter at each price of its range', () => {
  const profile = tpoProfile(session([10, 12], [11, 13], [11, 12], [12, 15]), USUAL);
  expect(letters(profile)).toEqual(['15 D', '14 D', '13 BD', '12 ABCD', '11 ABC', '10 A']);
  // 12 has 4 of 12 TPOs; above 2 + 1, below 3 + 1: with the pair below 8, then above 11 of at least 8.4
  expect(profile.valueArea).toEqual({ pointOfControlTicks: 12, lowTicks: 10, highTicks: 14 });
  expect([profile.tposAbove, profile.tposBelow]).toEqual([4, 4]);
  expect([profile.openTicks, profile.closeTicks]).toEqual([10, 15]);
  expect([profile.initialBalance, profile.extension]).toEqual([{ lowTicks: 10, highTicks: 13 }, 'up']);
});

test('two single rows at an end are a tail, one is none, and inside they are single prints', () => {
  const profile = tpoProfile(session([20, 24], [21, 24], [14, 21], [10, 14], [10, 13]), USUAL);
  expect(letters(profile).slice(3)).toEqual([
    '21 ABC',
    '20 AC',
    '19 C',
    '18 C',
    '17 C',
    '16 C',
    '15 C',
    '14 CD',
    '13 DE',
    '12 DE',
    '11 DE',
    '10 DE',
  ]);
  expect(profile.singlePrints).toEqual([{ lowTicks: 15, highTicks: 19 }]);
  expect([profile.sellingTail, profile.buyingTail]).toEqual([null, null]);
  expect([profile.poorHigh, profile.poorLow, profile.extension]).toEqual([true, true, 'down']);
  const tails = tpoProfile(session([10, 14], [12, 15]), USUAL);
  expect([tails.buyingTail, tails.sellingTail, tails.singlePrints]).toEqual([
    { lowTicks: 10, highTicks: 11 },
    null,
    [],
  ]);
  expect([tails.poorHigh, tails.poorLow]).toEqual([false, false]);
});

test('periods, rows and the initial balance can be longer', () => {
  const made = session([10, 11], [12, 13], [8, 9], [14, 15]);
  expect(letters(tpoProfile(made, { periodMinutes: 60, rowTicks: 2, balanceMinutes: 30 }))).toEqual([
    '14 B',
    '12 AB',
    '10 AB',
    '8 B',
  ]);
  expect(tpoProfile(made, { ...USUAL, balanceMinutes: 30 })).toMatchObject({
    initialBalance: { lowTicks: 10, highTicks: 11 },
    extension: 'both',
  });
});

test('prices between periods that did not trade are no rows', () => {
  expect(letters(tpoProfile(session([10, 10], [14, 14]), USUAL))).toEqual(['14 B', '10 A']);
});

test('letters go on from Z to a, and from z to A', () => {
  expect([0, 25, 26, 51, 52].map(tpoLetter)).toEqual(['A', 'Z', 'a', 'z', 'A']);
});

test('trades outside the session are left out, and its last instant counts', () => {
  const made = new TpoSession(BOUNDS);
  for (const timeMs of [OPEN - 1, BOUNDS.closeMs, BOUNDS.closeMs + HOUR_MS]) made.addTrade(timeMs, 5);
  expect(made.openTicks).toBeNull();
  made.addTrade(BOUNDS.closeMs - 1, 6);
  expect(letters(tpoProfile(made, USUAL))).toEqual(['6 M']);
  const cut = new TpoSession({ openMs: OPEN, closeMs: OPEN + 20 * MINUTE_MS });
  for (const minute of [16, 19, 20, 25]) cut.addTrade(OPEN + minute * MINUTE_MS, minute);
  expect(letters(tpoProfile(cut, USUAL))[0]).toBe('19 A');
});

test('a period, a balance or a row that there cannot be is refused', () => {
  const made = session([10, 12]);
  expect(() => tpoProfile(made, { ...USUAL, periodMinutes: 20 })).toThrow(
    'expected periods in whole multiples of 15 minutes, got 20',
  );
  expect(() => tpoProfile(made, { ...USUAL, balanceMinutes: 0 })).toThrow('an initial balance');
  expect(() => tpoProfile(made, { ...USUAL, rowTicks: 0.5 })).toThrow('ticks a row from 1, got 0.5');
  expect(() => tpoProfile(session([0, 2_000_000_000]), USUAL)).toThrow('expected at most 20000 rows');
});

test('letters of random trades are the periods whose range holds the row', () => {
  const trade = fc.record({
    minute: fc.integer({ min: 0, max: 389 }),
    price: fc.integer({ min: -6, max: 6 }),
  });
  const periods = fc.constantFrom(15, 30, 60);
  fc.assert(
    fc.property(
      fc.array(trade, { minLength: 1, maxLength: 40 }),
      periods,
      fc.integer({ min: 1, max: 3 }),
      (trades, periodMinutes, rowTicks) => {
        const made = new TpoSession(BOUNDS);
        for (const { minute, price } of trades) made.addTrade(OPEN + minute * MINUTE_MS, price);
        const expected: string[] = [];
        for (let row = -9; row <= 9; row += 1)
          for (let period = 0; period < 390 / periodMinutes; period += 1) {
            const inside = trades
              .filter(({ minute }) => Math.floor(minute / periodMinutes) === period)
              .map(({ price }) => price);
            const touches =
              inside.length > 0 &&
              Math.min(...inside) < (row + 1) * rowTicks &&
              Math.max(...inside) >= row * rowTicks;
            if (touches) expected.push(`${row * rowTicks} ${period}`);
          }
        const { rows } = tpoProfile(made, { periodMinutes, rowTicks, balanceMinutes: 60 });
        expect(rows.flatMap((row) => row.periods.map((period) => `${row.priceTicks} ${period}`))).toEqual(
          expected,
        );
      },
    ),
  );
});
