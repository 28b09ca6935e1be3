/** Drafts as trades of the journal: order, keys, groups, currency, texts. */
import { expect, test } from 'vitest';
import type { RawTrip } from '#model/raw-records.ts';
import { draftContext, fileTime, rawTrip } from '#testing/raw-trades.ts';
import type { DraftTrade } from './draft-trade.ts';
import { draftTrips } from './draft-trips.ts';
import { type FinishInput, finishTrades } from './finish-trades.ts';

const draftsOf = (...changes: readonly Partial<RawTrip>[]): readonly DraftTrade[] =>
  draftTrips(
    changes.map((each, at) => rawTrip({ line: at + 2, ...each })),
    draftContext(),
  ).drafts;

const finished = (drafts: readonly DraftTrade[], more: Partial<FinishInput> = {}) =>
  finishTrades({ drafts, platform: 'ninjatrader', zoneAssumed: false, ...more });

const timed = (entry: number, exit: number): Partial<RawTrip> => ({
  entryTime: fileTime(`2026-03-05 10:${entry}:00`),
  exitTime: fileTime(`2026-03-05 10:${exit}:00`),
});

test('a draft becomes a trade with texts in place of numbers', () => {
  expect(finished(draftsOf({ commission: '4.20' })).trades).toMatchObject([
    {
      quantity: '1',
      entryPrice: '6000.25',
      exitPrice: '6001.25',
      pointValue: '50',
      grossMicros: 50_000_000,
      commissionMicros: 4_200_000,
      netMicros: 45_800_000,
      currency: 'USD',
      platform: 'ninjatrader',
      pnlSource: 'file',
    },
  ]);
});

test('trades are in the order of their exit, then of entry and line, open ones last', () => {
  const drafts = draftsOf({ ...timed(10, 50), status: 'open' }, timed(20, 40), timed(10, 40), timed(10, 30), {
    ...timed(10, 40),
    quantity: '2',
  });
  expect(finished(drafts).trades.map(({ line }) => line)).toEqual([5, 4, 6, 3, 2]);
});

test('rows that repeat a native id and all facts are named and left out', () => {
  const { trades, repeatedLines } = finished(
    draftsOf({ nativeId: '7' }, { nativeId: '7' }, { nativeId: '8' }),
  );
  expect(trades).toHaveLength(2);
  expect(repeatedLines).toEqual([3]);
});

test('twins without an id are two trades with two keys', () => {
  const { trades } = finished(draftsOf({}, {}));
  expect(new Set(trades.map(({ key }) => key)).size).toBe(2);
});

test('partial exits of one entry share the group of the first', () => {
  const { trades } = finished(draftsOf(timed(10, 20), timed(10, 30), timed(40, 50)));
  const [first, second, third] = trades.map(({ groupId }) => groupId);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
  expect(first).toBe(trades[0]?.key);
});

test('an assumed zone is a flag of every trade that has a time', () => {
  const drafts = draftsOf({}, { entryTime: null, exitTime: null, tradeDay: '2026-03-05' });
  const flags = finished(drafts, { zoneAssumed: true }).trades.map((trade) =>
    trade.flags.includes('zone-assumed'),
  );
  expect(flags.toSorted()).toEqual([false, true]);
  expect(finished(drafts).trades.some((trade) => trade.flags.includes('zone-assumed'))).toBe(false);
});

test('a P&L computed from prices is in their currency, one of the file is in the account’s', () => {
  const dax = { symbol: 'FDAXH6', currency: 'USD', entryPrice: '20000', exitPrice: '20001' };
  expect(finished(draftsOf({ ...dax, pnl: null })).trades[0]).toMatchObject({
    currency: 'EUR',
    pnlSource: 'computed',
    netMicros: 25_000_000,
  });
  expect(finished(draftsOf({ ...dax, pnl: '27' })).trades[0]).toMatchObject({
    currency: 'USD',
    pnlSource: 'file',
  });
  expect(finished(draftsOf({ symbol: 'XYZ' })).trades[0]?.currency).toBe('USD');
});

test('rows, names and notes are cut to what the journal stores', () => {
  const [trade] = finished(
    draftsOf({ raw: 'x'.repeat(3000), strategy: 'y'.repeat(300), notes: 'z'.repeat(6000) }),
  ).trades;
  expect([trade?.raw.length, trade?.strategy?.length, trade?.notes?.length]).toEqual([2000, 200, 5000]);
});

test('nothing gives nothing', () => {
  expect(finished([])).toEqual({ trades: [], repeatedLines: [], warnings: [], assumptions: [] });
});
