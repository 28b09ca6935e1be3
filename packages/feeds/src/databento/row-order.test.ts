/** Order of live rows, by the numbers and times of the exchange. */
import { ACTION_FILL, COL_SEQUENCE, FLAG_LAST } from '@undertow/market';
import { expect, test } from 'vitest';
import { batch, bid, type RowFields } from '#testing/synced-book.ts';
import { RowOrder } from './row-order.ts';

interface Fields extends RowFields {
  readonly number: number;
}

const row = (id: number, number: number, rest: Partial<RowFields> = {}): Fields => ({
  ...bid(id, 100),
  number,
  ...rest,
});

function judged(...fields: Fields[]): string[] {
  const order = new RowOrder();
  return fields.map((field) => {
    const { rows } = batch(field);
    rows[COL_SEQUENCE] = field.number;
    return order.judge(rows, 0);
  });
}

const inside = { flags: 0 };

test('rows of the same number or higher ones follow', () => {
  expect(judged(row(1, 5), row(2, 5), row(3, 6))).toEqual(['follows', 'follows', 'follows']);
});

test('a lower number is out of order, and so is an earlier time within a number', () => {
  expect(judged(row(1, 5), row(2, 4))).toEqual(['follows', 'out-of-order']);
  expect(judged(row(1, 5, { timeMs: 9 }), row(2, 5, { timeMs: 8 }))).toEqual(['follows', 'out-of-order']);
});

test('numbers wrap at 32 bits, and 0 is no number', () => {
  expect(judged(row(1, -1), row(2, 1))).toEqual(['follows', 'follows']);
  expect(judged(row(1, 9), row(2, 0), row(3, 10))).toEqual(['follows', 'follows', 'follows']);
});

test('an event that comes twice is left out as a whole, and the next one follows', () => {
  const event = [row(1, 5, inside), row(2, 5, inside), row(3, 5)];
  expect(judged(...event, ...event, row(4, 6))).toEqual([
    ...['follows', 'follows', 'follows'],
    ...['repeated', 'repeated', 'repeated'],
    'follows',
  ]);
});

test('rows that come twice one by one are left out one by one', () => {
  const [first, second] = [row(1, 5, inside), row(2, 5)];
  expect(judged(first, first, second, second, row(3, 5))).toEqual([
    ...['follows', 'repeated', 'follows', 'repeated'],
    'follows',
  ]);
});

test('fills of one order by the same size within an event all count', () => {
  const fill = row(1, 5, { ...inside, action: ACTION_FILL });
  expect(judged(row(9, 5, inside), fill, fill, row(2, 5))).toEqual([
    'follows',
    'follows',
    'follows',
    'follows',
  ]);
});

test('the same order at another time is no repetition', () => {
  expect(judged(row(1, 5, { timeMs: 1 }), row(1, 6, { timeMs: 2, flags: FLAG_LAST }))).toEqual([
    'follows',
    'follows',
  ]);
});
