/** The chance of a breach against cases that can be computed by hand. */
import { describe, expect, test } from 'vitest';
import { tradesOfNets } from '#testing/closed-trades.ts';
import { breachChance } from './breach-chance.ts';
import type { RuleSettings } from './rule-state.ts';

const MICROS = 1_000_000;
const SETTINGS: RuleSettings = {
  startBalanceMicros: null,
  dailyLossLimitMicros: null,
  maxLossMicros: 300 * MICROS,
  trailing: 'none',
  trailingCapMicros: null,
  profitTargetMicros: 300 * MICROS,
  consistencyPercent: null,
  minimumDays: null,
  winningDays: null,
  winningDayAmountMicros: null,
  maxContracts: null,
  closingMinutes: null,
  newsMinutes: null,
  newsTimesMs: [],
  countFromDay: null,
};
/** Forty days of +100 and -100 in turn: a fair coin. */
const FAIR = tradesOfNets(
  Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? 100 : -100)),
  1,
);

describe('the chance of a breach before the target', () => {
  test('of a fair coin is that of the gambler: 3 steps to the target, 4 to below the floor', () => {
    const chance = breachChance(FAIR, SETTINGS, 1);
    expect(chance?.value).toBeCloseTo(3 / 7, 1);
    expect(chance?.ci95[0]).toBeLessThan(3 / 7);
    expect(chance?.ci95[1]).toBeGreaterThan(3 / 7);
    expect(chance?.days).toBe(40);
  });

  test('is higher under a trailing floor', () => {
    const fixed = breachChance(FAIR, SETTINGS, 1)?.value ?? Number.NaN;
    const daily = breachChance(FAIR, { ...SETTINGS, trailing: 'end-of-day' }, 1)?.value ?? Number.NaN;
    const open = breachChance(FAIR, { ...SETTINGS, trailing: 'intraday' }, 1)?.value ?? Number.NaN;
    expect(daily).toBeGreaterThan(fixed + 0.05);
    expect(open).toBeGreaterThanOrEqual(daily - 0.05);
  });

  test('is certain when every losing day breaks the daily limit and the target is far', () => {
    const settings = { ...SETTINGS, dailyLossLimitMicros: 100 * MICROS, profitTargetMicros: 5000 * MICROS };
    expect(breachChance(FAIR, settings, 1)?.value).toBe(1);
  });

  test('is zero for days that never lose', () => {
    expect(breachChance(tradesOfNets(new Array(25).fill(50), 1), SETTINGS, 1)).toMatchObject({
      value: 0,
      ci95: [0, 0],
    });
  });

  test('is the same for the same seed', () => {
    expect(breachChance(FAIR, SETTINGS, 4)).toEqual(breachChance(FAIR, SETTINGS, 4));
  });

  test('is null without a target, without a loss rule or with fewer than 20 days', () => {
    expect(breachChance(FAIR, { ...SETTINGS, profitTargetMicros: null }, 1)).toBeNull();
    expect(breachChance(FAIR, { ...SETTINGS, maxLossMicros: null }, 1)).toBeNull();
    expect(breachChance(FAIR.slice(0, 19), SETTINGS, 1)).toBeNull();
  });
});
