/** Daily loss, static and trailing floors: levels, first breaches, and what closed trades do not show. */
import { expect, test } from 'vitest';
import { type StatedTrade, statedTrade } from '#testing/stated-trades.ts';
import { accountPathOf } from './account-path.ts';
import { dailyLossState, type Floor, floorAt, floorState, type LossFacts } from './loss-rules.ts';

/** A trade with its worst and best open point where given, in units of money. */
const traded = (at: number, net: number, mae?: number, mfe?: number): StatedTrade => ({
  at,
  net,
  maeMicros: mae === undefined ? null : mae * 1e6,
  mfeMicros: mfe === undefined ? null : mfe * 1e6,
});

/** Days of trades half an hour apart: `[net]`, `[net, mae]` or `[net, mae, mfe]`. */
type Day = readonly (readonly [net: number, mae?: number, mfe?: number])[];

const tradesOf = (days: readonly Day[]) =>
  days.flatMap((day, at) =>
    day.map(([net, mae, mfe], place) => statedTrade(at, traded(place * 30, net, mae, mfe))),
  );

const factsOf = (days: readonly Day[], dayNow: string | null = null): LossFacts => ({
  path: accountPathOf(tradesOf(days)),
  lossPerContractMicros: null,
  dayNow,
});

const daily = (limit: number, days: readonly Day[], dayNow?: string) =>
  dailyLossState(factsOf(days, dayNow), limit * 1e6);

const STATIC: Floor = { kind: 'static', limit: 1000e6, cap: 0 };
const END_OF_DAY: Floor = { kind: 'end-of-day', limit: 1000e6, cap: 0 };
const INTRADAY: Floor = { kind: 'intraday', limit: 1000e6, cap: 0 };

const floored = (floor: Floor, days: readonly Day[], dayNow?: string) =>
  floorState(factsOf(days, dayNow), floor);

const left = (floor: Floor, days: readonly Day[], dayNow?: string) =>
  (floored(floor, days, dayNow).left ?? Number.NaN) / 1e6;

test('a day’s loss is what is lost now, with the worst day of all beside it', () => {
  expect(
    daily(500, [
      [[-300], [-150]],
      [[-100], [20]],
    ]),
  ).toMatchObject({
    rule: 'daily-loss',
    label: 'Daily loss limit',
    state: 'ok',
    unit: 'micros',
    value: 80e6,
    limit: 500e6,
    left: 420e6,
    bound: 'at-least',
    breachedBy: null,
    text:
      '420.00 left. Worst day: 2026-01-05, 450.00 lost. Open losses are not known for every trade: the limit may have been ' +
      'passed without a record.',
  });
});

test('a winning day leaves more than the limit, and is not worst', () => {
  expect(daily(500, [[[200, 0]]])).toMatchObject({ value: 0, left: 700e6, text: '700.00 left.' });
});

test('the worst day is its deepest point, not its end', () => {
  expect(
    daily(500, [
      [
        [-450, 450],
        [440, 0],
      ],
      [[-100, 120]],
    ]).text,
  ).toContain('Worst day: 2026-01-05, 450.00 lost.');
  expect(daily(500, [[[50, 460]], [[-100, 120]]]).text).toContain('Worst day: 2026-01-05, 460.00 lost.');
});

test('a new exchange day begins with the whole limit', () => {
  expect(daily(500, [[[-300, 300]]], '2026-01-05')).toMatchObject({ value: 300e6, left: 200e6 });
  expect(daily(500, [[[-300, 300]]], '2026-01-06')).toMatchObject({ value: 0, left: 500e6 });
});

test('the limit is reached at its amount, closed or open, by the first trade that does', () => {
  const trades = tradesOf([
    [
      [-499.99, 499.99],
      [-0.01, 0.01],
      [-300, 300],
    ],
  ]);
  const state = dailyLossState(
    { path: accountPathOf(trades), lossPerContractMicros: null, dayNow: null },
    500e6,
  );
  expect(state).toMatchObject({
    state: 'breached',
    breachedBy: trades[1]?.id,
    breachedAtMs: trades[1]?.exitMs,
    bound: 'exact',
    text: 'Breached by the open loss of a trade that closed at 2026-01-05 09:02 Chicago. Worst day: 2026-01-05, 800.00 lost.',
  });
  expect(daily(500, [[[-200], [-300]]]).text).toContain('Breached at 2026-01-05 09:02 Chicago.');
  expect(daily(500, [[[-499.99, 499.99]]]).state).toBe('warning');
});

test('open points count from the result of the day so far', () => {
  expect(
    daily(500, [
      [
        [-300, 300],
        [50, 199],
      ],
    ]).state,
  ).toBe('ok');
  expect(
    daily(500, [
      [
        [-300, 300],
        [50, 200],
      ],
    ]).state,
  ).toBe('breached');
  expect(
    daily(500, [
      [
        [300, 0],
        [50, 799],
      ],
    ]).state,
  ).toBe('ok');
  expect(
    daily(500, [
      [
        [300, 0],
        [50, 800],
      ],
    ]).state,
  ).toBe('breached');
});

test('the open loss of a trade held from an earlier day is of no certain day', () => {
  const trades = [
    statedTrade(0, { at: 0, net: -100, maeMicros: 900e6, lasts: 1440 + 60, tradeDay: '2026-01-06' }),
  ];
  const state = dailyLossState(
    { path: accountPathOf(trades), lossPerContractMicros: null, dayNow: null },
    500e6,
  );
  expect(state).toMatchObject({ state: 'ok', value: 100e6, bound: 'at-least' });
});

test('without trades the whole limit is left', () => {
  expect(daily(500, [])).toMatchObject({
    state: 'ok',
    value: 0,
    left: 500e6,
    bound: 'exact',
    text: '500.00 left.',
  });
});

test('what is left in contracts follows from the average loss', () => {
  const facts = { ...factsOf([[[-100, 100]]]), lossPerContractMicros: 150e6 };
  expect(dailyLossState(facts, 500e6).text).toContain(
    '400.00 left: 2 contracts at your average loss of 150.00 each.',
  );
});

test('a floor lies a limit below the peak, no lower than at the start and no higher than its cap', () => {
  const floor: Floor = { kind: 'end-of-day', limit: 1000, cap: 100 };
  expect([-500, 0, 400, 1000, 1100, 9000].map((peak) => floorAt(floor, peak))).toEqual([
    -1000, -1000, -600, 0, 100, 100,
  ]);
});

test('the static floor never moves: a profit is added to what is left', () => {
  expect(left(STATIC, [[[0.01]]])).toBeCloseTo(1000.01, 6);
  expect(floored(STATIC, [[[2500, 0]], [[-3000, 3000]]])).toMatchObject({
    rule: 'max-loss',
    state: 'ok',
    value: 500e6,
    left: 500e6,
    bound: 'exact',
  });
});

test('a floor is breached below it, not on it', () => {
  expect(floored(STATIC, [[[-1000, 1000]]])).toMatchObject({ state: 'warning', left: 0, value: 1000e6 });
  expect(floored(STATIC, [[[-1000, 1000.01]]]).state).toBe('breached');
  expect(floored(STATIC, [[[-1000.01]]]).state).toBe('breached');
});

test('a floor warns when 80% of the limit is used up', () => {
  expect(floored(STATIC, [[[-799.99, 799.99]]]).state).toBe('ok');
  expect(floored(STATIC, [[[-800, 800]]]).state).toBe('warning');
});

test('the floor of day ends rises with the end of a day and not within it', () => {
  expect(left(END_OF_DAY, [[[800], [-900]]])).toBe(900);
  expect(left(END_OF_DAY, [[[800]], [[-900]]])).toBe(100);
  expect(left(END_OF_DAY, [[[800], [-500]], [[-100]]])).toBe(900);
  expect(left(END_OF_DAY, [[[800]], [[-500]], [[200]]])).toBe(700);
});

test('the last day counts as ended once it is another day', () => {
  expect(left(END_OF_DAY, [[[800]]], '2026-01-05')).toBe(1800);
  expect(left(END_OF_DAY, [[[800]]])).toBe(1800);
  expect(left(END_OF_DAY, [[[800]]], '2026-01-06')).toBe(1000);
});

test('a trailing floor stops at its cap', () => {
  expect(left(END_OF_DAY, [[[5000]], [[-4000]]])).toBe(1000);
  expect(left({ ...END_OF_DAY, cap: 100e6 }, [[[5000]], [[-4000]]])).toBe(900);
  expect(
    left({ ...INTRADAY, cap: 100e6 }, [
      [
        [5000, 0, 5000],
        [-4000, 4000, 0],
      ],
    ]),
  ).toBe(900);
});

test('the intraday floor follows closed results and the best open points', () => {
  expect(
    left(INTRADAY, [
      [
        [300, 0, 300],
        [-200, 200, 0],
      ],
    ]),
  ).toBe(800);
  expect(
    left(INTRADAY, [
      [
        [300, 0, 900],
        [-200, 200, 0],
      ],
    ]),
  ).toBe(200);
  expect(
    left(INTRADAY, [
      [
        [-300, 300, 0],
        [-200, 200, 0],
      ],
    ]),
  ).toBe(500);
});

test('the intraday floor is exact only where every open point is known', () => {
  expect(floored(INTRADAY, [[[300, 0, 300]]])).toMatchObject({
    state: 'ok',
    bound: 'exact',
    text: '1,000.00 left.',
  });
  expect(floored(INTRADAY, [[[300, 0]]])).toMatchObject({
    state: 'unknown',
    bound: 'at-least',
    text: '1,000.00 left. It follows open profits, which are not known for every trade: at most this much is left.',
  });
});

test('a trade whose worst moment is below its own best less the limit is in doubt, in which order they came', () => {
  // Best 600 raises the floor to -400; worst -500 is below that, and above the -1000 before it.
  expect(floored(INTRADAY, [[[100, 500, 600]]])).toMatchObject({
    state: 'unknown',
    bound: 'at-least',
    breachedBy: null,
    text: '500.00 left. A trade that closed at 2026-01-05 08:32 Chicago breached it if its best moment came before its worst.',
  });
  expect(floored(INTRADAY, [[[100, 400, 600]]])).toMatchObject({ state: 'ok', bound: 'exact' });
});

test('a trade that closes below the floor that its best moment raised is a breach in any order', () => {
  expect(floored(INTRADAY, [[[-450, 450, 600]]])).toMatchObject({ state: 'breached', bound: 'exact' });
});

test('a breach is the first one, and stays when the account recovers', () => {
  const trades = tradesOf([
    [
      [-1200, 1200],
      [2000, 0],
    ],
    [[-1500, 1500]],
  ]);
  const state = floorState(
    { path: accountPathOf(trades), lossPerContractMicros: null, dayNow: null },
    STATIC,
  );
  expect(state).toMatchObject({
    state: 'breached',
    breachedBy: trades[0]?.id,
    breachedAtMs: trades[0]?.exitMs,
  });
});
