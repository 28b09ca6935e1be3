/** A stream is cut into the same records however its bytes come. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { header, orderRecord, unknownRecord } from '#testing/dbn-bytes.ts';
import { RecordFramer } from './record-framer.ts';

/** The first eight order ids of the records that came out, and how many pieces of metadata. */
function framed(pieces: Iterable<Uint8Array>) {
  const ids: bigint[] = [];
  const offsets: number[] = [];
  let headers = 0;
  const framer = new RecordFramer({
    onMetadata: () => {
      headers += 1;
    },
    onBlock: ({ view, start, end, offset, count }) => {
      let records = 0;
      for (let at = start; at < end; at += view.getUint8(at) * 4) {
        if (view.getUint8(at + 1) === 0xa0) ids.push(view.getBigUint64(at + 16, true));
        records += 1;
      }
      offsets.push(offset);
      expect(records).toBe(count);
    },
  });
  for (const piece of pieces) framer.push(piece);
  return { ids, headers, offsets, pending: framer.pendingBytes };
}

const STREAM = Buffer.concat([
  header(),
  ...Array.from({ length: 20 }, (_, index) =>
    index % 7 === 3 ? unknownRecord(4 + index * 10) : orderRecord({ orderId: BigInt(index) }),
  ),
]);
const WHOLE = framed([STREAM]);

test('records of any length come out whole, in pieces of any size', () => {
  expect(WHOLE.ids).toHaveLength(17);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1 }), (sizes) => {
      const pieces: Uint8Array[] = [];
      for (let at = 0, turn = 0; at < STREAM.length; turn += 1) {
        const size = sizes[turn % sizes.length] ?? 1;
        pieces.push(STREAM.subarray(at, at + size));
        at += size;
      }
      const { ids, headers, pending } = framed(pieces);
      expect(ids).toEqual(WHOLE.ids);
      expect([headers, pending]).toEqual([1, 0]);
    }),
  );
});

test('bytes one by one give the same records', () => {
  expect(framed([...STREAM].map((byte) => Uint8Array.of(byte))).ids).toEqual(WHOLE.ids);
});

test('a record that has only begun is waited for', () => {
  const { ids, pending } = framed([STREAM.subarray(0, header().length + 56 + 20)]);
  expect(ids).toEqual([0n]);
  expect(pending).toBe(20);
});

test('an impossible length is an error with its place in the stream, also where the record was cut', () => {
  const broken = Buffer.concat([header(), orderRecord(), Buffer.alloc(16)]);
  const place = `byte ${header().length + 56} of the decompressed data: expected a record of at least 16 bytes`;
  expect(() => framed([broken])).toThrow(place);
  expect(() => framed([...broken].map((byte) => Uint8Array.of(byte)))).toThrow(place);
});

test('a stream that is no DBN is an error at its first bytes', () => {
  expect(() => framed([Buffer.from('HT')])).toThrow('expected "DBN" at the start of the stream, found 48 54');
});
