/** Sierra Chart: fills among the noise of the activity log, scaled prices, overlapping logs, the list of trades. */
import { describe, expect, test } from 'vitest';
import { clockOf, onlyFill, onlyTrip, readMadeUp, totalOf } from '#testing/read-futures-sample.ts';

const HEADER =
  'ActivityType\tDateTime\tTransDateTime\tSymbol\tOrderActionSource\tInternalOrderID\tServiceOrderID\tOrderType\tQuantity\tBuySell\tPrice\tPrice2\tOrderStatus\tFillPrice\tFilledQuantity\tTradeAccount\tOpenClose\tParentInternalOrderID\tPositionQuantity\tFillExecutionServiceID\tHighDuringPosition\tLowDuringPosition\tNote';

interface Row {
  activity?: string;
  time?: string;
  symbol?: string;
  source?: string;
  quantity?: string;
  side?: string;
  price?: string;
  filled?: string;
  effect?: string;
  position?: string;
  id?: string;
  high?: string;
  low?: string;
}

function row(over: Row = {}): string {
  const one = {
    activity: 'Fills',
    time: '2026-03-16  13:31:05.120011',
    symbol: '[Sim]MESM26_FUT_CME',
    source: 'Trading DOM',
    quantity: '2',
    side: 'Buy',
    price: '6000.25',
    filled: '2',
    effect: 'Open',
    position: '2',
    id: '4101.1',
    high: '',
    low: '',
    ...over,
  };
  const { activity, time, symbol, source, quantity, side, price, filled, effect, position, id, high, low } =
    one;
  return `${activity}\t${time}\t${time}\t${symbol}\t${source}\t41\t\tMarket\t${quantity}\t${side}\t\t\tFilled\t${price}\t${filled}\tSim1 [made up]\t${effect}\t\t${position}\t${id}\t${high}\t${low}\t`;
}

describe('the activity log', () => {
  test('gives its fills with native id, effect, position and extremes; the rest is counted', () => {
    const rows = readMadeUp(
      [
        HEADER,
        row({ activity: 'Orders', filled: '0' }),
        row(),
        row({
          time: '2026-03-16  13:41:05.000001',
          side: 'Sell',
          price: '6004.50',
          effect: 'Close',
          position: '',
          id: '4102.1',
          high: '6005',
          low: '5999.75',
        }),
        row({ activity: 'Account Balance', price: '' }),
      ].join('\r\n'),
    );
    expect(rows.layout).toBe('Sierra Chart, trade activity log');
    expect(rows.fills[0]).toMatchObject({
      symbol: '[Sim]MESM26_FUT_CME',
      account: 'Sim1 [made up]',
      action: 'buy',
      quantity: '2',
      price: '6000.25',
      nativeId: '4101.1',
      effect: 'open',
      positionAfter: '2',
    });
    expect(clockOf(rows.fills[0]?.time ?? null)).toBe('2026-03-16 13:31:05');
    expect(rows.fills[1]).toMatchObject({
      effect: 'close',
      positionAfter: '0',
      highDuring: '6005',
      lowDuring: '5999.75',
    });
    expect(rows.skipped).toEqual([
      { reason: 'Rows of the log of type Orders', count: 1, lines: [2] },
      { reason: 'Rows of the log of type Account Balance', count: 1, lines: [5] },
    ]);
    expect(rows.warnings).toEqual([]);
  });

  test('corrects prices that are multiplied by a hundred, by plausible prices or by the quotes in the row', () => {
    const plausible = readMadeUp(
      [HEADER, row({ price: '600025.0000000', high: '600500.0', low: '599975.0' })].join('\n'),
    );
    expect(onlyFill(plausible)).toMatchObject({ price: '6000.25', highDuring: '6005', lowDuring: '5999.75' });
    expect(plausible.warnings[0]).toContain('multiplied by 100');
    const quoted = readMadeUp(
      [
        HEADER,
        row({ symbol: 'XYZM26', source: 'DOM Last: 12.5 Bid: 12.25 Ask: 12.50', price: '1250.0000000' }),
      ].join('\n'),
    );
    expect(onlyFill(quoted).price).toBe('12.5');
    const unknown = readMadeUp([HEADER, row({ symbol: 'XYZM26', price: '1250.0000000' })].join('\n'));
    expect(onlyFill(unknown).price).toBe('1250');
  });

  test('takes the size of the fill, whichever column holds the size of the order', () => {
    const sizes = (quantity: string, filled: string): string =>
      onlyFill(readMadeUp([HEADER, row({ quantity, filled })].join('\n'))).quantity;
    expect(sizes('1', '3')).toBe('1');
    expect(sizes('3', '1')).toBe('1');
    expect(sizes('', '3')).toBe('3');
  });

  test('of logs joined into one file skips the second header and returns every fill for pairing', () => {
    const again = readMadeUp([HEADER, row(), HEADER, row({ id: '4102.1' })].join('\n'));
    expect(again.fills.map(({ nativeId }) => nativeId)).toEqual(['4101.1', '4102.1']);
    expect(again.skipped).toMatchObject([{ count: 1, lines: [3] }]);
  });

  test('a close that reverses the position is not a mere close', () => {
    const rows = readMadeUp([HEADER, row({ side: 'Sell', effect: 'Close', position: '-1' })].join('\n'));
    expect(onlyFill(rows)).toMatchObject({ effect: null, positionAfter: '-1' });
  });

  test('trimmed to the columns that a trade needs', () => {
    const rows = readMadeUp(
      'ActivityType\tDateTime\tSymbol\tBuySell\tFillPrice\tFilledQuantity\tOpenClose\nFills\t2026-03-16  13:31:05.120011\tMESM26_FUT_CME\tBuy\t600025.0000000\t2\tOpen\n',
    );
    expect(onlyFill(rows)).toMatchObject({ price: '6000.25', quantity: '2', positionAfter: null });
  });

  test('without the price column, or without any fill, is refused with what to do', () => {
    expect(() => readMadeUp([HEADER, row({ activity: 'Orders' })].join('\n'))).toThrow(
      /without a single fill/,
    );
    const cut = HEADER.replace('\tFilledQuantity', '').replace('\tQuantity', '');
    expect(() => readMadeUp([cut, row()].join('\n'))).toThrow(/FilledQuantity/);
  });

  test('rejects fills that cannot be read', () => {
    const rows = readMadeUp(
      [HEADER, row({ price: '' }), row({ side: 'Hold', id: '2' }), row({ time: 'soon', id: '3' })].join('\n'),
    );
    expect(rows.rejected.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
      '2: FillPrice is empty',
      '3: BuySell is neither buy nor sell: “Hold”',
      '4: DateTime is not a possible date and time: “soon”',
    ]);
  });
});

describe('the trades list', () => {
  const TRADES =
    'Symbol\tTrade Type\tEntry DateTime\tExit DateTime\tEntry Price\tExit Price\tTrade Quantity\tMax Open Quantity\tMax Closed Quantity\tProfit/Loss (C)\tCumulative Profit/Loss (C)\tFlatToFlat Profit/Loss (C)\tCommission (C)\tNote\tAccount';

  test('is read with its marks of begin and end of a position', () => {
    const rows = readMadeUp(
      [
        TRADES,
        'MESM26 (19850)\tLong\t2026-03-16  13:31:05.120 BP\t2026-03-16  13:41:05.000 EP\t6000.25\t6004.50\t2\t2\t2\t42.50\t42.50\t42.50 F\t2.04\tplan\t',
        'MESM26 (19850)\tShort\t2026-03-16  14:31:05.120 BP\t\t6000.25\t\t2\t2\t0\t0\t42.50\t0\t1.02\t\tSim1',
      ].join('\n'),
    );
    expect(rows.trips[0]).toMatchObject({
      symbol: 'MESM26',
      account: '19850',
      pnl: '42.5',
      notes: 'plan',
      status: 'closed',
    });
    expect(rows.trips[1]).toMatchObject({ account: 'Sim1', side: 'short', status: 'open', pnl: null });
    expect(totalOf(rows.trips.map(({ pnl }) => pnl))).toBe(42.5);
  });

  test('in points gives no money, with a warning', () => {
    const rows = readMadeUp(
      `${TRADES.replace('\tProfit/Loss (C)', '\tProfit/Loss (P)')}\nMESM26\tLong\t2026-03-16  13:31:05\t2026-03-16  13:41:05\t6000.25\t6004.50\t2\t2\t2\t4.25\t42.50\t42.50 F\t2.04\t\tSim1\n`,
    );
    expect(onlyTrip(rows).pnl).toBeNull();
    expect(rows.warnings[0]).toContain('points or ticks');
  });
});
