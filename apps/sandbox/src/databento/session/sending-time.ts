/** The sending time that a session may request: eight bytes at the end of every record. */

const TIME_BYTES = 8;
const WORD_BYTES = 4;

export function withSendingTime(records: Uint8Array, nowNs: bigint): Uint8Array {
  let count = 0;
  for (let at = 0; at < records.length; at += records[at]! * WORD_BYTES) count += 1;
  const stamped = Buffer.alloc(records.length + count * TIME_BYTES);
  let to = 0;
  for (let at = 0; at < records.length; ) {
    const length = records[at]! * WORD_BYTES;
    stamped.set(records.subarray(at, at + length), to);
    stamped[to] = (length + TIME_BYTES) / WORD_BYTES;
    stamped.writeBigUInt64LE(nowNs, to + length);
    to += length + TIME_BYTES;
    at += length;
  }
  return stamped;
}
