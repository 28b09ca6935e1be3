/** A platform without market data: no instrument, no row, and an error that says so. */
import { epochMs } from '@undertow/market';
import { expect, test } from 'vitest';
import { openNoMarket } from './no-market.ts';

test('it carries no instrument, has the present of its clock, and refuses to open one', async () => {
  const feed = openNoMarket(() => epochMs(1000));
  expect([feed.source, feed.instrumentIds, feed.nowMs()]).toEqual(['none', [], 1000]);
  const listener = { onBatch: () => undefined, onTransport: () => undefined, onEnd: () => undefined };
  expect(() => feed.open(1, listener)).toThrow('no market data: instrument 1 cannot be opened');
  expect(() => feed.contractOf(1)).toThrow(RangeError);
  await feed.close();
});
