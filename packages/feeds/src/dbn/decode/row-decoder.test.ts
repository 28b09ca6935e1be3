/** Blocks of records to rows: which records make rows, which are refused or left out, and what is counted of them. */
import {
  ACTION_ADD,
  ACTION_CLEAR,
  ACTION_HEARTBEAT,
  ACTION_NONE,
  ACTION_STATUS,
  ACTION_TRADE,
  COL_ACTION,
  COL_AUX,
  COL_FLAGS,
  COL_INSTRUMENT,
  COL_PRICE_TICKS,
  COL_RECV_LO,
  COL_SEQUENCE,
  COL_SIDE,
  COL_SIZE,
  FLAG_LAST,
  NO_PRICE,
  nsLo,
  rowTimeMs,
  SIDE_ASK,
  TRADING_STATUSES,
} from '@undertow/market';
import { expect, test } from 'vitest';
import type { DbnError } from '#dbn/files/dbn-error.ts';
import { parseMetadata } from '#dbn/files/dbn-metadata.ts';
import { header, type Order, orderRecord, SOME_TIME_NS, unknownRecord } from '#testing/dbn-bytes.ts';
import {
  definitionRecord,
  mappingRecord,
  NO_NANOS,
  priceRecord,
  rowsOf,
  statusRecord,
  systemRecord,
} from '#testing/dbn-records.ts';
import { RowDecoder } from './row-decoder.ts';

const START_MS = Number(SOME_TIME_NS / 1_000_000n);
const NO_ROW = new Int32Array(0);

function decoderOf(onRefused: (error: DbnError) => void = () => undefined) {
  return new RowDecoder(parseMetadata(header()), onRefused);
}

const column = (rows: readonly Int32Array[], at: number): readonly number[] => rows.map((row) => row[at]!);
const statusOf = (decoder: RowDecoder, action: number): readonly number[] => {
  const [row = NO_ROW] = rowsOf(decoder, statusRecord(action, { receivedNs: SOME_TIME_NS + 5n }));
  return [row[COL_ACTION]!, row[COL_AUX]!, row[COL_FLAGS]!, row[COL_RECV_LO]!];
};

test('a trade is a row of its price, size, aggressor and times', () => {
  const fields = { priceNanos: 4_799_500_000_000n, size: 7, side: 'A', flags: 0x82, sequence: 0xffff_fffe };
  const [row = NO_ROW, ...others] = rowsOf(
    decoderOf(),
    priceRecord('trades', { ...fields, receivedNs: SOME_TIME_NS + 9n }),
  );
  expect(others).toEqual([]);
  expect(
    [COL_ACTION, COL_PRICE_TICKS, COL_SIZE, COL_SIDE, COL_FLAGS, COL_INSTRUMENT].map((at) => row[at]),
  ).toEqual([...[ACTION_TRADE, 19_198, 7, SIDE_ASK, 0x82, 1]]);
  expect([rowTimeMs(row, 0), row[COL_RECV_LO], row[COL_SEQUENCE]! >>> 0]).toEqual([
    ...[START_MS, nsLo(SOME_TIME_NS + 9n), 0xffff_fffe],
  ]);
});

test.each<[string, Order]>([
  ['whose price is off the tick', { priceNanos: 4_800_300_000_000n }],
  ['without a price', { priceNanos: NO_NANOS }],
  ['of undefined size', { size: 0xffff_ffff }],
])('an order %s is refused, and the records around it are not', (_, order) => {
  const refused: DbnError[] = [];
  const decoder = decoderOf((error) => refused.push(error));
  const rows = rowsOf(
    decoder,
    orderRecord({ sequence: 1 }),
    orderRecord(order),
    orderRecord({ sequence: 3 }),
  );
  expect(column(rows, COL_SEQUENCE)).toEqual([1, 3]);
  expect([decoder.counts.refused, decoder.counts.records, refused.length]).toEqual([1, 3, 1]);
  // 56 bytes of the first record after the 1000 of the stream
  expect(refused[0]?.message).toContain('byte 1056');
});

test.each([
  [4_800_300_000_000n, 'found price 4800.3'],
  [-37_630_000_001n, 'found price -37.630000001'],
  [1n, 'found price 0.000000001'],
  [-1_000_000_000n, 'found price -1'],
  [NO_NANOS, 'found price none'],
])('a refusal states the price %s in decimals: %s', (priceNanos, text) => {
  const refused: string[] = [];
  const decoder = decoderOf((error) => refused.push(error.message));
  const size = priceNanos === -1_000_000_000n ? 0xffff_ffff : 1;
  rowsOf(decoder, priceRecord('trades', { priceNanos, size }), orderRecord({ priceNanos, size }));
  expect(refused).toHaveLength(2);
  for (const message of refused) expect(message).toMatch(new RegExp(`ticks of 0\\.25 .* for ESH4, ${text}$`));
});

test('a refusal that throws ends the reading there', () => {
  const decoder = decoderOf((error) => {
    throw error;
  });
  expect(() => rowsOf(decoder, orderRecord({ size: 0xffff_ffff }))).toThrow(
    'expected a price in ticks of 0.25',
  );
});

test('a book that is cleared needs no price, and neither does a record without an action', () => {
  const rows = rowsOf(
    decoderOf(),
    orderRecord({ action: 'R', side: 'N', priceNanos: NO_NANOS, size: 0, flags: 0x28 }),
    orderRecord({ action: 'N', side: 'N', priceNanos: NO_NANOS, size: 0xffff_ffff }),
  );
  expect(rows.map((row) => [row[COL_ACTION], row[COL_PRICE_TICKS]])).toEqual([
    ...[
      [ACTION_CLEAR, NO_PRICE],
      [ACTION_NONE, NO_PRICE],
    ],
  ]);
});

test('a status is a row that ends an event; what changes no status is a heartbeat', () => {
  const decoder = decoderOf();
  const received = nsLo(SOME_TIME_NS + 5n);
  expect(statusOf(decoder, 7)).toEqual([
    ACTION_STATUS,
    TRADING_STATUSES.indexOf('open'),
    FLAG_LAST,
    received,
  ]);
  expect(statusOf(decoder, 8)).toEqual([
    ACTION_STATUS,
    TRADING_STATUSES.indexOf('halt'),
    FLAG_LAST,
    received,
  ]);
  expect(statusOf(decoder, 11)).toEqual([ACTION_HEARTBEAT, 0, FLAG_LAST, received]);
});

test.each([
  ['mbo', 'mbp-10', orderRecord(), priceRecord('mbp-10')],
  ['mbo', 'trades', orderRecord(), priceRecord('trades')],
  ['mbp-10', 'mbp-1', priceRecord('mbp-10'), priceRecord('mbp-1')],
  ['mbp-1', 'trades', priceRecord('mbp-1'), priceRecord('trades')],
  ['mbp-1', 'bbo-1s', priceRecord('mbp-1'), priceRecord('bbo-1s')],
])('once %s has come, %s of the same instrument is left out', (_, __, rich, poor) => {
  const decoder = decoderOf();
  expect(rowsOf(decoder, poor).length).toBeGreaterThan(0);
  expect(rowsOf(decoder, rich).length).toBeGreaterThan(0);
  expect([rowsOf(decoder, poor, poor), decoder.counts.superseded]).toEqual([[], 2]);
  expect(rowsOf(decoder, rich).length).toBeGreaterThan(0);
});

test('trades and best prices complete each other, and a status passes beside anything', () => {
  const decoder = decoderOf();
  const rows = rowsOf(
    decoder,
    priceRecord('trades'),
    priceRecord('bbo-1s'),
    priceRecord('trades'),
    orderRecord(),
    statusRecord(7),
    orderRecord(),
  );
  expect([rows.length, decoder.counts.superseded]).toEqual([6, 0]);
});

test('schemas of other instruments are no reason to leave out a record', () => {
  const decoder = decoderOf();
  rowsOf(decoder, orderRecord(), mappingRecord('NQ.c.0', 'NQH4', { instrumentId: 9 }));
  expect(
    rowsOf(decoder, priceRecord('trades', { instrumentId: 9, priceNanos: 16_000_250_000_000n })),
  ).toHaveLength(1);
});

test('a mapping in the stream makes the id another instrument from there on', () => {
  const decoder = decoderOf();
  const later = SOME_TIME_NS + 1_000_000_000n;
  const rows = rowsOf(
    decoder,
    orderRecord(),
    mappingRecord('ES.c.0', 'ESM4', { timeNs: later }),
    orderRecord({ timeNs: later }),
  );
  expect(column(rows, COL_INSTRUMENT)).toEqual([1, 2]);
  expect(decoder.instruments.all.map(({ symbol }) => symbol)).toEqual(['ESH4', 'ESM4']);
});

test('a definition in the stream changes the tick from there on', () => {
  const decoder = decoderOf();
  const rows = rowsOf(
    decoder,
    orderRecord({ priceNanos: 4_800_000_000_000n }),
    definitionRecord(3, { tickNanos: 500_000_000n }),
    orderRecord({ priceNanos: 4_800_000_000_000n }),
    orderRecord({ priceNanos: 4_800_250_000_000n }),
  );
  expect(rows.map((row) => [row[COL_INSTRUMENT], row[COL_PRICE_TICKS]])).toEqual([
    ...[
      [1, 19_200],
      [2, 9600],
    ],
  ]);
  expect(decoder.counts.refused).toBe(1);
});

test('records without rows are counted by type and handed on with their place', () => {
  const seen: [number, number][] = [];
  const decoder = new RowDecoder(
    null,
    () => undefined,
    (rtype, _, at) => seen.push([rtype, at]),
  );
  rowsOf(decoder, unknownRecord(5), systemRecord(0), unknownRecord(4), definitionRecord(2), orderRecord());
  expect([...decoder.counts.withoutRows]).toEqual([
    ...[
      [0x77, 2],
      [0x17, 1],
      [0x13, 1],
    ],
  ]);
  expect(seen).toEqual([
    ...[
      [0x77, 7],
      [0x17, 27],
      [0x77, 347],
      [0x13, 363],
    ],
  ]);
});

test('a batch has room for the most rows that a record can make, and the next one forgets them', () => {
  const decoder = decoderOf();
  const window = (away: number, action: string): Buffer => {
    const levels = Array.from({ length: 10 }, (_, level) => ({
      bid: BigInt(4800 - away - level) * 1_000_000_000n,
      ask: BigInt(4801 + away + level) * 1_000_000_000n,
      ...{ bidSize: 1, askSize: 1 },
    }));
    return priceRecord('mbp-10', { action, levels });
  };
  expect(rowsOf(decoder, window(0, 'A'))).toHaveLength(20);
  // A trade, twenty levels that go and twenty that come
  const rows = rowsOf(decoder, window(20, 'T'));
  expect(rows).toHaveLength(41);
  expect(rows.every((row) => row[COL_INSTRUMENT] === 1)).toBe(true);
  const [row = NO_ROW, ...others] = rowsOf(decoder, orderRecord());
  expect([row[COL_ACTION], others]).toEqual([ACTION_ADD, []]);
  expect(rowsOf(decoder)).toEqual([]);
});
