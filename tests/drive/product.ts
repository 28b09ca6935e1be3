/** Starts the whole product in a process of its own, as `npm start` does, on ports and a data folder of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePorts } from './free-ports.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const READY_WITHIN_MS = 180_000;
/**
 * Ports that follow each other: the product's, and the sandbox's issuer, Stripe, mailbox, SMTP, Rithmic gateway, and live gateway and
 * historical service of Databento.
 */
export const PORTS_OF_A_PRODUCT = 8;

export interface ProductOptions {
  /** Seed of the simulated exchange. */
  readonly seed?: number;
  /** DBN file to replay in place of the simulated exchange. */
  readonly replay?: string;
  readonly speed?: number;
  /** The sandbox's stand-in for Databento in place of the simulated exchange, or no market data. */
  readonly feed?: 'databento' | 'none';
  /** Data folder of an earlier start; a new one by default. */
  readonly dataDir?: string;
  /** Data folder of an ended product that a new one begins with a copy of. */
  readonly past?: string;
  /** Nothing is there before the first start, not even the empty database that tests share. */
  readonly fresh?: true;
  /** Port of an earlier start; a free one by default. */
  readonly port?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Milliseconds by which every process of it sees the wall clock shifted: a product of yesterday. */
  readonly clockShiftMs?: number;
}

export interface Product {
  readonly origin: string;
  /** The sandbox's payment provider: API, script and pages. */
  readonly stripe: string;
  /** The sandbox's mailbox: `/mails?to=` lists what was sent. */
  readonly mailbox: string;
  /** The stand-in's historical service, with the controls of its faults; nobody is there without `feed`. */
  readonly databento: string;
  readonly dataDir: string;
  readonly process: ChildProcess;
  /** What it printed so far. */
  output(): string;
  /** Stops it as Ctrl+C does; with `keepData` the data folder stays for another start. */
  stop(options?: { keepData?: boolean; signal?: NodeJS.Signals }): Promise<void>;
}

/** Resolves when the product answers ready; rejects with its output when it ends before. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const dataDir = options.dataDir ?? newDataDir(options);
  const port = options.port ?? (await freePorts(PORTS_OF_A_PRODUCT));
  const args = [join(root, 'apps/sandbox/src/start.ts')];
  if (options.replay !== undefined)
    args.push('--replay', options.replay, '--speed', String(options.speed ?? 10));
  if (options.feed !== undefined) args.push('--feed', options.feed);
  const env = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: dataDir,
    ...(options.seed === undefined ? {} : { SIM_SEED: String(options.seed) }),
    ...clockOf(options),
    ...options.env,
  };
  let output = '';
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const origin = `http://localhost:${port}`;
  await untilReady(child, origin, () => output);
  return {
    origin,
    stripe: `http://localhost:${port + 2}`,
    mailbox: `http://localhost:${port + 3}`,
    databento: `http://localhost:${port + 7}`,
    dataDir,
    process: child,
    output: () => output,
    stop: async ({ keepData = false, signal = 'SIGTERM' } = {}) => {
      await ended(child, signal);
      if (!keepData) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function clockOf({ clockShiftMs }: ProductOptions): NodeJS.ProcessEnv {
  if (clockShiftMs === undefined) return {};
  const preload = new URL('shifted-clock.mjs', import.meta.url).href;
  const flags = [process.env['NODE_OPTIONS'] ?? '', `--import ${preload}`].join(' ').trim();
  return { NODE_OPTIONS: flags, CLOCK_SHIFT_MS: String(Math.round(clockShiftMs)) };
}

/** A new database takes seconds to make: tests that are not about the first start begin with the one they share. */
function newDataDir({ past, fresh }: ProductOptions): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'undertow-'));
  const template = process.env['DATABASE_TEMPLATE'];
  if (past !== undefined) cpSync(past, dataDir, { recursive: true });
  else if (fresh !== true && template !== undefined)
    cpSync(join(template, 'pglite'), join(dataDir, 'pglite'), { recursive: true });
  return dataDir;
}

async function untilReady(child: ChildProcess, origin: string, output: () => string): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadline) {
    if (child.exitCode !== null)
      throw new Error(`expected the product to start, it ended with ${child.exitCode}:\n${output()}`);
    const ready = await fetch(`${origin}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  await ended(child, 'SIGKILL');
  throw new Error(`expected the product to be ready within ${READY_WITHIN_MS / 1000} s:\n${output()}`);
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  child.kill(signal);
  await gone;
}
