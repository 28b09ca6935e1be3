/** Files of these platforms without trades are named; files with trades are never refused. */
import { describe, expect, test } from 'vitest';
import { sampleFile } from '#testing/read-sample.ts';
import { DESKTOP_REFUSALS } from './desktop-refusals.ts';

function refusedAs(text: string, name = 'file.csv'): string | undefined {
  return DESKTOP_REFUSALS.find((refused) => refused.recognise(sampleFile(text, name)))?.layout;
}

describe('a file without trades', () => {
  test.each([
    [
      'TradingView, trading journal',
      'Time,Text\n2026-03-02 09:31:00,Order 77 executed\n',
      'paper-trading-trading-journal-2026.csv',
    ],
    ['TradingView, trading journal', 'Time,Text\n2026-03-02 09:31:00,Order 77 executed\n', 'renamed.csv'],
    [
      'TradingView, open positions',
      'Symbol,Side,Qty,Avg Fill Price,Take Profit,Stop Loss,Last Price,Unrealized P&L\nES1!,Long,1,6000,,,6001,50\n',
      'file.csv',
    ],
    [
      'TradingView, working orders',
      'Symbol,Side,Type,Qty,Limit Price,Stop Price,Placing Time,Order ID\nES1!,Buy,Limit,1,6000,,2026-03-02 09:31,5\n',
      'file.csv',
    ],
    [
      'TradingView, chart data',
      'time,open,high,low,close,Volume\n2026-03-02T09:31:00Z,1,2,0,1,5\n',
      'CME_MINI_ES1!, 5.csv',
    ],
    [
      'MetaTrader 4, Strategy Tester',
      '<html><head><title>Strategy Tester: Bot</title></head><body><table><tr><td>#</td><td>Time</td><td>Type</td><td>Order</td><td>Size</td><td>Price</td><td>S / L</td><td>T / P</td><td>Profit</td><td>Balance</td></tr><tr><td>1</td><td>2026.03.02 09:31</td><td>buy</td><td>1</td><td>0.10</td><td>1.085</td><td>0</td><td>0</td><td></td><td></td></tr></table></body></html>',
      'StrategyTester.htm',
    ],
    [
      'MetaTrader 5, orders',
      'Open Time,Order,Symbol,Type,Volume,Price,S / L,T / P,Time,State,Comment\n2026.03.02 09:31:00,5,EURUSD,buy,0.10 / 0.10,market,,,2026.03.02 09:31:00,filled,\n',
      'file.csv',
    ],
    [
      'cTrader, orders',
      'Symbol,Direction,Submission Time (UTC+2),Order type,Current quantity,Submitted price\nNatGas,Buy,27 Feb 2026 09:20:31.808,Limit,0.1 Lots,2.312\n',
      'file.csv',
    ],
  ])('is refused as %s', (layout, text, name) => {
    expect(refusedAs(text, name)).toBe(layout);
  });

  test('names what to export instead', () => {
    for (const refused of DESKTOP_REFUSALS) expect(refused.advice).toMatch(/Export|open the|choose/);
  });
});

describe('a file with trades', () => {
  test.each([
    'Symbol,Side,Type,Quantity,Limit price,Stop price,Fill price,Status,Commission,Placing time,Closing time,Order ID\nES1!,Buy,Market,1,,,6000,Filled,,2026-03-02 09:31:00,2026-03-02 09:31:00,5\n',
    'Ticket,Open Time,Type,Size,Item,Price,S/L,T/P,Close Time,Price,Commission,Taxes,Swap,Profit\n5,2026.03.02 09:30:11,buy,0.50,eurusd,1.08500,1.08200,1.09100,2026.03.02 15:04:40,1.08720,-3.50,0.00,0.00,110.00\n',
    'Time,Deal,Symbol,Type,Direction,Volume,Price,Order,Commission,Fee,Swap,Profit,Balance,Comment\n2026.03.05 10:00:00,1,ESM26,buy,in,2,6000.25,11,-2.00,-0.50,0.00,0.00,0,\n',
  ])('is not refused: %s', (text) => {
    expect(refusedAs(text, 'paper-trading-positions.csv')).toBeUndefined();
  });
});
