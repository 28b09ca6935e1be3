/** Accepts connections: a listening port, and TLS and WebSockets behind it, so that either can fail alone. */
import { createServer as createHttpsServer } from 'node:https';
import { createServer, type Server, type Socket } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Certificates } from './certificates.ts';

/** Requests are short; larger frames are refused. */
const MAX_REQUEST_BYTES = 64 * 1024;

export interface ListenerOptions {
  readonly port: number;
  readonly host: string;
  readonly certificates: Certificates;
  readonly isStalled: () => boolean;
  readonly onClient: (socket: WebSocket) => void;
}

export class GatewayListener {
  readonly #options: ListenerOptions;
  readonly #https;
  readonly #sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: MAX_REQUEST_BYTES,
  });
  readonly #connections = new Set<Socket>();
  /** Accepted connections without a response. */
  readonly #stalled = new Set<Socket>();
  #listener: Server | null = null;
  #port: number;

  constructor(options: ListenerOptions) {
    this.#options = options;
    this.#port = options.port;
    const { key, cert } = options.certificates;
    this.#https = createHttpsServer({ key, cert }, (_, response) => response.writeHead(426).end());
    this.#https.on('upgrade', (request, socket, head) =>
      this.#sockets.handleUpgrade(request, socket, head, options.onClient),
    );
  }

  get port(): number {
    return this.#port;
  }

  /** Listens, again on the same port after it was shut. Rejects where the port is in use. */
  async open(): Promise<void> {
    if (this.#listener !== null) return;
    const listener = createServer((connection) => this.#onConnection(connection));
    await new Promise<void>((listening, fail) => {
      listener.once('error', fail);
      listener.listen(this.#port, this.#options.host, listening);
    });
    this.#listener = listener;
    const address = listener.address();
    if (typeof address === 'object' && address !== null) this.#port = address.port;
  }

  /** Stops listening and breaks every connection. */
  async shut(): Promise<void> {
    const listener = this.#listener;
    this.#listener = null;
    for (const connection of this.#connections) connection.destroy();
    await new Promise<void>((closed) => {
      if (listener === null) closed();
      else listener.close(() => closed());
    });
  }

  /** Breaks the connections that were never answered. */
  dropStalled(): void {
    for (const connection of this.#stalled) connection.destroy();
  }

  #onConnection(connection: Socket): void {
    this.#connections.add(connection);
    connection.on('error', () => connection.destroy());
    connection.on('close', () => {
      this.#connections.delete(connection);
      this.#stalled.delete(connection);
    });
    if (this.#options.isStalled()) this.#stalled.add(connection);
    else this.#https.emit('connection', connection);
  }
}
