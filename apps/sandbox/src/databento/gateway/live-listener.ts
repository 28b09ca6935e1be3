/** Accepts connections of the live gateway, on one port that can be shut and opened again. */
import { createServer, type Server, type Socket } from 'node:net';

export class LiveListener {
  readonly #host: string;
  readonly #onSocket: (socket: Socket) => void;
  readonly #sockets = new Set<Socket>();
  #server: Server | null = null;
  #port: number;

  constructor(host: string, port: number, onSocket: (socket: Socket) => void) {
    this.#host = host;
    this.#port = port;
    this.#onSocket = onSocket;
  }

  get port(): number {
    return this.#port;
  }

  get connections(): number {
    return this.#sockets.size;
  }

  /** Listens, again on the same port after it was shut. Rejects where the port is in use. */
  async open(): Promise<void> {
    if (this.#server !== null) return;
    const server = createServer((socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
      this.#onSocket(socket);
    });
    await new Promise<void>((listening, fail) => {
      server.once('error', fail);
      server.listen(this.#port, this.#host, listening);
    });
    this.#server = server;
    const address = server.address();
    if (typeof address === 'object' && address !== null) this.#port = address.port;
  }

  /** Stops listening and breaks every connection. */
  async shut(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    this.breakAll();
    await new Promise<void>((closed) => {
      if (server === null) closed();
      else server.close(() => closed());
    });
  }

  breakAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}
