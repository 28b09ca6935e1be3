/** What follows a loss on the same day: the next trade, and trades after two losses in a row. */
import { expect, test } from 'vitest';
import { tradeColumns } from '#insights/claims/trade-columns.ts';
import { dayOfNets, insightsOf, type StatedTrade, sampleOf, statedDays } from '#testing/stated-trades.ts';
import { afterLoss, afterLossStreak } from './after-loss.ts';

const nextTrade = (days: number, ofDay: (day: number) => readonly StatedTrade[]) =>
  sampleOf(afterLoss(tradeColumns(statedDays(days, ofDay))));

const afterTwo = (days: number, ofDay: (day: number) => readonly StatedTrade[]) =>
  sampleOf(afterLossStreak(tradeColumns(statedDays(days, ofDay))));

/** After a win +70 and -10; after a loss -90, -50 and +20, sooner and the first of them with two contracts. */
const TILTED_DAY: readonly StatedTrade[] = [
  { at: 0, net: 50 },
  { at: 30, net: 70 },
  { at: 60, net: -10 },
  { at: 65, net: -90, quantity: 2 },
  { at: 72, net: -50 },
  { at: 80, net: 20 },
];

test('worse trades after a loss are a weakness with both averages, the shrunk difference and its range', () => {
  const trades = statedDays(30, () => TILTED_DAY);
  const insight = insightsOf(trades).get('after-loss');
  // Slice (-90 - 50 + 20) / 3 = -40, rest (70 - 10) / 2 = 30; both -12. Shrunk (-3600 - 240) / 110 - 30 = -64.91.
  expect(insight).toMatchObject({
    standing: 'proven',
    insightType: 'weakness',
    title: 'You do worse after a loss',
    actionable: 'No new trade for 10 minutes after a loss; check again after 30 trades.',
    effect: { value: -64_909_091, n: 90, days: 30, mean: -40_000_000, baseline: 30_000_000 },
  });
  expect(insight?.description).toContain(
    'After a loss, your next trade the same day lost $40.00 on average (90 trades, 30 days), against +$30.00 after a win. ' +
      'Allowing for the size of the sample, the difference is −$64.91 a trade (95% range −$70.00 to −$70.00). ' +
      'Seen again in the last 30% of your data. If it held, it cost about $4,5',
  );
  expect(insight?.tradeIds.slice(0, 3)).toEqual([179, 178, 177].map((row) => trades[row]?.id));
});

test('win rate, pause and size after a loss and after a win accompany the finding', () => {
  const details = insightsOf(statedDays(30, () => TILTED_DAY)).get('after-loss')?.details;
  const detailOf = (name: string) => details?.find((detail) => detail.name === name)?.value;
  expect(detailOf('win rate after a loss')).toBeCloseTo(1 / 3, 9);
  expect(detailOf('win rate after a win')).toBe(0.5);
  // Trades last two minutes: 62 to 65, 67 to 72, 74 to 80.
  expect(detailOf('average pause after a loss')).toBeCloseTo((3 + 5 + 6) / 3, 9);
  expect(detailOf('average pause after a win')).toBe(28);
  expect(detailOf('average size after a loss, in usual sizes')).toBeCloseTo(4 / 3, 9);
  expect(detailOf('average size after a win, in usual sizes')).toBe(1);
});

test('sizes of unknown point value are left out of the average size', () => {
  const trades = statedDays(25, () => [
    { at: 0, net: 60 },
    { at: 30, net: -40 },
    { at: 60, net: -80, quantity: 3, pointValue: null, root: 'CFD' },
  ]);
  const details = afterLoss(tradeColumns(trades))?.claims[0]?.details.map(({ name }) => name);
  expect(details).not.toContain('average size after a loss, in usual sizes');
  expect(details).toContain('average size after a win, in usual sizes');
});

test('better trades after a loss are a strength', () => {
  const insight = insightsOf(statedDays(30, () => dayOfNets(-50, 90, -70, 80, 10, -30))).get('after-loss');
  // After a loss +90 and +80; after a win -70, +10 and -30.
  expect(insight).toMatchObject({
    standing: 'proven',
    insightType: 'strength',
    title: 'You do better after a loss',
    effect: { n: 60, mean: 85_000_000, baseline: -30_000_000 },
  });
});

test('equal results after losses and wins give no finding', () => {
  // After a win +50 and -50, after a loss -50 and +50.
  expect(insightsOf(statedDays(30, () => dayOfNets(50, 50, -50, -50, 50))).has('after-loss')).toBe(false);
});

test('it takes 25 trades after a loss and 25 after a win', () => {
  const both = () => dayOfNets(60, -40, -80);
  expect(nextTrade(25, both)).toEqual({ slice: 25, rest: 25 });
  expect(nextTrade(24, both)).toBeNull();
  expect(nextTrade(25, (day) => (day === 0 ? dayOfNets(-40, -80) : both()))).toBeNull();
  expect(nextTrade(25, (day) => (day === 0 ? dayOfNets(60, -40) : both()))).toBeNull();
});

test('a trade after neither a win nor a loss is on no side', () => {
  // Less than half a cent is neither; half a cent is.
  expect(nextTrade(25, () => dayOfNets(60, -40, -80, 0.004, -20))).toEqual({ slice: 50, rest: 25 });
  expect(nextTrade(25, () => dayOfNets(60, -40, -80, 0.005, -20))).toEqual({ slice: 50, rest: 50 });
  expect(nextTrade(25, () => dayOfNets(60, -40, -80, -0.005, -20))).toEqual({ slice: 75, rest: 25 });
});

test('a loss that is still open at the entry does not count, one that closes at that instant does', () => {
  const during = (lasts: number) => () => [
    { at: 0, net: 60 },
    { at: 30, net: -40, lasts },
    { at: 60, net: -80, lasts: 60 },
  ];
  expect(nextTrade(25, during(30))).toEqual({ slice: 25, rest: 25 });
  // The third now follows the win, as the second does.
  expect(nextTrade(50, during(31))).toBeNull();
});

test('the loss of the day before does not count, a loss before midnight of the same exchange day does', () => {
  expect(nextTrade(60, () => dayOfNets(60, -40))).toBeNull();
  // 23:30 and 00:30 UTC are one exchange day.
  const overnight = statedDays(25, () => [
    { at: 510, net: 60 },
    { at: 540, net: -40 },
    { at: 600, net: -80 },
  ]).map((trade, at, all) => ({ ...trade, tradeDay: all[at - (at % 3) + 2]?.tradeDay ?? '' }));
  expect(sampleOf(afterLoss(tradeColumns(overnight)))).toEqual({ slice: 25, rest: 25 });
});

test('a day with a missing entry time has no order and does not count', () => {
  const ofDay = (day: number) =>
    dayOfNets(60, -40, -80).map((trade) => (day === 3 ? { ...trade, entryMs: null } : trade));
  expect(nextTrade(26, ofDay)).toEqual({ slice: 25, rest: 25 });
});

test('worse trades after two losses in a row are reported against other trades with two before them', () => {
  const insight = insightsOf(statedDays(30, () => dayOfNets(-30, -30, -90, -60, 30, 60, 40))).get(
    'after-loss-streak',
  );
  // After two losses -90, -60 and +30; otherwise +60 and +40.
  expect(insight).toMatchObject({
    title: 'You do worse after two losses in a row',
    insightType: 'weakness',
    actionable: 'Stop for the day after two losses in a row for 15 days; then check again.',
    effect: { n: 90, days: 30, mean: -40_000_000, baseline: 50_000_000 },
  });
  // Both (-3600 + 3000) / 150 = -4; shrunk (-3600 - 80) / 110 - 50 = -83.45.
  expect(insight?.description).toContain(
    'Trades after two or more losses in a row the same day lost $40.00 on average (90 trades, 30 days), against +$50.00 ' +
      'otherwise. Allowing for the size of the sample, the difference is −$83.45 a trade (95% range −$90.00 to −$90.00).',
  );
});

test('two losses in a row need 15 trades after them and 15 others', () => {
  const both = () => dayOfNets(-30, -30, 50, -10);
  expect(afterTwo(15, both)).toEqual({ slice: 15, rest: 15 });
  expect(afterTwo(14, both)).toBeNull();
  expect(afterTwo(15, (day) => (day === 0 ? dayOfNets(-30, -30, 50) : both()))).toBeNull();
  expect(afterTwo(15, (day) => (day === 0 ? dayOfNets(30, -30, 50) : both()))).toBeNull();
});

test('a win or a result of nothing between two losses ends the streak', () => {
  expect(afterTwo(15, () => dayOfNets(-30, -30, 50, -30, 0, -30, 20))).toEqual({ slice: 15, rest: 60 });
});

test('a streak does not continue from one day to the next', () => {
  expect(afterTwo(40, () => dayOfNets(-30, -30))).toBeNull();
});
