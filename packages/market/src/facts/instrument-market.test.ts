import { expect, test } from 'vitest';
import {
  ACTION_ADD,
  ACTION_CANCEL,
  ACTION_FILL,
  ACTION_STATUS,
  ACTION_TRADE,
  COL_ACTION,
  COL_AUX,
  COL_FLAGS,
  COL_INSTRUMENT,
  COL_ORDER_LO,
  COL_PRICE_TICKS,
  COL_SEQUENCE,
  COL_SIDE,
  COL_SIZE,
  COL_TIME_HI,
  COL_TIME_LO,
  FLAG_LAST,
  nsHi,
  nsLo,
  ROW_LENGTH,
  SIDE_ASK,
  SIDE_BID,
} from '#events/market-event.ts';
import { CME_CALENDAR } from '#instruments/exchange-calendar.ts';
import { INSTRUMENTS } from '#instruments/instruments.ts';
import { NS_PER_MS } from '#time/durations.ts';
import { InstrumentMarket } from './instrument-market.ts';

const instrument = INSTRUMENTS[0];
if (!instrument) throw new Error('the catalogue is empty');
const START = 1_703_545_200_000_000_000n;

type Row = [action: number, side: number, priceTicks: number, size: number, order: number, flags: number];

/** `timesMs`: milliseconds of each row since the start; one apart by default. */
function batchOf(list: readonly Row[], timesMs?: readonly number[]): { rows: Int32Array; count: number } {
  const rows = new Int32Array(list.length * ROW_LENGTH);
  list.forEach(([action, side, priceTicks, size, order, flags], index) => {
    const at = index * ROW_LENGTH;
    const ns = START + BigInt(timesMs?.[index] ?? index) * NS_PER_MS;
    rows[at + COL_ACTION] = action;
    rows[at + COL_SIDE] = side;
    rows[at + COL_PRICE_TICKS] = priceTicks;
    rows[at + COL_SIZE] = size;
    rows[at + COL_ORDER_LO] = order;
    rows[at + COL_FLAGS] = flags;
    rows[at + COL_INSTRUMENT] = 1;
    rows[at + COL_SEQUENCE] = index + 1;
    rows[at + COL_TIME_HI] = nsHi(ns);
    rows[at + COL_TIME_LO] = nsLo(ns);
  });
  return { rows, count: list.length };
}

test('book, facts and match events agree when an event ends', () => {
  const seen: unknown[] = [];
  const market = new InstrumentMarket({ instrument, tier: 'L3', calendar: CME_CALENDAR });
  market.applyBatch(
    batchOf([
      [ACTION_ADD, SIDE_BID, 100, 5, 1, FLAG_LAST],
      [ACTION_ADD, SIDE_ASK, 101, 4, 2, FLAG_LAST],
      [ACTION_TRADE, SIDE_BID, 101, 4, 3, 0],
      [ACTION_FILL, SIDE_ASK, 101, 4, 2, 0],
      [ACTION_CANCEL, SIDE_ASK, 101, 4, 2, FLAG_LAST],
    ]),
    ({ rounds }) => {
      const { facts, book } = market;
      seen.push({ rounds: rounds.count, volume: facts.volume, ask: book.levelSize(SIDE_ASK, 101) });
    },
  );
  expect(seen).toEqual([
    { rounds: 0, volume: 0, ask: 0 },
    { rounds: 0, volume: 0, ask: 4 },
    { rounds: 1, volume: 4, ask: 0 },
  ]);
  expect(market.facts.tradingDay).toBe('2023-12-26');
  expect(market.facts.formingBar()).toMatchObject({ openTicks: 101, volume: 4, buyVolume: 4 });
  expect(market.timeMs).toBe(1_703_545_200_004);
});

test('the status is the last one that the venue announced', () => {
  const market = new InstrumentMarket({ instrument, tier: 'L2S', calendar: CME_CALENDAR });
  expect(market.status).toBeNull();
  const batch = batchOf([[ACTION_STATUS, 0, 0, 0, 0, FLAG_LAST]]);
  batch.rows[COL_AUX] = 2;
  market.applyBatch(batch);
  expect(market.status).toBe('halt');
  expect(market.orders).toBeNull();
});

test('a second that the exchange repeats at a leap second changes no closed bar, and its trades count once', () => {
  const market = new InstrumentMarket({ instrument, tier: 'L3', calendar: CME_CALENDAR });
  const trade = (size: number): Row => [ACTION_TRADE, SIDE_BID, 101, size, 0, FLAG_LAST];
  const order: Row = [ACTION_ADD, SIDE_BID, 100, 5, 1, FLAG_LAST];
  // The next minute begins with an order, then the clock is set back into the last second and goes on
  const rows = [trade(7), order, trade(2), trade(3), trade(4)];
  market.applyBatch(batchOf(rows, [59_900, 60_100, 59_950, 59_990, 60_300]), () => undefined);
  market.facts.advance(Number(START / NS_PER_MS) + 120_000);
  const bars = market.facts.bars.last(10).map(({ startMs, volume, trades }) => [startMs, volume, trades]);
  const minute = Number(START / NS_PER_MS);
  expect(bars).toEqual([
    [minute, 7, 1],
    [minute + 60_000, 9, 3],
  ]);
  expect(market.facts.volume).toBe(16);
});
