/** The door of `/ws`: another origin, a visitor or a wrong path never reaches the socket protocol. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { ERRORS, type ErrorCode } from '@undertow/contracts';
import type { FastifyInstance } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import { createSocketLimit } from './address-limits.ts';
import type { Sessions, SignedIn } from './session.ts';

const PATH = '/ws';
const MAX_MESSAGE_BYTES = 16 * 1024;
/** The server restarts (RFC 6455 registry): clients reconnect. */
const CLOSE_RESTART = 1012;

interface SocketDoorParts {
  readonly sessions: Sessions;
  readonly publicOrigin: string;
  readonly trustProxy: number;
  /** Subprotocols that are spoken here, the preferred one first. */
  readonly protocols: readonly string[];
  readonly attach: (request: IncomingMessage, socket: WebSocket, user: SignedIn) => void;
}

function refuse(stream: Duplex, code: ErrorCode): void {
  const { status, message } = ERRORS[code];
  const body = JSON.stringify({ message, code, requestId: '' });
  stream.end(
    `HTTP/1.1 ${status} ${code}\r\nContent-Type: application/json; charset=utf-8\r\nConnection: close\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

export interface SocketDoor {
  /** Closes every socket with 1012. */
  close(): Promise<void>;
}

export function openSocketDoor(app: FastifyInstance, parts: SocketDoorParts): SocketDoor {
  const { sessions, publicOrigin, trustProxy, protocols, attach } = parts;
  const hasRoom = createSocketLimit(trustProxy);
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    handleProtocols: (offered) => protocols.find((protocol) => offered.has(protocol)) ?? false,
  });

  async function admit(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
    const path = request.url?.split('?', 1)[0];
    if (path !== PATH) return refuse(stream, 'NOT_FOUND');
    // The same-origin policy does not hold for sockets: a missing origin is no browser of ours either
    if (request.headers.origin !== publicOrigin) return refuse(stream, 'CROSS_SITE');
    const cookies = app.parseCookie(request.headers.cookie ?? '');
    const user = await sessions.find(cookies[sessions.cookieName]);
    if (user === undefined) return refuse(stream, 'UNAUTHORIZED');
    if (!hasRoom(request)) return refuse(stream, 'RATE_LIMITED');
    sockets.handleUpgrade(request, stream, head, (socket) => attach(request, socket, user));
  }

  app.server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    stream.on('error', () => stream.destroy());
    admit(request, stream, head).catch((error: unknown) => {
      app.log.error({ err: error }, 'socket upgrade failed');
      refuse(stream, 'UNAVAILABLE');
    });
  });

  return {
    async close() {
      for (const socket of sockets.clients) socket.close(CLOSE_RESTART, 'server restarts');
      await new Promise<void>((resolve) => {
        const deadline = setTimeout(() => {
          for (const socket of sockets.clients) socket.terminate();
          resolve();
        }, 2_000);
        sockets.close(() => {
          clearTimeout(deadline);
          resolve();
        });
      });
    },
  };
}
