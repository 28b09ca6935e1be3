/** The committed sample is a result of the product, and its figures agree with its trades. */

import { readRule } from '@undertow/backtest';
import { instrumentBySymbol } from '@undertow/market';
import { expect, test } from 'vitest';
import { readSample } from './read-sample.ts';
import written from './sample.json?raw';
import ruleText from './sample-rule.yaml?raw';

const sample = readSample(JSON.parse(written));

test('the trades add up to the net result, and the latest comes first', () => {
  const { trades, result } = sample;
  expect(trades).toHaveLength(result.counts.trades);
  expect(trades[0]?.number).toBe(trades.length);
  const net = trades.reduce((sum, trade) => sum + Number(trade.net), 0);
  expect(net).toBeCloseTo(result.costs.netUsd, 6);
});

test('its base line has a thousand sets, and their histogram holds each of them', () => {
  const { baseLine } = sample.result;
  expect(baseLine?.sets).toBe(1000);
  expect(baseLine?.histogram.counts.reduce((sum, count) => sum + count, 0)).toBe(1000);
});

test('its rule is one that can be tested', () => {
  const { rule, faults } = readRule(ruleText, (symbol) => instrumentBySymbol(symbol) ?? null);
  expect(faults).toEqual([]);
  expect(rule?.product).toBe('ES');
});

test('what is no result is refused', () => {
  expect(() => readSample({ trades: [] })).toThrow();
});
