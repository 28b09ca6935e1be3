/**
 * Interactive Brokers: the one section of a statement that holds trades, repeated headers, codes, and Flex queries of
 * any columns.
 */
import { describe, expect, test } from 'vitest';
import { clockOf, onlyFill, readMadeUp, refusedAs, totalOf } from '#testing/read-futures-sample.ts';

const FUTURES =
  'Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,C. Price,Proceeds,Comm/Fee,Basis,Realized P/L,MTM P/L,Code';
const FOREX =
  'Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,,Proceeds,Comm in USD,,,MTM in USD,Code';

const STATEMENT = [
  'Statement,Header,Field Name,Field Value',
  'Statement,Data,Title,Activity Statement',
  'Account Information,Header,Field Name,Field Value',
  'Account Information,Data,Name,Made Up',
  'Account Information,Data,Account,U1234567 (Custom Consolidated)',
  'Account Information,Data,Base Currency,USD',
  'Open Positions,Header,DataDiscriminator,Asset Category,Currency,Symbol,Quantity',
  'Open Positions,Data,Summary,Futures,USD,MESM6,1',
  FUTURES,
  'Trades,Data,Order,Futures,USD,MESM6,"2026-03-02, 09:35:10",2,6000.25,6004,"-60,002.50",-1.24,60003.74,0,37.5,O',
  'Trades,Data,ClosedLot,Futures,USD,MESM6,"2026-03-02, 09:35:10",2,6000.25,,,,60003.74,40.02,,ST',
  'Trades,Data,Order,Futures,USD,MESM6,"2026-03-02, 10:05:30",-2,6004.5,6004,"60,045.00",-1.24,-60003.74,40.02,5,C;P',
  'Trades,SubTotal,,Futures,USD,MESM6,,0,,,42.5,-2.48,0,40.02,42.5,',
  'Trades,Total,,Futures,USD,,,,,,42.5,-2.48,0,40.02,42.5,',
  FUTURES.replace('Comm/Fee', 'Comm/Fee '),
  'Trades,Data,Order,Stocks,USD,ABC,"2026-03-03, 11:00:00","1,000",10.5,10.6,"-10,500",-5,10505,0,100,O',
  'Trades,Data,Order,Stocks,USD,ABC,"2026-03-03, 12:00:00","-1,000",11.5,10.6,"11,500",-5,-10505,990,-900,C',
  'Trades,Total,,Stocks,USD,,,,,,,-10,0,990,-800,',
  FOREX,
  'Trades,Data,Order,Forex,USD,EUR.USD,"2026-03-03, 13:00:00",100,1.08,,-108,-2,,,0.1,',
  'Trades,Total,,Forex,USD,,,,,,,-2,,,0.1,',
  'Financial Instrument Information,Header,Asset Category,Symbol,Description,Conid,Underlying,Listing Exch,Multiplier,Expiry,Delivery Month,Type,Code',
  'Financial Instrument Information,Data,Futures,MESM6,Micro,1,MES,CME,5,2026-06-19,2026-06,,',
  'Codes,Header,Code,Meaning',
  'Codes,Data,O,Opening Trade',
].join('\n');

describe('the activity statement', () => {
  const rows = readMadeUp(`\uFEFF${STATEMENT}`);

  test('gives the orders of the section Trades in New York time', () => {
    expect(rows.layout).toBe('Interactive Brokers, activity statement');
    expect(
      rows.fills.map((fill) => [fill.symbol, fill.action, fill.quantity, fill.price, fill.effect, fill.pnl]),
    ).toEqual([
      ['MESM6', 'buy', '2', '6000.25', 'open', null],
      ['MESM6', 'sell', '2', '6004.5', 'close', '40.02'],
      ['ABC', 'buy', '1000', '10.5', 'open', null],
      ['ABC', 'sell', '1000', '11.5', 'close', '990'],
    ]);
    expect(clockOf(rows.fills[0]?.time ?? null)).toBe('2026-03-02 09:35:10');
    expect(rows).toMatchObject({
      zone: 'America/New_York',
      account: 'U1234567',
      currency: 'USD',
      questions: [],
      rejected: [],
    });
  });

  test('has the multiplier of the contract, costs as money spent and the printed total', () => {
    expect(rows.fills.map(({ pointValue }) => pointValue)).toEqual(['5', '5', '1', '1']);
    expect(totalOf(rows.fills.map(({ commission }) => commission))).toBe(12.48);
    expect(rows.fills[1]?.pnlIs).toBe('net');
    expect(totalOf(rows.fills.map(({ pnl }) => pnl))).toBe(1030.02);
    expect(rows.statedNet).toBe('1030.02');
  });

  test('counts what is not a trade by its kind', () => {
    expect(rows.skipped).toEqual([
      { reason: 'Lines of the kind ClosedLot, which repeat the orders in parts', count: 1, lines: [11] },
      {
        reason: 'Currency trades and conversions, on which the statement books no result',
        count: 1,
        lines: [20],
      },
      { reason: 'Subtotals and totals', count: 4, lines: [13, 14, 18, 21] },
    ]);
    expect(rows.warnings).toEqual([
      '1 currency row (Forex) was left out: Interactive Brokers books no realised result on it.',
    ]);
  });

  test('rejects an order without a price and skips a cancelled one', () => {
    const broken = readMadeUp(
      [
        FUTURES,
        'Trades,Data,Order,Futures,USD,MESM6,"2026-03-02, 09:35:10",2,,6004,,-1.24,,0,37.5,O',
        'Trades,Data,Order,Futures,USD,MESM6,"2026-03-02, 09:35:10",2,6000,6004,,-1.24,,0,37.5,O;Ca',
        'Trades,Data,Order,Futures,USD,MESM6,"2026-13-02, 09:35:10",2,6000,6004,,-1.24,,0,37.5,O',
      ].join('\n'),
    );
    expect(broken.rejected.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
      '2: T. Price is empty',
      '4: Date/Time is not a possible date and time: “2026-13-02, 09:35:10”',
    ]);
    expect(broken.skipped).toMatchObject([{ reason: 'Cancelled trades', count: 1 }]);
  });

  test('repairs times that lost their quotes and finds options by their description', () => {
    const rows = readMadeUp(
      [
        FUTURES,
        'Trades,Data,Order,Equity and Index Options,USD,ABC 28MAR26 222.5 C,2026-03-02, 09:35:10,1,1.22,2.09,-122,-1.05,123.05,0,87.66,O',
        'Trades,Data,Order,Futures Options,USD,EW2H6 C6000,"2026-03-02, 09:45:10",1,1.22,2.09,-122,-1.05,123.05,0,87.66,O',
        'Financial Instrument Information,Header,Asset Category,Symbol,Description,Multiplier',
        'Financial Instrument Information,Data,Futures Options,EW2H6C,EW2H6 C6000,50',
      ].join('\n'),
    );
    expect(rows.rejected).toEqual([]);
    expect(
      rows.fills.map(({ quantity, price, pointValue, time }) => [quantity, price, pointValue, clockOf(time)]),
    ).toEqual([
      ['1', '1.22', '100', '2026-03-02 09:35:10'],
      ['1', '1.22', '50', '2026-03-02 09:45:10'],
    ]);
  });

  test('without trades is refused with what to run', () => {
    expect(
      refusedAs(
        'Statement,Header,Field Name,Field Value\nStatement,Data,Title,Activity Statement\nCash Report,Header,Currency\n',
      ),
    ).toEqual(['Interactive Brokers, statement without trades']);
  });
});

describe('a Flex query', () => {
  const HEADER =
    '"ClientAccountID","CurrencyPrimary","AssetClass","Symbol","DateTime","TradeDate","Buy/Sell","Quantity","TradePrice","IBCommission","IBCommissionCurrency","Multiplier","FifoPnlRealized","Open/CloseIndicator","TradeID","LevelOfDetail"';

  test('is read by the columns it has; money per point comes from the multiplier', () => {
    const rows = readMadeUp(
      [
        HEADER,
        '"U1","USD","FUT","MESM6","20260302;093510","20260302","BUY","2","6000.25","-1.24","USD","5","0","O","501","EXECUTION"',
        '"U1","USD","FUT","MESM6","20260302;100530","20260302","SELL","-2","6004.5","-1.24","USD","5","40.02","C","502","EXECUTION"',
        '"U1","USD","FUT","MESM6","20260302;100530","20260302","SELL","-2","6004.5","-1.24","USD","5","40.02","C","502","CLOSED_LOT"',
        '"U1","USD","CASH","EUR.USD","20260302;110530","20260302","SELL","-200","1.08","-2","USD","1","0","","503","EXECUTION"',
        '"U1","USD","FUT","MESM6","20260302;120530","20260302","SELL (Ca.)","-2","6004.5","-1.24","USD","5","0","C","504","EXECUTION"',
      ].join('\n'),
    );
    expect(rows.layout).toBe('Interactive Brokers, Flex query');
    expect(
      rows.fills.map((fill) => [
        fill.action,
        fill.nativeId,
        fill.effect,
        fill.pnl,
        fill.pointValue,
        clockOf(fill.time),
      ]),
    ).toEqual([
      ['buy', '501', 'open', null, '5', '2026-03-02 09:35:10'],
      ['sell', '502', 'close', '40.02', '5', '2026-03-02 10:05:30'],
    ]);
    expect(totalOf(rows.fills.map(({ commission }) => commission))).toBe(2.48);
    expect(rows.skipped.map(({ reason, lines }) => [reason, lines])).toEqual([
      ['Lines of the level CLOSED_LOT, which repeat the fills', [4]],
      ['Cash and currency rows, which trade no security', [5]],
      ['Cancelled trades', [6]],
    ]);
    expect(rows.zone).toBe('America/New_York');
  });

  test('with marked lines and several sections reads its own section', () => {
    const rows = readMadeUp(
      [
        '"BOF","U1","My query","1","20260301","20260331","20260401"',
        '"BOS","TRNT","Trades; trade date basis"',
        '"HEADER","TRNT","ClientAccountID","CurrencyPrimary","Symbol","DateTime","Quantity","TradePrice","IBCommission","Multiplier"',
        '"DATA","TRNT","U1","USD","MESM6","2026-03-02 09:35:10","2","6000.25","-1.24","5"',
        '"EOS","TRNT","1"',
        '"HEADER","CRTT","ClientAccountID","Cash"',
        '"DATA","CRTT","U1","5000"',
        '"EOF","U1"',
      ].join('\n'),
    );
    expect(onlyFill(rows)).toMatchObject({ account: 'U1', action: 'buy', quantity: '2' });
    expect(rows.skipped).toMatchObject([{ reason: 'Lines of other sections of the query', count: 4 }]);
  });

  test.each([
    [
      'Symbol',
      'ClientAccountID,CurrencyPrimary,AssetClass,DateTime,Buy/Sell,Quantity,TradePrice,IBCommission',
    ],
    [
      'Quantity',
      'ClientAccountID,CurrencyPrimary,AssetClass,Symbol,DateTime,Buy/Sell,TradePrice,IBCommission',
    ],
    ['TradePrice', 'ClientAccountID,CurrencyPrimary,Symbol,DateTime,Buy/Sell,Quantity,IBCommission'],
    ['Symbol, DateTime', 'ClientAccountID,CurrencyPrimary,Buy/Sell,Quantity,TradePrice,FifoPnlRealized'],
  ])('without %s is refused by its name and by what is missing', (missing, header) => {
    const cells = header.split(',').map((name) => (/Quantity|Price|Commission|Pnl/.test(name) ? '1' : 'X'));
    const read = () => readMadeUp(`${header}\n${cells.join(',')}\n`);
    expect(read).toThrow(/Flex query, without the columns? /);
    expect(read).toThrow(missing);
  });

  test('leaves out a commission of another currency with a warning', () => {
    const rows = readMadeUp(
      [
        HEADER,
        '"U1","EUR","FUT","FDXM","20260302;093510","20260302","BUY","1","22000","-2.10","USD","5","0","O","501","EXECUTION"',
      ].join('\n'),
    );
    expect(onlyFill(rows)).toMatchObject({ commission: null, currency: 'EUR' });
    expect(rows.warnings[0]).toMatch(/another currency.*line 2/);
  });
});
