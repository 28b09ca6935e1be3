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

test('its present follows its clock, and nothing of it belongs to a recording or a vendor', async () => {
  let nowMs = 5;
  const feed = openNoMarket(() => epochMs(nowMs));
  nowMs = 9;
  expect(feed.nowMs()).toBe(9);
  expect([feed.tier, feed.run, feed.replaySpeed, feed.onRoll, feed.status]).toEqual([
    'L1T',
    'none',
    null,
    undefined,
    undefined,
  ]);
  await feed.close();
  expect(() => feed.contractOf(7)).toThrow('instrument 7 cannot be opened');
});
