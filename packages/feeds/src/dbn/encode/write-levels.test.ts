import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ACTION_TRADE,
  CME_CALENDAR,
  COL_ACTION,
  COL_PRICE_TICKS,
  COL_SEQUENCE,
  COL_SIDE,
  COL_SIZE,
  InstrumentMarket,
  instrumentBySymbol,
  ROW_LENGTH,
  rowTimeNs,
  SIDE_ASK,
  SIDE_BID,
} from '@undertow/market';
import { createSession, createTierDeriver, RowBuffer } from '@undertow/simulator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readDbn } from '#dbn/decode/read-dbn.ts';
import { createLevelFile } from './write-levels.ts';

const START_MS = Date.parse('2026-03-02T15:00:00Z');

const ES = (() => {
  const found = instrumentBySymbol('ES');
  if (found === undefined) throw new Error('the catalogue has no ES');
  return found;
})();

let scratch = '';
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'undertow-levels-'));
});
afterAll(() => rmSync(scratch, { recursive: true }));

/** Five minutes of ES on a less detailed feed: as it was, and as read back from a file. */
async function written(
  tier: 'L2S' | 'L2C' | 'L1T',
): Promise<{ before: RowBuffer; after: RowBuffer; seen: string }> {
  const session = createSession({ instrument: ES, seed: 4, startMs: START_MS, openTicks: ES.basePriceTicks });
  const deriver = createTierDeriver(tier, { seed: 4 });
  const path = join(scratch, `${tier}.dbn.zst`);
  const file = createLevelFile(path, tier === 'L1T' ? 1 : 10, {
    dataset: tier === 'L2C' ? 'UNDERTOW.SIM.L2C' : 'UNDERTOW.SIM',
    symbol: 'ESH6',
    instrumentId: ES.id,
    tickNanos: ES.tickNanos,
    startMs: START_MS,
    endMs: START_MS + 300_000,
  });
  const before = new RowBuffer();
  const orders = new RowBuffer();
  const derived = new RowBuffer();
  for (let second = 10; second <= 300; second += 10) {
    orders.clear();
    derived.clear();
    session.advance(START_MS + second * 1000, orders);
    deriver.derive(orders, derived);
    if (second === 300) deriver.finish(derived);
    await file.write(derived);
    before.appendRows(derived.rows, derived.count);
  }
  await file.close();
  const after = new RowBuffer();
  const read = await readDbn(path);
  for await (const batch of read.batches) after.appendRows(batch.rows, batch.count);
  return { before, after, seen: read.tallyOf(1).tier };
}

const tradesOf = (buffer: RowBuffer): unknown[] =>
  Array.from({ length: buffer.count }, (_, row) => row * ROW_LENGTH)
    .filter((at) => buffer.rows[at + COL_ACTION] === ACTION_TRADE)
    .map((at) => [
      rowTimeNs(buffer.rows, at),
      ...[COL_SIDE, COL_PRICE_TICKS, COL_SIZE, COL_SEQUENCE].map((column) => buffer.rows[at + column]),
    ]);

test.each(['L2S', 'L2C', 'L1T'] as const)('%s is read back from a file as it was written', async (tier) => {
  const { before, after, seen } = await written(tier);
  expect(seen).toBe(tier);
  expect(tradesOf(after)).toEqual(tradesOf(before));
  const [expected, found] = [before, after].map((rows) => {
    const market = new InstrumentMarket({ instrument: ES, tier, calendar: CME_CALENDAR });
    market.applyBatch(rows);
    return market;
  }) as [InstrumentMarket, InstrumentMarket];
  for (const side of [SIDE_BID, SIDE_ASK])
    for (let away = 0; away < (tier === 'L1T' ? 1 : 10); away += 1) {
      const price = side === SIDE_BID ? expected.book.bestBidTicks - away : expected.book.bestAskTicks + away;
      expect(found.book.levelSize(side, price)).toBe(expected.book.levelSize(side, price));
      expect(found.book.levelOrders(side, price)).toBe(expected.book.levelOrders(side, price));
    }
  expect(found.facts.dayFacts().volume).toBe(expected.facts.dayFacts().volume);
});
