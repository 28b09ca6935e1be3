/** Executions with their numbers read, their twins, and those that earlier exports had already. */
import { expect, test } from 'vitest';
import type { RawFill } from '#model/raw-records.ts';
import { scaledOf } from '#numbers/decimal.ts';
import { draftContext, fileTime, rawFill } from '#testing/raw-trades.ts';
import {
  bookName,
  fillFacts,
  joinFills,
  packed,
  type ReadFill,
  readEarlier,
  readFill,
  withTwins,
} from './read-fill.ts';

const CONTEXT = draftContext();

const read = (changes: Partial<RawFill> = {}, context = CONTEXT): ReadFill => {
  const fill = readFill(rawFill(changes), context, null);
  if (typeof fill === 'string') throw new Error(fill);
  return fill;
};

const at = (second: number): Partial<RawFill> => ({
  time: fileTime(`2026-03-05 10:00:${String(second).padStart(2, '0')}`),
});

test('an execution has its numbers, its instant and the book that it belongs to', () => {
  expect(
    read({ quantity: '-2', commission: '4.20', fees: '0.5', pnl: '-12.5', positionAfter: '-2' }),
  ).toMatchObject({
    account: 'Sim101',
    book: 'Sim101\nES\n2026-03',
    timeMs: Date.UTC(2026, 2, 5, 10),
    quantity: scaledOf('2'),
    price: scaledOf('6000.25'),
    commissionMicros: 4_200_000,
    feesMicros: 500_000,
    pnlMicros: -12_500_000,
    positionAfter: scaledOf('-2'),
    twin: 0,
  });
});

test('costs and P&L that the file does not have are not zero', () => {
  expect(read()).toMatchObject({
    commissionMicros: null,
    feesMicros: null,
    pnlMicros: null,
    positionAfter: null,
  });
});

test('what cannot be an execution has a reason', () => {
  const reason = (changes: Partial<RawFill>) => readFill(rawFill(changes), CONTEXT, null);
  expect(reason({ quantity: '0' })).toBe('The quantity is zero or not a number.');
  expect(reason({ quantity: 'x' })).toBe('The quantity is zero or not a number.');
  expect(reason({ price: 'x' })).toBe('The price is not a number.');
  for (const field of ['commission', 'fees', 'pnl'] as const)
    expect(reason({ [field]: 'x' })).toBe(
      'An amount of money is not a number or beyond what the journal can hold.',
    );
});

test('spellings of one contract are one book, months and accounts are others', () => {
  const book = read().book;
  for (const symbol of ['ES 03-26', 'ESH26', 'CME_MINI:ESH2026']) expect(read({ symbol }).book).toBe(book);
  expect(read({ symbol: 'ESM6' }).book).not.toBe(book);
  expect(read({ account: 'B' }).book).not.toBe(book);
});

test('a contract of unknown month is a book by its name', () => {
  expect(read({ symbol: 'es' }).book).toBe('Sim101\nES\nES');
  expect(read({ symbol: 'XYZZ6' }).book).toBe('Sim101\nXYZ\nXYZZ6');
});

test('an instant that an earlier import read stays, whatever zone is answered now', () => {
  expect(readFill(rawFill(), CONTEXT, 123_456)).toMatchObject({ timeMs: 123_456 });
});

test('the facts of an execution are symbol, action, quantity, price and time, in any spelling of numbers', () => {
  const facts = fillFacts(rawFill());
  expect(
    fillFacts(rawFill({ quantity: '1.0', price: '6000.250', commission: '9', line: 44, account: 'B' })),
  ).toBe(facts);
  for (const other of [
    { symbol: 'ESM6' },
    { action: 'sell' as const },
    { quantity: '2' },
    { price: '6000.5' },
    at(1),
  ])
    expect(fillFacts(rawFill(other)), JSON.stringify(other)).not.toBe(facts);
});

test('identical rows of a file are numbered, others are not', () => {
  const twins = withTwins([read(), read(at(1)), read(), read({ nativeId: '7' }), read()]);
  expect(twins.map(({ twin }) => twin)).toEqual([0, 0, 1, 0, 2]);
});

const earlierOf = (...fills: readonly ReadFill[]) =>
  readEarlier([{ book: 'b', fills: packed(withTwins(fills)) }], CONTEXT);

test('executions of earlier imports are read again, each once, with their instants', () => {
  const twice = [
    { book: 'b', fills: packed([read(), read(at(1))]) },
    { book: 'b', fills: packed([read(at(1)), read(at(2))]) },
  ];
  const seconds = readEarlier(twice, CONTEXT).map(({ timeMs }) => (timeMs / 1000) % 60);
  expect(seconds.toSorted()).toEqual([0, 1, 2]);
});

test('twins of an earlier import stay two', () => {
  expect(earlierOf(read(), read()).map(({ twin }) => twin)).toEqual([0, 1]);
});

test('an execution in both is taken from the file, in one order of time', () => {
  const earlier = earlierOf(read(at(1)), read(at(5)));
  const incoming = withTwins([read({ ...at(5), line: 9 }), read({ ...at(3), line: 8 })]);
  expect(joinFills(earlier, incoming).map(({ timeMs, line }) => [(timeMs / 1000) % 60, line])).toEqual([
    [1, 0],
    [3, 8],
    [5, 9],
  ]);
});

test('without earlier ones the executions of the file stay as they are', () => {
  const incoming = [read(at(5)), read(at(3))];
  expect(joinFills([], incoming)).toBe(incoming);
});

test('a book is named by its platform and layout too', () => {
  const name = bookName('b', CONTEXT);
  expect(name).toMatch(/^[0-9a-f]{32}$/);
  expect(bookName('b', draftContext({}, { layout: 'executions' }))).not.toBe(name);
  expect(bookName('b', draftContext({}, { platform: 'tradovate' }))).not.toBe(name);
  expect(bookName('c', CONTEXT)).not.toBe(name);
});
