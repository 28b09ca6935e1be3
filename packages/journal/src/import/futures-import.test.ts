/**
 * Files of the futures platforms through the whole pipeline, from bytes to the report: what the platform prints is what
 * comes out.
 */
import { strToU8 } from 'fflate';
import { describe, expect, test } from 'vitest';
import type { ImportReport } from '#model/import-model.ts';
import { importFile } from './import-file.ts';

function reportOf(lines: readonly string[], zone = 'America/Chicago'): ImportReport {
  return importFile(strToU8(lines.join('\n')), 'made-up.csv', { zone, account: 'A' }).report;
}

function figures({ trades, open, gross, costs, net, wins, losses, zero }: ImportReport): readonly unknown[] {
  return [trades, open, gross, costs, net, wins, losses, zero];
}

/** One long of two that is turned into a short of one, then closed: 42.50 and 10.00 before costs. */
const FILLS = [
  '_id,_orderId,_contractId,_timestamp,_tradeDate,_action,_qty,_price,_active,_accountId,Fill ID,Order ID,Timestamp,Date,Account,B/S,Quantity,Price,_priceFormat,_priceFormatType,_tickSize,Contract,Product,Product Description,commission',
  '8001,7001,43,2026-03-16 14:31:05.562Z,2026-03-16,0,2,6000.25,true,1,8001,7001,03/16/2026 09:31:05,3/16/26,A, Buy,2,6000.25,-2,0,0.25,MESM6,MES,Micro,0.70',
  '8002,7002,43,2026-03-16 14:41:05.001Z,2026-03-16,1,3,6004.5,true,1,8002,7002,03/16/2026 09:41:05,3/16/26,A, Sell,3,6004.50,-2,0,0.25,MESM6,MES,Micro,1.05',
  '8003,7003,43,2026-03-16 14:51:05.001Z,2026-03-16,0,1,6002.5,true,1,8003,7003,03/16/2026 09:51:05,3/16/26,A, Buy,1,6002.50,-2,0,0.25,MESM6,MES,Micro,0.35',
];

describe('the same trades in each export of Tradovate', () => {
  test('fills, with a turn of the position', () => {
    const report = reportOf(FILLS, 'Asia/Tokyo');
    expect(figures(report)).toEqual([2, 0, '52.50', '2.10', '50.40', 2, 0, 0]);
    expect([report.first, report.last]).toEqual(['2026-03-16T14:31:05.562Z', '2026-03-16T14:51:05.001Z']);
  });

  test('orders, with a cancelled one between', () => {
    const report = reportOf([
      'orderId,Account,Order ID,B/S,Contract,avgPrice,filledQty,Fill Time,Status,Timestamp,Quantity',
      '7003,A,7003, Buy,MESM6,6002.50,1,03/16/2026 09:51:05, Filled,03/16/2026 09:50:00,1',
      '7004,A,7004, Buy,MESM6,,,, Canceled,03/16/2026 09:50:00,1',
      '7002,A,7002, Sell,MESM6,6004.50,3,03/16/2026 09:41:05, Filled,03/16/2026 09:40:00,3',
      '7001,A,7001, Buy,MESM6,6000.25,2,03/16/2026 09:31:05, Filled,03/16/2026 09:30:00,2',
    ]);
    expect(figures(report)).toEqual([2, 0, '52.50', null, '52.50', 2, 0, 0]);
    expect(report.first).toBe('2026-03-16T14:31:05.000Z');
    expect(report.skipped).toEqual([{ reason: 'Cancelled orders', count: 1, lines: [3] }]);
  });

  test('performance', () => {
    const report = reportOf([
      'symbol,_priceFormat,_priceFormatType,_tickSize,buyFillId,sellFillId,qty,buyPrice,sellPrice,pnl,boughtTimestamp,soldTimestamp,duration',
      'MESM6,-2,0,0.25,8001,8002,2,6000.25,6004.50,$42.50,03/16/2026 09:31:05,03/16/2026 09:41:05,10min',
      'MESM6,-2,0,0.25,8003,8002,1,6002.50,6004.50,$10.00,03/16/2026 09:51:05,03/16/2026 09:41:05,10min',
    ]);
    expect(figures(report)).toEqual([2, 0, '52.50', null, '52.50', 2, 0, 0]);
  });
});

test('NinjaTrader prints its own total, which is met to the cent', () => {
  const report = reportOf([
    'Trade number;Instrument;Account;Strategy;Market pos.;Qty;Entry price;Exit price;Entry time;Exit time;Entry name;Exit name;Profit;Cum. net profit;Commission;Clearing Fee;Exchange Fee;IP Fee;NFA Fee;MAE;MFE;ETD;Bars;',
    '1;MES 06-26;Sim101;;Long;2;6000,25;6004,50;16/3/2026 15:31:05;16/3/2026 15:40:10;Entry;Target1;39,90 $;39,90 $;1,04 $;0,40 $;1,00 $;0,00 $;0,16 $;10,00 $;45,00 $;2,50 $;9;',
    '2;MES 06-26;Sim101;;Short;1;6010,00;6012,25;17/3/2026 16:02:00;17/3/2026 16:05:30;Entry;Stop1;-$ 12,55;27,35 $;0,52 $;0,20 $;0,50 $;0,00 $;0,08 $;11,25 $;3,75 $;15,00 $;4;',
  ]);
  expect(figures(report)).toEqual([2, 0, '31.25', '3.90', '27.35', 1, 1, 0]);
  expect(report.fileTotal).toEqual({ net: '27.35', matches: true, difference: '0.00' });
  expect(report.warnings).toEqual([]);
});

test('Sierra Chart: scaled prices, an overlapping log and a position from before the log', () => {
  const row = (
    time: string,
    side: string,
    price: string,
    position: string,
    id: string,
    effect: string,
  ): string =>
    `Fills\t2026-03-16  ${time}.120011\t[Sim]MESM26_FUT_CME\t${side}\t${price}\t1\tSim1\t${effect}\t${position}\t${id}`;
  const report = reportOf([
    'ActivityType\tDateTime\tSymbol\tBuySell\tFillPrice\tFilledQuantity\tTradeAccount\tOpenClose\tPositionQuantity\tFillExecutionServiceID',
    row('08:00:00', 'Sell', '600100.0', '', '1.1', 'Close'),
    row('09:00:00', 'Buy', '600025.0', '1', '2.1', 'Open'),
    row('09:10:00', 'Sell', '600450.0', '', '3.1', 'Close'),
    row('09:10:00', 'Sell', '600450.0', '', '3.1', 'Close'),
  ]);
  expect(report.trades).toBe(1);
  expect(report.gross).toBe('21.25');
  expect(report.rejected.map(({ line }) => line)).toEqual([2]);
  expect(report.skipped.reduce((sum, { count }) => sum + count, 0) + report.rejected.length + 2).toBe(4);
});

test('Quantower, newest first: results of closing fills less every fee', () => {
  const report = reportOf([
    'Account,Date/Time,Symbol,Symbol type,Side,Order type,Quantity,Price,Gross P/L,Fee,Net P/L,Trade ID,"Gross P/L,ticks",',
    'Sim (USD),3/16/2026 5:06:02 PM,MESM26,Futures,Sell,Market,-1,7556.5,7.5,1.10,6.40,t4,6,',
    'Sim (USD),3/16/2026 5:05:23 PM,MESM26,Futures,Buy,Market,1,7555,0,1.10,-1.10,t3,0,',
  ]);
  expect(figures(report)).toEqual([1, 0, '7.50', '2.20', '5.30', 1, 0, 0]);
});

test('Rithmic: average prices off the tick and the rate per contract', () => {
  const report = reportOf([
    'Completed Orders',
    '"Account","Status","Buy/Sell","Qty To Fill","Symbol","Avg Fill Price","Order Number","Update Time (EDT)","Qty Filled","Commission Fill Rate"',
    '"A","Filled","B","1","MNQM6","17730.0000","30","2026-03-16 10:30:05","1","0.51"',
    '"A","Filled","S","2","MNQM6","17771.6250","20","2026-03-16 09:52:19","2","0.51"',
    '"A","Filled","B","1","MNQM6","17750.5000","10","2026-03-16 10:20:19","1","0.51"',
  ]);
  expect(figures(report)).toEqual([1, 0, '125.50', '2.04', '123.46', 1, 0, 0]);
  expect(report.first).toBe('2026-03-16T13:52:19.000Z');
});

test('Interactive Brokers: realised results are net and meet the printed total', () => {
  const report = reportOf([
    'Account Information,Header,Field Name,Field Value',
    'Account Information,Data,Account,U1234567',
    'Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,C. Price,Proceeds,Comm/Fee,Basis,Realized P/L,MTM P/L,Code',
    'Trades,Data,Order,Futures,USD,MESM6,"2026-03-16, 09:35:10",2,6000.25,6004,,-1.24,,0,37.5,O',
    'Trades,Data,Order,Futures,USD,MESM6,"2026-03-16, 10:05:30",-2,6004.5,6004,,-1.24,,40.02,5,C;P',
    'Trades,Total,,Futures,USD,,,,,,,-2.48,0,40.02,42.5,',
  ]);
  expect(figures(report)).toEqual([1, 0, '42.50', '2.48', '40.02', 1, 0, 0]);
  expect(report.fileTotal?.matches).toBe(true);
  expect(report.accounts).toEqual(['U1234567']);
});

test('TopstepX: net is result less fees and commissions', () => {
  const report = reportOf([
    'Id,ContractName,EnteredAt,ExitedAt,EntryPrice,ExitPrice,Fees,PnL,Size,Type,TradeDay,TradeDuration,Commissions',
    '9108,NQM6,03/16/2026 17:10:08 -05:00,03/16/2026 17:10:48 -05:00,20182.500000000,20148.750000000,2.22000,675.000000000,1,Short,03/17/2026 00:00:00 -05:00,00:00:39.6715820,1.50000',
    '9107,MNQM6,03/16/2026 10:02:05 -05:00,03/16/2026 10:20:10 -05:00,20950.500000000,20950.500000000,0,0.000000000,2,Long,03/16/2026 00:00:00 -05:00,00:18:05.0000000,',
  ]);
  expect(figures(report)).toEqual([2, 0, '675.00', '3.72', '671.28', 1, 0, 1]);
  expect(report.warnings).toEqual([]);
});

test('ATAS: the journal as text, with the venue behind the contract and a scratch trade', () => {
  const report = reportOf([
    'Account,Instrument,Open time,Open price,Open volume,Close time,Close price,Close volume,Price PnL,Profit (ticks),PnL,Comment',
    'DEMO1,MESM6@CME_Ind,2026-03-16 13:11:05,7565,1,2026-03-16 13:11:30,7566.25,-1,1.25,5,6.25,',
    'DEMO1,MESM6@CME_Ind,2026-03-16 14:10:00,7564,-2,2026-03-16 14:11:00,7565.25,2,-1.25,-5,-12.50,',
    'DEMO1,MES@CME_Ind,2026-03-16 15:00:00,7565,1,2026-03-16 15:01:00,7565,-1,0,0,0,scratch',
  ]);
  expect(figures(report)).toEqual([3, 0, '-6.25', null, '-6.25', 1, 1, 1]);
  expect(report.rejected).toEqual([]);
});

describe('files of few columns', () => {
  test('shares of a Flex query without a multiplier count once, options of US shares 100 times', () => {
    const report = reportOf([
      'ClientAccountID,Symbol,Date/Time,Buy/Sell,Quantity,Price,Commission,AssetClass,Code',
      'U1,ABC,20260105;093100,BUY,100,20.50,-1.00,STK,O',
      'U1,ABC,20260105;101500,SELL,-100,21.25,-1.00,STK,C',
      'U1,ABC 260220C00020000,20260106;093100,BUY,1,2.10,-0.50,OPT,O',
      'U1,ABC 260220C00020000,20260106;101500,SELL,-1,1.90,-0.50,OPT,C',
    ]);
    expect(figures(report)).toEqual([2, 0, '55.00', '3.00', '52.00', 1, 1, 0]);
  });

  test('executions of NinjaTrader without the column E/X', () => {
    const report = reportOf([
      'Instrument,Action,Quantity,Price,Time,Commission',
      'MES 03-26,Buy,2,6000.25,1/15/2026 9:31:05 AM,$1.24',
      'MES 03-26,Sell,2,6004.25,1/15/2026 9:45:10 AM,$1.24',
    ]);
    expect(figures(report)).toEqual([1, 0, '40.00', '2.48', '37.52', 1, 0, 0]);
  });

  test('an order history of Rithmic without average prices is refused by the name of the column', () => {
    const lines = [
      '"Completed Orders"',
      '"Account","Buy/Sell","Qty Filled","Symbol","Limit Price","Order Number","Update Time (CST)"',
      '"A","B","2","MESH6","6000.25","1","2026-01-15 08:31:05"',
    ];
    expect(() => reportOf(lines)).toThrow(/without the column Avg Fill Price/);
  });

  test('the warning of one trade without a point value is in the singular', () => {
    const report = reportOf([
      'Symbol,Side,Type,Qty,Fill Price,Status,Closing Time',
      'XYZ,Buy,Market,10,18.50,Filled,2026-01-05 09:31:00',
      'XYZ,Sell,Market,10,18.75,Filled,2026-01-05 10:15:00',
    ]);
    expect(report.warnings).toContain(
      '1 trade has no P&L, as the point value of XYZ is not known: it counts as zero until it is given.',
    );
  });

  test('shares in an order history of TradingView count once by their exchange', () => {
    const report = reportOf([
      'Symbol,Side,Type,Qty,Fill Price,Status,Commission,Closing Time',
      'NASDAQ:XYZ,Buy,Market,10,18.50,Filled,0,2026-01-05 09:31:00',
      'NASDAQ:XYZ,Sell,Market,10,18.75,Filled,0,2026-01-05 10:15:00',
    ]);
    expect(figures(report)).toEqual([1, 0, '2.50', '0.00', '2.50', 1, 0, 0]);
  });
});
