/** The web processes behind the proxy: which of them take requests, and whose turn it is. */
import { createHash } from 'node:crypto';
import { connect, type Socket } from 'node:net';

export interface UpstreamTimes {
  readonly checkEveryMs: number;
  readonly checkWithinMs: number;
  /** How long a request waits for a process that takes it. */
  readonly tryForMs: number;
  readonly tryEveryMs: number;
}

export const UPSTREAM_TIMES: UpstreamTimes = {
  checkEveryMs: 1_000,
  checkWithinMs: 2_000,
  tryForMs: 30_000,
  tryEveryMs: 250,
};

const HOST = '127.0.0.1';
const HEALTH_PATH = '/readyz';
const CONNECT_WITHIN_MS = 1_000;

/** A busy process may miss one check: the reads that it has are moved only when it missed this many. */
const MISSES_OF_A_LOST_ONE = 2;

export class Upstream {
  readonly port: number;
  #takesRequests = false;
  #lost = new AbortController();

  constructor(port: number) {
    this.port = port;
  }

  get isUp(): boolean {
    return this.#takesRequests;
  }

  /** Aborted when it will not respond any more to what it has. */
  get whenLost(): AbortSignal {
    return this.#lost.signal;
  }

  takeBack(): void {
    this.#takesRequests = true;
  }

  /** It stops, and answers what it has. */
  passOver(): void {
    this.#takesRequests = false;
  }

  lose(): void {
    this.#takesRequests = false;
    this.#lost.abort();
    this.#lost = new AbortController();
  }
}

/** Rejects when it is not there. */
function connectTo({ port }: Upstream): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: HOST, port, noDelay: true });
    const overdue = setTimeout(() => socket.destroy(new Error('expected a connection')), CONNECT_WITHIN_MS);
    socket.once('error', reject);
    socket.once('close', () => clearTimeout(overdue));
    socket.once('connect', () => {
      clearTimeout(overdue);
      socket.removeListener('error', reject);
      resolve(socket);
    });
  });
}

/** Rendezvous hashing: when a process goes or comes, only its own people move. */
function rankOf(person: string, { port }: Upstream): number {
  return createHash('sha256').update(`${port} ${person}`).digest().readUInt32LE();
}

export class Upstreams {
  readonly #all: readonly Upstream[];
  readonly #times: UpstreamTimes;
  readonly #closing = new AbortController();
  #turn = 0;

  constructor(ports: readonly number[], times: UpstreamTimes) {
    this.#all = ports.map((port) => new Upstream(port));
    this.#times = times;
  }

  /** Resolves after the first check of each; they are repeated until it is closed. */
  async watch(): Promise<void> {
    await Promise.all(this.#all.map((upstream) => this.#check(upstream)));
  }

  close(): void {
    this.#closing.abort();
  }

  /**
   * A connection to a process that takes requests: always the same one for a `person` while it is there, since what it
   * opened for them is with it, otherwise the next in turn. Null when none did in time, or when `gone` is aborted.
   */
  async open(
    gone: AbortSignal,
    person: string | null,
  ): Promise<{ upstream: Upstream; socket: Socket } | null> {
    const deadline = performance.now() + this.#times.tryForMs;
    while (!gone.aborted) {
      const upstream = this.#next(person);
      if (upstream !== null) {
        const socket = await connectTo(upstream).catch(() => null);
        if (socket !== null) return { upstream, socket };
        // The next check takes it back
        upstream.lose();
      } else if (performance.now() >= deadline) return null;
      else await this.#pause(this.#times.tryEveryMs);
    }
    return null;
  }

  #next(person: string | null): Upstream | null {
    const up = this.#all.filter(({ isUp }) => isUp);
    if (person !== null)
      return up.toSorted((one, other) => rankOf(person, one) - rankOf(person, other))[0] ?? null;
    this.#turn = (this.#turn + 1) % Number.MAX_SAFE_INTEGER;
    return up[this.#turn % up.length] ?? null;
  }

  async #check(upstream: Upstream, missed = 0): Promise<void> {
    const { checkEveryMs, checkWithinMs } = this.#times;
    const answer = await fetch(`http://${HOST}:${upstream.port}${HEALTH_PATH}`, {
      signal: AbortSignal.timeout(checkWithinMs),
    }).then(
      async (response) => {
        await response.body?.cancel();
        return response.ok ? 'ready' : 'stopping';
      },
      (error: unknown) => (error instanceof Error && error.name === 'TimeoutError' ? 'silent' : 'gone'),
    );
    const misses = answer === 'silent' ? missed + 1 : 0;
    if (answer === 'ready') upstream.takeBack();
    else if (answer === 'gone' || misses >= MISSES_OF_A_LOST_ONE) upstream.lose();
    else upstream.passOver();
    if (this.#closing.signal.aborted) return;
    const next = setTimeout(() => {
      this.#check(upstream, misses).catch(() => undefined);
    }, checkEveryMs);
    this.#closing.signal.addEventListener('abort', () => clearTimeout(next), { once: true });
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      setTimeout(resolve, ms);
    });
  }
}
