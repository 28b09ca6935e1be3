/** The sums that figures are made of, day by day. */
import { expect, test } from 'vitest';
import { type StatedTrade, statedTrade } from '#testing/stated-trades.ts';
import { CORE, EXTRA, rOf, tallyOf } from './tally.ts';
import { tradeDaysOf } from './trade-days.ts';

/** One trade of each day unless `on` states another. */
const tally = (...each: readonly (StatedTrade & { readonly on?: number })[]) =>
  tallyOf(tradeDaysOf(each.map(({ on = 0, ...trade }) => statedTrade(on, trade))));

const extra = (name: keyof typeof EXTRA, ...each: readonly StatedTrade[]) =>
  tally(...each).extraTotals[EXTRA[name]]!;

test('wins, losses and results of nothing are counted, and money is split by its sign', () => {
  const { coreTotals } = tally(
    { at: 0, net: 50 },
    { at: 30, net: -20 },
    { at: 60, net: 0 },
    { at: 90, net: 5 },
  );
  const of = (name: keyof typeof CORE) => coreTotals[CORE[name]]!;
  expect([of('n'), of('wins'), of('losses')]).toEqual([4, 2, 1]);
  expect([of('won'), of('lost')]).toEqual([55e6, -20e6]);
});

test('a result within half a cent is no win and no loss, but its money counts', () => {
  const { coreTotals } = tally({ at: 0, net: 0.004 }, { at: 30, net: -0.004 });
  expect([coreTotals[CORE.wins], coreTotals[CORE.losses]]).toEqual([0, 0]);
  expect([coreTotals[CORE.won], coreTotals[CORE.lost]]).toEqual([4000, -4000]);
});

test('every day has its own row, and the rows add up to the totals', () => {
  const { core } = tally({ at: 0, net: 50 }, { at: 0, net: -20, on: 1 }, { at: 30, net: 7, on: 1 });
  const rowOf = (day: number) => [...core.values.subarray(day * core.width, day * core.width + 5)];
  expect(rowOf(0)).toEqual([1, 1, 0, 50e6, 0]);
  expect(rowOf(1)).toEqual([2, 1, 1, 7e6, -20e6]);
  expect(core.days).toBe(2);
});

test('R is net over planned risk, without a risk there is none', () => {
  const risked = (net: number, risk: number | null) =>
    statedTrade(0, { at: 0, net, plannedRiskMicros: risk });
  expect(rOf(risked(150, 100e6))).toBe(1.5);
  expect(rOf(risked(-100, 100e6))).toBe(-1);
  expect(rOf(risked(150, null))).toBeNull();
  expect(rOf(risked(150, 0))).toBeNull();
});

test('R is counted, summed and squared', () => {
  const each = [
    { at: 0, net: 150, plannedRiskMicros: 100e6 },
    { at: 30, net: -100, plannedRiskMicros: 50e6 },
    { at: 60, net: 10 },
  ];
  expect([extra('rCount', ...each), extra('r', ...each), extra('rSquared', ...each)]).toEqual([
    2, -0.5, 6.25,
  ]);
});

test('excursions are counted where they are known, each for itself', () => {
  const each = [
    { at: 0, net: 50, maeMicros: 20e6, mfeMicros: 80e6 },
    { at: 30, net: -20, maeMicros: 30e6 },
    { at: 60, net: -20, mfeMicros: 15e6 },
  ];
  expect([extra('maeCount', ...each), extra('mae', ...each)]).toEqual([2, 50e6]);
  expect([extra('mfeCount', ...each), extra('mfe', ...each)]).toEqual([2, 95e6]);
});

test('only winners that had a best open profit captured some of it', () => {
  const each = [
    { at: 0, net: 50, mfeMicros: 80e6 },
    { at: 30, net: -20, mfeMicros: 40e6 },
    { at: 60, net: 30, mfeMicros: 0 },
    { at: 90, net: 0.004, mfeMicros: 10e6 },
    { at: 120, net: 70 },
  ];
  expect([
    extra('captureCount', ...each),
    extra('captureNet', ...each),
    extra('captureMfe', ...each),
  ]).toEqual([1, 50e6, 80e6]);
});

const paid = (
  gross: number | null,
  costs: number | null,
  net = (gross ?? 0) - (costs ?? 0),
): StatedTrade => ({
  at: 0,
  net,
  grossMicros: gross === null ? null : gross * 1e6,
  costsMicros: costs === null ? null : costs * 1e6,
});

test('costs are held against the gross of winners only where both are known', () => {
  const each = [paid(50, 5), paid(-30, 5), paid(null, 7, 20), paid(40, null)];
  expect([extra('costCount', ...each), extra('costs', ...each), extra('grossWon', ...each)]).toEqual([
    2, 10e6, 50e6,
  ]);
  expect([extra('paidCount', ...each), extra('paid', ...each)]).toEqual([3, 17e6]);
});

test('a trade was turned by costs when its gross was no loss and its net is one', () => {
  expect(extra('turned', paid(4, 5))).toBe(1);
  expect(extra('turned', paid(0, 5))).toBe(1);
  expect(extra('turned', paid(5, 5))).toBe(0);
  expect(extra('turned', paid(-1, 5))).toBe(0);
  expect(extra('turned', paid(6, 5))).toBe(0);
});

test('no trades have no days and totals of nothing', () => {
  const none = tally();
  expect(none.core.days).toBe(0);
  expect([...none.coreTotals, ...none.extraTotals].every((total) => total === 0)).toBe(true);
});
