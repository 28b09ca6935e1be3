/** Users hide columns: each layout is still recognised by the fewest that a trade needs. */
import { expect, test } from 'vitest';
import { readMadeUp } from '#testing/read-futures-sample.ts';

test.each([
  [
    'Rithmic R|Trader Pro, order history',
    'Account,Buy/Sell,Symbol,Qty Filled,Avg Fill Price,Update Time\nDEMO,Buy,MNQM2026,1,18000.00,2026-06-02 09:31:00\n',
  ],
  [
    'Sierra Chart, trade activity log',
    'Symbol\tQuantity\tBuySell\tFillPrice\tDateTime\nMCLN2026\t1\tBuy\t70.00\t2026-06-02 09:31:00\n',
  ],
  [
    'Tradovate, orders',
    'orderId,Account,B/S,Contract,Product,filledQty,Fill Time,Avg Fill Price\n1,DEMO,Buy,MESM2026,MES,1,06/22/2026 09:31:00,5300.00\n',
  ],
  [
    'Interactive Brokers, Flex query',
    'Symbol,DateTime,Buy/Sell,Quantity,TradePrice,Realized P/L\nMESM6,2026-06-02 09:31:00,BUY,1,5300.00,0\n',
  ],
  [
    'Quantower, trades',
    'Date/Time,Symbol,Side,Quantity,Price,Gross P/L,Fee,Net P/L\n6/22/2026 9:30:00 AM,MESM6,Buy,1,5300.50,0,2.50,-2.50\n',
  ],
  [
    'NinjaTrader 8, executions',
    'Instrument,Action,Time,Price,E/X,Connection,Quantity,Account display name\nMNQZ6,Sell,9/15/2026 9:39,29441.25,Exit,LIVE,6,ACCOUNT-1\n',
  ],
])('trimmed to the fewest columns: %s', (layout, text) => {
  const rows = readMadeUp(text);
  expect(rows.layout).toBe(layout);
  expect(rows.rejected).toEqual([]);
  expect(rows.fills).toHaveLength(1);
});
