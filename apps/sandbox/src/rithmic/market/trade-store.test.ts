import { SIDE_BID } from '@undertow/market';
import { expect, test } from 'vitest';
import { barOf } from './make-bars.ts';
import { TradeStore } from './trade-store.ts';

const MAX_TRADES = 2 ** 20;

test('arrays being read stay unchanged when the older half is dropped', () => {
  const store = new TradeStore();
  for (let at = 0; at < MAX_TRADES; at += 1) store.add(at, 100, 1, SIDE_BID);
  const columns = store.columns();
  const span = { from: 10, to: 20 };
  const before = barOf(columns, span);
  store.add(MAX_TRADES, 200, 1, SIDE_BID);
  expect([store.count, store.dropped]).toEqual([MAX_TRADES / 2 + 1, MAX_TRADES / 2]);
  expect(barOf(columns, span)).toEqual(before);
  expect([store.timeMs[0], store.timeMs[MAX_TRADES / 2]]).toEqual([MAX_TRADES / 2, MAX_TRADES]);
});
