/** A product of a few lines: signs everybody in with the plan they choose, and sends on its sockets what a test wants. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface FakeSocket {
  readonly tier: string;
  /** Counted over all sockets of the plan, in order of their subscription. */
  readonly number: number;
  send(text: string): void;
  /** With a close frame. */
  end(code: number): void;
  cut(): void;
}

export interface FakeProductOptions {
  /** Called when a socket has subscribed. */
  readonly onSubscribe: (socket: FakeSocket) => void;
  /** Status of a sign-in, where it is refused. */
  readonly signInStatus?: number;
}

export interface FakeProduct {
  readonly url: string;
  /** Sign-ins that were begun. */
  signIns(): number;
  /** As a killed process: every connection is cut, and nobody answers any more. */
  kill(): Promise<void>;
}

const ACCEPT_GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

function frame(opcode: number, payload: Buffer): Buffer {
  const head = payload.length < 126 ? Buffer.of(0x80 | opcode, payload.length) : Buffer.alloc(4);
  if (payload.length >= 126) {
    head.writeUInt16BE(((0x80 | opcode) << 8) | 126);
    head.writeUInt16BE(payload.length, 2);
  }
  return Buffer.concat([head, payload]);
}

const tierOf = ({ headers: { cookie = '' } }: IncomingMessage): string =>
  /tier=(\w+)/.exec(cookie)?.[1] ?? '';

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) text += String(part);
  return text;
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  origin: string,
  signInStatus: number | undefined,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '', origin);
  const body = await bodyOf(request);
  const redirect = (location: string, cookie?: string): void => {
    response.writeHead(302, { location, ...(cookie === undefined ? {} : { 'set-cookie': cookie }) }).end();
  };
  const json = (value: unknown, status = 200): void => {
    response.writeHead(status, { 'x-as-of': new Date().toISOString() }).end(JSON.stringify(value));
  };
  switch (pathname) {
    case '/api/login':
      if (signInStatus !== undefined) json({ code: 'RATE_LIMITED' }, signInStatus);
      else redirect(`/auth?redirect_uri=${encodeURIComponent(`${origin}/api/callback`)}`);
      return;
    case '/auth':
      redirect('/interaction/1');
      return;
    case '/interaction/1':
      if (request.method === 'POST') redirect(`/api/callback?tier=${new URLSearchParams(body).get('tier')}`);
      else response.end('sign in');
      return;
    case '/api/callback':
      redirect('/settings', `tier=${searchParams.get('tier')}; HttpOnly`);
      return;
    case '/api/auth/user':
      json({ id: 'someone', subscriptionTier: tierOf(request) });
      return;
    case '/api/feed-status':
      json({ state: 'live', source: 'simulated' });
      return;
    case '/metrics':
      response.end('process_cpu_seconds_total 1\nprocess_resident_memory_bytes 104857600\n');
      return;
    default:
      json([], request.method === 'POST' ? 201 : 200);
  }
}

export async function startFakeProduct({
  onSubscribe,
  signInStatus,
}: FakeProductOptions): Promise<FakeProduct> {
  const counts = new Map<string, number>();
  let signIns = 0;
  const open = new Set<Socket>();
  let origin = '';
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/api/login') === true) signIns += 1;
    respond(request, response, origin, signInStatus).catch((error: unknown) =>
      response.destroy(error as Error),
    );
  });
  server.on('connection', (socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => open.delete(socket));
  });
  server.on('upgrade', (request, stream: Socket) => {
    const accept = createHash('sha1')
      .update(`${request.headers['sec-websocket-key']}${ACCEPT_GUID}`)
      .digest('base64');
    const lines = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade'];
    const protocol = request.headers['sec-websocket-protocol'];
    lines.push(`Sec-WebSocket-Accept: ${accept}`, `Sec-WebSocket-Protocol: ${protocol}`, '', '');
    stream.write(lines.join('\r\n'));
    stream.on('end', () => stream.end());
    // The subscription is the first thing that comes
    stream.once('data', () => {
      const tier = tierOf(request);
      const number = counts.get(tier) ?? 0;
      counts.set(tier, number + 1);
      const write = (bytes: Buffer): void => {
        if (stream.writable) stream.write(bytes);
      };
      onSubscribe({
        ...{ tier, number },
        send: (text) => write(frame(1, Buffer.from(text))),
        end: (code) => write(frame(8, Buffer.of(code >> 8, code & 0xff))),
        cut: () => stream.destroy(),
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: origin,
    signIns: () => signIns,
    async kill() {
      server.close();
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}
