/** Who is connected: sockets by user and by session, and how many devices of a user may receive live data. */
import type { SocketClient } from './socket-client.ts';

/** Sockets of one user, whatever their devices: pages left open and scripts. */
const MAX_SOCKETS_PER_USER = 20;

export class ConnectionRegistry {
  /** In order of connection. */
  readonly #clients = new Set<SocketClient>();
  readonly #byUser = new Map<string, Set<SocketClient>>();
  readonly #bySession = new Map<string, Set<SocketClient>>();

  get size(): number {
    return this.#clients.size;
  }

  all(): Iterable<SocketClient> {
    return this.#clients;
  }

  add(client: SocketClient): void {
    this.#clients.add(client);
    put(this.#byUser, client.user.userId, client);
    put(this.#bySession, client.user.sessionId, client);
  }

  remove(client: SocketClient): void {
    this.#clients.delete(client);
    take(this.#byUser, client.user.userId, client);
    take(this.#bySession, client.user.sessionId, client);
  }

  ofUser(userId: string): readonly SocketClient[] {
    return [...(this.#byUser.get(userId) ?? [])];
  }

  /** The user's own sockets, without those of administrators in a view as the user. */
  #devicesOf(userId: string): readonly SocketClient[] {
    return this.ofUser(userId).filter((client) => client.user.view === undefined);
  }

  /** Sessions of a user: their devices. */
  sessionsOf(userId: string): ReadonlySet<string> {
    return new Set(this.#devicesOf(userId).map((client) => client.user.sessionId));
  }

  ofSession(sessionId: string): readonly SocketClient[] {
    return [...(this.#bySession.get(sessionId) ?? [])];
  }

  /**
   * Sockets of the user beyond `devices`, oldest devices first. A device is a session; the one that connected last
   * counts as the newest. Sockets beyond the cap of a user are among them. `everywhere` are the devices of all processes, the
   * newest first: one that is missing there has only just connected here.
   */
  surplus(userId: string, devices: number, everywhere: readonly string[] = []): readonly SocketClient[] {
    const clients = this.#devicesOf(userId);
    const here = clients.map((client) => client.user.sessionId).toReversed();
    const newestFirst = new Set([...here.filter((id) => !everywhere.includes(id)), ...everywhere]);
    const allowed = new Set([...newestFirst].slice(0, devices));
    const kept = clients.filter((client) => allowed.has(client.user.sessionId));
    const excess = new Set(kept.slice(0, Math.max(0, kept.length - MAX_SOCKETS_PER_USER)));
    return clients.filter((client) => !allowed.has(client.user.sessionId) || excess.has(client));
  }
}

function put(index: Map<string, Set<SocketClient>>, key: string, client: SocketClient): void {
  const set = index.get(key) ?? new Set();
  set.add(client);
  index.set(key, set);
}

function take(index: Map<string, Set<SocketClient>>, key: string, client: SocketClient): void {
  const set = index.get(key);
  set?.delete(client);
  if (set?.size === 0) index.delete(key);
}
