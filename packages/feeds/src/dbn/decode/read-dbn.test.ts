import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ACTION_LEVEL,
  ACTION_TRADE,
  aggregateBars,
  CME_CALENDAR,
  COL_ACTION,
  COL_FLAGS,
  COL_INSTRUMENT,
  COL_PRICE_TICKS,
  COL_SIDE,
  COL_SIZE,
  FLAG_LAST,
  type Instrument,
  instrumentBySymbol,
  LevelBook,
  MarketFacts,
  NS_PER_MS,
  ROW_LENGTH,
  rowTimeNs,
  SIDE_ASK,
  SIDE_BID,
} from '@undertow/market';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DbnError } from '#dbn/files/dbn-error.ts';
import { openDbn } from '#dbn/files/dbn-file.ts';
import { header, orderRecord, SOME_TIME_NS } from '#testing/dbn-bytes.ts';
import { HAS_RECORDED_DATA, RECORDED_DATA } from '#testing/recorded-data.ts';
import { type DbnBar, decodeBar } from '#testing/vendor-bars.ts';
import {
  decodeDefinition,
  decodeErrorMessage,
  decodeStatistic,
  decodeSymbolMapping,
  decodeSystemMessage,
} from './decode-records.ts';
import { readDbn } from './read-dbn.ts';

const FOLDER = `${RECORDED_DATA}es-nq-mbp1-trades-ohlcv-20240701/`;
const MBP1 = `${FOLDER}futures_mbp-1_2024-07-01T23-58_2024-07-02T00-02.dbn.zst`;
const TRADES = `${FOLDER}futures_trades_2024-07-01T23-58_2024-07-02T00-02.dbn.zst`;
const BARS = `${FOLDER}futures_ohlcv-1m_2024-07-01T23-40_2024-07-02T00-10.dbn.zst`;
const DEFINITIONS = `${FOLDER}futures_definition.dbn.zst`;
const VECTORS = `${RECORDED_DATA}dbn-format-vectors/`;

let scratch = '';
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'undertow-dbn-'));
});
afterAll(() => rmSync(scratch, { recursive: true }));

/** Of a price on the tick of ES. */
function ticksOf(nanos: bigint): number {
  return Number(nanos) / es().tickNanos;
}

function es(): Instrument {
  const found = instrumentBySymbol('ES');
  if (found === undefined) throw new Error('ES is not in the catalogue');
  return found;
}

async function allRows(path: string): Promise<Int32Array[]> {
  const { batches } = await readDbn(path);
  const rows: Int32Array[] = [];
  for await (const batch of batches) {
    for (let at = 0; at < batch.count * ROW_LENGTH; at += ROW_LENGTH)
      rows.push(batch.rows.slice(at, at + ROW_LENGTH));
  }
  return rows;
}

async function records<T>(path: string, decode: (view: DataView, at: number) => T): Promise<T[]> {
  const { blocks } = await openDbn(path);
  const decoded: T[] = [];
  for await (const { view, start, end } of blocks) {
    for (let at = start; at < end; at += view.getUint8(at) * 4) decoded.push(decode(view, at));
  }
  return decoded;
}

async function readError(bytes: Uint8Array): Promise<unknown> {
  const path = join(scratch, 'refused.dbn');
  writeFileSync(path, bytes);
  return allRows(path).catch((error: unknown) => error);
}

test.skipIf(!HAS_RECORDED_DATA)('the trades of an MBP-1 file are those of the trades file', async () => {
  const isTrade = (row: Int32Array): boolean => row[COL_ACTION] === ACTION_TRADE;
  const essence = (row: Int32Array): unknown[] => [
    rowTimeNs(row, 0),
    row[COL_PRICE_TICKS],
    row[COL_SIZE],
    row[COL_SIDE],
  ];
  const fromLevels = (await allRows(MBP1)).filter(isTrade).map(essence);
  const fromTrades = (await allRows(TRADES)).filter(isTrade).map(essence);
  expect(fromTrades).toHaveLength(120);
  expect(fromLevels).toEqual(fromTrades);
});

test.skipIf(!HAS_RECORDED_DATA)('bars made from trades equal the bars of the vendor', async () => {
  const facts = new MarketFacts({ instrument: es(), calendar: CME_CALENDAR });
  for (const row of await allRows(TRADES)) facts.applyRow(row, 0);
  const forming = facts.formingBar();
  const made = aggregateBars([...facts.bars.after(0), ...(forming === null ? [] : [forming])], 1);
  const vendor = (await records(BARS, decodeBar))
    .filter((bar: DbnBar) => bar.instrumentId === 118)
    .map((bar) => ({
      startMs: Number(bar.startNs / NS_PER_MS),
      openTicks: ticksOf(bar.openNanos),
      highTicks: ticksOf(bar.highNanos),
      lowTicks: ticksOf(bar.lowNanos),
      closeTicks: ticksOf(bar.closeNanos),
      volume: Number(bar.volume),
    }));
  expect(made).toHaveLength(4);
  for (const bar of made) {
    const { startMs, openTicks, highTicks, lowTicks, closeTicks, volume } = bar;
    expect(vendor.find((candidate) => candidate.startMs === startMs)).toEqual({
      startMs,
      openTicks,
      highTicks,
      lowTicks,
      closeTicks,
      volume,
    });
  }
});

test.skipIf(!HAS_RECORDED_DATA)('a book fed by MBP-1 rows equals the levels of the last record', async () => {
  const rows = await allRows(MBP1);
  const book = new LevelBook();
  for (const row of rows) book.applyRow(row, 0);
  const bests = await records(MBP1, (view, at) => ({
    bid: ticksOf(view.getBigInt64(at + 48, true)),
    ask: ticksOf(view.getBigInt64(at + 56, true)),
    bidSize: view.getUint32(at + 64, true),
    askSize: view.getUint32(at + 68, true),
  }));
  const last = bests.at(-1);
  expect({
    bid: book.bestBidTicks,
    ask: book.bestAskTicks,
    bidSize: book.levelSize(SIDE_BID, book.bestBidTicks),
    askSize: book.levelSize(SIDE_ASK, book.bestAskTicks),
  }).toEqual(last);
});

test.skipIf(!HAS_RECORDED_DATA)(
  'each record of levels ends an event once, on the last of its rows',
  async () => {
    const rows = await allRows(MBP1);
    const ends = rows.filter((row) => (row[COL_FLAGS]! & FLAG_LAST) !== 0).length;
    const flagged = (await records(MBP1, (view, at) => view.getUint8(at + 30) & FLAG_LAST)).filter(
      Boolean,
    ).length;
    expect(ends).toBe(flagged);
    expect(rows.filter((row) => row[COL_ACTION] === ACTION_LEVEL).length).toBeGreaterThan(2000);
  },
);

test.skipIf(!HAS_RECORDED_DATA)(
  'definitions give symbol, tick and contract size in every version',
  async () => {
    const [first, second] = await records(DEFINITIONS, decodeDefinition);
    expect([first?.rawSymbol, second?.rawSymbol].sort()).toEqual(['ESU4', 'NQU4']);
    const esDefinition = first?.rawSymbol === 'ESU4' ? first : second;
    expect(esDefinition).toMatchObject({
      asset: 'ES',
      exchange: 'XCME',
      currency: 'USD',
      tickNanos: 250_000_000n,
      instrumentClass: 'F',
      matchAlgorithm: 'F',
    });
    const versions = await Promise.all(
      ['v1', 'v2', 'v3'].map((version) =>
        records(`${VECTORS}dbn-tests-data/test_data.definition.${version}.dbn.zst`, decodeDefinition),
      ),
    );
    expect(versions.map((all) => all.map((definition) => definition.rawSymbol))).toEqual([
      ['MSFT', 'MSFT'],
      ['MSFT', 'MSFT'],
      ['MSFT', 'MSFT'],
    ]);
    expect(versions[1]?.[0]?.tickNanos).toBe(versions[0]?.[0]?.tickNanos);
    expect(versions[2]?.[0]?.exchange).toBe(versions[0]?.[0]?.exchange);
  },
);

test.skipIf(!HAS_RECORDED_DATA)('statistics are the same in every version', async () => {
  const [v1, v2, v3] = await Promise.all(
    ['v1', 'v2', 'v3'].map((version) =>
      records(`${VECTORS}dbn-tests-data/test_data.statistics.${version}.dbn.zst`, decodeStatistic),
    ),
  );
  expect(v1).toHaveLength(2);
  expect(v2).toEqual(v1);
  expect(v3).toEqual(v1);
});

test.skipIf(!HAS_RECORDED_DATA)('a live stream names its instruments by mapping records', async () => {
  const path = `${VECTORS}databento-python-tests-data/LIVE/test_data.live.dbn.zst`;
  const { blocks } = await openDbn(path);
  const symbols = new Set<string>();
  for await (const { view, start, end } of blocks) {
    for (let at = start; at < end; at += view.getUint8(at) * 4)
      if (view.getUint8(at + 1) === 0x16) symbols.add(decodeSymbolMapping(view, at).outSymbol);
  }
  const rows = await readDbn(path);
  for await (const batch of rows.batches) expect(batch.count).toBeGreaterThan(0);
  expect(rows.instruments.map((instrument) => instrument.symbol)).toEqual(['ESZ4']);
  expect([...symbols].every((symbol) => symbol.length > 0)).toBe(true);
  expect(rows.counts.superseded).toBeGreaterThan(0);
});

test('messages of the gateway are read in the short and the long layout', () => {
  const short = new DataView(new ArrayBuffer(80));
  const long = new DataView(new ArrayBuffer(320));
  for (const [view, words] of [
    [short, 20],
    [long, 80],
  ] as const) {
    view.setUint8(0, words);
    for (let i = 0; i < 'Heartbeat'.length; i += 1) view.setUint8(16 + i, 'Heartbeat'.charCodeAt(i));
  }
  long.setUint8(319, 2);
  long.setUint8(318, 5);
  expect(decodeSystemMessage(short, 0)).toEqual({ text: 'Heartbeat', code: null });
  expect(decodeSystemMessage(long, 0)).toEqual({ text: 'Heartbeat', code: 2 });
  expect(decodeErrorMessage(short, 0)).toEqual({ text: 'Heartbeat', code: null });
  expect(decodeErrorMessage(long, 0)).toEqual({ text: 'Heartbeat', code: 5 });
});

test('a price off the tick ends the reading with the price and the tick', async () => {
  const first = header();
  const error = await readError(
    Buffer.concat([first, orderRecord(), orderRecord({ priceNanos: 4_800_300_000_000n })]),
  );
  expect(error).toBeInstanceOf(DbnError);
  expect(String(error)).toBe(
    `DbnError: byte ${first.length + 56} of the decompressed data: ` +
      'expected a price in ticks of 0.25 and a size of 0 or more for ESH4, found price 4800.3',
  );
});

test('records of an unknown symbol are left out and counted', async () => {
  const path = join(scratch, 'unknown.dbn');
  writeFileSync(path, Buffer.concat([header({ symbol: 'XYZ' }), orderRecord(), orderRecord()]));
  const rows = await readDbn(path);
  for await (const batch of rows.batches) expect(batch.count).toBe(0);
  expect([...rows.counts.withoutTick]).toEqual([[17_077, 2]]);
  expect(rows.instruments).toMatchObject([{ symbol: 'XYZ', tickNanos: null, instrument: null }]);
});

test('rows of several instruments carry the number of theirs', async () => {
  const path = join(scratch, 'several.dbn');
  writeFileSync(
    path,
    Buffer.concat([
      header({ symbol: 'ES.c.0', instrumentId: 7 }),
      orderRecord({ instrumentId: 7 }),
      orderRecord({ instrumentId: 8, timeNs: SOME_TIME_NS + 1n }),
      orderRecord({ instrumentId: 7, timeNs: SOME_TIME_NS + 2n }),
    ]),
  );
  const rows = await readDbn(path);
  const ids: number[] = [];
  for await (const batch of rows.batches)
    for (let at = 0; at < batch.count * ROW_LENGTH; at += ROW_LENGTH)
      ids.push(batch.rows[at + COL_INSTRUMENT]!);
  expect(ids).toEqual([1, 1]);
  expect(rows.instruments).toMatchObject([
    { localId: 1, fileId: 7, symbol: 'ES.c.0', isCatalogued: true },
    { localId: 2, fileId: 8, symbol: null, isCatalogued: false },
  ]);
});
