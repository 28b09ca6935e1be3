/**
 * The order history and the balance history of one TradingView account: the same trades, counted once in either order.
 */
import { describe, expect, test } from 'vitest';
import { EMPTY_JOURNAL, storeImport } from '#testing/stored-journal.ts';

const ANSWERS = { zone: 'America/Chicago', account: 'Paper' } as const;
const MES = 'CME_MINI:MES1!';

const ORDER_HEADER =
  'Symbol,Side,Type,Quantity,Limit price,Stop price,Fill price,Status,Commission,Placing time,Closing time,Order ID,Level ID,Leverage,Margin';
const BALANCE_HEADER =
  'Time,Balance before,Balance after,Realized PnL (value),Realized PnL (currency),Action';

interface Order {
  readonly side: 'Buy' | 'Sell';
  readonly quantity: number;
  readonly price: number;
  readonly at: string;
}

/** Newest first, as the platform writes them. */
const ordersOf = (orders: readonly Order[]): string =>
  [
    ORDER_HEADER,
    ...orders
      .map(
        ({ side, quantity, price, at }, index) =>
          `${MES},${side},Market,${quantity},,,${price},Filled,,2026-03-02 ${at},2026-03-02 ${at},${3001 + index},,20:1,"1,900.00 USD"`,
      )
      .toReversed(),
  ].join('\n');

interface Closing {
  readonly quantity: number;
  readonly price: number;
  readonly average: number;
  readonly at: string;
}

const balancesOf = (closings: readonly Closing[]): string =>
  [
    BALANCE_HEADER,
    ...closings
      .map(
        ({ quantity, price, average, at }) =>
          `2026-03-02 ${at},0,0,${((price - average) * quantity * 5).toFixed(2)},USD,"Close long position for symbol ${MES} at price ${price.toFixed(2)} for ${quantity} units. Position AVG Price was ${average.toFixed(6)}, currency: USD, rate: 1.000000, point value: 5.000000"`,
      )
      .toReversed(),
  ].join('\n');

const netOf = (trades: readonly { netMicros: number | null }[]): number =>
  trades.reduce((sum, { netMicros }) => sum + (netMicros ?? 0), 0) / 1e6;

describe.each([
  {
    name: 'entered in two orders and closed in two parts',
    orders: [
      { side: 'Buy', quantity: 1, price: 7000, at: '09:30:00' },
      { side: 'Buy', quantity: 1, price: 7002, at: '09:31:00' },
      { side: 'Sell', quantity: 1, price: 7010, at: '09:40:00' },
      { side: 'Sell', quantity: 1, price: 7020, at: '09:50:00' },
    ],
    closings: [
      { quantity: 1, price: 7010, average: 7001, at: '09:40:00' },
      { quantity: 1, price: 7020, average: 7001, at: '09:50:00' },
    ],
    net: 140,
  },
  {
    name: 'added to between its exits',
    orders: [
      { side: 'Buy', quantity: 2, price: 7000, at: '09:30:00' },
      { side: 'Sell', quantity: 1, price: 7010, at: '09:40:00' },
      { side: 'Buy', quantity: 1, price: 7006, at: '09:45:00' },
      { side: 'Sell', quantity: 2, price: 7020, at: '09:50:00' },
    ],
    closings: [
      { quantity: 1, price: 7010, average: 7000, at: '09:40:00' },
      { quantity: 2, price: 7020, average: 7003, at: '09:50:00' },
    ],
    net: 220,
  },
  {
    name: 'entered in one order and closed in two parts',
    orders: [
      { side: 'Buy', quantity: 2, price: 7000, at: '09:30:00' },
      { side: 'Sell', quantity: 1, price: 7010, at: '09:40:00' },
      { side: 'Sell', quantity: 1, price: 7020, at: '09:50:00' },
    ],
    closings: [
      { quantity: 1, price: 7010, average: 7000, at: '09:40:00' },
      { quantity: 1, price: 7020, average: 7000, at: '09:50:00' },
    ],
    net: 150,
  },
] as const)('a position $name', ({ orders, closings, net }) => {
  const files = [ordersOf(orders), balancesOf(closings)];

  test('counts once when the balance history follows the orders', () => {
    const first = storeImport(EMPTY_JOURNAL, files[0]!, ANSWERS);
    const second = storeImport(first.journal, files[1]!, ANSWERS);
    expect(second.leftOut).toBe(2);
    expect(netOf(second.journal.trades)).toBe(net);
  });

  test('counts once when the orders follow the balance history, and the orders stay', () => {
    const first = storeImport(EMPTY_JOURNAL, files[1]!, ANSWERS);
    expect(netOf(first.journal.trades)).toBe(net);
    const second = storeImport(first.journal, files[0]!, ANSWERS);
    expect(second.replaced).toBe(2);
    expect(netOf(second.journal.trades)).toBe(net);
    expect(second.journal.trades.every(({ entryMs }) => entryMs !== null)).toBe(true);
  });
});

test('closings of another account stay', () => {
  const orders = ordersOf([
    { side: 'Buy', quantity: 1, price: 7000, at: '09:30:00' },
    { side: 'Buy', quantity: 1, price: 7002, at: '09:31:00' },
    { side: 'Sell', quantity: 2, price: 7010, at: '09:40:00' },
  ]);
  const balance = balancesOf([{ quantity: 2, price: 7010, average: 7001, at: '09:40:00' }]);
  const first = storeImport(EMPTY_JOURNAL, orders, ANSWERS);
  const second = storeImport(first.journal, balance, { ...ANSWERS, account: 'Another' });
  expect(second.leftOut).toBe(0);
});
