/** Round-trip rows as drafts: numbers, instants, names, flags, and rows that cannot be trades. */
import { expect, test } from 'vitest';
import type { ImportAnswers } from '#model/import-model.ts';
import type { RawTrip } from '#model/raw-records.ts';
import { scaledOf } from '#numbers/decimal.ts';
import { draftContext, fileTime, rawTrip } from '#testing/raw-trades.ts';
import type { DraftContext } from './draft-context.ts';
import { draftTrips } from './draft-trips.ts';

const drafted = (
  changes: Partial<RawTrip> = {},
  answers: ImportAnswers = {},
  more: Partial<DraftContext> = {},
) => draftTrips([rawTrip(changes)], draftContext(answers, more));

const draft = (...args: Parameters<typeof drafted>) => drafted(...args).drafts[0];
const reason = (changes: Partial<RawTrip>) => drafted(changes).rejected[0]?.reason;

test('a row has its numbers, instants, contract and price P&L', () => {
  expect(draft()).toMatchObject({
    line: 2,
    account: 'Sim101',
    symbol: 'ESH6',
    root: 'ES',
    expiry: '2026-03',
    side: 'long',
    quantity: scaledOf('1'),
    entryMs: Date.UTC(2026, 2, 5, 10),
    exitMs: Date.UTC(2026, 2, 5, 10, 30),
    entryPrice: scaledOf('6000.25'),
    exitPrice: scaledOf('6001.25'),
    pointValue: scaledOf('50'),
    pnlMicros: 50_000_000,
    priceMicros: 50_000_000,
    checked: true,
    status: 'closed',
    flags: [],
  });
});

test('a short trade makes money when the price falls, and quantity multiplies it', () => {
  expect(draft({ side: 'short' })?.priceMicros).toBe(-50_000_000);
  expect(draft({ side: 'short', exitPrice: '5999.25', quantity: '3' })?.priceMicros).toBe(150_000_000);
  expect(draft({ quantity: '-3' })).toMatchObject({ quantity: scaledOf('3'), priceMicros: 150_000_000 });
});

test('an open row has no exit, whatever its cells hold', () => {
  expect(draft({ status: 'open' })).toMatchObject({
    exitMs: null,
    exitPrice: null,
    priceMicros: null,
    status: 'open',
  });
});

test('excursions are amounts, whatever their sign in the file', () => {
  expect(draft({ mae: '-120.50', mfe: '80' })).toMatchObject({
    maeMicros: 120_500_000,
    mfeMicros: 80_000_000,
  });
  expect(draft({ mae: 'n/a' })).toMatchObject({ maeMicros: null });
});

test('a row without any date is rejected, one of a trade day alone is not', () => {
  expect(reason({ entryTime: null, exitTime: null })).toBe(
    'No date: the row has neither an entry nor an exit time.',
  );
  expect(draft({ entryTime: null, exitTime: null, tradeDay: '2026-03-05' })?.tradeDay).toBe('2026-03-05');
});

test('a quantity of zero or none, money that is none, and a result that nobody knows are rejected', () => {
  expect(reason({ quantity: '0' })).toBe('The quantity is zero or not a number.');
  expect(reason({ quantity: 'two' })).toBe('The quantity is zero or not a number.');
  for (const field of ['pnl', 'commission', 'fees', 'swap'] as const)
    expect(reason({ [field]: '9999999999999' }), field).toBe(
      'An amount of money is not a number or beyond what the journal can hold.',
    );
  expect(reason({ pnl: null, exitPrice: null })).toBe(
    'There is neither a P&L nor a pair of prices: the result of the trade is unknown.',
  );
  expect(reason({ pnl: null, entryPrice: null })).toContain('the result of the trade is unknown');
});

test('an open trade needs no result', () => {
  expect(draft({ status: 'open', pnl: null, exitPrice: null })?.status).toBe('open');
});

test('a rejected row is named by its line with at most 200 characters of it', () => {
  const { drafts, rejected } = drafted({ line: 7, quantity: '0', raw: 'x'.repeat(300) });
  expect(drafts).toEqual([]);
  expect(rejected).toEqual([
    { line: 7, reason: 'The quantity is zero or not a number.', text: 'x'.repeat(200) },
  ]);
});

test('what the row states comes before the file, and the file before the answer', () => {
  const answers = { account: 'answered', currency: 'GBP', symbol: 'NQH6' };
  const rows = { account: 'of the file', currency: 'EUR' };
  expect(draft({ currency: 'JPY' }, answers, { rows })).toMatchObject({
    account: 'Sim101',
    currency: 'JPY',
    symbol: 'ESH6',
  });
  expect(draft({ account: null, symbol: null }, answers, { rows })).toMatchObject({
    account: 'of the file',
    currency: 'EUR',
    symbol: 'NQH6',
    root: 'NQ',
  });
  expect(draft({ account: null }, answers)).toMatchObject({ account: 'answered', currency: 'GBP' });
  expect(draft({ account: null, symbol: null })).toMatchObject({ account: '', currency: null, symbol: '' });
});

test('doubtful facts are flagged', () => {
  const flags = (changes: Partial<RawTrip>) => draft(changes)?.flags;
  expect(flags({ entryTime: null })).toEqual(['entry-time-missing']);
  expect(flags({ exitTime: null })).toEqual(['exit-time-missing']);
  expect(flags({ exitTime: fileTime('2026-03-05 09:59:59') })).toEqual(['exit-before-entry']);
  expect(flags({ exitTime: fileTime('2026-03-05 10:00:00') })).toEqual([]);
  expect(flags({ exitPrice: null })).toEqual(['exit-price-missing']);
  expect(flags({ exitPrice: null, entryPrice: null })).toEqual(['pnl-only']);
  expect(flags({ backtest: true })).toEqual(['backtest']);
  expect(flags({ status: 'open', exitTime: null, exitPrice: null })).toEqual([]);
});

test('the name of a trade does not depend on zone, account answer, line or spelling of numbers', () => {
  const name = draft()?.identity;
  expect(
    draft({ line: 99, raw: 'other', pnl: '50.00', quantity: '1.0', entryPrice: '6000.250' })?.identity,
  ).toBe(name);
  expect(draft({}, { zone: 'Asia/Tokyo', account: 'B' })?.identity).toBe(name);
  for (const other of [
    { symbol: 'ESM6' },
    { side: 'short' as const },
    { quantity: '2' },
    { entryPrice: '6000.5' },
    { exitPrice: '6002' },
    { pnl: '51' },
    { account: 'Sim102' },
    { entryTime: fileTime('2026-03-05 10:00:01') },
    { exitTime: fileTime('2026-03-05 10:30:01') },
  ])
    expect(draft(other)?.identity, JSON.stringify(other)).not.toBe(name);
});

test('a native id names a trade through its exit, so that open and closed are one', () => {
  const open = draft({ nativeId: '77', status: 'open', exitTime: null, exitPrice: null, pnl: null });
  const closed = draft({ nativeId: '77' });
  expect(closed?.identity).toBe(open?.identity);
  expect(closed?.facts).not.toBe(open?.facts);
  expect(closed?.hasNativeId).toBe(true);
  expect(draft({ nativeId: '78' })?.identity).not.toBe(closed?.identity);
});

test('a point value of the file or of an answer comes before the table', () => {
  expect(draft({ pointValue: '12.5' })?.priceMicros).toBe(12_500_000);
  expect(draft({}, { pointValues: { ES: '5' } })?.priceMicros).toBe(5_000_000);
  expect(draft({ pointValue: '12.5' }, { pointValues: { ES: '5' } })?.priceMicros).toBe(12_500_000);
  expect(draft({ pointValue: '-1' })?.priceMicros).toBeNull();
});

test('lots of CFDs are not checked by prices, and their GC is no future unless it names a month', () => {
  expect(draft({ symbol: 'GC' }, {}, { platform: 'mt5' })).toMatchObject({
    pointValue: null,
    checked: false,
  });
  expect(draft({ symbol: 'GCJ6' }, {}, { platform: 'mt5' })).toMatchObject({
    expiry: '2026-04',
    checked: false,
  });
  expect(draft({ symbol: 'GC' })).toMatchObject({ root: 'GC', pointValue: scaledOf('100'), checked: true });
});

test('an account in another currency than the prices is not checked by them', () => {
  expect(draft({}, {}, { rows: { account: null, currency: 'EUR' } })?.checked).toBe(false);
  expect(draft({}, {}, { rows: { account: null, currency: 'USD' } })?.checked).toBe(true);
});
