import { INSTRUMENTS } from '@undertow/market';
import { expect, test } from 'vitest';
import { tickWords } from './tick-words.ts';

test('a tick is named in the notation of its market and in money without rounding', () => {
  const words = (symbol: string): string[] =>
    INSTRUMENTS.filter((one) => one.symbol === symbol).map(tickWords);
  expect(['ES', 'ZN', 'ZF', '6J', 'MYM'].flatMap(words)).toEqual([
    '1 tick = 0.25 = $12.50',
    "1 tick = 0'005 = $15.625",
    "1 tick = 0'002 = $7.8125",
    '1 tick = 0.0000005 = $6.25',
    '1 tick = 1 = $0.50',
  ]);
});
