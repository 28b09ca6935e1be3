/** How a route that takes a file is notified of a client that disconnects. */
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { compareTrades } from '@undertow/contracts';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import type { SignedIn } from '#http/session/session.ts';
import { bindBytes, ownBytesPlace } from './bind-bytes.ts';

const WHOLE = 5;
const SIGNED_IN = { userId: 'one' } as SignedIn;

/**
 * A server whose route waits until its client disconnected, or its body ended; the promise resolves with what it
 * observed.
 */
async function serve(readsTo: 'the end' | 'the signal') {
  const app = Fastify();
  app.decorateRequest('signedIn', null);
  app.addHook('onRequest', async (request) => {
    request.signedIn = SIGNED_IN;
  });
  const reached = Promise.withResolvers<void>();
  const seen = Promise.withResolvers<string>();
  const cut = new AbortController();
  const contract = { ...compareTrades, mostBytes: 100 };
  bindBytes(app, contract, ownBytesPlace(contract, {}), async ({ readBytes, left }) => {
    if (readsTo === 'the signal') {
      const reading = readBytes(cut.signal).then(
        () => 'read',
        () => 'cut',
      );
      reached.resolve();
      seen.resolve(await reading);
    } else {
      const bytes = await readBytes();
      reached.resolve();
      await once(left, 'abort');
      seen.resolve(`left after ${bytes.length} bytes`);
    }
    return { known: [], completing: [], fresh: 0 };
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  const send = (body: string): void => {
    socket.write(
      [
        `POST ${compareTrades.path}?fileName=a.csv HTTP/1.1`,
        'Host: x',
        'Content-Type: application/octet-stream',
        `Content-Length: ${WHOLE}`,
        '',
        body,
      ].join('\r\n'),
    );
  };
  return { app, socket, send, reached: reached.promise, seen: seen.promise, cut };
}

test('the handler is notified of a client that disconnects after its file was read and before the response', async () => {
  const { app, socket, send, reached, seen } = await serve('the end');
  send('hello');
  await reached;
  socket.destroy();
  expect(await seen).toBe('left after 5 bytes');
  await app.close();
});

test('a body that is no longer needed ends with its connection, also when nothing arrives', async () => {
  const { app, socket, send, reached, seen, cut } = await serve('the signal');
  const closed = once(socket, 'close');
  socket.on('error', () => undefined);
  send('hel');
  await reached;
  cut.abort();
  expect(await seen).toBe('cut');
  await closed;
  await app.close();
});
