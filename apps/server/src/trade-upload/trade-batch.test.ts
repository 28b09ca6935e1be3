/** Trades in a batch: what they share is written once, and no fact is lost or attributed to another trade. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TradeFacts } from '#ports/journal.ts';
import type { TradeBatch } from '#ports/journal-import.ts';
import { tradeBatch } from './trade-batch.ts';

const TRADE: TradeFacts = {
  key: 'a',
  groupId: 'a',
  platform: 'test',
  account: 'A',
  symbol: 'ESZ6',
  root: 'ES',
  currency: 'USD',
  side: 'long',
  status: 'closed',
  quantity: '1',
  entryAtMs: 1_700_000_000_000,
  entryKnown: true,
  exitAtMs: 1_700_000_060_000,
  tradeDay: '2023-11-14',
  entryPrice: '4500.25',
  exitPrice: null,
  pointValue: '50',
  grossMicros: 12_500_000,
  commissionMicros: null,
  feesMicros: null,
  swapMicros: null,
  netMicros: 12_500_000,
  pnlSource: 'file',
  maeMicros: null,
  mfeMicros: null,
  plannedStop: null,
  strategy: null,
  notes: null,
  tags: [],
  flags: [],
  legs: [],
  raw: null,
};

/** How the database reads a batch: what is in neither text is null. */
function unpacked({ same, trades, varying }: TradeBatch): TradeFacts[] {
  const nothing = Object.fromEntries(Object.keys(TRADE).map((name) => [name, null]));
  const rows = JSON.parse(trades) as Partial<TradeFacts>[];
  expect(
    rows.flatMap((row) => Object.keys(row)).filter((name) => !varying.some((one) => one === name)),
  ).toEqual([]);
  return rows.map((row) => ({ ...nothing, ...JSON.parse(same), ...row }) as TradeFacts);
}

const trades = fc.array(
  fc
    .record({
      key: fc.string(),
      account: fc.constantFrom('A', 'B'),
      strategy: fc.constantFrom(null, 'x'),
      netMicros: fc.constantFrom(null, 0, 5),
      entryKnown: fc.boolean(),
      flags: fc.constantFrom([], ['costs-unknown']),
      tags: fc.subarray(['a', 'b']),
    })
    .map((facts): TradeFacts => ({ ...TRADE, ...facts })),
  { maxLength: 6 },
);

test('every trade is read as it was written', () => {
  fc.assert(
    fc.property(trades, (given) => {
      const batch = tradeBatch(given);
      expect(unpacked(batch)).toEqual(given);
      expect(batch.count).toBe(given.length);
    }),
  );
});

test('shared facts are written once, and a key never is', () => {
  const { same, varying, trades: texts } = tradeBatch([TRADE, { ...TRADE, key: 'b', netMicros: 1 }], 3);
  expect(varying).toEqual(['key', 'netMicros']);
  expect(JSON.parse(same)).toMatchObject({ symbol: 'ESZ6', tags: [] });
  expect(texts).toBe('[{"key":"a","netMicros":12500000},{"key":"b","netMicros":1}]');
  expect(tradeBatch([TRADE, TRADE]).varying).toEqual(['key']);
});
