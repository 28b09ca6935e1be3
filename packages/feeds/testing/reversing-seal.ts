/** A seal for tests that is no encryption: reversed bytes and a checksum of them and their place. */
import { crc32 } from 'node:zlib';
import type { FrameSeal } from '#recordings/files/recorded-run.ts';

export const reversingSeal: FrameSeal = {
  seal: (bytes, context) => Buffer.concat([Buffer.from(bytes).reverse(), checksum(bytes, context)]),
  open: (sealed, context) => {
    const bytes = Buffer.from(sealed.subarray(0, -4)).reverse();
    if (!checksum(bytes, context).equals(sealed.subarray(-4))) throw new Error('the seal is broken');
    return bytes;
  },
};

function checksum(bytes: Uint8Array, context: string): Buffer {
  const sum = Buffer.alloc(4);
  sum.writeUInt32LE(crc32(Buffer.concat([bytes, Buffer.from(context)])));
  return sum;
}
