/** The way of one process to the nodes of NATS: passed on, cut without a word to either side, or slow with losses. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** What a lost packet costs a connection: it is sent again, and everything behind it waits. */
const RESEND_MS = 400;

export interface Way {
  /** In each direction. */
  readonly delayMs: number;
  /** Of a hundred packets, how many are sent again. */
  readonly lossPercent: number;
}

const CLEAR: Way = { delayMs: 0, lossPercent: 0 };

export class NatsGate {
  readonly #servers: readonly Server[];
  readonly #sockets = new Set<Socket>();
  #way = CLEAR;
  #packets = 0;
  #open = Promise.resolve();
  #reopen: () => void = () => undefined;

  private constructor(targets: readonly number[]) {
    this.#servers = targets.map((port) => createServer((client) => this.#join(client, port)));
  }

  /** `targets` are the ports of the nodes on this machine. */
  static async open(targets: readonly number[]): Promise<NatsGate> {
    const gate = new NatsGate(targets);
    for (const server of gate.#servers) await once(server.listen(0, '127.0.0.1'), 'listening');
    return gate;
  }

  /** As in `NATS_URL`. */
  get address(): string {
    return this.#servers
      .map((server) => `nats://127.0.0.1:${(server.address() as AddressInfo).port}`)
      .join(',');
  }

  /** Nothing passes in either direction, and neither side is notified: what was sent arrives after `heal`, as the network would send it again. */
  cut(): void {
    const opened = Promise.withResolvers<void>();
    this.#open = opened.promise;
    this.#reopen = opened.resolve;
  }

  slow(way: Way): void {
    this.#way = way;
  }

  heal(): void {
    this.#way = CLEAR;
    this.#reopen();
  }

  async close(): Promise<void> {
    this.heal();
    for (const socket of this.#sockets) socket.destroy();
    await Promise.all(this.#servers.map((server) => new Promise((resolve) => server.close(resolve))));
  }

  #join(client: Socket, port: number): void {
    const node = connect(port, '127.0.0.1');
    for (const socket of [client, node]) {
      this.#sockets.add(socket);
      socket.setNoDelay();
      // Its end follows as 'close'
      socket.on('error', () => undefined);
      socket.once('close', () => this.#sockets.delete(socket));
    }
    this.#carry(client, node);
    this.#carry(node, client);
  }

  /** In order, each packet once, the end of the connection behind the last one. */
  #carry(from: Socket, to: Socket): void {
    let last = Promise.resolve();
    const pass = (act: () => void): void => {
      const dueMs = performance.now() + this.#delayMs();
      last = last.then(async () => {
        await this.#open;
        const leftMs = dueMs - performance.now();
        if (leftMs > 0) await wait(leftMs);
        act();
      });
    };
    from.on('data', (packet) => pass(() => to.write(packet)));
    from.once('close', () => pass(() => to.destroy()));
  }

  /** The lost ones are counted out, so that a run has as many as it should. */
  #delayMs(): number {
    const { delayMs, lossPercent } = this.#way;
    this.#packets += 1;
    const isLost = lossPercent > 0 && this.#packets % Math.round(100 / lossPercent) === 0;
    return isLost ? delayMs + RESEND_MS : delayMs;
  }
}
