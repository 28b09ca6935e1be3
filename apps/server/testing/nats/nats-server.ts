/** A nats-server of a test's own: it can be killed and started again, and nobody else is connected to it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const PROGRAM = 'nats-server';
const PLACES = ['/usr/sbin', '/usr/local/bin', '/usr/bin', ...(process.env['PATH'] ?? '').split(delimiter)];

function findProgram(): string | null {
  return PLACES.map((place) => join(place, PROGRAM)).find((path) => existsSync(path)) ?? null;
}

/** True when the tests of NATS can run here. */
export function hasNats(): boolean {
  const found = findProgram() !== null;
  if (!found) process.stdout.write('nats-server is not on this machine: its tests are skipped.\n');
  return found;
}

/** A port that nobody listens at now. */
export async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  listener.close();
  await once(listener, 'close');
  if (address === null || typeof address === 'string') throw new Error('expected the address of a TCP port');
  return address.port;
}

/** The greeting of a server that accepts clients. */
async function isResponding(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    const [greeting] = await once(socket, 'data', { signal: AbortSignal.timeout(1000) });
    return String(greeting).startsWith('INFO ');
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

export interface NatsGiven {
  readonly port?: number;
  /** Kept by `stop` when it is given. */
  readonly storeDir?: string;
  /**
   * A configuration file, and what it reads from the environment beside `NATS_STORE_DIR`; without one, a server that
   * admits everybody.
   */
  readonly config?: { readonly file: string; readonly environment?: Readonly<Record<string, string>> };
}

export interface NatsServer {
  readonly url: string;
  readonly port: number;
  readonly pid: () => number | undefined;
  /** What it wrote to its log. */
  log(): string;
  /** Ends it and resolves when it is gone: `SIGKILL` is a crash, `SIGTERM` a stop. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  /** Starts it again on the same port and files; resolves when it answers. */
  start(): Promise<void>;
  /** Ends it for good and removes its files. */
  stop(): Promise<void>;
}

/** Starts a server that listens on this machine only. Call `hasNats` first. */
export async function startNatsServer(given: NatsGiven = {}): Promise<NatsServer> {
  const program = findProgram();
  if (program === null) throw new Error('there is no nats-server on this machine');
  const port = given.port ?? (await freePort());
  const folder = mkdtempSync(join(tmpdir(), 'undertow-nats-'));
  const logFile = join(folder, 'log');
  const storeDir = given.storeDir ?? join(folder, 'store');
  const source = given.config === undefined ? ['-js', '-sd', storeDir] : ['-c', given.config.file];
  const options = ['-a', '127.0.0.1', '-p', `${port}`, '-l', logFile, ...source];
  const environment = { ...process.env, NATS_STORE_DIR: storeDir, ...given.config?.environment };
  let server: ChildProcess;
  const log = (): string => (existsSync(logFile) ? readFileSync(logFile, 'utf8') : '');
  const start = async (): Promise<void> => {
    server = spawn(program, options, { cwd: folder, env: environment, stdio: 'ignore' });
    for (let attempt = 0; attempt < 400; attempt += 1) {
      if (server.exitCode !== null) throw new Error(`nats-server ended while it started: ${log()}`);
      if (await isResponding(port)) return;
      await wait(25);
    }
    throw new Error(`nats-server did not start: ${log()}`);
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const gone = once(server, 'exit');
    server.kill(signal);
    await gone;
  };
  await start();
  return {
    url: `nats://127.0.0.1:${port}`,
    port,
    pid: () => server.pid,
    log,
    end,
    start,
    async stop() {
      await end('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
