/** TradingView: order and balance histories of an account; all made up. */
import { describe, expect, test } from 'vitest';
import { netOf, readSample, sampleFile } from '#testing/read-sample.ts';
import { tradingview } from './tradingview.ts';

const ORDERS = `Symbol,Side,Type,Quantity,Limit price,Stop price,Fill price,Status,Commission,Placing time,Closing time,Order ID,Level ID,Leverage,Margin
CME_MINI:MES1!,Sell,Take Profit,2,7010,,7010.00,Filled,,2026-03-02 09:31:00,2026-03-02 10:00:03,3003,,,
CME_MINI:MES1!,Buy,Limit,1,6900,,,Cancelled,,2026-03-02 09:40:00,2026-03-02 09:41:00,3002,,,
CME_MINI:MES1!,Buy,Stop,1,,7200,,Rejected,,2026-03-02 09:40:00,2026-03-02 09:41:00,3009,,,
CME_MINI:MES1!,Buy,Market,2,,,7000.125,Filled,,2026-03-02 09:30:59,2026-03-02 09:31:00,3001,,20:1,"1,900.00 USD"
`;

describe('an order history', () => {
  test('gives filled orders at their closing time and counts the others', () => {
    const rows = readSample(
      tradingview,
      sampleFile(ORDERS, 'paper-trading-order-history-all-2026-03-03T10_00_00_ab12.csv'),
    );
    expect(
      rows.fills.map((fill) => [fill.action, fill.quantity, fill.price, fill.effect, fill.sequence]),
    ).toEqual([
      ['sell', '2', '7010', 'close', '3003'],
      ['buy', '2', '7000.125', null, '3001'],
    ]);
    expect(rows.fills[0]?.time).toMatchObject({ hour: 10, minute: 0, second: 3 });
    expect(rows.skipped.map(({ reason, lines }) => [reason, lines])).toEqual([
      ['Orders cancelled', [3]],
      ['Orders rejected', [4]],
    ]);
    expect(rows.currency).toBe('USD');
  });

  test('takes the filled part of an order whose rest was cancelled', () => {
    const rows = readSample(
      tradingview,
      sampleFile(`Symbol,Side,Type,Qty,Filled Qty,Limit Price,Fill Price,Status,Placing Time,Closing Time,Order ID
ES1!,Buy,Limit,5,3,6970.75,6970.75,Cancelled,2026-02-25 18:20:04,2026-02-25 18:20:19,1
ES1!,Buy,Limit,5,0,6970.75,,Cancelled,2026-02-25 18:20:04,2026-02-25 18:20:19,2
`),
    );
    expect(rows.fills.map((fill) => fill.quantity)).toEqual(['3']);
    expect(rows.skipped).toEqual([{ reason: 'Orders cancelled', count: 1, lines: [3] }]);
  });

  test('is read with older names, without a status and with commissions', () => {
    const rows = readSample(
      tradingview,
      sampleFile(`Symbol,Side,Type,Qty,Fill Price,Commission,Placing Time,Closing Time,Order ID,Leverage
CME_MINI:ES1!,Buy,Limit,5,6970.75,2.25,2026-02-25 18:20:04,2026-02-25 18:20:19,2794,50:1
CME_MINI:ES1!,Sell,Limit,5,,,2026-02-25 18:20:04,2026-02-25 18:20:19,2795,50:1
`),
    );
    expect(rows.fills.map((fill) => [fill.quantity, fill.commission])).toEqual([['5', '2.25']]);
    expect(rows.skipped).toEqual([{ reason: 'Orders without a fill', count: 1, lines: [3] }]);
  });
});

describe('a balance history', () => {
  const csv = `Time,Balance before,Balance after,Realized PnL (value),Realized PnL (currency),Action
2026-03-02 14:03:22,1396.10,1360.89,-35.21,USD,"Close long position for symbol FX:USDJPY at price 160.196 for 120000 units. Position AVG Price was 160.243000, currency: JPY, rate: 0.006242, point value: 1.000000"
2026-03-02 10:00:00,10000.00,10100.00,100.00,USD,"Close long position for symbol CME_MINI:MES1! at price 7000.00 for 2 units. Position AVG Price was 6990.000000, currency: USD, rate: 1.000000, point value: 5.000000"
2026-03-01 10:00:00,0.00,10000.00,0.00,USD,Account deposit
2026-03-01 10:00:00,10000.00,9998.50,-1.50,USD,Commission for something
2026-03-01 09:00:00,0.00,0.00,1.00,USD,Close long position for nothing at all
`;
  const rows = readSample(tradingview, sampleFile(csv));

  test('gives side, prices, quantity and the exact P&L, without an entry time', () => {
    expect(rows.trips[1]).toMatchObject({
      symbol: 'CME_MINI:MES1!',
      side: 'long',
      quantity: '2',
      entryPrice: '6990',
      exitPrice: '7000',
      pnl: '100',
      pointValue: '5',
      entryTime: null,
      currency: 'USD',
    });
    expect(netOf(rows)).toBe('64.79');
  });

  test('states no point value where it counts in another currency than the account', () => {
    expect(rows.trips[0]).toMatchObject({ entryPrice: '160.243', quantity: '120000', pointValue: null });
  });

  test('counts other lines and rejects a closing that cannot be parsed', () => {
    expect(rows.skipped.map(({ lines }) => lines)).toEqual([[4, 5]]);
    expect(rows.rejected.map((one) => one.line)).toEqual([6]);
    expect(rows.warnings.at(-1)).toContain('-1.50');
  });
});
