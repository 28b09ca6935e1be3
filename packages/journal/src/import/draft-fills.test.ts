/** Executions as drafts of positions: prices, costs, excursions, names, and exits without an entry. */
import { expect, test } from 'vitest';
import type { RawFill } from '#model/raw-records.ts';
import { formatScaled } from '#numbers/decimal.ts';
import { draftContext, fileTime, rawFill } from '#testing/raw-trades.ts';
import { draftFills } from './draft-fills.ts';

const CONTEXT = draftContext();
const time = (minute: number) => fileTime(`2026-03-05 10:${String(minute).padStart(2, '0')}:00`);

const buy = (minute: number, price: string, more: Partial<RawFill> = {}) =>
  rawFill({ time: time(minute), price, ...more });
const sell = (minute: number, price: string, more: Partial<RawFill> = {}) =>
  buy(minute, price, { action: 'sell', ...more });

/** Fills numbered from line 2 on. */
const drafted = (...fills: readonly RawFill[]) =>
  draftFills(
    fills.map((fill, at) => ({ ...fill, line: at + 2, raw: `row ${at + 2}` })),
    CONTEXT,
  );

const only = (...fills: readonly RawFill[]) => drafted(...fills).drafts[0];
const text = (value: bigint | null | undefined) => (value == null ? null : formatScaled(value));

test('a purchase and a sale are a long trade with its price P&L', () => {
  const draft = only(buy(0, '6000.25'), sell(30, '6001.25'));
  expect(draft).toMatchObject({
    side: 'long',
    status: 'closed',
    entryMs: Date.UTC(2026, 2, 5, 10),
    exitMs: Date.UTC(2026, 2, 5, 10, 30),
    priceMicros: 50_000_000,
    commissionMicros: null,
    line: 3,
    raw: 'row 2\nrow 3',
    flags: [],
  });
  expect([text(draft?.entryPrice), text(draft?.exitPrice), text(draft?.quantity)]).toEqual([
    '6000.25',
    '6001.25',
    '1',
  ]);
});

test('a sale first is a short trade, which makes money when the price falls', () => {
  expect(only(sell(0, '6001.25'), buy(30, '6000.25'))).toMatchObject({
    side: 'short',
    priceMicros: 50_000_000,
  });
});

test('prices are averages by quantity, over all entries and exits', () => {
  const draft = only(
    buy(0, '6000', { quantity: '1' }),
    buy(1, '6003', { quantity: '2' }),
    sell(2, '6004', { quantity: '2' }),
    sell(3, '6010', { quantity: '1' }),
  );
  expect([text(draft?.entryPrice), text(draft?.exitPrice), text(draft?.quantity)]).toEqual([
    '6002',
    '6006',
    '3',
  ]);
  // 3 x 4 points of 50.
  expect(draft?.priceMicros).toBe(600_000_000);
  expect(draft?.legs).toHaveLength(3);
});

test('costs and booked P&L of all executions add up', () => {
  const draft = only(
    buy(0, '6000', { commission: '2.10', fees: '0.30' }),
    sell(1, '6001', { commission: '2.10', fees: '0.30', pnl: '45.20', pnlIs: 'net' }),
  );
  expect(draft).toMatchObject({
    commissionMicros: 4_200_000,
    feesMicros: 600_000,
    pnlMicros: 45_200_000,
    pnlIs: 'net',
  });
});

test('the worst and best price while it was open are excursions of the whole quantity', () => {
  const extremes = { highDuring: '6005', lowDuring: '5998' };
  expect(
    only(buy(0, '6000', { quantity: '2' }), sell(1, '6001', { quantity: '2', ...extremes })),
  ).toMatchObject({
    maeMicros: 200_000_000,
    mfeMicros: 500_000_000,
  });
  expect(only(sell(0, '6000'), buy(1, '6001', extremes))).toMatchObject({
    maeMicros: 250_000_000,
    mfeMicros: 100_000_000,
  });
  // Both extremes on one side of the entry: nothing on the other.
  expect(only(buy(0, '5990'), sell(1, '6001', extremes))).toMatchObject({
    maeMicros: 0,
    mfeMicros: 750_000_000,
  });
  expect(only(buy(0, '6000'), sell(1, '6001', { highDuring: '6005' }))).toMatchObject({
    maeMicros: null,
    mfeMicros: null,
  });
});

test('the stop of the first execution and the first strategy that is named are those of the position', () => {
  const draft = only(
    buy(0, '6000', { plannedStop: '5995' }),
    buy(1, '6001', { plannedStop: '5990', strategy: 'Fade' }),
    sell(2, '6002', { quantity: '2', strategy: 'Other' }),
  );
  expect(draft).toMatchObject({ plannedStop: '5995', strategy: 'Fade' });
});

test('what is still open is a trade of its own, without exit and result', () => {
  const { drafts } = drafted(buy(0, '6000', { quantity: '3' }), sell(1, '6001'));
  expect(drafts.map(({ status, quantity }) => [status, text(quantity)])).toEqual([
    ['closed', '1'],
    ['open', '2'],
  ]);
  expect(drafts[1]).toMatchObject({ exitMs: null, exitPrice: null, priceMicros: null, line: 3 });
});

test('an exit without an entry is rejected where the file books no P&L, and kept for an earlier export', () => {
  const { drafts, rejected, unplaced, warnings } = drafted(
    sell(0, '6001', { effect: 'close', quantity: '2' }),
  );
  expect(drafts).toEqual([]);
  expect(rejected).toEqual([
    {
      line: 2,
      reason:
        'Closes 2 that were opened before this export: export from an earlier day to import this trade.',
      text: 'row 2',
    },
  ]);
  expect(unplaced).toHaveLength(1);
  expect(warnings).toEqual(['1 exits close positions opened before this export and are not imported.']);
});

test('an exit without an entry is a trade where the file books its P&L: a sale closes a long one', () => {
  const { drafts, rejected, unplaced, warnings } = drafted(
    sell(0, '6001', { effect: 'close', pnl: '120', commission: '2' }),
  );
  expect(drafts[0]).toMatchObject({
    side: 'long',
    status: 'closed',
    entryMs: null,
    entryPrice: null,
    exitMs: Date.UTC(2026, 2, 5, 10),
    pnlMicros: 120_000_000,
    commissionMicros: 2_000_000,
    flags: ['entry-time-missing', 'pnl-only'],
  });
  expect([rejected, unplaced]).toEqual([[], []]);
  expect(warnings).toEqual([
    '1 exits close positions opened before this export: they are trades with P&L and without entry.',
  ]);
  expect(drafted(buy(0, '6001', { effect: 'close', pnl: '120' })).drafts[0]?.side).toBe('short');
});

test('the same id with the same figures is one execution, with other figures a part of it', () => {
  const { drafts, repeatedLines } = drafted(
    buy(0, '6000', { nativeId: '7' }),
    buy(0, '6000', { nativeId: '7' }),
    buy(0, '6000', { nativeId: '7', quantity: '2' }),
    buy(0, '6000', { nativeId: '7', quantity: '2' }),
    buy(0, '6000'),
    buy(0, '6000'),
  );
  expect(repeatedLines).toEqual([3, 5]);
  expect(text(drafts[0]?.quantity)).toBe('5');
});

test('an execution with impossible figures is rejected and the others are paired', () => {
  const { drafts, rejected } = drafted(buy(0, '6000'), sell(1, 'x'), sell(2, '6001'));
  expect(rejected).toEqual([{ line: 3, reason: 'The price is not a number.', text: 'row 3' }]);
  expect(drafts).toHaveLength(1);
});

test('accounts and contracts are books of their own, and all of them are named', () => {
  const { drafts, books } = drafted(
    buy(0, '6000'),
    sell(1, '6001', { account: 'B' }),
    buy(2, '20000', { symbol: 'NQH6' }),
  );
  expect(drafts.map(({ status }) => status)).toEqual(['open', 'open', 'open']);
  expect(new Set(books).size).toBe(3);
});

test('the name of a position is that of its first and last execution, and not of its lines or costs', () => {
  const name = (more: Partial<RawFill> = {}) => only(buy(0, '6000'), sell(1, '6001', more))?.identity;
  expect(name({ commission: '5' })).toBe(name());
  expect(name({ price: '6002' })).not.toBe(name());
  expect(name({ time: time(2) })).not.toBe(name());
  const ids = (id: string) =>
    only(buy(0, '6000', { nativeId: '1' }), sell(1, '6001', { nativeId: id }))?.identity;
  expect(ids('2')).toBe(ids('2'));
  expect(ids('3')).not.toBe(ids('2'));
});

test('an entry of an earlier export completes the exit of this one', () => {
  const { unplaced } = drafted(sell(30, '6001', { effect: 'close' }));
  const earlier = draftFills([buy(0, '6000')], draftContext({}, { earlier: unplaced }));
  expect(earlier.drafts.map(({ status, priceMicros, line }) => [status, priceMicros, line])).toEqual([
    ['closed', 50_000_000, 2],
  ]);
  expect(earlier.unplaced).toEqual([]);
});

test('at most two thousand characters of rows are stored', () => {
  const fills = Array.from({ length: 40 }, (_, at) => ({
    ...(at % 2 ? sell : buy)(at, '6000'),
    line: at + 2,
    raw: 'x'.repeat(100),
  }));
  const scaled = fills.map((fill, at) => (at === 39 ? { ...fill, quantity: '1' } : fill));
  const { drafts } = draftFills(
    [...scaled.filter((_, at) => at % 2 === 0), ...scaled.filter((_, at) => at % 2 === 1)],
    CONTEXT,
  );
  expect(Math.max(...drafts.map(({ raw }) => raw.length))).toBeLessThanOrEqual(2000);
});
