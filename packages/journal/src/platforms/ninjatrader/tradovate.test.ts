/** Tradovate and NinjaTrader web: pairs, fills and orders, the opening side, and ids that a spreadsheet changed. */
import { describe, expect, test } from 'vitest';
import { clockOf, onlyFill, onlyTrip, readMadeUp, totalOf } from '#testing/read-futures-sample.ts';

const PERFORMANCE =
  'symbol,_priceFormat,_priceFormatType,_tickSize,buyFillId,sellFillId,qty,buyPrice,sellPrice,pnl,boughtTimestamp,soldTimestamp,duration';

describe('performance', () => {
  test('is short when the sale came first; money in brackets is a loss', () => {
    const rows = readMadeUp(
      [
        PERFORMANCE,
        'MNQH6,-2,0,0.25,7001,7003,2,20950.50,20958.00,$30.00,03/04/2026 10:02:05,03/04/2026 10:20:10,18min 5sec',
        'MNQH6,-2,0,0.25,7009,7006,1,20971.00,20963.50,$(15.00),03/04/2026 11:10:30,03/04/2026 11:02:00,8min 30sec',
        'ESH6,-2,0,0.25,7011,7010,1,6000.00,6025.00,"$1,250.00",03/04/2026 12:10:30,03/04/2026 12:02:00,',
      ].join('\n'),
    );
    expect(rows.layout).toBe('Tradovate, performance');
    expect(
      rows.trips.map(({ side, entryPrice, exitPrice, pnl }) => [side, entryPrice, exitPrice, pnl]),
    ).toEqual([
      ['long', '20950.5', '20958', '30'],
      ['short', '20963.5', '20971', '-15'],
      ['short', '6025', '6000', '1250'],
    ]);
    expect(rows.trips[1]).toMatchObject({
      nativeId: '7009-7006',
      pnlIs: 'gross',
      commission: null,
      fees: null,
    });
    expect(clockOf(rows.trips[1]?.entryTime ?? null)).toBe('2026-03-04 11:02:00');
    expect(totalOf(rows.trips.map(({ pnl }) => pnl))).toBe(1265);
    expect(rows).toMatchObject({ questions: [], warnings: [], rejected: [], currency: 'USD', zone: null });
  });

  test('within one second the smaller fill id opened', () => {
    const row = (buy: string, sell: string): string =>
      `MNQH6,-2,0,0.25,${buy},${sell},1,20950.50,20958.00,$15.00,03/14/2026 10:02:05,03/14/2026 10:02:05,`;
    const sideOf = (buy: string, sell: string): string =>
      onlyTrip(readMadeUp(`${PERFORMANCE}\n${row(buy, sell)}`)).side;
    expect(sideOf('393570670790', '393570670781')).toBe('short');
    expect(sideOf('393570670781', '393570670790')).toBe('long');
    expect(sideOf('9', '10')).toBe('long');
  });

  test('ids that a spreadsheet rounded are ignored, and undecidable sides are reported', () => {
    const rows = readMadeUp(
      `${PERFORMANCE}\nMNQH6,-2,0,0.25,5.4E+11,5.4E+11,1,20950.5,20958,$15.00,3/14/2026 10:02,3/14/2026 10:02,`,
    );
    expect(onlyTrip(rows)).toMatchObject({ nativeId: null, side: 'long' });
    expect(rows.warnings[0]).toMatch(/opened and closed in the same moment.*line 2/);
  });

  test('rejects rows without times or prices with their line', () => {
    const rows = readMadeUp(
      `${PERFORMANCE}\nMNQH6,-2,0,0.25,1,2,1,20950.50,20958.00,$15.00,,03/14/2026 10:02:05,\nMNQH6,-2,0,0.25,1,2,1,x,20958.00,$15.00,03/14/2026 10:02:05,03/14/2026 10:02:05,\n,,,,,,,,,,,,\n`,
    );
    expect(rows.trips).toEqual([]);
    expect(rows.rejected.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
      '2: boughtTimestamp is empty',
      '3: buyPrice is not a number: “x”',
    ]);
  });
});

describe('position history', () => {
  test('has account, currency, plain signs and the exchange day', () => {
    const rows = readMadeUp(
      [
        'Position ID,Timestamp,Trade Date,Net Pos,Net Price,Bought,Avg. Buy,Sold,Avg. Sell,Account,Contract,Product,Product Description,_priceFormat,_priceFormatType,_tickSize,Pair ID,Buy Fill ID,Sell Fill ID,Paired Qty,Buy Price,Sell Price,P/L,Currency,Bought Timestamp,Sold Timestamp',
        '901,03/09/2026 17:14:44,2026-03-10,0,,2,20950.50,2,20947.38,DEMO77,MNQH6,MNQ,Micro,-2,0,0.25,555,7010,7008,2,20950.50,20947.375,-12.50,USD,03/09/2026 17:14:44,03/09/2026 17:02:10',
      ].join('\n'),
    );
    expect(rows.layout).toBe('Tradovate, position history');
    expect(onlyTrip(rows)).toMatchObject({
      account: 'DEMO77',
      symbol: 'MNQH6',
      currency: 'USD',
      side: 'short',
      quantity: '2',
      pnl: '-12.5',
      tradeDay: '2026-03-10',
      nativeId: '7010-7008',
    });
  });
});

describe('fills', () => {
  const FILLS =
    '_id,_orderId,_contractId,_timestamp,_tradeDate,_action,_qty,_price,_active,_accountId,Fill ID,Order ID,Timestamp,Date,Account,B/S,Quantity,Price,_priceFormat,_priceFormatType,_tickSize,Contract,Product,Product Description,commission';

  test('take the true time with its Z, the commission and the fill id', () => {
    const rows = readMadeUp(
      [
        FILLS,
        '8001,7001,43,2026-03-16 14:31:05.562Z,2026-03-16,0,2,6000.25,true,1,8001,7001,03/16/2026 09:31:05,3/16/26,DEMO77, Buy,2,6000.25,-2,0,0.25,MESM6,MES,Micro,0.70',
        '8002,7002,43,2026-03-16 14:41:05.001Z,2026-03-16,1,2,6004.5,true,1,8002,7002,03/16/2026 09:41:05,3/16/26,DEMO77, Sell,2,6004.50,-2,0,0.25,MESM6,MES,Micro,0.70',
        '8003,7003,43,2026-03-16 14:51:05.001Z,2026-03-16,1,2,6004.5,false,1,8003,7003,03/16/2026 09:51:05,3/16/26,DEMO77, Sell,2,6004.50,-2,0,0.25,MESM6,MES,Micro,0.70',
      ].join('\n'),
    );
    expect(rows.layout).toBe('Tradovate, fills');
    expect(rows.fills.map((fill) => [fill.action, fill.sequence, clockOf(fill.time), fill.account])).toEqual([
      ['buy', '8001', '2026-03-16 14:31:05 0', 'DEMO77'],
      ['sell', '8002', '2026-03-16 14:41:05 0', 'DEMO77'],
    ]);
    expect(totalOf(rows.fills.map(({ commission }) => commission))).toBe(1.4);
    expect(rows.skipped).toEqual([
      { reason: 'Fills that Tradovate marks as not active', count: 1, lines: [4] },
    ]);
  });

  test('fall back to the local time and the coded side', () => {
    const rows = readMadeUp(
      `${FILLS}\n8001,7001,43,31:05.6,2026-03-16,1,2,6000.25,true,1,8001,7001,03/16/2026 09:31:05,3/16/26,DEMO77,,,,-2,0,0.25,MESM6,MES,Micro,0.70`,
    );
    expect(onlyFill(rows)).toMatchObject({ action: 'sell', quantity: '2', price: '6000.25' });
    expect(clockOf(onlyFill(rows).time)).toBe('2026-03-16 09:31:05');
  });
});

describe('orders', () => {
  const ORDERS =
    'orderId,Account,Order ID,B/S,Contract,Product,Product Description,avgPrice,filledQty,Fill Time,lastCommandId,Status,_priceFormat,_priceFormatType,_tickSize,spreadDefinitionId,Version ID,Timestamp,Date,Quantity,Text,Type,Limit Price,Stop Price,decimalLimit,decimalStop,Filled Qty,Avg Fill Price,decimalFillAvg,Venue,Notional Value,Currency';

  test('count with their filled size at the fill time; the others are skipped by their final status', () => {
    const rows = readMadeUp(
      [
        ORDERS,
        '601,DEMO77,601, Buy,MESM6,MES,Micro,6000.25,2,03/16/2026 09:31:05,601, Filled,-2,0,0.25,,601,03/16/2026 09:30:00,3/16/26,2,Chart, Market,,,,,2,6000.25,6000.25,,"60,002.50",USD',
        '602,DEMO77,602, Sell,MESM6,MES,Micro,6004.50,1,03/16/2026 09:41:05,602, Canceled,-2,0,0.25,,602,03/16/2026 09:31:00,3/16/26,2,multibracket, Limit,6004.50,,6004.50,,1,6004.50,6004.50,,"30,022.50",USD',
        '603,DEMO77,603, Sell,MESM6,MES,Micro,,,,603, Canceled,-2,0,0.25,,603,03/16/2026 09:31:00,3/16/26,2,multibracket, Stop,,5990.00,,5990,,,,,,USD',
        '604,DEMO77,604, Sell,MESM6,MES,Micro,,0,,604, Rejected,-2,0,0.25,,604,03/16/2026 09:32:00,3/16/26,2,Chart, Stop,,5990.00,,5990,,,,,,USD',
      ].join('\n'),
    );
    expect(rows.layout).toBe('Tradovate, orders');
    expect(rows.fills.map((fill) => [fill.action, fill.quantity, fill.price, clockOf(fill.time)])).toEqual([
      ['buy', '2', '6000.25', '2026-03-16 09:31:05'],
      ['sell', '1', '6004.5', '2026-03-16 09:41:05'],
    ]);
    expect(rows.fills[0]).toMatchObject({
      nativeId: '601',
      sequence: '601',
      commission: null,
      currency: 'USD',
    });
    expect(rows.skipped).toEqual([
      { reason: 'Cancelled orders', count: 1, lines: [4] },
      { reason: 'Rejected orders', count: 1, lines: [5] },
    ]);
  });

  test('carry the stop of their bracket, unless it was moved', () => {
    const legs = (version: string, stop: string): string =>
      [
        ORDERS,
        '601,DEMO77,601, Buy,MESM6,MES,Micro,6000.25,2,03/16/2026 09:31:05,601, Filled,-2,0,0.25,,601,03/16/2026 09:30:00,3/16/26,2,Chart, Market,,,,,2,6000.25,6000.25,,,USD',
        `603,DEMO77,603, Sell,MESM6,MES,Micro,,,,${version}, Canceled,-2,0,0.25,,${version},03/16/2026 09:31:06,3/16/26,2,multibracket, Stop,,${stop},,${stop},,,,,,USD`,
      ].join('\n');
    expect(onlyFill(readMadeUp(legs('603', '5990.00'))).plannedStop).toBe('5990');
    expect(onlyFill(readMadeUp(legs('609', '5990.00'))).plannedStop).toBeNull();
    expect(onlyFill(readMadeUp(legs('603', '6010.00'))).plannedStop).toBeNull();
  });

  test('of the older 26 columns and of a trimmed export are read too', () => {
    const rows = readMadeUp(
      'orderId,Account,B/S,Contract,Product,avgPrice,filledQty,Fill Time,Status,Type\n8841201,DEMO,Buy,MNQZ6,MNQ,21450.25,2,09/25/2026 09:31:04,Filled,Market\n',
    );
    expect(onlyFill(rows)).toMatchObject({ symbol: 'MNQZ6', quantity: '2' });
  });

  test('a filled order without a price is rejected, one without a fill time takes the order’s with a warning', () => {
    const rows = readMadeUp(
      [
        'orderId,Account,B/S,Contract,avgPrice,filledQty,Fill Time,Timestamp,Status',
        '1,DEMO,Buy,MNQZ6,,2,09/25/2026 09:31:04,09/25/2026 09:31:00,Filled',
        '2,DEMO,Buy,MNQZ6,21450.25,2,,09/25/2026 09:31:00,Filled',
      ].join('\n'),
    );
    expect(rows.rejected).toMatchObject([{ line: 2, reason: 'avgPrice is empty' }]);
    expect(clockOf(onlyFill(rows).time)).toBe('2026-09-25 09:31:00');
    expect(rows.warnings[0]).toContain('no Fill Time');
  });
});
