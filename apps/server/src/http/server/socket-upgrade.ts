/** The upgrade of `/ws`: another origin, a visitor or a wrong path never reaches the socket protocol. */

import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { MINUTE_MS } from '@undertow/market';
import type { FastifyInstance } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import { AppError } from '#failures/app-error.ts';
import { addressGroup } from '#http/limits/address-group.ts';
import { clientAddress, createSocketLimit } from '#http/limits/address-limits.ts';
import { createUserLimit } from '#http/limits/user-limit.ts';
import type { Sessions, SignedIn } from '#http/session/session.ts';
import type { Clock } from '#ports/clock.ts';
import { hasOneHost, refuseConnection as refuse } from './early-refusals.ts';

const PATH = '/ws';
const MAX_MESSAGE_BYTES = 16 * 1024;
/** The server restarts (RFC 6455 registry): clients reconnect. */
const CLOSE_RESTART = 1012;

interface SocketUpgradeParts {
  readonly sessions: Sessions;
  readonly publicOrigin: string;
  readonly trustProxy: number;
  readonly clock: Clock;
  /** Upgrades of one address within a minute whose cookie belongs to no session in memory. */
  readonly mostUnknown: number;
  /** Supported subprotocols, the preferred one first. */
  readonly protocols: readonly string[];
  readonly attach: (request: IncomingMessage, socket: WebSocket, user: SignedIn) => void;
}

export interface SocketUpgrade {
  /** Closes every socket with 1012. */
  close(): Promise<void>;
}

export function openSocketUpgrade(app: FastifyInstance, parts: SocketUpgradeParts): SocketUpgrade {
  const { sessions, publicOrigin, trustProxy, protocols, attach } = parts;
  const countUnknown = createUserLimit(parts.mostUnknown, MINUTE_MS, parts.clock);
  const hasRoom = createSocketLimit(trustProxy);
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    handleProtocols: (offered) => protocols.find((protocol) => offered.has(protocol)) ?? false,
  });

  async function admit(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
    const path = request.url?.split('?', 1)[0];
    if (!hasOneHost(request)) return refuse(stream, 'BAD_REQUEST');
    if (path !== PATH) return refuse(stream, 'NOT_FOUND');
    // The same-origin policy does not cover sockets: a missing origin is no browser of ours either
    if (request.headers.origin !== publicOrigin) return refuse(stream, 'CROSS_SITE');
    const cookies = app.parseCookie(request.headers.cookie ?? '');
    const cookie = cookies[sessions.cookieName];
    if (!sessions.isKnown(cookie)) countUnknown(addressGroup(clientAddress(request, trustProxy)));
    const user = await sessions.find(cookie);
    if (user === undefined) return refuse(stream, 'UNAUTHORIZED');
    if (!hasRoom(request)) return refuse(stream, 'RATE_LIMITED');
    sockets.handleUpgrade(request, stream, head, (socket) => attach(request, socket, user));
  }

  app.server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    stream.on('error', () => stream.destroy());
    admit(request, stream, head).catch((error: unknown) => {
      if (error instanceof AppError) return refuse(stream, error.code);
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
