/** Days of the calendar in words. */
import { expect, test } from 'vitest';
import { dayWords, shortAmount, stepOf, strengthOf, sumOf } from './calendar-words.ts';

test('a short result keeps its sign', () => {
  expect(['120.4', '-160.5', '0', '-0.4', '1234', '-15600', '2500000'].map(shortAmount)).toEqual([
    '+120',
    '−161',
    '0',
    '−0',
    '+1.2k',
    '−16k',
    '+2.5M',
  ]);
});

test('the colour is as strong as the result is large in its month', () => {
  expect([0, 10, -50, 100].map((net) => strengthOf(net, 100))).toEqual([0, 1, 2, 3]);
  expect(strengthOf(0, 0)).toBe(0);
});

test('a day is described in words', () => {
  const day = { day: '2026-10-02', net: '-160.50', trades: 4, wins: 1 };
  expect(dayWords(day, 'USD')).toBe('2 Oct 2026: −$160.50, 4 trades, 1 won. Show them');
  expect(sumOf([day, { ...day, net: '0.10' }, { ...day, net: '0.20' }])).toBe('-160.20');
});

test('arrow keys move, others do not', () => {
  expect(['ArrowLeft', 'ArrowDown', 'a'].map(stepOf)).toEqual([-1, 5, null]);
});
