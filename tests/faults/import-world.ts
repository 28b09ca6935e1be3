/** Trades of imports that are killed: 50 a batch, four batches a file. */
import type { TradeFacts } from '@undertow/server/src/ports/journal.ts';
import type { TradeBatch } from '@undertow/server/src/ports/journal-import.ts';
import { tradeBatch } from '@undertow/server/src/trade-upload/trade-batch.ts';

export const BATCH_TRADES = 50;
export const FILE_BATCHES = 4;

/** A batch as the journal's threads return it. */
export function importBatch(file: string, batch: number): TradeBatch {
  return tradeBatch(
    Array.from({ length: BATCH_TRADES }, (_, place): TradeFacts => {
      const key = `${file}-${batch}-${place}`;
      return {
        key,
        groupId: key,
        platform: 'test',
        account: 'A',
        symbol: 'ESZ6',
        root: 'ES',
        currency: 'USD',
        side: 'long',
        status: 'closed',
        quantity: '1',
        entryAtMs: 1_700_000_000_000 + place,
        entryKnown: true,
        exitAtMs: 1_700_000_060_000 + place,
        tradeDay: '2023-11-14',
        entryPrice: '4500.25',
        exitPrice: '4500.50',
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
    }),
  );
}
