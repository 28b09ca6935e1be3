/** Trades within five minutes of a loss that are larger or reversed. */
import { expect, test } from 'vitest';
import { tradeColumns } from '#insights/claims/trade-columns.ts';
import { insightsOf, type StatedTrade, sampleOf, statedDays, statedTrade } from '#testing/stated-trades.ts';
import { besidesTheTrigger, revenge } from './revenge.ts';

const LOSS: StatedTrade = { at: 0, net: -50 };
/** Closed at minute 2, back in at minute 5. */
const BACK: StatedTrade = { at: 5, net: -90, quantity: 2 };
const CALM: readonly StatedTrade[] = [
  { at: 60, net: 40 },
  { at: 120, net: 60 },
  { at: 180, net: -10 },
];

const asked = (days: number, ...ofDay: readonly StatedTrade[]) =>
  sampleOf(revenge(tradeColumns(statedDays(days, () => ofDay))));

/** Trades a day that count as revenge, when `trade` follows a loss of one contract that closed at minute 2. */
const isRevenge = (trade: StatedTrade, before: StatedTrade = LOSS) =>
  (asked(20, before, trade, ...CALM)?.slice ?? 0) / 20;

test('larger trades right after a loss that do worse are revenge trading', () => {
  const insight = insightsOf(statedDays(30, () => [LOSS, BACK, ...CALM])).get('revenge');
  // 30 of -90 against 120 of (-50 + 40 + 60 - 10) / 4 = 10; all -10; shrunk (-2700 - 200) / 50 - 10 = -68.
  expect(insight).toMatchObject({
    standing: 'proven',
    insightType: 'weakness',
    title: 'Revenge trades cost you',
    actionable: 'No entry within five minutes of a loss for 30 trades; then check again.',
    effect: { value: -68_000_000, n: 30, days: 30, mean: -90_000_000, baseline: 10_000_000 },
  });
  expect(insight?.description).toContain(
    'Trades within five minutes of a loss, larger than it or reversed in its symbol, lost $90.00 on average (30 trades, 30 ' +
      'days), against +$10.00 for your other trades. Allowing for the size of the sample, the difference is −$68.00 a trade ' +
      '(95% range −$100 to −$100).',
  );
});

test('quick trades after a loss that do better are a strength', () => {
  const insight = insightsOf(statedDays(30, () => [LOSS, { ...BACK, net: 120 }, ...CALM])).get('revenge');
  expect(insight).toMatchObject({
    insightType: 'strength',
    title: 'Your quick trades after a loss do better',
    effect: { mean: 120_000_000, baseline: 10_000_000 },
  });
});

test('quick trades after a loss that are like the others are no finding', () => {
  const days = statedDays(30, () => [
    { at: 0, net: -40 },
    { ...BACK, net: 20 },
    { at: 60, net: 20 },
    { at: 90, net: 40 },
    { at: 120, net: 0 },
  ]);
  expect(insightsOf(days).has('revenge')).toBe(false);
});

test('five minutes from the exit count, a second more does not', () => {
  expect(isRevenge({ ...BACK, at: 7 })).toBe(1);
  expect(isRevenge({ ...BACK, at: 7 + 1 / 60 })).toBe(0);
  expect(isRevenge({ ...BACK, at: 2 })).toBe(1);
});

test('only a loss is a trigger', () => {
  expect(isRevenge(BACK, { ...LOSS, net: 50 })).toBe(0);
  expect(isRevenge(BACK, { ...LOSS, net: -0.004 })).toBe(0);
  expect(isRevenge(BACK, { ...LOSS, net: -0.01 })).toBe(1);
});

test('a trade of the same size and side is none, nor a smaller one', () => {
  expect(isRevenge({ ...BACK, quantity: 1 })).toBe(0);
  expect(isRevenge(BACK, { ...LOSS, quantity: 3 })).toBe(0);
});

test('the other side in the same symbol is one at any size, in another symbol it is not', () => {
  expect(isRevenge({ ...BACK, quantity: 1, side: 'short' })).toBe(1);
  expect(isRevenge({ ...BACK, quantity: 1, side: 'short', root: 'CL', pointValue: 1000 })).toBe(0);
  expect(isRevenge({ ...BACK, quantity: 1 }, { ...LOSS, side: 'short' })).toBe(1);
});

test('larger is measured by point value across symbols, and in contracts where it is unknown', () => {
  // Three micros are less than one standard contract, twelve are more.
  const micro = { ...BACK, root: 'MES', pointValue: 5 };
  expect(isRevenge({ ...micro, quantity: 3 })).toBe(0);
  expect(isRevenge({ ...micro, quantity: 12 })).toBe(1);
  const unknown = { root: 'CFD', pointValue: null };
  expect(isRevenge({ ...BACK, ...unknown }, { ...LOSS, ...unknown })).toBe(1);
  expect(isRevenge({ ...BACK, ...unknown }, LOSS)).toBe(0);
});

test('adding to a trade that is still open is no revenge', () => {
  expect(isRevenge({ ...BACK, at: 1 })).toBe(0);
});

test('it takes 15 revenge trades, 15 others and 8 days', () => {
  expect(asked(15, LOSS, BACK)).toEqual({ slice: 15, rest: 15 });
  expect(asked(14, LOSS, BACK, ...CALM)).toBeNull();
  // Two a day.
  const twice = [LOSS, BACK, { ...LOSS, at: 60 }, { ...BACK, at: 65 }];
  expect(asked(8, ...twice)).toEqual({ slice: 16, rest: 16 });
  expect(asked(7, ...twice, { ...LOSS, at: 120 }, { ...BACK, at: 125 })).toBeNull();
  // A loss, and three trades each larger than the loss before it: 24 of them against 8.
  const chain = [LOSS, BACK, { ...BACK, at: 10, quantity: 3 }, { ...BACK, at: 15, quantity: 4 }];
  expect(asked(14, ...chain)).toBeNull();
  expect(asked(15, ...chain)).toEqual({ slice: 45, rest: 15 });
});

test('a day with a missing entry time takes no part', () => {
  const days = statedDays(16, (day) => [day === 0 ? { ...LOSS, entryMs: null } : LOSS, BACK, ...CALM]);
  expect(sampleOf(revenge(tradeColumns(days)))).toEqual({ slice: 15, rest: 60 });
});

test('trades without an order in their day are not among the 15 others', () => {
  // 24 revenge trades against 8, and ten trades of a day of which one has no entry time.
  const chain = [LOSS, BACK, { ...BACK, at: 10, quantity: 3 }, { ...BACK, at: 15, quantity: 4 }];
  const unordered = Array.from({ length: 10 }, (_, at) => ({
    ...LOSS,
    at: at * 30,
    ...(at === 0 ? { entryMs: null } : {}),
  }));
  const days = statedDays(9, (day) => (day === 8 ? unordered : chain));
  expect(revenge(tradeColumns(days))).toBeNull();
});

test('a trade is held against the other trades of its day without the one right before it', () => {
  const day = [LOSS, BACK, { at: 60, net: 40 }, { at: 120, net: 60 }];
  const columns = tradeColumns([...day.map((trade) => statedTrade(0, trade)), statedTrade(1, LOSS)]);
  const held = [...besidesTheTrigger(columns)].map((value) => value / 1e6);
  expect(held[0]).toBeCloseTo(-50 - (-90 + 40 + 60) / 3, 6);
  expect(held[1]).toBeCloseTo(-90 - (40 + 60) / 2, 6);
  expect(held[2]).toBeCloseTo(40 - (-50 + 60) / 2, 6);
  expect(held[3]).toBeCloseTo(60 - (-50 - 90) / 2, 6);
  // The only trade of its day has nothing to be held against.
  expect(held[4]).toBe(0);
});
