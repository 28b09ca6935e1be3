/** Files of these platforms without trades are recognised by name, and no platform reads them. */
import { expect, test } from 'vitest';
import { recognitionsOf, refusedAs } from '#testing/read-futures-sample.ts';
import { sampleFile } from '#testing/read-sample.ts';
import { FUTURES_REFUSALS } from './futures-refusals.ts';
import { REGISTRY } from './registry.ts';

const FILES: readonly (readonly [layout: string, text: string])[] = [
  [
    'Tradovate, cash history',
    'Account,Transaction ID,Timestamp,Date,Delta,Amount,Cash Change Type,Currency,Contract\nDEMO77,1,03/16/2026 09:31:05,2026-03-16,-0.35,4999.65,Exchange Fee,USD,MESM6\n',
  ],
  [
    'Tradovate, account balance history',
    'Account ID,Account Name,Trade Date,Total Amount,Total Realized PNL\n1,DEMO77,2026-03-16,5000.00,21.25\n',
  ],
  ['NinjaTrader 8, log', 'Time,Category,Message,\n16/3/2026 6:00:31 PM,Default,Cancel all,\n'],
  [
    'NinjaTrader 8, orders',
    'Instrument,Action,Type,Quantity,Limit,Stop,State,Filled,Avg. price,Remaining,Name,Time\nMES JUN26,Buy,Market,1,0,0,Filled,1,6000.25,0,Entry,16/3/2026 6:00:31 PM\n',
  ],
  [
    'NinjaTrader 8, summary',
    'Performance,All trades,Long trades,Short trades\nTotal net profit,$100.00,$50.00,$50.00\n',
  ],
  [
    'TopstepX, orders',
    'Id,AccountName,ContractName,Status,Type,Size,Side,CreatedAt,TradeDay,FilledAt,CancelledAt,StopPrice,LimitPrice,ExecutePrice\n1,A,MNQH6,Filled,Market,1,Ask,03/04/2026 10:02:05 -05:00,,,,,,20950\n',
  ],
  [
    'Interactive Brokers, transaction history',
    'Statement,Header,Field Name,Field Value\nTransaction History,Header,Date,Account,Description,Transaction Type,Symbol,Quantity,Price\nTransaction History,Data,2026-08-07,U1,MNQ,Buy,MNQU6,1.0,29717.0\n',
  ],
];

test.each(FILES)('%s', (layout, text) => {
  expect(refusedAs(text)).toEqual([layout]);
  expect(recognitionsOf(sampleFile(text))).toEqual([]);
});

test('every refusal names what to export instead', () => {
  for (const { advice } of FUTURES_REFUSALS) {
    expect(advice).toMatch(/^(This|These) /);
    expect(advice).toMatch(/export|download|Export|Run /);
  }
});

test('an unknown file is recognised by no platform', () => {
  for (const text of ['a,b,c\n1,2,3\n', 'Date,Amount\n2026-03-16,5\n', 'hello\n']) {
    const file = sampleFile(text);
    for (const reader of REGISTRY.platforms) expect(reader.recognise(file)).toEqual([]);
  }
});
