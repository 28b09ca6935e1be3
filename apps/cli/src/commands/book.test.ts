import { expect, test } from 'vitest';
import { captured, ES_RECORDING, HAS_RECORDED_DATA } from '#testing/recorded-data.ts';

interface Level {
  price: string;
  size: number;
  orders: number;
}
interface Line {
  t: string;
  bids: Level[];
  asks: Level[];
}

async function books(...argv: string[]): Promise<Line[]> {
  const { code, data } = await captured('book', ES_RECORDING, ...argv);
  expect(code).toBe(0);
  return data.map((line) => JSON.parse(line) as Line);
}

test.skipIf(!HAS_RECORDED_DATA)('each minute has one line with ten levels a side, best first', async () => {
  const lines = await books('--every', '1m', '--depth', '10');
  expect(lines).toHaveLength(89);
  expect(lines[0]?.t).toBe('2023-12-25T22:01:00.000Z');
  expect(lines.at(-1)?.t).toBe('2023-12-25T23:29:00.000Z');
  for (const { bids, asks } of lines) {
    expect([bids.length, asks.length]).toEqual([10, 10]);
    const bidPrices = bids.map((level) => Number(level.price));
    const askPrices = asks.map((level) => Number(level.price));
    expect(bidPrices).toEqual([...bidPrices].sort((a, b) => b - a));
    expect(askPrices).toEqual([...askPrices].sort((a, b) => a - b));
    for (const level of [...bids, ...asks]) expect(level.size).toBeGreaterThanOrEqual(level.orders);
  }
});

test.skipIf(!HAS_RECORDED_DATA)('prices are crossed before the auction and never after it', async () => {
  const lines = await books('--every', '1m', '--depth', '1');
  const isCrossed = (line: Line): boolean => Number(line.bids[0]?.price) > Number(line.asks[0]?.price);
  const crossed = lines.filter(isCrossed).map((line) => line.t);
  expect(crossed.length).toBeGreaterThan(10);
  expect(crossed.every((t) => t <= '2023-12-25T23:00:00.000Z')).toBe(true);
});

test.skipIf(!HAS_RECORDED_DATA)('a longer step shows the same books at its instants', async () => {
  const minutes = await books('--every', '1m', '--depth', '3');
  const tens = await books('--every', '10m', '--depth', '3');
  expect(tens).toEqual(minutes.filter((line) => line.t.endsWith('0:00.000Z')));
});

test.each([
  ['--every', '0s', 'expected a duration such as 30s, 1m or 1h for --every, got 0s'],
  ['--every', 'soon', 'expected a duration such as 30s, 1m or 1h for --every, got soon'],
  ['--depth', '0', 'expected a whole number from 1 to 10000 for --depth, got 0'],
  ['--depth', '2.5', 'expected a whole number from 1 to 10000 for --depth, got 2.5'],
])('%s %s is a usage error', async (option, value, message) => {
  const { code, notes } = await captured('book', 'x.dbn', option, value);
  expect(code).toBe(2);
  expect(notes[0]).toBe(`undertow: ${message}`);
});
