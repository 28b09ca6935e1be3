/**
 * Rithmic R|Trader Pro: sections, zones in headers, columns that must be added by hand, the outline of the performance
 * report.
 */
import { describe, expect, test } from 'vitest';
import { ImportRefusal } from '#model/import-refusal.ts';
import { clockOf, onlyFill, onlyTrip, readMadeUp, totalOf } from '#testing/read-futures-sample.ts';

const COLUMNS =
  '"Account","Status","Remarks","Buy/Sell","Qty To Fill","Max Show Qty","Symbol","Price Type","Avg Fill Price","Limit Price","Order Number","Original Sequence Number","Current Sequence Number","User Id","Update Time (CDT)","Qty Filled","Create Time (CDT)","Commission","Liquidity Indicator","Executing Venue","Commission Fill Rate"';

function order(over: Partial<Record<string, string>> = {}): string {
  const cells = {
    account: 'DEMO-1',
    status: 'Filled',
    remarks: '',
    side: 'B',
    toFill: '2',
    show: '',
    symbol: 'MESM6',
    type: 'L',
    price: '6000.2500',
    limit: '',
    number: '100200300',
    original: 'AAA1',
    current: 'AAA1',
    user: 'DEMO',
    updated: '2026-03-16 08:31:05',
    filled: '2',
    created: '2026-03-16 08:30:00',
    commission: '',
    liquidity: '',
    venue: '',
    rate: '0.51',
    ...over,
  };
  return Object.values(cells)
    .map((cell) => `"${cell}"`)
    .join(',');
}

describe('order history', () => {
  const FILE = [
    'Working Orders',
    COLUMNS.replace(',"Qty Filled"', ''),
    order({ status: 'Open', number: '1', price: '', filled: '0' }),
    '',
    '',
    'Completed Orders',
    COLUMNS,
    order({ side: 'S', number: '100200302', price: '6004.6250', updated: '2026-03-16 08:41:05' }),
    order(),
    order({ status: 'Cancelled', side: 'S', number: '100200299', price: '', filled: '0' }),
    order({ status: 'Rejected', side: 'S', number: '100200298', price: '', filled: '0' }),
    '',
    '',
  ].join('\n');

  test('is read from the section of completed orders, with the zone of the header', () => {
    const rows = readMadeUp(FILE);
    expect(rows.layout).toBe('Rithmic R|Trader Pro, order history');
    expect(
      rows.fills.map((fill) => [fill.action, fill.quantity, fill.price, fill.nativeId, clockOf(fill.time)]),
    ).toEqual([
      ['sell', '2', '6004.625', '100200302', '2026-03-16 08:41:05'],
      ['buy', '2', '6000.25', '100200300', '2026-03-16 08:31:05'],
    ]);
    expect(rows.zone).toBe('America/Chicago');
    expect(totalOf(rows.fills.map(({ commission }) => commission))).toBe(2.04);
    expect(rows.skipped).toEqual([
      { reason: 'Cancelled orders', count: 1, lines: [10] },
      { reason: 'Rejected orders', count: 1, lines: [11] },
      { reason: 'Orders still working', count: 1, lines: [3] },
    ]);
    expect(rows.rejected).toEqual([]);
  });

  test('of several days joined into one file is one import', () => {
    const other = FILE.replaceAll('2026-03-16', '2026-03-17').replaceAll('1002003', '1002004');
    const rows = readMadeUp(`${FILE}\n${other}`);
    expect(rows.fills).toHaveLength(4);
    expect(rows.skipped.map(({ count }) => count)).toEqual([2, 2, 2]);
  });

  test('without Qty Filled is refused with the way to add it', () => {
    const cut = (line: string): string =>
      line
        .split(',')
        .filter((_, at) => at !== 15)
        .join(',');
    const text = ['Completed Orders', cut(COLUMNS), cut(order())].join('\n');
    expect(() => readMadeUp(text)).toThrow(ImportRefusal);
    expect(() => readMadeUp(text)).toThrow(/without the column Qty Filled\..*right-click the headings/);
  });

  test('with working orders only is refused', () => {
    expect(() => readMadeUp(['Working Orders', COLUMNS, order()].join('\n'))).toThrow(/working orders only/);
  });

  test('in a trimmed layout, in another order of columns, and saved again by a spreadsheet', () => {
    const rows = readMadeUp(
      'Completed Orders;;;;;;;;\nUpdate Time (EDT);Symbol;Buy/Sell;Qty Filled;Avg Fill Price;Order Number;Status;Qty To Fill;Position Disposition\n16/03/2026 08:31;MESM6;S;1;6000,25;1,002E+08;Filled;1;Close\n',
    );
    expect(onlyFill(rows)).toMatchObject({
      action: 'sell',
      price: '6000.25',
      nativeId: null,
    });
    expect(rows.zone).toBe('America/New_York');
  });

  test('headed CST on days of daylight time leads to a question about the zone', () => {
    const text = [
      'Completed Orders',
      COLUMNS.replaceAll('CDT', 'CST'),
      order({ updated: '2026-07-16 08:31:05' }),
    ].join('\n');
    expect(readMadeUp(text).zone).toBeNull();
    expect(readMadeUp(text).warnings[0]).toContain('China Standard Time');
    const winter = text.replaceAll('2026-07-16', '2026-01-16');
    expect(readMadeUp(winter).zone).toBe('America/Chicago');
    expect(readMadeUp(text.replaceAll('CST', 'MST')).zone).toEqual({ offsetMinutes: -420 });
    expect(readMadeUp(winter.replaceAll('CST', 'MST')).zone).toBe('America/Denver');
    expect(readMadeUp(text.replaceAll('CST', 'RDT')).zone).toBe('Europe/Paris');
    expect(readMadeUp(text.replaceAll('CST', 'JST')).zone).toEqual({ offsetMinutes: 540 });
  });

  test('reads prices of bonds in 32nds', () => {
    const rows = readMadeUp(
      ['Completed Orders', COLUMNS, order({ symbol: 'ZNM6', price: "110'165" })].join('\n'),
    );
    expect(onlyFill(rows).price).toBe('110.515625');
  });

  test('rejects filled orders without the facts that a trade needs', () => {
    const rows = readMadeUp(
      ['Completed Orders', COLUMNS, order({ price: '' }), order({ side: 'X' })].join('\n'),
    );
    expect(rows.rejected.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
      '3: Avg Fill Price is empty',
      '4: Buy/Sell is neither buy nor sell: “X”',
    ]);
  });
});

describe('performance report', () => {
  const HEADER =
    'Entry Order Number,Entry Buy/Sell,Entry Time,Entry Price,Exit Order Number,Exit Time,Exit Price,Fill Size,Trade P&L,Trade Life Span,Commission & Fees';

  test('takes account and contract from the lines above the trades', () => {
    const rows = readMadeUp(
      [
        'Account,Net P&L,Trades',
        'DEMO-407010817,12.50,3',
        'MESM6,22.50',
        HEADER,
        '100200300,B,2026-03-16 08:31:05,6000.25,100200302,2026-03-16 08:41:05,6004.50,1,21.25,00:10:00,1.02',
        '100200300,B,2026-03-16 08:31:05,6000.25,100200302,2026-03-16 08:41:05,6004.50,1,21.25,00:10:00,1.02',
        'MNQM6,-10',
        HEADER,
        '100200310,S,2026-03-16 09:31:05,20100.25,100200312,2026-03-16 09:41:05,20105.25,1,-10.00,00:10:00,1.02',
      ].join('\n'),
    );
    expect(rows.layout).toBe('Rithmic R|Trader Pro, performance report');
    expect(rows.trips.map((trip) => [trip.account, trip.symbol, trip.side, trip.pnl, trip.nativeId])).toEqual(
      [
        ['DEMO-407010817', 'MESM6', 'long', '21.25', '100200300-100200302'],
        ['DEMO-407010817', 'MESM6', 'long', '21.25', '100200300-100200302-2'],
        ['DEMO-407010817', 'MNQM6', 'short', '-10', '100200310-100200312'],
      ],
    );
    expect(totalOf(rows.trips.map(({ commission }) => commission))).toBe(3.06);
    expect(rows.rejected).toEqual([]);
  });

  test('with a leading trade date and the zone in the header', () => {
    const rows = readMadeUp(
      [
        'DEMO-407010817',
        'MESM6',
        `Trade Date,${HEADER.replace('Exit Time', 'Exit Time (EDT)')}`,
        '2026-03-16,100200300,B,2026-03-16 08:31:05,6000.25,100200302,2026-03-16 08:41:05,6004.50,1,21.25,00:10:00,1.02',
      ].join('\n'),
    );
    expect(onlyTrip(rows)).toMatchObject({
      account: 'DEMO-407010817',
      symbol: 'MESM6',
      tradeDay: '2026-03-16',
    });
    expect(rows.zone).toBe('America/New_York');
  });

  test('exported with its branches closed is refused with the advice to expand them', () => {
    const rows = readMadeUp(
      ['Account,Net P&L', 'DEMO-407010817,12.50', `MESM6,22.50`, HEADER, ''].join('\n'),
    );
    expect(rows.trips).toEqual([]);
    expect(rows.warnings[0]).toContain('expand every account');
  });
});
