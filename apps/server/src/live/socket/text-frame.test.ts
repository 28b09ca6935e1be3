/** Frames are what a client reads, also between those that `ws` writes itself. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { textFrame } from './text-frame.ts';

let server: WebSocketServer;

beforeAll(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
  await once(server, 'listening');
});
afterAll(() => void server.close());

/** The texts that a client reads of those that the server writes in one turn; a text in `ws` is sent by the library. */
async function readTexts(writes: readonly { by: 'frame' | 'ws'; text: string }[]): Promise<string[]> {
  server.once('connection', (socket, request) => {
    for (const { by, text } of writes) {
      if (by === 'frame') request.socket.write(textFrame(text));
      else socket.send(text);
      socket.ping();
    }
    socket.close(1000);
  });
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const texts: string[] = [];
  client.on('message', (data: Buffer, isBinary) => {
    if (!isBinary) texts.push(data.toString());
  });
  const [code] = await once(client, 'close');
  expect(code).toBe(1000);
  return texts;
}

test('a client reads every text at each edge of the length', async () => {
  const texts = [0, 1, 125, 126, 127, 65_535, 65_536, 200_000].map((size) => 'x'.repeat(size));
  expect(await readTexts(texts.map((text) => ({ by: 'frame', text })))).toEqual(texts);
});

test('lengths are those of the UTF-8 bytes, not of the characters', async () => {
  const text = `${'é'.repeat(100)}→😀`;
  expect(await readTexts([{ by: 'frame', text }])).toEqual([text]);
});

test('frames and those that ws writes arrive whole and in order', async () => {
  const writes = Array.from({ length: 50 }, (_, n) => ({
    by: n % 3 === 0 ? ('ws' as const) : ('frame' as const),
    text: `${n}`.repeat(1 + n * 37),
  }));
  expect(await readTexts(writes)).toEqual(writes.map(({ text }) => text));
});
