/** cTrader: statements and history exports, made up. */
import { describe, expect, test } from 'vitest';
import { closedTrips, netOf, readSample, sampleFile } from '#testing/read-sample.ts';
import { ctrader } from './ctrader.ts';

const STATEMENT = `Deals\r
Deal ID,Order ID,Symbol,Opening Direction,Closing Direction,Opening time (UTC+2),Closing Time (UTC+2),Entry price,Closing price,Closing Quantity,Commissions,Pips,Net USD,Channel,Balance USD\r
DID900003,800004,XAUUSD,Buy,Sell,03 Mar 2026 16:50:00.120,03 Mar 2026 18:05:10.004,2400.5,2410.5,1 428 Lots,-1.20,65.0,1 049.40,cTrader Windows,2 065.50\r
DID900002,800002,US500,Sell,Buy,03 Mar 2026 16:40:00.120,03 Mar 2026 17:05:10.004,6010.5,6004.0,0.4 Lots,-0.40,65.0,6.10,cTrader Windows,1 016.10\r
DID900001,800001,US500,Sell,Buy,03 Mar 2026 16:40:00.120,03 Mar 2026 17:00:10.004,6010.5,6014.0,0.6 Lots,-0.40,-35.0,-4.10,cTrader Windows,1 010.00\r
,,,,,,,,,,-2.00,,1 051.40,,\r
\r
Positions\r
Created (UTC+2),Symbol,Quantity,Direction,Entry,TP,SL,Net USD\r
04 Mar 2026 09:34:21,2020.HK,152 Lots,Buy,74.410,76.493,73.957,—\r
\r
Orders\r
Symbol,Direction,Submission Time (UTC+2),Order type,Current quantity,Submitted price,Distance,TP,SL\r
NatGas,Buy,27 Feb 2026 09:20:31.808,Limit,0.1 Lots,2.312,46.4,,2.147\r
\r
Summary\r
Deposit,Withdrawal,Total net,Equity,Unr. P&L,Realised P&L,Margin,Free margin,Margin level\r
10 000.00,0.00,10 000.00,1 711.06,-8.69,1 051.40,366.62,1 344.44,467.46%\r
`;

describe('a cTrader statement', () => {
  const rows = readSample(ctrader, sampleFile(STATEMENT, 'statement.csv'));

  test('gives each closing deal with its net, and the line of totals', () => {
    expect(
      closedTrips(rows).map((trip) => [trip.nativeId, trip.side, trip.quantity, trip.pnl, trip.commission]),
    ).toEqual([
      ['900003', 'long', '1428', '1049.4', '1.2'],
      ['900002', 'short', '0.4', '6.1', '0.4'],
      ['900001', 'short', '0.6', '-4.1', '0.4'],
    ]);
    expect(netOf(rows)).toBe('1051.40');
    expect(rows.statedNet).toBe('1051.4');
    expect(rows.rejected).toEqual([]);
  });

  test('takes zone and currency from the headers', () => {
    expect([rows.zone, rows.currency]).toEqual([{ offsetMinutes: 120 }, 'USD']);
    expect(rows.trips[0]?.entryTime).toMatchObject({
      day: 3,
      month: 3,
      hour: 16,
      minute: 50,
      millisecond: 120,
    });
  });

  test('groups partial closes of one position', () => {
    expect(rows.trips.map((trip) => trip.positionId)).toEqual([null, '900002', '900002', null]);
  });

  test('gives open positions as open and ignores orders and summary', () => {
    expect(rows.trips[3]).toMatchObject({
      symbol: '2020.HK',
      status: 'open',
      quantity: '152',
      entryPrice: '74.41',
    });
    expect(rows.trips).toHaveLength(4);
    expect(rows.skipped).toEqual([{ reason: 'Lines with totals or notes', count: 1, lines: [6] }]);
  });
});

describe('other exports of cTrader', () => {
  test.each([
    [
      'gross, commission, swap and net',
      'ID,Symbol,Opening Direction,Opening Time (UTC+0),Closing Time (UTC+0),Entry Price,Closing Price,Closing Quantity,Gross USD,Commission,Swap,Net USD\n77,EURUSD,Buy,02/03/2026 09:31:05.123,13/03/2026 10:31:05.123,1.0850,1.0900,0.50 Lots,250.00,-3.50,-1.25,245.25\n',
      '245.25',
    ],
    [
      'gross only',
      'Closing Deal ID,Opening Deal ID,Opening Time,Closing Time,Entry Price,Closing Price,Commissions,Swap,Symbol,Quantity,Direction,Gross Profit\n77,76,2026-03-02 09:31:05,2026-03-13 10:31:05,1.0850,1.0900,-3.50,-1.25,EURUSD,0.50,Buy,250.00\n',
      '245.25',
    ],
    [
      'net in euros with another order of columns',
      'Net €;Symbol;Label;Opening direction;Closing direction;Opening time (UTC+1);Closing time (UTC+1);Entry price;Closing price;Closing volume;Commissions;Deal ID\n1.245,25;EURUSD;Bot A;Buy;Sell;02/03/2026 09:31:05.123;13/03/2026 10:31:05.123;1,0850;1,0900;50.000;-3,50;DID77\n',
      '1245.25',
    ],
    [
      'net p&l with a position id',
      'Deal ID,Position ID,Symbol,Opening Direction,Closing Direction,Volume,Entry Price,Closing Price,Open Time,Closing Time,Gross P&L,Net P&L,Commission,Swap\nDID77,PID5,EURUSD,Buy,Sell,50000,1.0850,1.0900,2026-03-02 09:31:05,2026-03-13 10:31:05,250.00,245.25,-3.50,-1.25\n',
      '245.25',
    ],
  ])('with %s', (_name, text, net) => {
    const rows = readSample(ctrader, sampleFile(text));
    expect(rows.trips).toHaveLength(1);
    expect(rows.trips[0]).toMatchObject({
      nativeId: '77',
      symbol: 'EURUSD',
      side: 'long',
      entryPrice: '1.085',
      commission: '3.5',
    });
    expect(rows.trips[0]?.entryTime).toMatchObject({ day: 2, month: 3 });
    expect(netOf(rows)).toBe(net);
  });

  test('without an opening time, which is not among the columns shown at first, gives no entry time', () => {
    const rows = readSample(
      ctrader,
      sampleFile(
        'Symbol,Opening direction,Closing time (UTC+3),Entry price,Closing price,Closing Quantity,Net €,Balance €\nEURUSD,Buy,13 Mar 2026 10:31:05.123,1.0850,1.0900,0.50 Lots,245.25,"10 245.25"\n',
      ),
    );
    expect(rows.trips[0]).toMatchObject({ entryTime: null, pnl: '245.25', quantity: '0.5', nativeId: null });
    expect([rows.currency, rows.zone]).toEqual(['EUR', { offsetMinutes: 180 }]);
  });

  test('without prices, under lines that name account and currency, gives profits only', () => {
    const rows = readSample(
      ctrader,
      sampleFile(
        'cTrader Statement\nAccount: 4142001 (EUR)\n\nOrder ID,Symbol,Opening direction,Opening time,Closing time,Net (currency),Balance (currency)\n501,EURUSD,Buy,2026-03-08 10:00:00,2026-03-08 12:00:00,116.50,10116.50\n',
      ),
    );
    expect(rows.trips[0]).toMatchObject({
      nativeId: '501',
      pnl: '116.5',
      pnlIs: 'net',
      entryPrice: null,
      quantity: '1',
    });
    expect([rows.account, rows.currency]).toEqual(['4142001', 'EUR']);
  });

  test('takes the account of each row, a stop on the losing side and quantities in any unit', () => {
    const rows = readSample(
      ctrader,
      sampleFile(
        'Account Number,ID,Symbol,Opening Direction,Opening Time (UTC+2),Closing Time (UTC+2),Entry Price,Closing Price,Stop Loss,Closing Quantity,Net USD\n70001,PID102,XAGUSD,Sell,11/09/2026 09:15:00,13/09/2026 16:00:00,31.500,31.200,31.700,1 500 Oz,446.75\n',
      ),
    );
    expect(rows.trips[0]).toMatchObject({
      account: '70001',
      nativeId: '102',
      plannedStop: '31.7',
      quantity: '1500',
    });
  });

  test('takes dates that could be read both ways as day first', () => {
    const rows = readSample(
      ctrader,
      sampleFile(
        'ID,Symbol,Opening Direction,Opening Time (UTC+0),Closing Time (UTC+0),Entry Price,Closing Price,Closing Quantity,Net USD\n77,EURUSD,Buy,02/03/2026 09:31:05.123,04/03/2026 10:31:05.123,1.0850,1.0900,0.50 Lots,250.00\n',
      ),
    );
    expect(rows.trips[0]?.exitTime).toMatchObject({ day: 4, month: 3 });
    expect(rows.questions).toEqual([]);
  });

  test('labels a backtest by its name', () => {
    const text =
      'ID,Symbol,Opening Direction,Opening Time (UTC+0),Closing Time (UTC+0),Entry Price,Closing Price,Closing Quantity,Net USD\n77,EURUSD,Buy,2026-03-02 09:31:05,2026-03-04 10:31:05,1.0850,1.0900,0.50 Lots,250.00\n';
    expect(readSample(ctrader, sampleFile(text, 'Backtesting history.csv')).trips[0]?.backtest).toBe(true);
    expect(readSample(ctrader, sampleFile(text, 'history.csv')).trips[0]?.backtest).toBe(false);
  });

  test('reads the tables of an HTML statement with its account', () => {
    const cells = (line: string, tag = 'td') =>
      `<tr>${line
        .split('|')
        .map((cell) => `<${tag}>${cell}</${tag}>`)
        .join('')}</tr>`;
    const html = `<html><head><title>cTrader Account Statement</title></head><body><table>${cells('Account|4142001|Broker|Made Up')}</table><h2>Deals</h2>
<table>${cells('Deal ID|Symbol|Opening Direction|Closing Direction|Opening Time (UTC+3)|Closing Time (UTC+3)|Entry Price|Closing Price|Closing Quantity|Commissions|Net EUR', 'th')}
${cells('DID5|CADJPY|Buy|Sell|02 Mar 2026 09:31:05.123|02 Mar 2026 10:31:05.123|109.643|112.020|0.01 Lots|-0.12|23.65')}
${cells('||||||||| -0.12|23.65')}</table>
<table>${cells('Deposit|Balance|Time', 'th')}</table></body></html>`;
    const rows = readSample(ctrader, sampleFile(html, 'statement.htm'));
    expect([rows.account, rows.currency, rows.zone]).toEqual(['4142001', 'EUR', { offsetMinutes: 180 }]);
    expect([netOf(rows), rows.statedNet]).toEqual(['23.65', '23.65']);
  });

  test('rejects impossible rows with line and reason', () => {
    const text =
      'ID,Symbol,Opening Direction,Opening Time (UTC+0),Closing Time (UTC+0),Entry Price,Closing Price,Closing Quantity,Net USD\n77,EURUSD,Buy,2026-03-02 09:31:05,2026-03-04 10:31:05,1.0850,1.0900,0.50 Lots,250.00\n78,EURUSD,Hold,2026-03-02 09:31:05,2026-03-04 10:31:05,1.0850,1.0900,0.50 Lots,250.00\n79,EURUSD,Buy,2026-03-02 09:31:05,2026-03-04 10:31:05,1.0850,1.0900,0.50 Lots,—\n';
    const rows = readSample(ctrader, sampleFile(text));
    expect(rows.rejected.map((one) => [one.line, one.reason])).toEqual([
      [3, expect.stringContaining('Hold')],
      [4, 'The profit is empty'],
    ]);
  });
});

describe('a cTrader history that shows only the closing direction', () => {
  test('inverts it', () => {
    const rows = readSample(
      ctrader,
      sampleFile(
        'Deal ID,Symbol,Closing direction,Closing time (UTC+3),Closing price,Closing Quantity,Net USD\nDID1,EURUSD,Sell,13 Mar 2026 10:31:05.123,1.0900,0.50 Lots,245.25\n',
      ),
    );
    expect(rows.trips[0]).toMatchObject({ side: 'long', exitPrice: '1.09', entryPrice: null });
  });
});
