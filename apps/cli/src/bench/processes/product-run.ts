/** The whole product in a process of its own, and Elite users in it. */
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { pathOf } from './started-scripts.ts';

const READY_WITHIN_MS = 120_000;

export interface ProductRun {
  readonly origin: string;
  readonly pid: number;
  /** When the process was started, by `performance.now()`. */
  readonly startedMs: number;
  stop(): Promise<void>;
}

/** Starts the product on ports of its own; rejects with what it printed when it does not become ready. */
export async function startProduct(
  dataDir: string,
  environment: Readonly<Record<string, string>>,
  program = pathOf('startProduct'),
): Promise<ProductRun> {
  const port = await freePorts();
  const origin = `http://localhost:${port}`;
  const startedMs = performance.now();
  const child = spawn(process.execPath, [program], {
    // Nothing of our own environment: its settings are not the measured ones
    env: { PORT: String(port), DATA_DIR: dataDir, SIM_SEED: '7', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  const stop = (): Promise<void> => {
    child.kill('SIGTERM');
    return child.exitCode === null && child.signalCode === null ? gone : Promise.resolve();
  };
  while (!(await isReady(origin))) {
    if (child.exitCode !== null || performance.now() - startedMs > READY_WITHIN_MS) {
      await stop();
      throw new Error(`the product did not start:\n${output}`);
    }
    await wait(100);
  }
  return { origin, pid: child.pid ?? 0, startedMs, stop };
}

function isReady(origin: string): Promise<boolean> {
  return fetch(`${origin}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  );
}

/** The first of six free ports in a row: the sandbox takes the five after the server's. */
async function freePorts(): Promise<number> {
  for (;;) {
    const first = await listenOnce(0);
    if (first === null || first > 65_000) continue;
    const others = [1, 2, 3, 4, 5].map((step) => listenOnce(first + step));
    if ((await Promise.all(others)).every((port) => port !== null)) return first;
  }
}

function listenOnce(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : null));
    });
  });
}

/** Signs in at the sandbox's page and answers the product's cookies as a header. */
export async function signInAsElite(origin: string, email = 'bench@example.com'): Promise<string> {
  const cookies = new Map<string, Map<string, string>>();
  const cookieOf = (at: string): string =>
    [...(cookies.get(new URL(at).origin) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  const request = async (url: string, form?: URLSearchParams): Promise<string | null> => {
    const sent = form === undefined ? {} : { method: 'POST', body: form };
    const answer = await fetch(url, { ...sent, redirect: 'manual', headers: { cookie: cookieOf(url) } });
    const jar = cookies.get(new URL(url).origin) ?? new Map<string, string>();
    cookies.set(new URL(url).origin, jar);
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    const location = answer.headers.get('location');
    return location === null ? null : new URL(location, url).href;
  };
  const form = new URLSearchParams({ email, tier: 'elite' });
  let at = `${origin}/api/login?returnTo=/settings`;
  for (let hop = 0; hop < 20 && !at.startsWith(`${origin}/settings`); hop += 1) {
    const next = await request(at);
    // The sandbox's page does not lead on: it waits for its form
    at = next ?? (await request(at, form)) ?? at;
  }
  return cookieOf(origin);
}
