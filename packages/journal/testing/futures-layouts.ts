/** Made-up trades written in the layout of each futures platform, and the facts that reading them must give. */
import type { RawFill, RawTrip } from '#model/raw-records.ts';
import { clockOf } from './read-futures-sample.ts';

/** Facts in whole numbers: quarter points and cents. All in March 2026. */
export interface MadeUpTrade {
  readonly side: 'long' | 'short';
  readonly quantity: number;
  readonly entryTicks: number;
  readonly movedTicks: number;
  readonly entry: {
    readonly day: number;
    readonly hour: number;
    readonly minute: number;
    readonly second: number;
  };
  readonly heldSeconds: number;
  readonly commissionCents: number;
  readonly feeCents: number;
  readonly account: string;
}

interface WrittenLayout {
  readonly name: string;
  write(trades: readonly MadeUpTrade[]): string;
}

export interface TripLayout extends WrittenLayout {
  facts(trade: MadeUpTrade): readonly (string | null)[];
}

export interface FillLayout extends WrittenLayout {
  facts(trade: MadeUpTrade): readonly (readonly (string | null)[])[];
}

const SYMBOL = 'MESM6';
const POINT_VALUE = 5;

const two = (part: number): string => String(part).padStart(2, '0');
const plain = (text: string): string => String(Number(text));
const price = (ticks: number): string => (ticks / 4).toFixed(2);
const exitTicks = ({ entryTicks, movedTicks }: MadeUpTrade): number => entryTicks + movedTicks;
const grossCents = ({ side, quantity, movedTicks }: MadeUpTrade): number =>
  ((side === 'long' ? movedTicks : -movedTicks) / 4) * POINT_VALUE * quantity * 100;
const money = (cents: number): string => (cents / 100).toFixed(2);
const bracketed = (cents: number): string => (cents < 0 ? `$(${money(-cents)})` : `$${money(cents)}`);

interface Clock {
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/** Holding is below an hour and hours end at 22, so that the day never changes. */
function exitOf({ entry, heldSeconds }: MadeUpTrade): Clock {
  const seconds = (entry.hour * 60 + entry.minute) * 60 + entry.second + heldSeconds;
  return {
    day: entry.day,
    hour: Math.floor(seconds / 3_600),
    minute: Math.floor(seconds / 60) % 60,
    second: seconds % 60,
  };
}

const time = ({ hour, minute, second }: Clock): string => `${two(hour)}:${two(minute)}:${two(second)}`;
const iso = (clock: Clock): string => `2026-03-${two(clock.day)} ${time(clock)}`;
const american = (clock: Clock): string => `03/${two(clock.day)}/2026 ${time(clock)}`;
const european = (clock: Clock): string => `${clock.day}/3/2026 ${time(clock)}`;
const halves = (clock: Clock): string =>
  `3/${clock.day}/2026 ${clock.hour % 12 === 0 ? 12 : clock.hour % 12}:${two(clock.minute)}:${two(clock.second)} ${clock.hour < 12 ? 'AM' : 'PM'}`;

const word = ({ side }: MadeUpTrade): string => (side === 'long' ? 'Long' : 'Short');
const comma = (text: string): string => text.replace('.', ',');

/** Facts of a closed trade; what a layout cannot hold is null. */
function trip(
  trade: MadeUpTrade,
  over: { pnl: number; costs: readonly (number | null)[]; account: string | null; symbol?: string },
) {
  const [commission = null, fees = null] = over.costs;
  return [
    over.symbol ?? SYMBOL,
    over.account,
    trade.side,
    String(trade.quantity),
    plain(price(trade.entryTicks)),
    plain(price(exitTicks(trade))),
    iso(trade.entry),
    iso(exitOf(trade)),
    plain(money(over.pnl)),
    commission === null ? null : plain(money(commission)),
    fees === null ? null : plain(money(fees)),
  ];
}

export function factsOfTrip(read: RawTrip): readonly (string | null)[] {
  const amount = (text: string | null): string | null => (text === null ? null : plain(text));
  return [
    read.symbol,
    read.account,
    read.side,
    read.quantity,
    read.entryPrice,
    read.exitPrice,
    withoutOffset(read.entryTime),
    withoutOffset(read.exitTime),
    amount(read.pnl),
    amount(read.commission),
    amount(read.fees),
  ];
}

function withoutOffset(at: RawTrip['entryTime']): string | null {
  return at === null ? null : clockOf({ ...at, offsetMinutes: null });
}

const net = (trade: MadeUpTrade): number => grossCents(trade) - trade.commissionCents - trade.feeCents;

export const TRIP_LAYOUTS: readonly TripLayout[] = [
  {
    name: 'NinjaTrader 8, trades grid',
    write: (trades) =>
      [
        'Trade number;Instrument;Account;Strategy;Market pos.;Qty;Entry price;Exit price;Entry time;Exit time;Entry name;Exit name;Profit;Cum. net profit;Commission;Clearing Fee;Exchange Fee;IP Fee;NFA Fee;MAE;MFE;ETD;Bars;',
        ...trades.map(
          (trade, index) =>
            `${index + 1};MES 06-26;${trade.account};;${word(trade)};${trade.quantity};${comma(price(trade.entryTicks))};${comma(price(exitTicks(trade)))};${european(trade.entry)};${european(exitOf(trade))};E;X;${net(trade) < 0 ? '-' : ''}$ ${comma(money(Math.abs(net(trade))))};0,00 $;${comma(money(trade.commissionCents))} $;${comma(money(trade.feeCents))} $;0,00 $;0,00 $;0,00 $;1,00 $;1,00 $;0,00 $;3;`,
        ),
      ].join('\r\n'),
    facts: (trade) =>
      trip(trade, {
        pnl: net(trade),
        costs: [trade.commissionCents, trade.feeCents],
        account: trade.account,
        symbol: 'MES 06-26',
      }),
  },
  {
    name: 'Tradovate, performance',
    write: (trades) =>
      [
        'symbol,_priceFormat,_priceFormatType,_tickSize,buyFillId,sellFillId,qty,buyPrice,sellPrice,pnl,boughtTimestamp,soldTimestamp,duration',
        ...trades.map((trade, index) => {
          const [first, last] = [american(trade.entry), american(exitOf(trade))];
          const [from, to] = [price(trade.entryTicks), price(exitTicks(trade))];
          const long = trade.side === 'long';
          return `${SYMBOL},-2,0,0.25,${index * 2 + 1},${index * 2 + 2},${trade.quantity},${long ? from : to},${long ? to : from},${bracketed(grossCents(trade))},${long ? first : last},${long ? last : first},1min`;
        }),
      ].join('\n'),
    facts: (trade) => trip(trade, { pnl: grossCents(trade), costs: [], account: null }),
  },
  {
    name: 'TopstepX, trades',
    write: (trades) =>
      [
        'Id,ContractName,EnteredAt,ExitedAt,EntryPrice,ExitPrice,Fees,PnL,Size,Type,TradeDay,TradeDuration,Commissions',
        ...trades.map(
          (trade, index) =>
            `${900 + index},${SYMBOL},${american(trade.entry)} -05:00,${american(exitOf(trade))} -05:00,${price(trade.entryTicks)}0000000,${price(exitTicks(trade))}0000000,${money(trade.feeCents)}000,${money(grossCents(trade))}0000000,${trade.quantity},${word(trade)},03/${two(trade.entry.day)}/2026 00:00:00 -05:00,00:01:00.0000000,${money(trade.commissionCents)}000`,
        ),
      ].join('\n'),
    facts: (trade) =>
      trip(trade, { pnl: grossCents(trade), costs: [trade.commissionCents, trade.feeCents], account: null }),
  },
  {
    name: 'Rithmic R|Trader Pro, performance report',
    write: (trades) =>
      trades
        .map((trade, index) =>
          [
            `${trade.account}`,
            SYMBOL,
            'Entry Order Number,Entry Buy/Sell,Entry Time,Entry Price,Exit Order Number,Exit Time,Exit Price,Fill Size,Trade P&L,Trade Life Span,Commission & Fees',
            `${10_000 + index},${trade.side === 'long' ? 'B' : 'S'},${iso(trade.entry)},${price(trade.entryTicks)},${20_000 + index},${iso(exitOf(trade))},${price(exitTicks(trade))},${trade.quantity},${money(grossCents(trade))},00:01:00,${money(trade.commissionCents)}`,
          ].join('\n'),
        )
        .join('\n'),
    facts: (trade) =>
      trip(trade, { pnl: grossCents(trade), costs: [trade.commissionCents], account: trade.account }),
  },
];

/** Action, size, price, time, symbol, account and cost of the two fills of a trade. */
function fills(trade: MadeUpTrade, over: { account: string | null; cost: number | null; symbol?: string }) {
  const fill = (action: string, ticks: number, at: Clock): (string | null)[] => [
    action,
    String(trade.quantity),
    plain(price(ticks)),
    iso(at),
    over.symbol ?? SYMBOL,
    over.account,
    over.cost === null ? null : plain(money(over.cost)),
  ];
  const [first, last] = actions(trade);
  return [fill(first, trade.entryTicks, trade.entry), fill(last, exitTicks(trade), exitOf(trade))];
}

const actions = ({ side }: MadeUpTrade): readonly ['buy' | 'sell', 'buy' | 'sell'] =>
  side === 'long' ? ['buy', 'sell'] : ['sell', 'buy'];

export function factsOfFill(read: RawFill): readonly (string | null)[] {
  const cost = read.commission ?? read.fees;
  return [
    read.action,
    read.quantity,
    read.price,
    withoutOffset(read.time),
    read.symbol,
    read.account,
    cost === null ? null : plain(cost),
  ];
}

type Leg = readonly [action: 'buy' | 'sell', ticks: number, at: Clock, index: number];

const legs = (trade: MadeUpTrade, index: number): readonly [Leg, Leg] => {
  const [first, last] = actions(trade);
  return [
    [first, trade.entryTicks, trade.entry, index * 2],
    [last, exitTicks(trade), exitOf(trade), index * 2 + 1],
  ];
};

const capital = (action: string): string => (action === 'buy' ? 'Buy' : 'Sell');

function fillFile(header: string, line: (leg: Leg, trade: MadeUpTrade) => string): WrittenLayout['write'] {
  return (trades) =>
    [header, ...trades.flatMap((trade, index) => legs(trade, index).map((leg) => line(leg, trade)))].join(
      '\n',
    );
}

export const FILL_LAYOUTS: readonly FillLayout[] = [
  {
    name: 'NinjaTrader 8, executions',
    write: fillFile(
      'Instrument,Action,Quantity,Price,Time,ID,E/X,Position,Order ID,Name,Commission,Rate,Account,Connection,',
      ([action, ticks, at, index], trade) =>
        `MES JUN26,${capital(action)},${trade.quantity},${price(ticks)},${halves(at)},id${index},${index % 2 === 0 ? 'Entry' : 'Exit'},-,o${index},N,$${money(trade.commissionCents)},1,${trade.account},Sim,`,
    ),
    facts: (trade) =>
      fills(trade, { account: trade.account, cost: trade.commissionCents, symbol: 'MES JUN26' }),
  },
  {
    name: 'Tradovate, fills',
    write: fillFile(
      '_id,_orderId,_contractId,_timestamp,_tradeDate,_action,_qty,_price,_active,_accountId,Fill ID,Order ID,Timestamp,Date,Account,B/S,Quantity,Price,_priceFormat,_priceFormatType,_tickSize,Contract,Product,Product Description,commission',
      ([action, ticks, at, index], trade) =>
        `${index},${index},4,${iso(at)}.123Z,2026-03-${two(at.day)},${action === 'buy' ? 0 : 1},${trade.quantity},${ticks / 4},true,1,${index},${index},${american(at)},3/${at.day}/26,${trade.account}, ${capital(action)},${trade.quantity},${price(ticks)},-2,0,0.25,${SYMBOL},MES,Micro,${money(trade.commissionCents)}`,
    ),
    facts: (trade) => fills(trade, { account: trade.account, cost: trade.commissionCents }),
  },
  {
    name: 'Tradovate, orders',
    write: fillFile(
      'orderId,Account,Order ID,B/S,Contract,Product,Product Description,avgPrice,filledQty,Fill Time,lastCommandId,Status,_priceFormat,_priceFormatType,_tickSize,spreadDefinitionId,Version ID,Timestamp,Date,Quantity,Text,Type',
      ([action, ticks, at, index], trade) =>
        `${index},${trade.account},${index}, ${capital(action)},${SYMBOL},MES,Micro,${price(ticks)},${trade.quantity},${american(at)},${index}, Filled,-2,0,0.25,,${index},${american(at)},3/${at.day}/26,${trade.quantity},Chart, Market`,
    ),
    facts: (trade) => fills(trade, { account: trade.account, cost: null }),
  },
  {
    name: 'Rithmic R|Trader Pro, order history',
    write: (trades) =>
      `Completed Orders\n${fillFile(
        '"Account","Status","Buy/Sell","Qty To Fill","Symbol","Price Type","Avg Fill Price","Order Number","Update Time (CDT)","Qty Filled","Commission"',
        ([action, ticks, at, index], trade) =>
          `"${trade.account}","Filled","${action === 'buy' ? 'B' : 'S'}","${trade.quantity}","${SYMBOL}","L","${price(ticks)}00","${1_000 + index}","${iso(at)}","${trade.quantity}","${money(trade.commissionCents + 1)}"`,
      )(trades)}`,
    facts: (trade) => fills(trade, { account: trade.account, cost: trade.commissionCents + 1 }),
  },
  {
    name: 'Sierra Chart, trade activity log',
    write: fillFile(
      'ActivityType\tDateTime\tSymbol\tBuySell\tFillPrice\tFilledQuantity\tTradeAccount\tOpenClose\tFillExecutionServiceID',
      ([action, ticks, at, index], trade) =>
        `Fills\t${iso(at).replace(' ', '  ')}.120011\t${SYMBOL}\t${capital(action)}\t${price(ticks)}00000\t${trade.quantity}\t${trade.account}\t${index % 2 === 0 ? 'Open' : 'Close'}\t${index}.1`,
    ),
    facts: (trade) => fills(trade, { account: trade.account, cost: null }),
  },
  {
    name: 'Quantower, trades',
    write: fillFile(
      'Account,Date/Time,Symbol,Description,Symbol type,Expiration date,Strike price,Side,Order type,Quantity,Price,Gross P/L,Fee,Net P/L,Trade value,Trade ID,Order ID,Position ID,Connection name,Comment,Exchange,"Gross P/L,ticks","Gross P/L(Qty),ticks",',
      ([action, ticks, at, index], trade) =>
        `${trade.account},${halves(at)},${SYMBOL},Micro,Futures,6/19/2026 7:00:00 PM,0,${capital(action)},Market,${action === 'buy' ? '' : '-'}${trade.quantity},${price(ticks)},${index % 2 === 0 ? '0' : money(grossCents(trade))},${money(trade.feeCents)},${money((index % 2 === 0 ? 0 : grossCents(trade)) - trade.feeCents)},0,t${index},o${index},,Sim,,CME,6,6,`,
    ),
    facts: (trade) => fills(trade, { account: trade.account, cost: trade.feeCents }),
  },
  {
    name: 'Interactive Brokers, activity statement',
    write: fillFile(
      'Trades,Header,DataDiscriminator,Asset Category,Currency,Account,Symbol,Date/Time,Quantity,T. Price,C. Price,Proceeds,Comm/Fee,Basis,Realized P/L,MTM P/L,Code',
      ([action, ticks, at, index], trade) =>
        `Trades,Data,Order,Futures,USD,${trade.account},${SYMBOL},"${iso(at).replace(' ', ', ')}",${action === 'buy' ? '' : '-'}${trade.quantity},${price(ticks)},0,0,-${money(trade.commissionCents)},0,0,0,${index % 2 === 0 ? 'O' : 'C'}`,
    ),
    facts: (trade) => fills(trade, { account: trade.account, cost: trade.commissionCents }),
  },
];
