/** The upgrade of `/ws`: another origin, a visitor or a wrong path never reaches the socket protocol. */

import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { STREAM_PATH } from '@undertow/contracts';
import { MINUTE_MS } from '@undertow/market';
import type { FastifyInstance } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import { AppError } from '#failures/app-error.ts';
import type { ApiKeys } from '#http/keys/api-keys.ts';
import { addressGroup } from '#http/limits/address-group.ts';
import { clientAddress, createSocketLimit } from '#http/limits/address-limits.ts';
import { createUserLimit } from '#http/limits/user-limit.ts';
import type { Sessions, SignedIn } from '#http/session/session.ts';
import { streamHolderOf } from '#http/streams/bind-streams.ts';
import { CLOSE_TOO_MANY, listenToSocket, socketSink } from '#http/streams/stream-carriers.ts';
import type { Clock } from '#ports/clock.ts';
import type { Streams } from '#ports/streams/streams.ts';
import { hasOneHost, refuseConnection as refuse } from './early-refusals.ts';

const PATH = '/ws';
const MAX_MESSAGE_BYTES = 16 * 1024;
/** The server restarts (RFC 6455 registry): clients reconnect. */
const CLOSE_RESTART = 1012;
const SPREAD_STEP_MS = 100;

interface SocketUpgradeParts {
  readonly sessions: Sessions;
  readonly publicOrigin: string;
  readonly trustProxy: number;
  readonly clock: Clock;
  /** Upgrades of one address within a minute whose cookie belongs to no session in memory. */
  readonly mostUnknown: number;
  /** Over how long the sockets of a server that stops are closed: what serves them next does not get all at once. */
  readonly spreadMs: number;
  /** Supported subprotocols, the preferred one first. */
  readonly protocols: readonly string[];
  readonly apiKeys: ApiKeys;
  readonly streams: Streams;
  readonly attach: (request: IncomingMessage, socket: WebSocket, user: SignedIn) => void;
}

export interface SocketUpgrade {
  /** Closes every socket with 1012. */
  close(): Promise<void>;
}

async function closeSpread(sockets: readonly WebSocket[], spreadMs: number): Promise<void> {
  const size = Math.max(1, Math.ceil((sockets.length * SPREAD_STEP_MS) / Math.max(SPREAD_STEP_MS, spreadMs)));
  for (let at = 0; at < sockets.length; at += size) {
    if (at > 0) await wait(SPREAD_STEP_MS);
    for (const socket of sockets.slice(at, at + size)) socket.close(CLOSE_RESTART, 'server restarts');
  }
}

export function openSocketUpgrade(app: FastifyInstance, parts: SocketUpgradeParts): SocketUpgrade {
  const { sessions, publicOrigin, trustProxy, protocols, attach, apiKeys, streams } = parts;
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
    if (path === STREAM_PATH) return admitStream(request, stream, head);
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

  /** A key identifies a program: neither cookie nor origin does. */
  async function admitStream(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
    const { authorization } = request.headers;
    const address = clientAddress(request, trustProxy);
    if (!apiKeys.isKnown(authorization)) countUnknown(addressGroup(address));
    const holder = await streamHolderOf(apiKeys, authorization, address);
    if (!hasRoom(request)) return refuse(stream, 'RATE_LIMITED');
    sockets.handleUpgrade(request, stream, head, (socket) => {
      const opened = streams.open(holder, socketSink(socket, stream));
      if (opened === null) socket.close(CLOSE_TOO_MANY, 'too many streams are open');
      else listenToSocket(socket, opened);
    });
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
      await closeSpread([...sockets.clients], parts.spreadMs);
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
