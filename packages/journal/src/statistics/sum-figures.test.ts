/** Figures of sums by hand, with the reason of each that has no value. */
import { expect, test } from 'vitest';
import { SeededRandom } from '#numbers/random.ts';
import { type StatedTrade, statedTrade } from '#testing/stated-trades.ts';
import { sumFiguresOf } from './sum-figures.ts';
import { tallyOf } from './tally.ts';
import { tradeDaysOf } from './trade-days.ts';

/** `perDay` trades a day. */
const figures = (each: readonly (Partial<StatedTrade> & { readonly net: number })[], perDay = 2) => {
  const trades = each.map((trade, at) =>
    statedTrade(Math.floor(at / perDay), { at: (at % perDay) * 30, ...trade }),
  );
  return sumFiguresOf(tallyOf(tradeDaysOf(trades)), 200, new SeededRandom(1), new SeededRandom(2));
};

const times = <Trade>(n: number, ...each: readonly Trade[]): Trade[] =>
  Array.from({ length: n }, () => each).flat();
const nets = (...values: readonly number[]) => values.map((net) => ({ net }));

/** 40 days of +90 and -30. */
const STEADY = times(40, ...nets(90, -30));

test('profit factor, payoff, averages and expectancy of days that are all the same', () => {
  const { profitFactor, payoff, averageWin, averageLoss, expectancy, totalNet } = figures(STEADY);
  expect(profitFactor).toEqual({ value: 3, n: 80, ci95: [3, 3], judged: true });
  expect(payoff).toEqual({ value: 3, n: 80, ci95: [3, 3], judged: true });
  expect(averageWin).toEqual({ value: 90e6, n: 40, ci95: [90e6, 90e6], judged: true });
  expect(averageLoss).toEqual({ value: -30e6, n: 40, ci95: [-30e6, -30e6], judged: true });
  expect(expectancy).toEqual({ value: 30e6, n: 80, ci95: [30e6, 30e6], judged: true });
  expect(totalNet).toEqual({ value: 2400e6, n: 80, ci95: null, judged: true });
});

test('profit factor and payoff differ where there are not as many winners as losers', () => {
  // Per day: two of 30 against one of -40.
  const { profitFactor, payoff } = figures(times(20, ...nets(30, 30, -40)), 3);
  expect(profitFactor.value).toBe(1.5);
  expect(payoff.value).toBe(0.75);
});

test('the win rate is of all trades, without break-even ones it is another figure', () => {
  const { winRate, winRateWithoutZeros } = figures(times(10, ...nets(10, -10, 0, 20)), 4);
  expect(winRate).toMatchObject({ value: 0.5, n: 40 });
  expect(winRateWithoutZeros).toMatchObject({ value: 20 / 30, n: 30 });
});

test('Kelly shows half of the lower bound, with the whole interval', () => {
  // Half of the trades win three times what the others lose: 1/2 - 1/2 / 3 = 1/3 on every day.
  const { kelly } = figures(times(50, ...nets(90, -30)));
  expect(kelly.value).toBeCloseTo(1 / 6, 12);
  expect(kelly.ci95?.[0]).toBeCloseTo(1 / 3, 12);
  expect(kelly).toMatchObject({ n: 100, judged: true });
});

test('Kelly has a reason: too few, nothing lost, too few days, no edge', () => {
  expect(figures(times(49, ...nets(90, -30))).kelly.reason).toBe('too-few');
  expect(figures(times(50, ...nets(90, 30))).kelly.reason).toBe('no-losses');
  expect(figures(times(50, ...nets(-90, -30))).kelly.reason).toBe('no-wins');
  expect(figures(times(50, ...nets(90, -30)), 10).kelly.reason).toBe('too-few-days');
  const none = figures(times(50, ...nets(30, -30))).kelly;
  expect(none).toMatchObject({ value: null, reason: 'not-positive' });
  expect(none.ci95?.[0]).toBeCloseTo(0, 9);
});

test('nothing lost, nothing won and nothing at all are different reasons', () => {
  const winners = figures(times(20, ...nets(10)));
  expect([winners.profitFactor.reason, winners.payoff.reason, winners.averageLoss.reason]).toEqual([
    'no-losses',
    'no-losses',
    'no-losses',
  ]);
  const losers = figures(times(20, ...nets(-10)));
  expect(losers.profitFactor.value).toBe(0);
  expect([losers.payoff.reason, losers.averageWin.reason]).toEqual(['no-wins', 'no-wins']);
  const zeros = figures(times(20, ...nets(0)));
  expect([zeros.profitFactor.reason, zeros.winRateWithoutZeros.reason]).toEqual(['no-wins', 'no-wins']);
  expect(zeros.winRate.value).toBe(0);
});

test('too few trades come before any other reason', () => {
  expect(figures(times(9, ...nets(10))).profitFactor.reason).toBe('too-few');
  expect(figures(times(9, ...nets(-10))).payoff.reason).toBe('too-few');
});

test('intervals take 20 days', () => {
  expect(figures(times(20, ...nets(90, -30))).expectancy.ci95).not.toBeNull();
  expect(figures(times(19, ...nets(90, -30))).expectancy.ci95).toBeNull();
});

test('R, SQN and their interval come from trades with a risk', () => {
  const risked = (net: number): { net: number; plannedRiskMicros: number } => ({
    net,
    plannedRiskMicros: 100e6,
  });
  const { expectancyR, sqn } = figures(
    times(20, risked(200), risked(-100), { net: 900, plannedRiskMicros: 0 }),
    3,
  );
  expect(expectancyR).toMatchObject({ value: 0.5, n: 40 });
  // Mean 0.5, squares about it 40 x 2.25, deviation sqrt(90 / 39).
  expect(sqn.value).toBeCloseTo((Math.sqrt(40) * 0.5) / Math.sqrt(90 / 39), 9);
});

test('SQN counts at most a hundred trades, and none where R never varies', () => {
  const risked = (net: number) => ({ net, plannedRiskMicros: 100e6 });
  const { sqn } = figures(times(100, risked(200), risked(-100)));
  expect(sqn.value).toBeCloseTo((10 * 0.5) / Math.sqrt((200 * 2.25) / 199), 9);
  expect(figures(times(40, risked(100))).sqn.reason).toBe('no-variation');
  expect(figures(STEADY).sqn.reason).toBe('no-stops');
});

test('excursions have averages, and the captured share is of winners only', () => {
  const { averageMae, averageMfe, mfeCapture } = figures(
    times(20, { net: 40, maeMicros: 10e6, mfeMicros: 80e6 }, { net: -20, maeMicros: 30e6, mfeMicros: 20e6 }),
  );
  expect(averageMae.value).toBe(20e6);
  expect(averageMfe.value).toBe(50e6);
  expect(mfeCapture).toMatchObject({ value: 0.5, n: 20 });
});

test('without excursions, or without winners that had any, the captured share has a reason', () => {
  expect(figures(STEADY).mfeCapture.reason).toBe('no-excursions');
  expect(figures(times(40, { net: -20, mfeMicros: 20e6 })).mfeCapture.reason).toBe('no-wins');
  expect(figures(STEADY).averageMae.reason).toBe('no-excursions');
});

test('costs are a sum, a share of the gross of winners, and a count of what they turned', () => {
  const { totalCosts, costDrag, turnedByCosts } = figures(
    times(
      10,
      { net: 45, grossMicros: 50e6, costsMicros: 5e6 },
      { net: -1, grossMicros: 4e6, costsMicros: 5e6 },
    ),
  );
  expect(totalCosts).toMatchObject({ value: 100e6, n: 20 });
  expect(costDrag.value).toBeCloseTo(100 / 540, 12);
  expect(turnedByCosts).toMatchObject({ value: 10, n: 20 });
});

test('unknown costs are not zero costs', () => {
  const unknown = figures(times(20, { net: 45, grossMicros: null, costsMicros: null }));
  expect([unknown.totalCosts, unknown.costDrag, unknown.turnedByCosts].map(({ reason }) => reason)).toEqual([
    'costs-unknown',
    'costs-unknown',
    'costs-unknown',
  ]);
  const losers = figures(times(20, { net: -45, grossMicros: -40e6, costsMicros: 5e6 }));
  expect(losers.costDrag.reason).toBe('no-wins');
  expect(losers.turnedByCosts.value).toBe(0);
});

test('figures that need stops change no draw of those that do not', () => {
  const plain = figures(times(30, ...nets(90, -31, 5)), 3).expectancy;
  const risked = figures(
    times(30, ...nets(90, -31, 5)).map((trade) => ({ ...trade, plannedRiskMicros: 50e6 })),
    3,
  ).expectancy;
  expect(risked).toEqual(plain);
});
