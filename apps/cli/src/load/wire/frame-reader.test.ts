import { expect, test } from 'vitest';
import { FrameReader } from './frame-reader.ts';

const TEXT = 0x81;

function frame(first: number, payload: Buffer): Buffer {
  const size = payload.length;
  const head = size < 126 ? Buffer.of(first, size) : Buffer.alloc(size < 65_536 ? 4 : 10, first);
  if (size >= 126) head[1] = size < 65_536 ? 126 : 127;
  if (head.length === 4) head.writeUInt16BE(size, 2);
  if (head.length === 10) head.writeBigUInt64BE(BigInt(size), 2);
  return Buffer.concat([head, payload]);
}

function reader() {
  const frames: string[] = [];
  const problems: string[] = [];
  const one = new FrameReader({
    onFrame: (opcode, payload) => frames.push(`${opcode} ${payload.toString()}`),
    onProblem: (text) => problems.push(text),
  });
  return { one, frames, problems };
}

test('frames of every length are read, wherever the bytes are cut', () => {
  const texts = ['short', 'm'.repeat(300), 'l'.repeat(70_000), ''];
  const bytes = Buffer.concat(texts.map((text) => frame(TEXT, Buffer.from(text))));
  for (const size of [1, 7, 301, 65_000, bytes.length]) {
    const { one, frames } = reader();
    for (let at = 0; at < bytes.length; at += size) one.add(bytes.subarray(at, at + size));
    expect(frames).toEqual(texts.map((text) => `1 ${text}`));
  }
});

test('a frame in parts is put together, with a ping in between', () => {
  const { one, frames } = reader();
  for (const part of [
    frame(0x01, Buffer.from('in ')),
    frame(0x89, Buffer.from('p')),
    frame(0x80, Buffer.from('parts')),
  ])
    one.add(part);
  expect(frames).toEqual(['9 p', '1 in parts']);
});

test('a masked and a compressed frame are problems, and nothing after them is read', () => {
  for (const bad of [Buffer.of(TEXT, 0x81, 0, 0, 0, 0, 65), frame(0xc1, Buffer.from('z'))]) {
    const { one, frames, problems } = reader();
    one.add(Buffer.concat([bad, frame(TEXT, Buffer.from('after'))]));
    expect([frames, problems]).toEqual([[], [expect.stringContaining('masked')]]);
  }
});
