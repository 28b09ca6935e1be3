/** TradingView: lists of trades of all generations; all made up. */
import { describe, expect, test } from 'vitest';
import type { SourceFile } from '#model/source-file.ts';
import { closedTrips, netOf, readSample, sampleFile } from '#testing/read-sample.ts';
import { tradingview } from './tradingview.ts';
import { symbolOfFileName } from './tradingview-symbol.ts';

const FIRST = `Trade #,Type,Signal,Date/Time,Price,Contracts,Profit $,Profit %,Cum. Profit $,Cum. Profit %,Run-up $,Run-up %,Drawdown $,Drawdown %
1,Entry Long,Long,2026-03-02 09:31,6000.00,2,,,,,,,,
1,Exit Long,TP,2026-03-02 10:45,6010.25,2,1021.00,0.17,1021.00,0.17,1300.00,0.21,-120.00,-0.04
2,Entry Short,Short,2026-03-02 11:31,6010.00,1,,,,,,,,
2,Exit Short,SL,2026-03-02 11:45,6012.00,1,-104.00,-0.03,917.00,0.17,20.00,0.21,-130.00,-0.04
`;
const SECOND = FIRST.replace(
  /^.*\n/,
  'Trade #,Type,Signal,Date/Time,Price USD,Contracts,Profit USD,Profit %,Cumulative profit USD,Cumulative profit %,Run-up USD,Run-up %,Drawdown USD,Drawdown %\n',
);
const NEWER = [
  '2,Exit short,2026-03-02 11:45,SL,6012.00,1,300500,-104.00,-0.03,20.00,0.21,-130.00,-0.04,917.00,0.17',
  '2,Entry short,2026-03-02 11:31,Short,6010.00,1,300500,-104.00,-0.03,20.00,0.21,-130.00,-0.04,917.00,0.17',
  '1,Exit long,2026-03-02 10:45,TP,6010.25,2,600000,"1,021.00",0.17,"1,300.00",0.21,-120.00,-0.04,1021.00,0.17',
  '1,Entry long,2026-03-02 09:31,Long,6000.00,2,600000,"1,021.00",0.17,"1,300.00",0.21,-120.00,-0.04,1021.00,0.17',
];
const THIRD = `Trade #,Type,Date/Time,Signal,Price USD,Position size (qty),Position size (value),Net P&L USD,Net P&L %,Run-up USD,Run-up %,Drawdown USD,Drawdown %,Cumulative P&L USD,Cumulative P&L %
${NEWER.join('\n')}
`;
const FOURTH = `Trade #,Type,Date and time,Signal,Price USDT,Size (qty),Size (value),Net P&L USDT,Net P&L %,Favorable excursion USDT,Favorable excursion %,Adverse excursion USDT,Adverse excursion %,Cumulative P&L USDT,Cumulative P&L %
${NEWER.toReversed().join('\n')}
`;
const FIFTH = `index,Trade number,Type,Date and time,Signal,Price USD,Size (qty),Size (value),Net PnL XYZ,Return %,Commission XYZ,Favorable excursion XYZ,Favorable excursion %,Adverse excursion XYZ,Adverse excursion %,Cumulative PnL XYZ,Cumulative PnL %,Duration (bars)
0,1,Entry long,2026-03-02 09:31,Long,6000.00,2,600000,1021.00,0.17,4.00,1300.00,0.21,120.00,0.04,1021.00,0.17,5
1,1,Exit long,2026-03-02 10:45,TP,6010.25,2,600000,1021.00,0.17,4.00,1300.00,0.21,120.00,0.04,1021.00,0.17,5
2,2,Entry short,2026-03-02 11:31,Short,6010.00,1,300500,-104.00,-0.03,4.00,20.00,0.21,130.00,0.04,917.00,0.17,2
3,2,Exit short,2026-03-02 11:45,SL,6012.00,1,300500,-104.00,-0.03,4.00,20.00,0.21,130.00,0.04,917.00,0.17,2
`;
const CHINESE = `交易 #,類型,訊號,日期/時間,價格 USDT,合約,獲利 USDT
1,多頭進場,多,2026-03-02 09:31,6000.00,2,
1,多頭出場,停利,2026-03-02 10:45,6010.25,2,1021.00
2,空頭進場,空,2026-03-02 11:31,6010.00,1,
2,空頭出場,停損,2026-03-02 11:45,6012.00,1,-104.00
`;
const SIMPLIFIED = `交易编号,类型,日期和时间,信号,价格 CNY,大小（数量）,大小（价值）,净损益 CNY,回报 %,手续费 CNY,有利波动 CNY,有利波动 %,不利波动 CNY,不利波动 %,累计损益 CNY,累计损益 %,持续时间（K线）
1,多头出场,2026-03-02 10:45,"止盈, 一",6010.25,2,600000,1021.00,0.17,4.00,1300.00,0.21,-120.00,-0.04,1021.00,0.17,5
1,多头进场,2026-03-02 09:31,做多,6000.00,2,600000,1021.00,0.17,4.00,1300.00,0.21,-120.00,-0.04,1021.00,0.17,5
2,空头出场,2026-03-02 11:45,止损,6012.00,1,300500,-104.00,-0.03,4.00,20.00,0.21,-130.00,-0.04,917.00,0.17,2
2,空头进场,2026-03-02 11:31,做空,6010.00,1,300500,-104.00,-0.03,4.00,20.00,0.21,-130.00,-0.04,917.00,0.17,2
`;
const GERMAN = `Trade-Nr.;Typ;Datum und Uhrzeit;Signal;Preis EUR;Größe (Menge);Größe (Wert);Netto G&V EUR;Netto G&V %;Run-up EUR;Run-up %
2;Ausstieg Short;2026-03-02 11:45;SL;6012,00;1;300500;-104,00;-0,03;20,00;0,21
2;Einstieg Short;2026-03-02 11:31;Short;6010,00;1;300500;-104,00;-0,03;20,00;0,21
1;Ausstieg Long;2026-03-02 10:45;TP;6010,25;2;600000;1.021,00;0,17;1.300,00;0,21
1;Einstieg Long;2026-03-02 09:31;Long;6000,00;2;600000;1.021,00;0,17;1.300,00;0,21
`;

describe.each([
  ['first', FIRST, 'USD', true],
  ['second', SECOND, 'USD', true],
  ['third', THIRD, 'USD', true],
  ['fourth', FOURTH, 'USDT', true],
  ['fifth', FIFTH, 'XYZ', true],
  ['traditional Chinese', CHINESE, 'USDT', false],
  ['simplified Chinese', SIMPLIFIED, 'CNY', true],
  ['German', GERMAN, 'EUR', false],
])('the %s list of trades', (_name, text, currency, hasExcursions) => {
  const rows = readSample(tradingview, sampleFile(text, 'Breakout_CME_MINI_ES1!_2026-03-05_ab12f.csv'));

  test('gives one closed trade per number, with the P&L of the exit', () => {
    const trips = [...closedTrips(rows)].sort((one, other) => Number(other.pnl) - Number(one.pnl));
    expect(trips).toHaveLength(2);
    expect(trips[0]).toMatchObject({
      side: 'long',
      quantity: '2',
      entryPrice: '6000',
      exitPrice: '6010.25',
      pnl: '1021',
      pnlIs: 'net',
      symbol: 'CME_MINI:ES1!',
      backtest: true,
      status: 'closed',
    });
    expect(trips[0]?.entryTime).toMatchObject({ hour: 9, minute: 31 });
    expect(trips[0]?.exitTime).toMatchObject({ hour: 10, minute: 45 });
    expect(trips[1]).toMatchObject({ side: 'short', quantity: '1', pnl: '-104' });
    expect(netOf(rows)).toBe('917.00');
    expect([rows.currency, rows.rejected]).toEqual([currency, []]);
    if (hasExcursions) expect([trips[0]?.mfe, trips[0]?.mae]).toEqual(['1300', '120']);
  });
});

describe('a list of trades', () => {
  const header = THIRD.split('\n')[0];
  const list = (...rows: readonly string[]) =>
    readSample(tradingview, sampleFile(`${header}\n${rows.join('\n')}\n`, 'list.csv'));

  test('takes the commission of the newest lists as information and leaves the net unchanged', () => {
    const rows = readSample(tradingview, sampleFile(FIFTH, 'list.csv'));
    expect(rows.trips[0]).toMatchObject({ pnl: '1021', commission: '4', pnlIs: 'net' });
  });

  test('adds up several exits under one number', () => {
    const rows = list(
      '1,Exit long,2026-03-02 10:45,TP1,6010.00,1,300000,499.00,0.17,,,,,,',
      '1,Exit long,2026-03-02 11:45,TP2,6020.00,2,600000,1998.00,0.17,,,,,,',
      '1,Entry long,2026-03-02 09:31,Long,6000.00,3,900000,,,,,,,,',
    );
    expect(rows.trips).toHaveLength(1);
    expect(rows.trips[0]).toMatchObject({ quantity: '3', pnl: '2497.00' });
    expect(rows.trips[0]?.exitPrice).toMatch(/^6016\.66666/);
    expect(rows.trips[0]?.exitTime).toMatchObject({ hour: 11, minute: 45 });
  });

  test('adds up a number that is repeated with the same entry', () => {
    const rows = list(
      '1,Exit long,2026-03-02 10:45,TP1,6010.00,1,300000,499.00,0.17,,,,,,',
      '1,Entry long,2026-03-02 09:31,Long,6000.00,1,300000,499.00,,,,,,,',
      '1,Exit long,2026-03-02 11:45,TP2,6020.00,2,600000,1998.00,0.17,,,,,,',
      '1,Entry long,2026-03-02 09:31,Long,6000.00,2,600000,1998.00,,,,,,,',
    );
    expect(rows.trips.map((trip) => [trip.quantity, trip.pnl])).toEqual([['3', '2497.00']]);
  });

  test('keeps trades apart when two lists were joined and the numbers start again', () => {
    const other = NEWER.map((row) => row.replaceAll('2026-03-02', '2026-03-09'));
    expect(list(...NEWER, ...other).trips).toHaveLength(4);
  });

  test('gives trades without exit, and those whose exit is marked open, as open', () => {
    const rows = list(
      ...NEWER,
      '3,Entry long,2026-03-02 12:31,Long,6000.00,1,300000,,,,,,,,',
      '4,Exit short,2026-03-02 12:45,Open,6001.00,1,300000,-50.00,0.17,,,,,,',
      '4,Entry short,2026-03-02 12:41,Short,6000.00,1,300000,-50.00,,,,,,,',
    );
    expect(
      rows.trips.filter((trip) => trip.status === 'open').map((trip) => [trip.side, trip.quantity, trip.pnl]),
    ).toEqual([
      ['long', '1', null],
      ['short', '1', null],
    ]);
    expect(netOf(rows)).toBe('917.00');
  });

  test('reads losses in brackets and with a real minus', () => {
    const rows = list(
      '1,Exit long,2026-03-02 10:45,SL,5990.00,1,300000,"(1,021.50)",0.17,,,,,,',
      '1,Entry long,2026-03-02 09:31,Long,6000.00,1,300000,,,,,,,,',
      '2,Exit long,2026-03-03 10:45,SL,5990.00,1,300000,−500.25,0.17,,,,,,',
      '2,Entry long,2026-03-03 09:31,Long,6000.00,1,300000,,,,,,,,',
    );
    expect(netOf(rows)).toBe('-1521.75');
  });

  test('rejects a row whose type is neither entry nor exit and an impossible time', () => {
    const rows = list(
      ...NEWER,
      '3,Somewhere,2026-03-02 12:31,Long,6000.00,1,300000,,,,,,,,',
      '4,Entry long,2026-02-31 12:31,Long,6000.00,1,300000,,,,,,,,',
    );
    expect(rows.rejected.map((one) => one.line)).toEqual([6, 7]);
    expect(rows.trips).toHaveLength(2);
  });

  test('takes the instrument from the file name with a question, else leaves an open question', () => {
    const rows = list(...NEWER);
    expect(rows.trips[0]?.symbol).toBeNull();
    expect(rows.questions).toEqual([]);
    const named = readSample(tradingview, sampleFile(`${header}\n${NEWER.join('\n')}`, 'Orb_CBOT_YM1!.csv'));
    expect(named.questions).toEqual([
      expect.objectContaining({ field: 'symbol', options: ['CBOT:YM1!'], blocking: false }),
    ]);
    const file = sampleFile(`${header}\n${NEWER.join('\n')}`, 'list.csv');
    const answered = readSample(tradingview, file, { symbol: 'CME_MINI:MES1!' });
    expect(answered.trips[0]?.symbol).toBe('CME_MINI:MES1!');
    expect(answered.questions).toEqual([]);
  });

  test('takes instrument and net profit from the other sheets of a workbook', () => {
    const cells = (line: string) =>
      line.replaceAll(/"([\d,.]+)"/g, (_all, one: string) => one.replace(',', '')).split(',');
    const grid = (name: string, lines: readonly (readonly string[])[]) => ({
      origin: 'xlsx' as const,
      name,
      delimiter: null,
      typed: true,
      rows: lines.map((row, at) => ({ line: at + 1, cells: row })),
    });
    const workbook: SourceFile = {
      name: 'export.xlsx',
      encoding: 'utf-8',
      title: null,
      warnings: [],
      grids: [
        grid('Performance', [
          ['', 'All USD', 'All %'],
          ['Open P&L', '0', ''],
          ['Net profit', '917', '0.9'],
        ]),
        grid('List of trades', [
          cells(header ?? ''),
          ...NEWER.map((row) =>
            cells(
              row.replace(/2026-03-02 (\d+):(\d+)/, (_all, hour, minute) =>
                String(46083 + (Number(hour) * 60 + Number(minute)) / 1440),
              ),
            ),
          ),
        ]),
        grid('Properties', [
          ['Name', 'Value'],
          ['Symbol', 'CME_MINI:ES1!'],
          ['Timeframe', '1 minute'],
        ]),
      ],
    };
    const rows = readSample(tradingview, workbook);
    expect(rows.statedNet).toBe('917');
    expect(netOf(rows)).toBe('917.00');
    expect(rows.trips[0]?.symbol).toBe('CME_MINI:ES1!');
    expect(rows.trips[0]?.exitTime).toMatchObject({ year: 2026, month: 3, day: 2, hour: 11, minute: 45 });
    expect(rows.questions).toEqual([]);
  });
});

describe('the instrument in a file name', () => {
  test.each([
    ['Breakout_CME_MINI_ES1!_2026-03-05_ab12f.csv', 'CME_MINI:ES1!'],
    ['My_long_name_BINANCE_BTCUSDT.P_2026-03-05.csv', 'BINANCE:BTCUSDT.P'],
    ['MACD_Strategy_FX_IDC_EURUSD_2026-03-05 (1).xlsx', 'FX_IDC:EURUSD'],
    ['Orb_CBOT_YM1!.csv', 'CBOT:YM1!'],
    ['trades.csv', null],
    ['list of trades.csv', null],
  ])('%s is %s', (name, symbol) => {
    expect(symbolOfFileName(name)).toBe(symbol);
  });
});
