/** The records of a session: rows to whoever listens, all else by its kind, times of every stage, and what was counted. */
import { type EventBatch, ROW_LENGTH, rowTimeMs } from '@undertow/market';
import { beforeEach, expect, test } from 'vitest';
import type { DbnInstrument } from '#dbn/decode/dbn-instruments.ts';
import { parseMetadata } from '#dbn/files/dbn-metadata.ts';
import { header, orderRecord, SOME_TIME_NS, unknownRecord } from '#testing/dbn-bytes.ts';
import {
  definitionRecord,
  errorRecord,
  mappingRecord,
  priceRecord,
  statisticRecord,
  systemRecord,
} from '#testing/dbn-records.ts';
import { FeedCounts } from './feed-counts.ts';
import { LiveFlow } from './live-flow.ts';
import { SessionDecoder } from './session-decoder.ts';

const START_MS = Number(SOME_TIME_NS / 1_000_000n);
const [ES_ID, NQ_ID] = [17_077, 9];

let calls: string[];
let flows: Map<string, LiveFlow>;
let decoder: SessionDecoder;
beforeEach(() => {
  calls = [];
  flows = new Map();
  decoder = decoderOf(false);
});

function decoderOf(tsOut: boolean): SessionDecoder {
  return new SessionDecoder(parseMetadata(header({ tsOut })), {
    flowOf: (instrument: DbnInstrument) => {
      calls.push(`flow of ${instrument.symbol}`);
      return flows.get(instrument.symbol ?? '') ?? null;
    },
    onMapping: ({ inSymbol, outSymbol }) => calls.push(`${inSymbol} is ${outSymbol}`),
    onDefinition: ({ rawSymbol }) => calls.push(`${rawSymbol} is defined`),
    onStatistic: ({ statType }, { symbol }) => calls.push(`statistic ${statType} of ${symbol}`),
    onError: ({ code, text }) => calls.push(`error ${code} ${text}`),
    onSlowReader: () => calls.push('slow'),
  });
}

/** A flow that notes its batches by the times of their rows. */
function flow(symbol: string, instrumentId: number): LiveFlow {
  const onBatch = ({ rows, count }: EventBatch): void => {
    const times = Array.from({ length: count }, (_, row) => rowTimeMs(rows, row * ROW_LENGTH) - START_MS);
    calls.push(`${symbol} ${times}`);
  };
  const made = new LiveFlow(
    instrumentId,
    { onBatch, onTransport: () => undefined, onEnd: () => undefined },
    { reach: () => undefined, onSnapshot: () => undefined, onHole: () => undefined },
  );
  flows.set(symbol, made);
  return made;
}

function take(...records: readonly Buffer[]): void {
  const bytes = Buffer.concat(records);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  decoder.take({ view, start: 0, end: bytes.length, offset: 0, count: records.length });
}

const at = (ms: number, instrumentId = ES_ID, flags = 0x80): Buffer =>
  orderRecord({
    instrumentId,
    flags,
    orderId: BigInt(ms),
    sequence: ms,
    timeNs: SOME_TIME_NS + BigInt(ms) * 1_000_000n,
  });
/** The whole of a book: a clear that ends its snapshot. */
const book = (instrumentId = ES_ID): Buffer =>
  orderRecord({ instrumentId, action: 'R', side: 'N', flags: 0xa8, priceNanos: 2n ** 63n - 1n });
const nasdaq = mappingRecord('NQ.v.0', 'NQH4', { instrumentId: NQ_ID });

test('rows go to the flows of their instruments, one batch a block', () => {
  flow('ESH4', 1);
  flow('NQH4', 2);
  take(nasdaq, book(), book(NQ_ID), at(1), at(2, NQ_ID), at(3));
  expect(calls).toEqual([
    ...['NQ.v.0 is NQH4', 'flow of ESH4', 'flow of NQH4'],
    ...['ESH4 0,1,3', 'NQH4 0,2'],
  ]);
});

test('an instrument is looked up once, and again when flows are forgotten', () => {
  take(at(1), at(2));
  take(at(3));
  expect(calls).toEqual(['flow of ESH4']);
  flow('ESH4', 1);
  take(book(), at(4));
  expect(calls).toEqual(['flow of ESH4']);
  decoder.forgetFlows();
  take(book(), at(5));
  expect(calls.slice(1)).toEqual(['flow of ESH4', 'ESH4 0,5']);
});

test('everything that is no row is handed on by its kind', () => {
  take(
    nasdaq,
    definitionRecord(3, { symbol: 'ESH4' }),
    statisticRecord(3),
    statisticRecord(9, { instrumentId: NQ_ID }),
    errorRecord(4, 'no XX'),
    systemRecord(0, 'Heartbeat'),
    systemRecord(2, 'slow'),
    systemRecord(3, 'done'),
  );
  expect(calls).toEqual([
    ...['NQ.v.0 is NQH4', 'ESH4 is defined', 'statistic 3 of ESH4', 'statistic 9 of NQH4'],
    ...['error 4 no XX', 'slow'],
  ]);
});

test('types that nobody described are counted, those that are only not used are not', () => {
  const bars = Buffer.alloc(56);
  bars.writeUInt8(14, 0);
  bars.writeUInt8(0x21, 1);
  take(unknownRecord(5), bars, unknownRecord(4), at(1));
  expect([decoder.unknownRecords, decoder.records]).toEqual([2, 4]);
});

test('records with an impossible price are counted and left out', () => {
  flow('ESH4', 1);
  take(book(), orderRecord({ priceNanos: 4_800_300_000_000n }), at(2));
  expect([decoder.refused, calls.at(-1)]).toEqual([1, 'ESH4 0,2']);
});

test('times are those of the last row: of the exchange, of the vendor, of the gateway', () => {
  decoder = decoderOf(true);
  expect(decoder.times).toEqual({ exchangeMs: null, vendorMs: null, gatewayMs: null });
  const received = { timeNs: SOME_TIME_NS, receivedNs: SOME_TIME_NS + 3_000_000n, tsOut: true };
  const [first, last] = [priceRecord('trades', received), priceRecord('trades', received)];
  first.writeBigUInt64LE(SOME_TIME_NS + 5_000_000n, 48);
  last.writeBigUInt64LE(SOME_TIME_NS + 7_000_000n, 48);
  take(first, last);
  expect(decoder.times).toEqual({ exchangeMs: START_MS, vendorMs: START_MS + 3, gatewayMs: START_MS + 7 });
});

test('a snapshot states when it was made, and nothing of the exchange', () => {
  take(at(5, ES_ID, 0xa8));
  expect(decoder.times).toEqual({ exchangeMs: null, vendorMs: START_MS + 5, gatewayMs: null });
});

test('counts of all sessions are summed, and a cut reaches from the last instant to the next start', () => {
  const counts = new FeedCounts();
  const metadata = parseMetadata(header());
  expect([counts.records, counts.reconnects, counts.lastCut]).toEqual([0, 0, null]);
  counts.began(decoder, metadata);
  take(at(1), at(2), unknownRecord(4), orderRecord({ size: 0xffff_ffff, timeNs: SOME_TIME_NS }));
  expect([counts.records, counts.refused, counts.unknownRecords, counts.reconnects]).toEqual([4, 1, 1, 0]);
  counts.ended();
  counts.ended();
  expect([counts.records, counts.lastCut]).toEqual([4, null]);
  expect(counts.times).toEqual({ exchangeMs: START_MS + 2, vendorMs: null, gatewayMs: null });
  decoder = decoderOf(false);
  counts.began(decoder, { ...metadata, startNs: SOME_TIME_NS + 9_000_000n });
  take(at(11));
  expect([counts.records, counts.refused, counts.unknownRecords, counts.reconnects]).toEqual([5, 1, 1, 1]);
  expect(counts.lastCut).toEqual({ fromMs: START_MS + 2, toMs: START_MS + 9 });
  counts.ended();
  expect(counts.times.exchangeMs).toBe(START_MS + 11);
});

test('a session without a row moves nothing of what was seen', () => {
  const counts = new FeedCounts();
  const metadata = parseMetadata(header());
  counts.began(decoder, metadata);
  take(at(2));
  counts.ended();
  counts.began(decoderOf(false), metadata);
  counts.ended();
  counts.began(decoderOf(false), { ...metadata, startNs: SOME_TIME_NS + 50_000_000n });
  expect(counts.lastCut).toEqual({ fromMs: START_MS + 2, toMs: expect.closeTo(START_MS + 50, 2) });
  expect(counts.reconnects).toBe(2);
});
