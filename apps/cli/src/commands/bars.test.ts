import { expect, test } from 'vitest';
import { captured, ES_RECORDING, HAS_RECORDED_DATA, RECORDED_DATA } from '#testing/recorded-data.ts';

interface Line {
  t: string;
  open: string;
  high: string;
  low: string;
  close: string;
  volume: number;
  buyVolume: number;
  sellVolume: number;
  trades: number;
}

async function bars(...argv: string[]): Promise<Line[]> {
  const { code, data } = await captured('bars', ...argv);
  expect(code).toBe(0);
  return data.map((line) => JSON.parse(line) as Line);
}

test.skipIf(!HAS_RECORDED_DATA)('the ES recording has 30 one-minute bars from its auction on', async () => {
  const lines = await bars(ES_RECORDING, '--interval', '1m');
  expect(lines).toHaveLength(30);
  expect(lines[0]).toEqual({
    t: '2023-12-25T23:00:00.000Z',
    open: '4800.25',
    high: '4805.00',
    low: '4800.25',
    close: '4804.75',
    volume: 600,
    buyVolume: 329,
    sellVolume: 227,
    trades: 237,
  });
  expect(lines.reduce((sum, line) => sum + line.volume, 0)).toBe(5598);
});

test.skipIf(!HAS_RECORDED_DATA).each([
  ['5m', 6],
  ['10m', 3],
  ['15m', 2],
  ['30m', 1],
  ['60m', 1],
  ['1h', 1],
])('%s: %i bars with the same total volume', async (interval, count) => {
  const lines = await bars(ES_RECORDING, '--interval', interval);
  expect(lines).toHaveLength(count);
  expect(lines.reduce((sum, line) => sum + line.volume, 0)).toBe(5598);
  expect(lines.reduce((sum, line) => sum + line.trades, 0)).toBe(1865);
});

test.skipIf(!HAS_RECORDED_DATA)('bars of an MBP-1 file are those of its trades file', async () => {
  const folder = `${RECORDED_DATA}es-nq-mbp1-trades-ohlcv-20240701/`;
  const fromLevels = await bars(`${folder}futures_mbp-1_2024-07-01T23-58_2024-07-02T00-02.dbn.zst`);
  const fromTrades = await bars(`${folder}futures_trades_2024-07-01T23-58_2024-07-02T00-02.dbn.zst`);
  expect(fromLevels).toHaveLength(4);
  expect(fromLevels).toEqual(fromTrades);
});

test('an interval that no chart has is a usage error', async () => {
  const { code, notes } = await captured('bars', 'x.dbn', '--interval', '7m');
  expect(code).toBe(2);
  expect(notes[0]).toBe('undertow: expected --interval out of 1m, 5m, 10m, 15m, 30m, 60m, got 7m');
});

test.skipIf(!HAS_RECORDED_DATA)('a file without trades prints no bars and a note', async () => {
  const path = `${RECORDED_DATA}cme-dbn-small/futures_definition.dbn.zst`;
  expect(await captured('bars', path)).toEqual({
    code: 0,
    data: [],
    notes: [`${path}: no trades to make bars of`],
  });
});
