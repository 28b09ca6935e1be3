/** Tables of MetaTrader 4's account history, of brokers, scripts and spreadsheets; made up. */
import { describe, expect, test } from 'vitest';
import { netOf, readSample, sampleFile } from '#testing/read-sample.ts';
import { mt4 } from './mt4.ts';

const TABLE = `Ticket,Open Time,Type,Size,Item,Price,S/L,T/P,Close Time,Price,Commission,Taxes,Swap,Profit
50010001,2026.03.02 09:30:11,buy,0.50,eurusd,1.08500,1.08200,1.09100,2026.03.02 15:04:40,1.08720,-3.50,0.00,0.00,110.00
50010002,2026.03.03 10:00:00,sell limit,0.50,eurusd,1.09300,0.00000,0.00000,2026.03.03 18:00:00,1.08900,cancelled,,,
50010003,2026.03.04 00:00:01,balance,Deposit,,,,,,,,,,1 000.00
`;

describe('a table of MetaTrader 4 trades', () => {
  test('gives trades, and counts cancelled orders and deposits', () => {
    const rows = readSample(mt4, sampleFile(TABLE));
    expect(rows.trips).toHaveLength(1);
    expect(netOf(rows)).toBe('106.50');
    expect(rows.skipped.map(({ reason, lines }) => [reason, lines])).toEqual([
      ['Cancelled pending orders', [3]],
      ['Balance and credit lines', [4]],
    ]);
  });

  test.each([
    [
      'Ticket,Open Time,Type,Size,Symbol,Price,S/L,T/P,Close Time,Price,Commission,Swap,Profit',
      '7,2026.03.02 09:30:11,sell,1.5,XAUUSD,2410.10,0,0,2026.03.02 10:30:11,2400.10,-7.00,-1.25,1500.00',
    ],
    [
      'Ticket;Open;Type;Volume;Symbol;Price;SL;TP;Close;Price;Swap;Commissions;Profit;Pips;Trade duration in seconds',
      '7;2026-03-02 09:30:11;sell;1.5;XAUUSD;2410.10;0;0;2026-03-02 10:30:11;2400.10;-1.25;-7.00;1500.00;100;3600',
    ],
    [
      'Order,Opening Time,Type,Lots,Item,Open Price,Stop Loss,Take Profit,Closing Time,Close Price,Commission,Swap,Profit,Comment',
      '7,2026.03.02 09:30,sell,1.5,XAUUSD,2410.10,,,2026.03.02 10:30,2400.10,-7.00,-1.25,1500.00,hand',
    ],
    [
      'profit,swap,commission,close price,close time,open price,symbol,lots,type,open time,ticket',
      '1500.00,-1.25,-7.00,2400.10,2026.03.02 10:30:11,2410.10,XAUUSD,1.5,SELL,2026.03.02 09:30:11,7',
    ],
    [
      'Type,Ticket,Symbol,Lots,Buy/sell,Open price,Close price,Open time,Close time,Profit,Swap,Commission,Net profit',
      'Closed position,7,XAUUSD,1.50,Sell,2410.10,2400.10,2026/03/02 09:30:11,2026/03/02 10:30:11,1500.00,-1.25,-7.00,1491.75',
    ],
  ])('is read under the header %s', (header, line) => {
    const rows = readSample(mt4, sampleFile(`${header}\n${line}\n`));
    expect(rows.trips).toHaveLength(1);
    expect(rows.trips[0]).toMatchObject({
      nativeId: '7',
      symbol: 'XAUUSD',
      side: 'short',
      quantity: '1.5',
      entryPrice: '2410.1',
      exitPrice: '2400.1',
    });
    expect(netOf(rows)).toBe('1491.75');
  });

  test('is read with decimal commas and full stops for thousands, as a German spreadsheet saves it again', () => {
    const german = `Ticket;Open Time;Type;Size;Item;Price;S/L;T/P;Close Time;Price;Commission;Taxes;Swap;Profit
;;;;;;;;;;;;;
1;02.03.2026 09:30;buy;0,50;eurusd;1,08500;1,08200;1,09100;02.03.2026 15:04;1,08720;-3,50;0,00;0,00;1.110,00

2;13.03.2026 09:30;sell;2,00;dax40;18.500,50;0;0;13.03.2026 15:04;18.510,50;-7,00;0,00;-2,15;-20,00
`;
    const rows = readSample(mt4, sampleFile(german));
    expect(netOf(rows)).toBe('1077.35');
    expect(rows.trips[1]).toMatchObject({ entryPrice: '18500.5', quantity: '2' });
    expect(rows.trips[0]?.entryTime).toMatchObject({ year: 2026, month: 3, day: 2, hour: 9, minute: 30 });
  });

  test('rejects what cannot be a trade with its line and reason and keeps the rest', () => {
    const rows = readSample(
      mt4,
      sampleFile(`${TABLE}50010004,2026.13.45 09:30:11,buy,0.50,eurusd,1.08500,,,2026.03.02 15:04:40,1.08720,0,0,0,10.00
50010005,2026.03.02 09:30:11,buy,abc,eurusd,1.08500,,,2026.03.02 15:04:40,1.08720,0,0,0,10.00
50010006,2026.03.02 09:30:11,hold,0.50,eurusd,1.08500,,,2026.03.02 15:04:40,1.08720,0,0,0,10.00
50010007,2026.03.02 09:30:11,buy,0.00,eurusd,1.08500,,,2026.03.02 15:04:40,1.08500,0,0,0,0.00
`),
    );
    expect(rows.trips).toHaveLength(1);
    expect(rows.rejected.map((one) => one.line)).toEqual([5, 6, 7]);
    expect(rows.rejected[1]?.reason).toContain('abc');
    expect(rows.skipped.at(-1)).toMatchObject({ count: 1, lines: [8] });
    expect(rows.rowsRead).toBe(7);
  });

  test('does not end at a comment that begins like a section', () => {
    const header = TABLE.split('\n')[0];
    const rows = readSample(
      mt4,
      sampleFile(`${header},Comment
1,2026.03.02 09:30:11,buy,0.50,eurusd,1.08500,,,2026.03.02 15:04:40,1.08720,0,0,0,10.00,summary of the day
2,2026.03.02 09:30:11,buy,0.50,eurusd,1.08500,,,2026.03.02 15:04:40,1.08720,0,0,0,10.00,
`),
    );
    expect(rows.trips).toHaveLength(2);
  });

  test('takes a row without a close time for an open trade', () => {
    const rows = readSample(
      mt4,
      sampleFile(
        `${TABLE}50010004,2026.03.05 09:30:11,buy,0.50,eurusd,1.08500,,,1970.01.01 00:00:00,1.08720,0,0,0,11.00\n50010005,2026.03.05 09:30:11,buy,0.50,eurusd,1.08500,,,,,0,0,0,11.00\n`,
      ),
    );
    expect(rows.trips.map((trip) => trip.status)).toEqual(['closed', 'open', 'open']);
  });
});

describe('a table that a spreadsheet has saved again', () => {
  test('gives no id where the spreadsheet rounded it', () => {
    const rows = readSample(mt4, sampleFile(TABLE.replace('50010001', '5.00E+07')));
    expect(rows.trips[0]?.nativeId).toBeNull();
    expect(netOf(rows)).toBe('106.50');
  });
});
