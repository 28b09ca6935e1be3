/** A text as one whole WebSocket frame, made once and written to every socket that gets it. */

const FINAL_TEXT = 0x81;
const LENGTH_16 = 126;
const LENGTH_64 = 127;

/**
 * The frame of RFC 6455 section 5.2 as a server sends it: final, not masked, not compressed.
 * `ws` writes header and payload apart, for each socket anew; one buffer takes one write.
 */
export function textFrame(text: string): Buffer {
  const size = Buffer.byteLength(text);
  const headerSize = size < LENGTH_16 ? 2 : size <= 0xff_ff ? 4 : 10;
  const frame = Buffer.allocUnsafe(headerSize + size);
  frame[0] = FINAL_TEXT;
  frame[1] = headerSize === 2 ? size : headerSize === 4 ? LENGTH_16 : LENGTH_64;
  if (headerSize === 4) frame.writeUInt16BE(size, 2);
  if (headerSize === 10) frame.writeBigUInt64BE(BigInt(size), 2);
  frame.write(text, headerSize);
  return frame;
}
