import {
  ACTION_ADD,
  ACTION_CANCEL,
  ACTION_FILL,
  ACTION_LEVEL,
  ACTION_MODIFY,
  ACTION_TRADE,
  COL_ACTION,
  COL_FLAGS,
  COL_ORDER_HI,
  COL_ORDER_LO,
  COL_SEQUENCE,
  COL_SIZE,
  type FeedTier,
  FLAG_SNAPSHOT,
  InstrumentMarket,
  instrumentBySymbol,
  NO_PRICE,
  NS_PER_MS,
  ROW_LENGTH,
  rowTimeNs,
  SIDE_ASK,
  SIDE_BID,
  SIMULATED_CALENDAR,
} from '@undertow/market';
import { expect, test } from 'vitest';
import { RowBuffer } from '#rows/row-buffer.ts';
import { createSession } from '#session/session.ts';
import { createTierDeriver } from './tier-deriver.ts';

const START_MS = Date.parse('2026-03-02T15:00:00Z');
const MINUTES = 10;

const ES = (() => {
  const found = instrumentBySymbol('ES');
  if (found === undefined) throw new Error('the catalogue has no ES');
  return found;
})();

function marketOf(tier: FeedTier): InstrumentMarket {
  return new InstrumentMarket({ instrument: ES, tier, calendar: SIMULATED_CALENDAR });
}

/** Ten minutes of ES: the rows of the feed of orders and of a less detailed one, cut into batches of `stepMs`. */
function play(tier: FeedTier, stepMs = 1000, seed = 11): { orders: RowBuffer; derived: RowBuffer } {
  const session = createSession({ instrument: ES, seed, startMs: START_MS, openTicks: ES.basePriceTicks });
  const deriver = createTierDeriver(tier, { seed });
  const orders = new RowBuffer();
  const derived = new RowBuffer();
  const batch = new RowBuffer();
  for (let ms = stepMs; ms <= MINUTES * 60_000; ms += stepMs) {
    batch.clear();
    session.advance(START_MS + ms, batch);
    orders.appendRows(batch.rows, batch.count);
    deriver.derive(batch, derived);
  }
  deriver.finish(derived);
  return { orders, derived };
}

function rowsOf(buffer: RowBuffer, action: number): number[] {
  const found: number[] = [];
  for (let at = 0; at < buffer.count * ROW_LENGTH; at += ROW_LENGTH)
    if (buffer.rows[at + COL_ACTION] === action) found.push(at);
  return found;
}

const volume = (buffer: RowBuffer): number =>
  rowsOf(buffer, ACTION_TRADE).reduce((sum, at) => sum + buffer.rows[at + COL_SIZE]!, 0);

test.each(['L2S', 'L2C', 'L1T'] as const)('%s carries every trade and no order', (tier) => {
  const { orders, derived } = play(tier);
  expect(volume(derived)).toBe(volume(orders));
  expect(rowsOf(derived, ACTION_TRADE).length).toBe(rowsOf(orders, ACTION_TRADE).length);
  for (const action of [ACTION_ADD, ACTION_MODIFY, ACTION_CANCEL, ACTION_FILL])
    expect(rowsOf(derived, action)).toEqual([]);
  for (let at = 0; at < derived.count * ROW_LENGTH; at += ROW_LENGTH)
    expect(derived.rows[at + COL_ORDER_HI]! | derived.rows[at + COL_ORDER_LO]!).toBe(0);
});

test.each(['L2S', 'L2C', 'L1T'] as const)('%s is sent in the order of its times', (tier) => {
  const { derived } = play(tier);
  let last = 0n;
  for (let at = 0; at < derived.count * ROW_LENGTH; at += ROW_LENGTH) {
    if ((derived.rows[at + COL_FLAGS]! & FLAG_SNAPSHOT) !== 0) continue;
    const now = rowTimeNs(derived.rows, at);
    expect(now >= last).toBe(true);
    last = now;
  }
  expect(last > BigInt(START_MS) * NS_PER_MS).toBe(true);
});

test('ten levels of L2S are those of the order book after every event', () => {
  const session = createSession({ instrument: ES, seed: 5, startMs: START_MS, openTicks: ES.basePriceTicks });
  const deriver = createTierDeriver('L2S', { seed: 5 });
  const full = marketOf('L3');
  const levels = marketOf('L2S');
  const batch = new RowBuffer();
  const derived = new RowBuffer();
  const top = (market: InstrumentMarket, side: number): number[][] => {
    const [prices, sizes, orders] = [new Int32Array(10), new Int32Array(10), new Int32Array(10)];
    const count = market.book.copyTop(side, 10, prices, sizes, orders);
    return Array.from({ length: count }, (_, n) => [prices[n], sizes[n], orders[n]] as number[]);
  };
  for (let ms = 250; ms <= 60_000; ms += 250) {
    batch.clear();
    derived.clear();
    session.advance(START_MS + ms, batch);
    deriver.derive(batch, derived);
    full.applyBatch(batch);
    levels.applyBatch(derived);
    for (const side of [SIDE_BID, SIDE_ASK]) expect(top(levels, side)).toEqual(top(full, side));
  }
  expect(full.book.bestBidTicks).not.toBe(NO_PRICE);
});

test('rounds of a match event keep their sequences in L2S and have none in L2C and L1T', () => {
  const sequences = (tier: FeedTier): Set<number> => {
    const { derived } = play(tier);
    return new Set(rowsOf(derived, ACTION_TRADE).map((at) => derived.rows[at + COL_SEQUENCE]!));
  };
  expect(sequences('L2S').size).toBeGreaterThan(100);
  expect([...sequences('L2C')]).toEqual([0]);
  expect([...sequences('L1T')]).toEqual([0]);
});

test('a conflated feed sends levels ten times a second at most', () => {
  const { derived } = play('L2C');
  const instants = new Set(rowsOf(derived, ACTION_LEVEL).map((at) => rowTimeNs(derived.rows, at)));
  expect(instants.size).toBeGreaterThan(MINUTES * 50);
  expect(instants.size).toBeLessThan(MINUTES * 60 * 11);
});

test.each(['L2S', 'L2C', 'L1T'] as const)('%s is the same for any division of the time', (tier) => {
  const whole = play(tier, 60_000).derived;
  const cut = play(tier, 500).derived;
  expect(cut.count).toBe(whole.count);
  expect(cut.rows.subarray(0, cut.count * ROW_LENGTH)).toEqual(
    whole.rows.subarray(0, whole.count * ROW_LENGTH),
  );
});
