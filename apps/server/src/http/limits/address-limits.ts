/** How many connections of any kind, and how many sockets, one address may have open. */
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** An office behind one address fits; a single machine cannot take every file descriptor. */
const MAX_CONNECTIONS = 256;
const MAX_SOCKETS = 100;
/** This machine itself is not counted: load tests, and proxies that do not name their client. */
const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** Counts by address up to a limit. */
class AddressCount {
  readonly #most: number;
  readonly #counts = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** False when the address is at its limit; otherwise it is counted until `release`. */
  take(address: string): boolean {
    if (LOOPBACK.has(address)) return true;
    const count = this.#counts.get(address) ?? 0;
    if (count >= this.#most) return false;
    this.#counts.set(address, count + 1);
    return true;
  }

  release(address: string): void {
    const count = this.#counts.get(address) ?? 0;
    if (count > 1) this.#counts.set(address, count - 1);
    else this.#counts.delete(address);
  }
}

/** The address that a request comes from, `trustProxy` proxies in front trusted, counted as Fastify does. */
export function clientAddress(request: IncomingMessage, trustProxy: number): string {
  const forwarded = request.headers['x-forwarded-for'];
  const hops = [forwarded ?? []]
    .flat()
    .join()
    .split(',')
    .map((hop) => hop.trim())
    .filter((hop) => hop !== '');
  const addresses = [...hops, request.socket.remoteAddress ?? ''];
  return addresses.at(-1 - Math.min(trustProxy, addresses.length - 1)) ?? '';
}

/**
 * Ends connections over the limit of an address. With proxies in front all come from one address, and the proxies
 * limit.
 */
export function limitConnections(server: Server, trustProxy: number): void {
  if (trustProxy > 0) return;
  const count = new AddressCount(MAX_CONNECTIONS);
  server.on('connection', (connection: Socket) => {
    const address = connection.remoteAddress ?? '';
    if (!count.take(address)) connection.destroy();
    else connection.once('close', () => count.release(address));
  });
}

/** Returns whether one more socket may be opened for a request; it is counted until its connection closes. */
export function createSocketLimit(trustProxy: number): (request: IncomingMessage) => boolean {
  const count = new AddressCount(MAX_SOCKETS);
  return (request) => {
    const address = clientAddress(request, trustProxy);
    if (!count.take(address)) return false;
    request.socket.once('close', () => count.release(address));
    return true;
  };
}
