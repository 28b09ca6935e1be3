/** Lots of one entry and one exit, and the pool in which each contract answers once. */
import { expect, test } from 'vitest';
import { LotPool, lotsOf, type TradeFacts, wholeOf } from './trade-lots.ts';

const AT = 1_772_461_800_000;

const trade = (more: Partial<TradeFacts> = {}): TradeFacts => ({
  account: 'A',
  root: 'MNQ',
  side: 'long',
  quantity: '1',
  entryMs: AT,
  exitMs: AT + 60_000,
  entryPrice: '20950.5',
  exitPrice: '20958',
  commissionMicros: null,
  legs: [],
  ...more,
});

const leg = (quantity: string, more: Partial<TradeFacts['legs'][number]> = {}) => ({
  quantity,
  entryPrice: '20950.5',
  exitPrice: '20958',
  entryMs: AT,
  exitMs: AT + 60_000,
  ...more,
});

/** Trades of the pool that give these trades their lots, one after the other. */
const taken = (pool: readonly TradeFacts[], ...wanted: readonly TradeFacts[]) => {
  const lots = new LotPool(pool);
  return wanted.map((each) => lots.take(lotsOf(each)));
};

const isFound = (stored: Partial<TradeFacts>, wanted: Partial<TradeFacts>): boolean =>
  taken([trade(stored)], trade(wanted))[0] !== null;

test('a trade is one lot, with the contract and side that it is of', () => {
  expect(wholeOf(trade({ quantity: '2.5' }))).toEqual({
    account: 'A',
    contract: 'MNQ|long',
    quantity: 2.5,
    entryMs: AT,
    exitMs: AT + 60_000,
    entryPrice: 20950.5,
    exitPrice: 20958,
    isPart: false,
  });
  expect(lotsOf(trade())).toEqual([wholeOf(trade())]);
});

test('a price that is not known is no number', () => {
  expect(wholeOf(trade({ entryPrice: null, exitPrice: null }))).toMatchObject({
    entryPrice: Number.NaN,
    exitPrice: Number.NaN,
  });
});

test('a position of several legs is a lot for each, and each is a part', () => {
  const position = trade({
    quantity: '3',
    legs: [leg('1'), leg('2', { exitPrice: '20960', exitMs: AT + 90_000 })],
  });
  expect(
    lotsOf(position).map(({ quantity, exitPrice, exitMs, isPart }) => [quantity, exitPrice, exitMs, isPart]),
  ).toEqual([
    [1, 20958, AT + 60_000, true],
    [2, 20960, AT + 90_000, true],
  ]);
  expect(lotsOf(trade({ legs: [leg('1')] }))[0]?.isPart).toBe(false);
});

test('a contract answers once', () => {
  expect(taken([trade()], trade(), trade())).toEqual([[0], null]);
  expect(taken([trade(), trade()], trade(), trade(), trade())).toEqual([[0], [1], null]);
  expect(taken([trade({ quantity: '3' })], trade(), trade({ quantity: '2' }), trade())).toEqual([
    [0],
    [0],
    null,
  ]);
});

test('a lot may be made up by several trades, and is found only as a whole', () => {
  expect(taken([trade(), trade({ quantity: '2' })], trade({ quantity: '3' }))).toEqual([[0, 1]]);
  expect(taken([trade(), trade()], trade({ quantity: '3' }))).toEqual([null]);
});

test('what a search takes that finds too little is given back', () => {
  expect(taken([trade(), trade()], trade({ quantity: '3' }), trade({ quantity: '2' }))).toEqual([
    null,
    [0, 1],
  ]);
  // The first leg is there, the second is not.
  const position = trade({ quantity: '2', legs: [leg('1'), leg('1', { exitPrice: '1' })] });
  expect(taken([trade()], position, trade())).toEqual([null, [0]]);
});

test('a position gives its contracts in legs or as a whole, but not both', () => {
  const position = trade({ quantity: '3', legs: [leg('1'), leg('2')] });
  const whole = trade({ quantity: '3' });
  const pool = new LotPool([position]);
  expect(pool.take(lotsOf(trade()))).toEqual([0]);
  expect(pool.take([wholeOf(whole)])).toBeNull();
  expect(pool.take(lotsOf(trade({ quantity: '2' })))).toEqual([0]);
  expect(pool.take(lotsOf(trade()))).toBeNull();
});

test('exits and entries agree within a second, to either side and over the edge of one', () => {
  for (const offset of [-1000, -1, 0, 1, 1000]) {
    expect(isFound({}, { exitMs: AT + 60_000 + offset })).toBe(true);
    expect(isFound({}, { entryMs: AT + offset })).toBe(true);
  }
  for (const offset of [-1001, 1001, 2000]) {
    expect(isFound({}, { exitMs: AT + 60_000 + offset })).toBe(false);
    expect(isFound({}, { entryMs: AT + offset })).toBe(false);
  }
});

test('an entry time that one of them lacks does not part them, an exit time does', () => {
  expect(isFound({ entryMs: null }, {})).toBe(true);
  expect(isFound({}, { entryMs: null })).toBe(true);
  expect(isFound({ exitMs: null }, {})).toBe(false);
  expect(isFound({}, { exitMs: null })).toBe(false);
});

test('an account that one of them lacks does not part them, another one does', () => {
  expect(isFound({ account: '' }, {})).toBe(true);
  expect(isFound({}, { account: '' })).toBe(true);
  expect(isFound({ account: 'B' }, {})).toBe(false);
});

test('prices agree to one part in a million, and where one of them lacks it', () => {
  // A millionth of 20950.5 is 0.0209505.
  expect(isFound({}, { entryPrice: '20950.5209' })).toBe(true);
  expect(isFound({}, { entryPrice: '20950.5211' })).toBe(false);
  expect(isFound({}, { exitPrice: '20958.25' })).toBe(false);
  expect(isFound({ exitPrice: null }, {})).toBe(true);
  expect(isFound({}, { entryPrice: null })).toBe(true);
});

test('prices around zero and below it are compared too', () => {
  expect(isFound({ entryPrice: '0', exitPrice: '-37.63' }, { entryPrice: '0', exitPrice: '-37.63' })).toBe(
    true,
  );
  expect(isFound({ entryPrice: '0' }, { entryPrice: '0.01' })).toBe(false);
  expect(isFound({ exitPrice: '-37.63' }, { exitPrice: '37.63' })).toBe(false);
});

test('a balance line has the average of its position, which no single entry has', () => {
  const position = trade({
    quantity: '2',
    entryPrice: '20951',
    legs: [leg('1'), leg('1', { entryPrice: '20951.5' })],
  });
  const line = trade({ entryMs: null, entryPrice: '20951' });
  expect(taken([position], line)).toEqual([[0]]);
  expect(taken([line], trade({ entryPrice: '20951.5' }))).toEqual([null]);
});

test('fractions of lots add up', () => {
  const parts = ['0.1', '0.2'].map((quantity) => trade({ quantity }));
  expect(taken(parts, trade({ quantity: '0.3' }))).toEqual([[0, 1]]);
  expect(taken([trade({ quantity: '0.3' })], ...parts, trade({ quantity: '0.01' }))).toEqual([
    [0],
    [0],
    null,
  ]);
});

test('contracts and sides are pools of their own', () => {
  expect(isFound({ root: 'NQ' }, {})).toBe(false);
  expect(isFound({ side: 'short' }, {})).toBe(false);
});
