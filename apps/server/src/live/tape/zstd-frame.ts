/** Distinguishes what this version stores, a zstd frame, from the deflated bytes of earlier ones. */

/** No stream of ours deflates to this beginning: a stored block starts with a byte of 0 or 1. */
const MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

export function isZstd(bytes: Uint8Array): boolean {
  return MAGIC.equals(bytes.subarray(0, MAGIC.length));
}
