/** A web process for tests of the proxy, within the test's own process: HTTP and WebSocket, and it can go away. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';

export interface SeenRequest {
  readonly line: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface TestUpstream {
  readonly port: number;
  /** Every request but those of health checks, in their order. */
  readonly seen: readonly SeenRequest[];
  /** As a process that was killed: its connections are cut and it accepts no others. */
  kill(): Promise<void>;
}

async function close(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

/** Answers with its name unless `respond` does. Sockets at `/ws` return what they receive; elsewhere they are refused. */
export async function startUpstream(name: string, respond?: RequestListener, at = 0): Promise<TestUpstream> {
  const seen: SeenRequest[] = [];
  const sockets = new WebSocketServer({ noServer: true });
  const server = createServer((request, response) => {
    if (request.url === '/readyz') {
      response.end('{}');
      return;
    }
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString('latin1');
    });
    request.on('end', () => {
      seen.push({ line: `${request.method} ${request.url}`, headers: request.headers, body });
      if (respond === undefined) response.end(name);
      else respond(request, response);
    });
  });
  server.on('upgrade', (request, socket, head) => {
    seen.push({ line: `${request.method} ${request.url}`, headers: request.headers, body: '' });
    if (request.url !== '/ws') {
      socket.end(
        'HTTP/1.1 401 Unauthorized\r\nContent-Length: 2\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\n\r\nno',
      );
      return;
    }
    sockets.handleUpgrade(request, socket, head, (client) => {
      client.send(name);
      client.on('message', (data, isBinary) => client.send(data, { binary: isBinary }));
    });
  });
  server.listen(at, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    seen,
    async kill() {
      for (const client of sockets.clients) client.terminate();
      await close(server);
    },
  };
}
