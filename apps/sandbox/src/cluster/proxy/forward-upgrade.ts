/** Passes a WebSocket on: the handshake as a request, then the bytes of both sides. */
import { type IncomingMessage, STATUS_CODES, request as send } from 'node:http';
import type { Duplex } from 'node:stream';
import { MAX_PASSES } from './forward-request.ts';
import { faultOf, personOf, requestHeaders, responseHeaders } from './passed-headers.ts';
import type { Upstreams } from './upstreams.ts';

function headOf(status: number, text: string, headers: readonly string[]): string {
  const lines = headers.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${headers[at + 1]}`] : []));
  return [`HTTP/1.1 ${status} ${text}`, ...lines, '', ''].join('\r\n');
}

function refuse(client: Duplex, status: number): void {
  client.end(headOf(status, STATUS_CODES[status] ?? '', ['Connection', 'close', 'Content-Length', '0']));
}

/** Each side's end is the other one's. */
function join(client: Duplex, server: Duplex): void {
  for (const [from, to] of [
    [client, server],
    [server, client],
  ] as const) {
    from.pipe(to);
    from.on('error', () => to.destroy());
    from.on('close', () => to.destroy());
  }
}

type Line = NonNullable<Awaited<ReturnType<Upstreams['open']>>>;

/** True once the process behind responded, false when it went away before. */
function pass(
  request: IncomingMessage,
  client: Duplex,
  head: Buffer,
  { upstream, socket }: Line,
): Promise<boolean> {
  return new Promise((resolve) => {
    const { whenLost } = upstream;
    const headers = [...requestHeaders(request), 'Connection', 'Upgrade', 'Upgrade', 'websocket'];
    const passed = send({ createConnection: () => socket, method: 'GET', path: request.url ?? '/', headers });
    const end = (): void => {
      passed.destroy();
    };
    whenLost.addEventListener('abort', end, { once: true });
    client.once('close', end);
    const decide = (responded: boolean): void => {
      whenLost.removeEventListener('abort', end);
      resolve(responded);
    };
    passed.once('upgrade', (answer, server, first) => {
      client.write(headOf(101, 'Switching Protocols', answer.rawHeaders));
      client.write(first);
      server.write(head);
      join(client, server);
      decide(true);
    });
    passed.once('response', (answer) => {
      // Not a tunnel: what the client sends next would reach the server past the headers of this proxy
      const { statusCode = 502, statusMessage = '' } = answer;
      client.write(headOf(statusCode, statusMessage, [...responseHeaders(answer), 'Connection', 'close']));
      answer.pipe(client);
      answer.on('error', () => client.destroy());
      decide(true);
    });
    passed.on('error', () => decide(false));
    passed.once('close', () => decide(false));
    passed.end();
  });
}

/** Never rejects. */
export async function forwardUpgrade(
  upstreams: Upstreams,
  request: IncomingMessage,
  client: Duplex,
  head: Buffer,
): Promise<void> {
  const gone = new AbortController();
  client.on('error', () => client.destroy());
  client.once('close', () => gone.abort());
  if (request.method !== 'GET' || faultOf(request) !== null) {
    refuse(client, 400);
    return;
  }
  try {
    for (let passes = 0; passes < MAX_PASSES; passes += 1) {
      const line = await upstreams.open(gone.signal, personOf(request));
      if (line === null) {
        refuse(client, 503);
        return;
      }
      if (await pass(request, client, head, line)) return;
      if (gone.signal.aborted) return;
    }
    refuse(client, 502);
  } catch {
    refuse(client, 400);
  }
}
