/** What a gateway writes is read back by the decoders, in every version, with and without the sending time. */
import {
  ACTION_ADD,
  ACTION_STATUS,
  COL_ACTION,
  COL_AUX,
  COL_ORDER_LO,
  COL_PRICE_TICKS,
  COL_SIDE,
  COL_SIZE,
  COL_TIME_HI,
  COL_TIME_LO,
  nsHi,
  nsLo,
  ROW_LENGTH,
  rowTimeNs,
  SIDE_BID,
  TRADING_STATUSES,
} from '@undertow/market';
import { expect, test } from 'vitest';
import {
  decodeDefinition,
  decodeErrorMessage,
  decodeStatistic,
  decodeSymbolMapping,
  decodeSystemMessage,
} from '#dbn/decode/decode-records.ts';
import { RowDecoder } from '#dbn/decode/row-decoder.ts';
import { openDbnStream } from '#dbn/files/dbn-file.ts';
import { parseMetadata } from '#dbn/files/dbn-metadata.ts';
import { ERROR_CODES, SYSTEM_CODES } from '#dbn/files/message-codes.ts';
import { inChunks, SOME_TIME_NS } from '#testing/dbn-bytes.ts';
import { encodeLiveMetadata } from './live-metadata.ts';
import {
  encodeErrorMessage,
  encodeStatus,
  encodeSymbolMapping,
  encodeSystemMessage,
} from './live-records.ts';
import { encodeMboRecords } from './mbo-records.ts';
import type { RecordStyle } from './record-style.ts';
import { encodeDefinition, encodeStatistic } from './reference-records.ts';

const timeNs = SOME_TIME_NS;
const tsOutNs = SOME_TIME_NS + 5n;
const VERSIONS = [1, 2, 3] as const;
const STYLES: readonly RecordStyle[] = VERSIONS.flatMap((version) => [{ version }, { version, tsOutNs }]);
const ES = { instrumentId: 7, asset: 'ES', exchange: 'XCME', currency: 'USD', rawSymbol: 'ESH4' };
const UNITS = { tickNanos: 250_000_000n, unitOfMeasureNanos: 50_000_000_000n };

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

test.each(VERSIONS)(
  'the metadata of a live stream of version %i names no schema and no symbols',
  (version) => {
    const metadata = parseMetadata(
      encodeLiveMetadata({ version, dataset: 'GLBX.MDP3', startNs: timeNs, tsOut: true }),
    );
    const empty = { schema: null, endNs: null, stypeIn: 255, stypeOut: 0, symbols: [], mappings: [] };
    expect(metadata).toMatchObject({ version, dataset: 'GLBX.MDP3', startNs: timeNs, tsOut: true, ...empty });
  },
);

test('records have the sizes of their version, and eight bytes more with the sending time', () => {
  const bytes = (style: RecordStyle): number[] => [
    encodeSystemMessage({ text: '', code: 0, timeNs }, style).length,
    encodeDefinition({ ...ES, ...UNITS, timeNs }, style).length,
    encodeStatistic({ instrumentId: 7, timeNs, statType: 3 }, style).length,
  ];
  expect(VERSIONS.map((version) => bytes({ version }))).toEqual([
    [80, 360, 64],
    [320, 400, 64],
    [320, 520, 80],
  ]);
  expect(bytes({ tsOutNs })).toEqual([328, 528, 88]);
  const record = viewOf(encodeSystemMessage({ text: 'Heartbeat', code: 0, timeNs }, { tsOutNs }));
  expect([record.getUint8(0) * 4, record.getBigUint64(320, true)]).toEqual([328, tsOutNs]);
});

test.each(STYLES)('messages, errors and mappings are read as they were written: %o', (style) => {
  const hasCode = style.version !== 1;
  const ack = encodeSystemMessage(
    { text: 'acknowledged', code: SYSTEM_CODES.subscriptionAck, timeNs },
    style,
  );
  expect(decodeSystemMessage(viewOf(ack), 0)).toEqual({ text: 'acknowledged', code: hasCode ? 1 : null });
  const error = encodeErrorMessage({ text: 'unknown ZZ', code: ERROR_CODES.symbolResolution, timeNs }, style);
  expect(decodeErrorMessage(viewOf(error), 0)).toEqual({ text: 'unknown ZZ', code: hasCode ? 4 : null });
  const symbols = { inSymbol: 'ES.v.0', outSymbol: 'ESH4', instrumentId: 7 };
  const mapping = encodeSymbolMapping({ ...symbols, stypeIn: 3, timeNs }, style);
  expect(decodeSymbolMapping(viewOf(mapping), 0)).toEqual({ ...symbols, startNs: null });
  const dated = encodeSymbolMapping({ ...symbols, stypeIn: 3, timeNs, startNs: timeNs }, style);
  expect(decodeSymbolMapping(viewOf(dated), 0)).toEqual({ ...symbols, startNs: timeNs });
});

test.each(STYLES)('definitions and statistics are read as they were written: %o', (style) => {
  const definition = encodeDefinition({ ...ES, ...UNITS, timeNs, expirationNs: timeNs }, style);
  expect(decodeDefinition(viewOf(definition), 0)).toEqual({
    ...ES,
    ...UNITS,
    expirationNs: timeNs,
    instrumentClass: 'F',
    matchAlgorithm: 'F',
  });
  const settlement = {
    ...{ instrumentId: 7, timeNs, statType: 3, priceNanos: -37_630_000_000n, quantity: null },
    referenceNs: timeNs - 1n,
  };
  expect(decodeStatistic(viewOf(encodeStatistic(settlement, style)), 0)).toEqual(settlement);
  const interest = { instrumentId: 7, timeNs, statType: 9, priceNanos: null, quantity: 2_000_000n };
  expect(decodeStatistic(viewOf(encodeStatistic(interest, style)), 0)).toEqual({
    ...interest,
    referenceNs: null,
  });
});

test('a message that is too long is cut off', () => {
  const record = encodeErrorMessage({ text: 'x'.repeat(400), code: 6, timeNs }, {});
  expect(decodeErrorMessage(viewOf(record), 0)).toEqual({ text: 'x'.repeat(301), code: 6 });
});

test.each(STYLES)('a stream of them is read like a file: %o', async (style) => {
  const row = new Int32Array(ROW_LENGTH);
  row[COL_ACTION] = ACTION_ADD;
  row[COL_SIDE] = SIDE_BID;
  row[COL_PRICE_TICKS] = 19_201;
  row[COL_SIZE] = 3;
  row[COL_ORDER_LO] = 11;
  row[COL_TIME_HI] = nsHi(timeNs);
  row[COL_TIME_LO] = nsLo(timeNs);
  const symbols = { inSymbol: 'ES.v.0', outSymbol: 'ESH4', instrumentId: 7, stypeIn: 3 };
  const ids = { instrumentId: 7, tickNanos: 250_000_000 };
  const stream = Buffer.concat([
    encodeLiveMetadata({
      ...style,
      dataset: 'GLBX.MDP3',
      startNs: timeNs,
      tsOut: style.tsOutNs !== undefined,
    }),
    encodeSymbolMapping({ ...symbols, timeNs }, style),
    encodeStatus({ instrumentId: 7, timeNs, action: 8 }, style),
    encodeMboRecords({ rows: row, count: 1 }, { ...ids, tsOutNs: style.tsOutNs ?? null }),
  ]);
  const { metadata, blocks } = await openDbnStream(inChunks(stream, 37));
  const decoder = new RowDecoder(metadata, (error) => expect(error).toBeNull());
  const read: number[] = [];
  for await (const block of blocks) {
    const { rows, count } = decoder.decode(block);
    read.push(...rows.subarray(0, count * ROW_LENGTH));
  }
  const rows = Int32Array.from(read);
  expect(rows.length).toBe(2 * ROW_LENGTH);
  expect([rows[COL_ACTION], TRADING_STATUSES[rows[COL_AUX]!]]).toEqual([ACTION_STATUS, 'halt']);
  const order = [COL_ACTION, COL_SIDE, COL_PRICE_TICKS, COL_SIZE, COL_ORDER_LO].map(
    (at) => rows[ROW_LENGTH + at],
  );
  expect(order).toEqual([ACTION_ADD, SIDE_BID, 19_201, 3, 11]);
  expect(rowTimeNs(rows, ROW_LENGTH)).toBe(timeNs);
  expect(decoder.instruments.all[0]?.symbol).toBe('ESH4');
});
