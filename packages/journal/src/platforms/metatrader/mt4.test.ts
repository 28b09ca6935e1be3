/** MetaTrader 4: statements and tables of the account history, made up. */
import { describe, expect, test } from 'vitest';
import { closedTrips, netOf, readSample, sampleFile } from '#testing/read-sample.ts';
import { mt4 } from './mt4.ts';

const HEADER =
  '<tr align=center bgcolor="#C0C0C0"><td>Ticket</td><td nowrap>Open Time</td><td>Type</td><td>Size</td><td>Item</td><td>Price</td><td>S / L</td><td>T / P</td><td nowrap>Close Time</td><td>Price</td><td>Commission</td><td>Taxes</td><td>Swap</td><td>Profit</td></tr>';

/** A row of the table from cells separated by bars. */
function row(cells: string, title = ''): string {
  const [ticket = '', ...others] = cells.split(' | ');
  const first = title === '' ? `<td>${ticket}</td>` : `<td title="${title}">${ticket}</td>`;
  return `<tr align=right>${first}${others.map((cell) => `<td class=mspt>${cell}</td>`).join('')}</tr>`;
}

/** A statement like the terminal's: one table, sections, totals, an open trade, a working order. */
function statement(rows: readonly string[], total: string): string {
  return `<html><head><title>Statement: 700123 - Made Up</title></head><body><div>Some Broker Ltd.</div><table>
<tr align=left><td colspan=2><b>Account: 700123</b></td><td colspan=5><b>Name: Made Up</b></td><td colspan=2><b>Currency: EUR</b></td><td colspan=2><b>Leverage: 1:100</b></td><td colspan=3><b>2026 March 16, 22:35</b></td></tr>
<tr align=left><td colspan=13><b>Closed Transactions:</b></td></tr>
${HEADER}
${rows.join('\n')}
<tr align=right><td colspan=10>&nbsp;</td><td>-10.50</td><td>0.00</td><td>-1.90</td><td>458.05</td></tr>
<tr align=right><td colspan=12 align=right><b>Closed P/L:</b></td><td colspan=2 class=mspt><b>${total}</b></td></tr>
<tr align=left><td colspan=14><b>Open Trades:</b></td></tr>
<tr><td>Ticket</td><td>Open Time</td><td>Type</td><td>Size</td><td>Item</td><td>Price</td><td>S / L</td><td>T / P</td><td>&nbsp;</td><td>Price</td><td>Commission</td><td>Taxes</td><td>Swap</td><td>Profit</td></tr>
${row('90009 | 2026.03.16 10:00:00 | sell | 0.30 | usdjpy | 150.100 | 0.000 | 0.000 | &nbsp; | 150.200 | -2.10 | 0.00 | 0.00 | -20.00')}
<tr><td colspan=10>&nbsp;</td><td>-2.10</td><td>0.00</td><td>0.00</td><td>-20.00</td></tr>
<tr><td colspan=12><b>Floating P/L:</b></td><td colspan=2><b>-22.10</b></td></tr>
<tr align=left><td colspan=14><b>Working Orders:</b></td></tr>
<tr><td>Ticket</td><td>Open Time</td><td>Type</td><td>Size</td><td>Item</td><td>Price</td><td>S / L</td><td>T / P</td><td colspan=2>Market Price</td><td colspan=4>&nbsp;</td></tr>
<tr><td>90010</td><td>2026.03.16 11:00:00</td><td>buy limit</td><td>0.30</td><td>usdjpy</td><td>149.100</td><td>0.000</td><td>0.000</td><td colspan=2>150.200</td><td colspan=4>&nbsp;</td></tr>
<tr align=left><td colspan=14><b>Summary:</b></td></tr>
<tr><td colspan=2><b>Deposit/Withdrawal:</b></td><td colspan=2><b>5 000.00</b></td><td colspan=4><b>Credit Facility:</b></td><td><b>0.00</b></td></tr>
<tr><td colspan=2><b>Closed Trade P/L:</b></td><td colspan=2><b>${total}</b></td><td colspan=4><b>Floating P/L:</b></td><td><b>-22.10</b></td></tr>
</table></body></html>`;
}

const ROWS = [
  '<tr align=right><td title="Deposit">90001</td><td class=msdate nowrap>2026.03.01 08:00:00</td><td>balance</td><td colspan=10 align=left>Deposit</td><td class=mspt>5 000.00</td></tr>',
  row(
    '90002 | 2026.03.02 09:30:11 | buy | 0.50 | eurusd | 1.08500 | 1.08200 | 1.09100 | 2026.03.02 15:04:40 | 1.08720 | -3.50 | 0.00 | 0.00 | 110.00',
    '[tp]',
  ),
  row(
    '90003 | 2026.03.03 09:30:11 | sell | 1.00 | xauusd | 2 517.40 | 2 515.00 | 0.00 | 2026.03.03 15:04:40 | 2 514.10 | -3.50 | 0.00 | -1.20 | 330.00',
    'to #90004',
  ),
  row(
    '90004 | 2026.03.03 09:30:11 | sell | 0.50 | xauusd | 2 517.40 | 0.00 | 0.00 | 2026.03.04 15:04:40 | 2 517.04 | -3.50 | 0.00 | -0.70 | 18.05',
    'from #90003[sl]',
  ),
  '<tr align=right><td>90005</td><td>2026.03.03 10:00:00</td><td>sell limit</td><td>0.50</td><td>eurusd</td><td>1.09300</td><td>0.00000</td><td>0.00000</td><td>2026.03.03 18:00:00</td><td>1.08900</td><td colspan=4 align=center>cancelled</td></tr>',
];

describe('a MetaTrader 4 statement', () => {
  const rows = readSample(mt4, sampleFile(statement(ROWS, '445.65'), 'statement.htm'));

  test('gives the closed trades with their net and the totals of the statement', () => {
    expect(closedTrips(rows).map((trip) => trip.nativeId)).toEqual(['90002', '90003', '90004']);
    expect(netOf(rows)).toBe('445.65');
    expect(rows.statedNet).toBe('445.65');
    expect([rows.account, rows.currency]).toEqual(['700123', 'EUR']);
    expect(rows.rejected).toEqual([]);
  });

  test('gives costs as money spent and swap as booked', () => {
    expect(rows.trips[1]).toMatchObject({
      symbol: 'xauusd',
      side: 'short',
      quantity: '1',
      entryPrice: '2517.4',
      exitPrice: '2514.1',
      pnl: '330',
      pnlIs: 'gross',
      commission: '3.5',
      fees: '0',
      swap: '-1.2',
    });
  });

  test('takes a stop only where it may be the first one', () => {
    expect(rows.trips.map((trip) => trip.plannedStop)).toEqual(['1.082', null, null, null]);
  });

  test('groups the parts of one partially closed trade and keeps the comments', () => {
    expect(rows.trips.map((trip) => trip.positionId)).toEqual([null, '90003', '90003', null]);
    expect(rows.trips[2]?.notes).toBe('from #90003[sl]');
  });

  test('counts the open trade as open, and cancelled orders, deposits and totals as skipped', () => {
    expect(rows.trips[3]).toMatchObject({ nativeId: '90009', status: 'open', exitTime: null, pnl: null });
    expect(rows.skipped).toEqual([
      { reason: 'Balance and credit lines', count: 1, lines: [expect.any(Number)] },
      { reason: 'Cancelled pending orders', count: 1, lines: [expect.any(Number)] },
      { reason: 'Lines with totals or notes', count: 2, lines: [expect.any(Number), expect.any(Number)] },
    ]);
  });

  test('reads a statement without open trades, without taxes and of a currency without decimals', () => {
    const yen = row(
      '90002 | 2026.03.02 09:30:11 | buy | 0.50 | usdjpy | 150.500 | 0.000 | 0.000 | 2026.03.02 15:04:40 | 151.720 | -350 | 0 | 61 000',
    );
    const html = statement([yen], '60 650')
      .replaceAll('<td>Taxes</td>', '')
      .replace('Currency: EUR', 'Currency: JPY')
      .replace(/<tr align=right><td class=mspt>90009.*?<\/tr>/s, '')
      .replace(
        row(
          '90009 | 2026.03.16 10:00:00 | sell | 0.30 | usdjpy | 150.100 | 0.000 | 0.000 | &nbsp; | 150.200 | -2.10 | 0.00 | 0.00 | -20.00',
        ),
        '<tr align=right><td colspan=13 align=center>No transactions</td></tr>',
      );
    const jpy = readSample(mt4, sampleFile(html, 'statement.htm'));
    expect(jpy.currency).toBe('JPY');
    expect(netOf(jpy)).toBe('60650.00');
    expect(jpy.statedNet).toBe('60650');
    expect(jpy.trips).toHaveLength(1);
    expect(jpy.trips[0]?.fees).toBeNull();
    expect(jpy.rejected).toEqual([]);
  });

  test('reads the numbered layout of old builds and comments on a line of their own', () => {
    const html = `<html><head><title>Statement</title></head><body><table>
<tr><td>A/C No: 44123</td><td>Name: Made Up</td><td>2026.08.01 05:04 (local time)</td></tr>
<tr><td>Closed Transactions:</td></tr>
<tr><td>N</td><td>Ticket</td><td>Open Time</td><td>Type</td><td>Lots</td><td>Symbol</td><td>Price</td><td>S/L</td><td>T/P</td><td>Close Time</td><td>Price</td><td>Commis</td><td>Swap</td><td>Trade P/L</td><td>Comment</td></tr>
<tr><td>1</td><td>200</td><td>2026.07.27 13:27</td><td>sell</td><td>2.50</td><td>eurusd</td><td>1.2764</td><td>0.0000</td><td>0.0000</td><td>2026.07.27 13:34</td><td>1.2768</td><td>0.00</td><td>0.00</td><td>-100.00</td><td>to #201</td></tr>
<tr><td>2</td><td>201</td><td>2026.07.27 13:27</td><td>sell</td><td>1.00</td><td>eurusd</td><td>1.2764</td><td>0.0000</td><td>0.0000</td><td>2026.07.28 13:34</td><td>1.2700</td><td>0.00</td><td>0.00</td><td>640.00</td><td>from #200[tp]</td></tr>
</table></body></html>`;
    const old = readSample(mt4, sampleFile(html, 'statement.htm'));
    expect(old.account).toBe('44123');
    expect(netOf(old)).toBe('540.00');
    expect(old.trips.map((trip) => trip.positionId)).toEqual(['200', '200']);
  });

  test('joins a comment line of builds of 2009 to the trade above it', () => {
    const html = statement(
      [
        row(
          '90003 | 2026.03.03 09:30:11 | sell | 1.00 | xauusd | 2 517.40 | 0.00 | 0.00 | 2026.03.03 15:04:40 | 2 514.10 | 0.00 | 0.00 | 0.00 | 330.00',
        ),
        '<tr align=right><td></td><td></td><td>to #90004</td></tr>',
        row(
          '90004 | 2026.03.03 09:30:11 | sell | 0.50 | xauusd | 2 517.40 | 0.00 | 0.00 | 2026.03.04 15:04:40 | 2 517.04 | 0.00 | 0.00 | 0.00 | 18.00',
        ),
      ],
      '348.00',
    );
    const old = readSample(mt4, sampleFile(html, 'statement.htm'));
    expect(closedTrips(old).map((trip) => trip.positionId)).toEqual(['90003', '90003']);
    expect([netOf(old), old.statedNet]).toEqual(['348.00', '348']);
  });

  test('adds the costs of a trade that was closed against another to that one', () => {
    const html = statement(
      [
        row(
          '90003 | 2026.03.03 09:30:11 | buy | 1.00 | xauusd | 2 500.00 | 0.00 | 0.00 | 2026.03.03 15:04:40 | 2 510.00 | -3.50 | 0.00 | 0.00 | 1 000.00',
          'close hedge by #90004',
        ),
        row(
          '90004 | 2026.03.03 12:30:11 | sell | 0.00 | xauusd | 2 510.00 | 0.00 | 0.00 | 2026.03.03 15:04:40 | 2 510.00 | -3.50 | 0.00 | -1.00 | 0.00',
          'close hedge by #90003',
        ),
        row(
          '90005 | 2026.03.03 12:30:11 | sell | 0.00 | xauusd | 2 510.00 | 0.00 | 0.00 | 2026.03.03 15:04:40 | 2 510.00 | 0.00 | 0.00 | 0.00 | 0.00',
          'close hedge by #90003',
        ),
      ],
      '992.00',
    );
    const closed = readSample(mt4, sampleFile(html, 'statement.htm'));
    expect(closedTrips(closed).map((trip) => [trip.nativeId, trip.commission, trip.swap])).toEqual([
      ['90003', '7.00', '-1.00'],
    ]);
    expect([netOf(closed), closed.statedNet, closed.rejected]).toEqual(['992.00', '992', []]);
    expect(closed.skipped.map((skipped) => skipped.reason)).toContain(
      'Trades of 0 lots (closed against another trade)',
    );
  });
});
