import { expect, test } from 'vitest';
import { moneyOf, scaledOf } from '#numbers/decimal.ts';
import { checkPnl } from './check-pnl.ts';
import type { DraftTrade } from './draft-trade.ts';

const scaled = (text: string): bigint => scaledOf(text) as bigint;

interface Words extends Partial<DraftTrade> {
  readonly entry?: string;
  readonly exit?: string;
  readonly size?: string;
}

/** A closed long trade in ES, by default one contract from 6000 to 6001: 50.00 by prices. */
function draft(pnl: number | null, pnlIs: DraftTrade['pnlIs'], words: Words = {}): DraftTrade {
  const { entry = '6000', exit = '6001', size = '1', ...more } = words;
  const quantity = scaled(size);
  return {
    line: 2,
    raw: '',
    book: null,
    fills: null,
    identity: '',
    facts: '',
    hasNativeId: false,
    positionId: null,
    account: '',
    symbol: 'ESZ6',
    root: 'ES',
    expiry: '2026-12',
    currency: 'USD',
    priceCurrency: 'USD',
    side: 'long',
    quantity,
    entryMs: 0,
    exitMs: 1,
    tradeDay: null,
    entryPrice: scaled(entry),
    exitPrice: scaled(exit),
    pointValue: scaled('50'),
    tick: scaled('0.25'),
    pnlMicros: pnl === null ? null : Math.round(pnl * 1e6),
    pnlIs,
    priceMicros: moneyOf(scaled(exit) - scaled(entry), quantity, scaled('50')),
    checked: true,
    commissionMicros: 4_200_000,
    feesMicros: null,
    swapMicros: null,
    maeMicros: null,
    mfeMicros: null,
    plannedStop: null,
    strategy: null,
    notes: null,
    status: 'closed',
    legs: [],
    flags: [],
    ...more,
  };
}

const money = (trades: readonly DraftTrade[]) =>
  checkPnl(trades).settled.map(({ grossMicros, netMicros }) =>
    [grossMicros, netMicros].map((each) => (each === null ? null : each / 1e6)),
  );

test('a gross column less costs is net, a net column with costs added is gross', () => {
  expect(money([draft(50, 'gross')])).toEqual([[50, 45.8]]);
  expect(money([draft(45.8, 'net')])).toEqual([[50, 45.8]]);
});

test('costs are never deducted twice: an unknown column equal to prices after costs is net', () => {
  expect(money([draft(45.8, 'unknown')])).toEqual([[50, 45.8]]);
  expect(money([draft(50, 'unknown')])).toEqual([[50, 45.8]]);
  expect(checkPnl([draft(50, 'unknown')]).assumptions).toMatchObject([{ field: 'pnl', value: 'gross' }]);
});

test('the majority of rows decides whether an unknown column is gross or net', () => {
  const trades = [draft(50, 'unknown'), draft(50, 'unknown'), draft(45.8, 'unknown')];
  const { settled, assumptions } = checkPnl(trades);
  expect(settled.map(({ netMicros }) => netMicros)).toEqual([45_800_000, 45_800_000, 41_600_000]);
  expect(settled.map(({ flags }) => flags)).toEqual([[], [], ['pnl-disagrees']]);
  expect(assumptions[0]?.text).toContain('2 of 3');
});

test('without a column prices give gross, and costs come off it', () => {
  expect(money([draft(null, 'unknown')])).toEqual([[50, 45.8]]);
  expect(checkPnl([draft(null, 'unknown')]).settled[0]?.pnlSource).toBe('computed');
});

test('swap is signed as booked: paid swap lowers the net', () => {
  expect(money([draft(50, 'gross', { swapMicros: -1_000_000 })])).toEqual([[50, 44.8]]);
});

test('a column that matches neither is kept, flagged and reported with both figures', () => {
  const { settled, warnings } = checkPnl([draft(500, 'gross')]);
  expect(settled[0]).toMatchObject({ grossMicros: 500_000_000, flags: ['pnl-disagrees'] });
  expect(warnings[0]).toContain('line 2 says 500.00, prices say 50.00');
});

test('the known rule of a platform is kept, with a warning when prices contradict it', () => {
  const trades = Array.from({ length: 5 }, () => draft(50, 'net'));
  const { settled, warnings } = checkPnl(trades);
  expect(settled[0]).toMatchObject({ netMicros: 50_000_000, flags: ['pnl-disagrees'] });
  expect(warnings.join(' ')).toContain('before costs');
});

test('without any cost column net equals gross and an assumption is reported', () => {
  const { settled, warnings } = checkPnl([draft(50, 'gross', { commissionMicros: null })]);
  expect(settled[0]).toMatchObject({
    grossMicros: 50_000_000,
    netMicros: 50_000_000,
    flags: ['costs-unknown'],
  });
  expect(warnings).toEqual(['The file has no commission and no fees: net is the same as gross.']);
});

test('a net column without costs gives no gross unless prices prove that nothing was paid', () => {
  expect(money([draft(45.8, 'net', { commissionMicros: null })])).toEqual([[null, 45.8]]);
  expect(money([draft(50, 'net', { commissionMicros: null })])).toEqual([[50, 50]]);
});

test('a profit above the price P&L is flagged even where costs are unknown', () => {
  const { settled } = checkPnl([draft(60, 'net', { commissionMicros: null })]);
  expect(settled[0]?.flags).toEqual(['pnl-disagrees']);
});

test('averages printed with few decimals are not flagged', () => {
  const average = draft(8.33, 'gross', { entry: '6000.3333', exit: '6000.5', size: '1' });
  expect(checkPnl([average]).settled[0]?.flags).toEqual([]);
});

test('CFDs and other currencies are not checked', () => {
  const { settled, warnings } = checkPnl([
    draft(7, 'gross', { checked: false, priceMicros: null, pointValue: null }),
  ]);
  expect(settled[0]).toMatchObject({ grossMicros: 7_000_000, netMicros: 2_800_000, flags: [] });
  expect(warnings).toEqual([]);
});

test('a column in points or ticks is replaced by the price P&L', () => {
  const points = [1, 2, 3].map((by) => draft(by, 'unknown', { exit: String(6000 + by) }));
  expect(money(points)).toEqual([
    [50, 45.8],
    [100, 95.8],
    [150, 145.8],
  ]);
  expect(checkPnl(points).warnings[0]).toContain('points');
  const ticks = [1, 2, 3].map((by) => draft(4 * by, 'unknown', { exit: String(6000 + by) }));
  expect(checkPnl(ticks).warnings[0]).toContain('ticks');
});

test('an open trade has no result, and an unknown point value none either', () => {
  const open = draft(null, 'unknown', { status: 'open', priceMicros: null });
  const unknown = draft(null, 'unknown', { pointValue: null, priceMicros: null });
  const { settled } = checkPnl([open, unknown]);
  expect(settled[0]).toMatchObject({ grossMicros: null, netMicros: null, flags: [] });
  expect(settled[1]).toMatchObject({ netMicros: null, flags: ['point-value-unknown'] });
});
