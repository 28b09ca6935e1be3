/** For tests: made-up trades, written the way each layout of these platforms writes them. */
import type { ColumnMapping, ImportAnswers } from '#model/import-model.ts';
import {
  dayFirst,
  delimited,
  html,
  hundredths,
  type MadeUpTime,
  type MadeUpTrade,
  type NumberStyle,
  quoted,
  yearFirst,
} from './made-up-trades.ts';

/** A layout as a writer of files; `pnl` and `costs` are the facts of a trade that it can write. */
export interface MadeUpLayout {
  readonly name: string;
  readonly file: string;
  readonly answers: ImportAnswers;
  readonly hasCosts: boolean;
  write(trades: readonly MadeUpTrade[]): string;
}

const POINT: NumberStyle = { mark: '.', thousands: '' };
const BLANK: NumberStyle = { mark: '.', thousands: ' ' };
const NO_BREAK: NumberStyle = { mark: '.', thousands: '\u00a0' };
const GERMAN: NumberStyle = { mark: ',', thousands: '.' };
const FRENCH: NumberStyle = { mark: ',', thousands: ' ' };
const AMERICAN: NumberStyle = { mark: '.', thousands: ',' };

const word = (trade: MadeUpTrade): string => (trade.side === 'long' ? 'buy' : 'sell');

const MT4 =
  'Ticket,Open Time,Type,Size,Item,Price,S / L,T / P,Close Time,Price,Commission,Taxes,Swap,Profit'.split(
    ',',
  );

function mt4Row(
  trade: MadeUpTrade,
  at: number,
  style: NumberStyle,
  time: (one: MadeUpTime) => string,
): string[] {
  const number = (amount: number) => hundredths(amount, style);
  return [
    String(70_000 + at),
    time(trade.entryAt),
    word(trade),
    number(trade.lots),
    trade.symbol,
    number(trade.entry),
    number(0),
    number(0),
    time(trade.exitAt),
    number(trade.exit),
    number(-trade.commissionCents),
    number(0),
    number(trade.swapCents),
    number(trade.pnlCents),
  ];
}

function mt5Row(trade: MadeUpTrade, at: number, style: NumberStyle): string[] {
  const number = (amount: number) => hundredths(amount, style);
  return [
    yearFirst(trade.entryAt, '.'),
    String(70_000 + at),
    trade.symbol,
    word(trade),
    number(trade.lots),
    number(trade.entry),
    '',
    '',
    yearFirst(trade.exitAt, '.'),
    number(trade.exit),
    number(-trade.commissionCents),
    number(trade.swapCents),
    number(trade.pnlCents),
  ];
}

const MT5 = 'Time,Position,Symbol,Type,Volume,Price,S / L,T / P,Time,Price,Commission,Swap,Profit'.split(',');
const MT5_TURKISH = 'Zaman,Pozisyon,Sembol,Tip,Hacim,Fiyat,S / L,T / P,Zaman,Fiyat,Komisyon,Takas,Kar'.split(
  ',',
);

function ctrader(trades: readonly MadeUpTrade[], style: NumberStyle, delimiter: string): string {
  const number = (amount: number) => hundredths(amount, style);
  const header =
    'Deal ID,Symbol,Opening Direction,Opening time (UTC+2),Closing time (UTC+2),Entry price,Closing price,Closing Quantity,Commissions,Swap,Gross USD';
  const rows = trades.map((trade, at) =>
    quoted(
      [
        `DID${70_000 + at}`,
        trade.symbol,
        trade.side === 'long' ? 'Buy' : 'Sell',
        dayFirst(trade.entryAt, '/'),
        dayFirst(trade.exitAt, '/'),
        number(trade.entry),
        number(trade.exit),
        `${number(trade.lots)} Lots`,
        number(-trade.commissionCents),
        number(trade.swapCents),
        number(trade.pnlCents),
      ],
      delimiter,
    ),
  );
  return `Deals\r\n${header.replaceAll(',', delimiter)}\r\n${rows.join('\r\n')}\r\n`;
}

function tradingviewList(trades: readonly MadeUpTrade[], isNewestFirst: boolean): string {
  const number = (amount: number) => hundredths(amount, AMERICAN);
  const header =
    'Trade #,Symbol,Type,Date/Time,Signal,Price USD,Position size (qty),Position size (value),Net P&L USD,Net P&L %,Run-up USD,Run-up %,Drawdown USD,Drawdown %,Cumulative P&L USD,Cumulative P&L %';
  const pairs = trades.map((trade, at) => {
    const rowOf = (type: string, time: MadeUpTime, price: number) =>
      quoted(
        [
          String(at + 1),
          trade.symbol,
          `${type} ${trade.side}`,
          yearFirst(time, '-'),
          type,
          number(price),
          number(trade.lots),
          '1',
          number(trade.pnlCents),
          '0.1',
          '1',
          '0.1',
          '-1',
          '-0.1',
          '0',
          '0',
        ],
        ',',
      );
    return [rowOf('Exit', trade.exitAt, trade.exit), rowOf('Entry', trade.entryAt, trade.entry)];
  });
  const rows = isNewestFirst ? pairs.toReversed().flat() : pairs.flatMap((pair) => pair.toReversed());
  return `\ufeff${header}\n${rows.join('\n')}\n`;
}

function ten(trade: MadeUpTrade, style: NumberStyle, time: (one: MadeUpTime) => string): string[] {
  const number = (amount: number) => hundredths(amount, style);
  return [
    'Manual',
    trade.symbol,
    word(trade).toUpperCase(),
    number(trade.entry),
    number(trade.exit),
    number(trade.lots),
    time(trade.entryAt),
    time(trade.exitAt),
    number(trade.pnlCents),
    'Plan A',
  ];
}

const TEMPLATE = 'Platform,Symbol,Type,Entry Price,Exit Price,Quantity,Entry Time,Exit Time,P&L,Strategy';

const MAPPING: ColumnMapping = {
  columns: {
    symbol: 1,
    side: 2,
    entryPrice: 3,
    exitPrice: 4,
    quantity: 5,
    entryTime: 6,
    exitTime: 7,
    pnl: 8,
  },
  pnl: 'net',
};

function layout(
  name: string,
  hasCosts: boolean,
  write: MadeUpLayout['write'],
  file = 'made-up.csv',
  answers: ImportAnswers = {},
): MadeUpLayout {
  return { name, file, answers, hasCosts, write };
}

const dotted = (time: MadeUpTime): string => yearFirst(time, '.');
const germanDay = (time: MadeUpTime): string => dayFirst(time, '.');

export const MADE_UP_LAYOUTS: readonly MadeUpLayout[] = [
  layout('MetaTrader 4 as CSV', true, (trades) =>
    delimited(
      MT4,
      trades.map((trade, at) => mt4Row(trade, at, POINT, dotted)),
      ',',
    ),
  ),
  layout('MetaTrader 4 saved again in German', true, (trades) =>
    delimited(
      MT4,
      trades.map((trade, at) => mt4Row(trade, at, GERMAN, germanDay)),
      ';',
    ),
  ),
  layout(
    'MetaTrader 4 with tabs and blanks between thousands',
    true,
    (trades) =>
      delimited(
        MT4,
        trades.map((trade, at) => mt4Row(trade, at, BLANK, dotted)),
        '\t',
      ),
    'made-up.txt',
  ),
  layout(
    'MetaTrader 4 as a statement',
    true,
    (trades) =>
      html([
        ['Account: 700123', 'Currency: USD'],
        ['Closed Transactions:'],
        MT4,
        ...trades.map((trade, at) => mt4Row(trade, at, BLANK, dotted)),
        ['', '', '', '', '', '', '', '', '', '', '1.00', '0.00', '0.00', '5.00'],
        ['Open Trades:'],
      ]),
    'made-up.htm',
  ),
  layout(
    'MetaTrader 5 as a report',
    true,
    (trades) =>
      html([
        ['Trade History Report'],
        ['Positions'],
        MT5,
        ...trades.map((trade, at) => mt5Row(trade, at, BLANK)),
        ['Orders'],
      ]),
    'made-up.html',
  ),
  layout(
    'MetaTrader 5 as a report in Turkish',
    true,
    (trades) =>
      html([
        ['İşlem Geçmişi Raporu'],
        ['Pozisyonlar'],
        MT5_TURKISH,
        ...trades.map((trade, at) => mt5Row(trade, at, NO_BREAK)),
        ['Emirler'],
      ]),
    'made-up.html',
  ),
  layout('MetaTrader 5 positions as CSV', true, (trades) =>
    delimited(
      MT5,
      trades.map((trade, at) => mt5Row(trade, at, AMERICAN)),
      ',',
    ),
  ),
  layout('cTrader', true, (trades) => ctrader(trades, NO_BREAK, ',')),
  layout('cTrader in French', true, (trades) => ctrader(trades, FRENCH, ';')),
  layout('TradingView, oldest first', false, (trades) => tradingviewList(trades, false)),
  layout('TradingView, newest first', false, (trades) => tradingviewList(trades, true)),
  layout('the simple template', false, (trades) =>
    delimited(
      TEMPLATE.split(','),
      trades.map((trade) => ten(trade, POINT, (time) => yearFirst(time, '-'))),
      ',',
    ),
  ),
  layout('the simple template in German', false, (trades) =>
    delimited(
      TEMPLATE.split(','),
      trades.map((trade) => ten(trade, GERMAN, germanDay)),
      ';',
    ),
  ),
  layout(
    'columns mapped by hand',
    false,
    (trades) =>
      delimited(
        'a,b,c,d,e,f,g,h,i,j'.split(','),
        trades.map((trade) => ten(trade, AMERICAN, (time) => yearFirst(time, '-'))),
        ',',
      ),
    'made-up.csv',
    { platform: 'mapped', mapping: MAPPING },
  ),
];
