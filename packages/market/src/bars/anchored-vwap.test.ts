import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ACTION_TRADE, COL_ACTION, COL_PRICE_TICKS, COL_SIZE, ROW_LENGTH } from '#events/market-event.ts';
import { ALOUD, RECORDED, recordedRows } from '#testing/recorded-rows.ts';
import { AnchoredVwap } from './anchored-vwap.ts';
import { SessionVwap } from './session-vwap.ts';

function vwapOf(trades: readonly (readonly [priceTicks: number, size: number])[]): AnchoredVwap {
  const vwap = new AnchoredVwap();
  for (const [priceTicks, size] of trades) vwap.add(priceTicks, size);
  return vwap;
}

test('there is nothing before the first trade, nor after a reset', () => {
  const vwap = vwapOf([]);
  expect([vwap.valueTicks, vwap.deviationTicks, vwap.bands([1])]).toEqual([null, null, []]);
  vwap.add(100, 3);
  vwap.reset();
  expect([vwap.volume, vwap.valueTicks, vwap.deviationTicks]).toEqual([0, null, null]);
  vwap.add(7, 1);
  expect([vwap.valueTicks, vwap.deviationTicks]).toEqual([7, 0]);
});

test('the deviation weighs each contract once', () => {
  // 98 once, 100 twice, 102 once: the average is 100, the variance (4 + 0 + 0 + 4) / 4
  const vwap = vwapOf([
    [98, 1],
    [100, 2],
    [102, 1],
  ]);
  expect([vwap.valueTicks, vwap.deviationTicks]).toEqual([100, Math.sqrt(2)]);
  const [, band] = vwap.bands([0, 1]);
  expect([band?.upperTicks, band?.lowerTicks]).toEqual([100 + Math.sqrt(2), 100 - Math.sqrt(2)]);
});

/** By its definition, in rational numbers until the last step. */
function deviationByHand(trades: readonly (readonly [number, number])[]): number {
  let [volume, sum, squares] = [0n, 0n, 0n];
  for (const [price, size] of trades) {
    volume += BigInt(size);
    sum += BigInt(price) * BigInt(size);
    squares += BigInt(price) ** 2n * BigInt(size);
  }
  return Math.sqrt(Number(volume * squares - sum * sum)) / Number(volume);
}

const trades = fc.array(
  fc.tuple(fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.integer({ min: 1, max: 30_000 })),
  { minLength: 1, maxLength: 60 },
);

test('average and deviation equal those by definition, also where sums exceed the safe integers', () => {
  fc.assert(
    fc.property(trades, (made) => {
      const vwap = vwapOf(made);
      const session = new SessionVwap();
      for (const [price, size] of made) session.add(price, size);
      expect(vwap.valueTicks).toBe(session.valueTicks);
      expect(vwap.deviationTicks).toBe(deviationByHand(made));
    }),
  );
});

test.skipIf(!RECORDED)(
  `average and deviation of the recorded ES session equal those by definition${ALOUD}`,
  () => {
    const rows = recordedRows();
    const made: [number, number][] = [];
    for (let at = 0; at < rows.length; at += ROW_LENGTH)
      if (rows[at + COL_ACTION] === ACTION_TRADE)
        made.push([rows[at + COL_PRICE_TICKS]!, rows[at + COL_SIZE]!]);
    const vwap = vwapOf(made);
    const volume = made.reduce((sum, [, size]) => sum + size, 0);
    expect([vwap.volume, vwap.valueTicks]).toEqual([
      5598,
      made.reduce((sum, [price, size]) => sum + price * size, 0) / volume,
    ]);
    expect(vwap.deviationTicks).toBe(deviationByHand(made));
  },
);
