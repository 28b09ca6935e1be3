/** One small made-up export of each platform, with its expected results: for tests of the whole pipeline. */
import { strToU8 } from 'fflate';
import type { ImportReport } from '#model/import-model.ts';
import { DESKTOP_ROWS, type SampleRow } from './desktop-exports.ts';

export interface SampleExport {
  readonly name: string;
  readonly text: string;
  readonly encoding: 'utf-8' | 'utf-16le';
  readonly expected: Partial<ImportReport>;
}

const ROWS: readonly SampleRow[] = [
  [
    'NinjaTrader Grid.csv',
    [
      'Numéro d’ordre;Instrument;Compte;Stratégie;Pos. marché.;Qté;Prix d’entrée;Prix de sortie;Heure d’entrée;Heure de sortie;Nom d’entrée;Nom de la sortie;Profit;Commission;',
      '1;MES 06-26;Sim101;;Long;2;6000,25;6004,50;16/03/2026 15:31:05;16/03/2026 15:40:10;Entry;Target1;41,46 €;1,04 €;',
      '2;MES 06-26;Sim101;;Court;1;6004,50;6006,50;17/03/2026 15:31:05;17/03/2026 15:40:10;Entry;Stop;-10,52 €;0,52 €;',
    ],
    {
      platform: 'ninjatrader',
      trades: 2,
      open: 0,
      gross: '32.50',
      costs: '1.56',
      net: '30.94',
      wins: 1,
      losses: 1,
    },
  ],
  [
    'NinjaTrader Executions.csv',
    [
      'Instrument,Action,Quantity,Price,Time,ID,E/X,Position,Order ID,Name,Commission,Rate,Account,Connection,',
      'MES 06-26,Buy,1,6000.25,3/16/2026 9:31:05 AM,a1,Entry,1 L,o1,Entry,$0.52,1,Sim101,Sim,',
      'MES 06-26,Buy,1,6000.25,3/16/2026 9:31:05 AM,a2,Entry,2 L,o1,Entry,$0.52,1,Sim101,Sim,',
      'MES 06-26,Sell,2,6004.50,3/16/2026 9:40:10 AM,a3,Exit,-,o2,Target1,$1.04,1,Sim101,Sim,',
      'MES 06-26,Sell,1,6004.50,3/16/2026 9:45:10 AM,a4,Entry,1 S,o3,Sell,$0.52,1,Sim101,Sim,',
      'MES 06-26,Buy,1,6006.50,3/16/2026 9:46:10 AM,a5,Exit,-,o4,Stop,$0.52,1,Sim101,Sim,',
    ],
    {
      platform: 'ninjatrader',
      trades: 2,
      open: 0,
      gross: '32.50',
      costs: '3.12',
      net: '29.38',
      wins: 1,
      losses: 1,
    },
  ],
  [
    'Performance.csv',
    [
      'symbol,_priceFormat,_priceFormatType,_tickSize,buyFillId,sellFillId,qty,buyPrice,sellPrice,pnl,boughtTimestamp,soldTimestamp,duration',
      'MNQH6,-2,0,0.25,7001,7003,2,20950.50,20958.00,$30.00,03/04/2026 10:02:05,03/04/2026 10:20:10,18min 5sec',
      'MNQH6,-2,0,0.25,7009,7006,1,20971.00,20963.50,$(15.00),03/04/2026 11:10:30,03/04/2026 11:02:00,8min 30sec',
    ],
    {
      platform: 'tradovate',
      trades: 2,
      open: 0,
      gross: '15.00',
      costs: null,
      net: '15.00',
      wins: 1,
      losses: 1,
    },
  ],
  [
    'Fills.csv',
    [
      '_id,_orderId,_contractId,_timestamp,_tradeDate,_action,_qty,_price,_active,_accountId,Fill ID,Order ID,Timestamp,Date,Account,B/S,Quantity,Price,_priceFormat,_priceFormatType,_tickSize,Contract,Product,Product Description,commission',
      '101,1,77,2026-03-04 15:02:05.123Z,2026-03-04,0,1,20950.5,true,9,101,1,03/04/2026 10:02:05,2026-03-04,DEMO1, Buy,1,20950.50,-2,0,0.25,MNQH6,MNQ,Micro,0.52',
      '102,1,77,2026-03-04 15:02:05.123Z,2026-03-04,0,1,20950.5,true,9,102,1,03/04/2026 10:02:05,2026-03-04,DEMO1, Buy,1,20950.50,-2,0,0.25,MNQH6,MNQ,Micro,0.52',
      '103,2,77,2026-03-04 15:20:10.500Z,2026-03-04,1,2,20958,true,9,103,2,03/04/2026 10:20:10,2026-03-04,DEMO1, Sell,2,20958.00,-2,0,0.25,MNQH6,MNQ,Micro,1.04',
    ],
    {
      platform: 'tradovate',
      trades: 1,
      open: 0,
      gross: '30.00',
      costs: '2.08',
      net: '27.92',
      wins: 1,
      losses: 0,
    },
  ],
  [
    'Orders.csv',
    [
      'orderId,Account,Order ID,B/S,Contract,Product,Product Description,avgPrice,filledQty,Fill Time,lastCommandId,Status,_priceFormat,_priceFormatType,_tickSize,spreadDefinitionId,Version ID,Timestamp,Date,Quantity,Text,Type,Limit Price,Stop Price,decimalLimit,decimalStop,Filled Qty,Avg Fill Price,decimalFillAvg,Venue,Notional Value,Currency',
      '1,DEMO1,1, Buy,MNQH6,MNQ,Micro E-mini NASDAQ-100,20950.5,2,03/04/2026 10:02:05,1, Filled,-2,0,0.25,,1,03/04/2026 10:02:00,3/4/26,2,multibracket, Market,,,,,2,20950.50,20950.5,CME,83802,USD',
      '2,DEMO1,2, Sell,MNQH6,MNQ,Micro E-mini NASDAQ-100,20958,2,03/04/2026 10:20:10,2, Filled,-2,0,0.25,,2,03/04/2026 10:02:05,3/4/26,2,multibracket, Limit,20958.00,,20958,,2,20958.00,20958,CME,83832,USD',
      '3,DEMO1,3, Sell,MNQH6,MNQ,Micro E-mini NASDAQ-100,,,,3, Canceled,-2,0,0.25,,3,03/04/2026 10:02:05,3/4/26,2,multibracket, Stop,,20940.00,,20940,,,,CME,,USD',
    ],
    {
      platform: 'tradovate',
      trades: 1,
      open: 0,
      gross: '30.00',
      costs: null,
      net: '30.00',
      wins: 1,
      losses: 0,
    },
  ],
  [
    'trades_export.csv',
    [
      'Id,ContractName,EnteredAt,ExitedAt,EntryPrice,ExitPrice,Fees,PnL,Size,Type,TradeDay,TradeDuration,Commissions',
      '9107,MNQH6,03/04/2026 10:02:05 -05:00,03/04/2026 10:20:10 -05:00,20950.500000000,20958.000000000,1.48000,30.000000000,2,Long,03/04/2026 00:00:00 -06:00,00:18:05.0000000,',
    ],
    {
      platform: 'topstepx',
      trades: 1,
      open: 0,
      gross: '30.00',
      costs: '1.48',
      net: '28.52',
      wins: 1,
      losses: 0,
    },
  ],
  [
    'Orders of the day.csv',
    [
      '"Completed Orders"',
      '"Account","Status","Buy/Sell","Qty To Fill","Symbol","Price Type","Avg Fill Price","Order Number","Update Time (CDT)","Qty Filled","Commission Fill Rate"',
      '"DEMO-1","Filled","B","2","MESM6","L","6000.2500","100200300","2026-03-16 08:31:05","2","0.51"',
      '"DEMO-1","Filled","S","2","MESM6","L","6004.5000","100200301","2026-03-16 08:41:05","2","0.51"',
    ],
    {
      platform: 'rithmic',
      trades: 1,
      open: 0,
      gross: '42.50',
      costs: '2.04',
      net: '40.46',
      wins: 1,
      losses: 0,
    },
  ],
  [
    'TradeActivityLog.txt',
    [
      'ActivityType\tDateTime\tTransDateTime\tSymbol\tOrderActionSource\tInternalOrderID\tServiceOrderID\tOrderType\tQuantity\tBuySell\tPrice\tPrice2\tOrderStatus\tFillPrice\tFilledQuantity\tTradeAccount\tOpenClose\tParentInternalOrderID\tPositionQuantity\tFillExecutionServiceID\tHighDuringPosition\tLowDuringPosition\tNote',
      'Orders\t2026-03-16  13:31:05.000011\t\t[Sim]MESM26_FUT_CME\tUser order entry. Last: 6000.25 Bid: 6000.00 Ask: 6000.25\t4101\t\tMarket\t2\tBuy\t\t\tOrder Sent\t\t\tSim1 [test]\tOpen\t\t\t\t\t\t',
      'Fills\t2026-03-16  13:31:05.120011\t\t[Sim]MESM26_FUT_CME\tSimulation fill. Bid: 6000.00 Ask: 6000.25\t4101\t\tMarket\t2\tBuy\t\t\tFilled\t6000.25\t2\tSim1 [test]\tOpen\t\t2\t4101.1\t\t\t',
      'Fills\t2026-03-16  13:35:05.120011\t\t[Sim]MESM26_FUT_CME\tSimulation fill. Bid: 6004.25 Ask: 6004.50\t4102\t\tLimit\t1\tSell\t\t\tFilled\t6004.50\t1\tSim1 [test]\tClose\t\t1\t4102.1\t6005.25\t5999.00\t',
      'Fills\t2026-03-16  13:36:05.120011\t\t[Sim]MESM26_FUT_CME\tSimulation fill. Bid: 6004.25 Ask: 6004.50\t4103\t\tLimit\t1\tSell\t\t\tFilled\t6002.50\t1\tSim1 [test]\tClose\t\t\t4103.1\t6005.25\t5999.00\t',
    ],
    {
      platform: 'sierra-chart',
      trades: 1,
      open: 0,
      gross: '32.50',
      costs: null,
      net: '32.50',
      wins: 1,
      losses: 0,
    },
  ],
  [
    'Quantower trades.csv',
    [
      'Account,Date/Time,Symbol,Description,Symbol type,Expiration date,Strike price,Side,Order type,Quantity,Price,Gross P/L,Fee,Net P/L,Trade value,Trade ID,Order ID,Position ID,Connection name,Comment,Exchange,"Gross P/L,ticks","Gross P/L(Qty),ticks",',
      'Acc1,3/16/2026 9:40:10 AM,MESM6,Micro,Futures,6/19/2026,,Sell,Limit,-2,6004.50,42.50,-1.24,41.26,60045,t3,o2,,Rithmic,,CME,17,34,',
      'Acc1,3/16/2026 9:31:05 AM,MESM6,Micro,Futures,6/19/2026,,Buy,Market,2,6000.25,0.00,-1.24,-1.24,60002,t1,o1,,Rithmic,,CME,0,0,',
    ],
    {
      platform: 'quantower',
      trades: 1,
      open: 0,
      gross: '42.50',
      costs: '2.48',
      net: '40.02',
      wins: 1,
      losses: 0,
    },
  ],
  [
    'U1234567_activity.csv',
    [
      'Statement,Header,Field Name,Field Value',
      'Statement,Data,BrokerName,Interactive Brokers',
      'Statement,Data,Title,Activity Statement',
      'Account Information,Header,Field Name,Field Value',
      'Account Information,Data,Account,U1234567',
      'Account Information,Data,Base Currency,USD',
      'Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,C. Price,Proceeds,Comm/Fee,Basis,Realized P/L,MTM P/L,Code',
      'Trades,Data,Order,Futures,USD,MESM6,"2026-03-16, 09:35:10",2,6000.25,6001,-60002.5,-1.24,60003.74,0,7.5,O',
      'Trades,Data,Order,Futures,USD,MESM6,"2026-03-16, 09:45:10",-2,6004.50,6001,60045,-1.24,-60003.74,40.02,-35,C',
      'Trades,SubTotal,,Futures,USD,MESM6,,0,,,42.5,-2.48,0,40.02,-27.5,',
      'Trades,Total,,Futures,USD,,,,,,42.5,-2.48,0,40.02,-27.5,',
      'Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,C. Price,Proceeds,Comm/Fee,Basis,Realized P/L,MTM P/L,Code',
      'Trades,Data,Order,Stocks,USD,AAPL,"2026-03-16, 10:35:10",100,200.5,201,-20050,-1.0,20051,0,50,O',
      'Trades,Data,Order,Stocks,USD,AAPL,"2026-03-16, 11:35:10","-50",201.5,201,10075,-1.0,-10025.5,48.5,25,C;P',
    ],
    {
      platform: 'interactive-brokers',
      trades: 2,
      open: 1,
      gross: '92.50',
      costs: '3.98',
      net: '88.52',
      wins: 2,
      losses: 0,
    },
  ],
  [
    'flex.csv',
    [
      '"ClientAccountID","CurrencyPrimary","AssetClass","Symbol","DateTime","TradeDate","Buy/Sell","Quantity","TradePrice","IBCommission","IBCommissionCurrency","Multiplier","FifoPnlRealized","Open/CloseIndicator"',
      '"U1","USD","FUT","MESM6","20260316;093510","20260316","BUY","2","6000.25","-1.24","USD","5","0","O"',
      '"U1","USD","FUT","MESM6","20260316;094510","20260316","SELL","-2","6004.5","-1.24","USD","5","40.02","C"',
    ],
    {
      platform: 'interactive-brokers',
      trades: 1,
      open: 0,
      gross: '42.50',
      costs: '2.48',
      net: '40.02',
      wins: 1,
      losses: 0,
    },
  ],
  [
    'template.csv',
    [
      'platform,symbol,type,entry price,exit price,quantity,entry time,exit time,P&L,strategy',
      'NinjaTrader,ES,BUY,6000,6001,1,2026-03-02 09:30,2026-03-02 10:30,45.80,Breakout',
      'Manual,NQ,SELL,21000,20990,1,2026-03-02 11:30,2026-03-02 12:30,200,',
    ],
    {
      platform: 'template',
      trades: 2,
      open: 0,
      gross: '245.80',
      costs: '0.00',
      net: '245.80',
      wins: 2,
      losses: 0,
    },
  ],
];

export const SAMPLE_EXPORTS: readonly SampleExport[] = [...DESKTOP_ROWS, ...ROWS].map(
  ([name, lines, expected]) => ({
    name,
    text: lines.join('\r\n'),
    encoding: name === 'ReportHistory.html' ? 'utf-16le' : 'utf-8',
    expected,
  }),
);

/** The bytes of a sample as its platform writes them. */
export function bytesOf({ text, encoding }: SampleExport): Uint8Array {
  if (encoding === 'utf-8') return strToU8(text);
  const bytes = new Uint8Array(2 + 2 * text.length);
  bytes.set([0xff, 0xfe]);
  for (let i = 0; i < text.length; i += 1) {
    bytes[2 + 2 * i] = text.charCodeAt(i) & 255;
    bytes[3 + 2 * i] = text.charCodeAt(i) >> 8;
  }
  return bytes;
}
