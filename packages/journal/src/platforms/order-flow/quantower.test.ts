/** Quantower: ambiguous columns, signed sizes, results on closing fills, fees of either sign. */
import { expect, test } from 'vitest';
import { clockOf, onlyFill, readMadeUp, refusedAs, totalOf } from '#testing/read-futures-sample.ts';

const HEADER =
  'Account,Date/Time,Symbol,Description,Symbol type,Expiration date,Strike price,Side,Order type,Quantity,Price,Gross P/L,Fee,Net P/L,Trade value,Trade ID,Order ID,Position ID,Connection name,Comment,Exchange,"Gross P/L,ticks","Gross P/L(Qty),ticks",';
const CLOSE =
  'Sim (USD),3/16/2026 5:06:02 PM,MESM26,Micro,Futures,6/19/2026 7:00:00 PM,0,Sell,Market,-1,7556.5,7.5,1.10,6.40,-37782.5,t4,o4,,Sim,,CME,6,6,';
const OPEN =
  'Sim (USD),3/16/2026 5:05:23 PM,MESM26,Micro,Futures,6/19/2026 7:00:00 PM,0,Buy,Market,1,7555,0,1.10,-1.10,37775,t3,o3,,Sim,,CME,0,0,';

test('fills are read by whole header names, newest first as in the file', () => {
  const rows = readMadeUp(`\uFEFF${[HEADER, CLOSE, OPEN].join('\r\n')}\r\n`);
  expect(rows.layout).toBe('Quantower, trades');
  expect(
    rows.fills.map((fill) => [fill.action, fill.quantity, fill.price, fill.pnl, fill.fees, fill.effect]),
  ).toEqual([
    ['sell', '1', '7556.5', '7.5', '1.1', null],
    ['buy', '1', '7555', '0', '1.1', null],
  ]);
  expect(rows.fills[0]).toMatchObject({ nativeId: 't4', pnlIs: 'gross', account: 'Sim (USD)' });
  expect(clockOf(rows.fills[0]?.time ?? null)).toBe('2026-03-16 17:06:02');
  expect(totalOf(rows.fills.map(({ pnl }) => pnl))).toBe(7.5);
  expect(rows).toMatchObject({ currency: 'USD', rejected: [], skipped: [] });
});

test('times may have an offset and years of two digits', () => {
  const rows = readMadeUp(
    [HEADER, OPEN.replace('3/16/2026 5:05:23 PM', '3/16/26 5:05:23 PM +01:00')].join('\n'),
  );
  expect(clockOf(onlyFill(rows).time)).toBe('2026-03-16 17:05:23 60');
  const iso = readMadeUp(
    [HEADER, OPEN.replace('3/16/2026 5:05:23 PM', '2026-03-16 7:17:03 PM +03:00')].join('\n'),
  );
  expect(clockOf(onlyFill(iso).time)).toBe('2026-03-16 19:17:03 180');
});

test('fees booked below zero are money spent', () => {
  const rows = readMadeUp([HEADER, CLOSE.replace('7.5,1.10,6.40', '7.5,-1.10,6.40')].join('\n'));
  expect(onlyFill(rows).fees).toBe('1.1');
});

test('a net column alone gives the gross result with the fee', () => {
  const rows = readMadeUp(
    'Date/Time,Symbol,Side,Quantity,Price,Fee,Net P/L,Trade ID\n3/16/2026 5:06:02 PM,MESM26,Sell,-1,7556.5,1.10,6.40,t4\n',
  );
  expect(onlyFill(rows)).toMatchObject({ pnl: '7.50', pnlIs: 'gross', fees: '1.1' });
});

test('rows without price or size are rejected with their line', () => {
  const rows = readMadeUp(
    [HEADER, CLOSE.replace(',7556.5,', ',,'), OPEN.replace('Market,1,', 'Market,0,')].join('\n'),
  );
  expect(rows.rejected.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
    '2: Price is empty',
    '3: Quantity is zero',
  ]);
});

test('the orders history is refused by name', () => {
  expect(
    refusedAs(
      'Account,Date/Time,Symbol,Side,Order type,Quantity,Price,Trigger price,TIF,Status,Order ID,Connection name\nSim,3/16/2026 5:06:02 PM,MESM26,Sell,Market,1,7556.5,,Day,Filled,o4,Sim\n',
    ),
  ).toEqual(['Quantower, orders history']);
});
