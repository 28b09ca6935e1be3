/** The check sum of zip parts (CRC-32, ISO 3309, polynomial 0xEDB88320), fed piece by piece. */

const TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = (value & 1) === 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** Check sum of what came before (0 at the start) and the bytes, as an unsigned integer. */
export function crc32(before: number, bytes: Uint8Array): number {
  let value = ~before;
  for (let at = 0; at < bytes.length; at += 1) {
    value = (value >>> 8) ^ (TABLE[(value ^ (bytes[at] ?? 0)) & 255] ?? 0);
  }
  return ~value >>> 0;
}
