/** Starts the server's process alone, as the sandbox does but without the services beside it: for tests that need no more. */
import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Tier } from '@undertow/contracts';
import { readSandboxSettings } from '@undertow/sandbox/src/config/config.ts';
import { readDevelopmentKeys } from '@undertow/sandbox/src/config/development-keys.ts';
import { serverEnvironment } from '@undertow/sandbox/src/environment/server-environment.ts';
import { SERVER_FLAGS } from '@undertow/sandbox/src/environment/server-flags.ts';
import { createInProcessBus } from '@undertow/server/src/adapters/bus/in-process-bus.ts';
import { createClock } from '@undertow/server/src/adapters/clock/clock.ts';
import {
  type DatabaseSettings,
  openDatabase,
} from '@undertow/server/src/adapters/storage/database/database.ts';
import { createStores } from '@undertow/server/src/adapters/storage/stores.ts';
import { createSessions } from '@undertow/server/src/http/session/session.ts';
import { freePorts } from './free-ports.ts';

const MAIN = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url));
const READY_WITHIN_MS = 180_000;

export interface ServerOptions {
  /** Removed with the server, unless it is stopped with `keepData`. */
  readonly dataDir: string;
  /** Port of an earlier start; a free one by default. */
  readonly port?: number;
  /** Of users' own accounts; by default nobody can connect one. */
  readonly gateway?: { readonly uri: string; readonly ca: string };
  readonly env?: Readonly<Record<string, string>>;
}

export interface ServerProcess {
  readonly origin: string;
  readonly port: number;
  readonly process: ChildProcess;
  /** What it printed so far. */
  output(): string;
  stop(options?: { readonly keepData?: boolean }): Promise<void>;
}

/** What the environment says of the gateway; empty values are not set. */
function gatewayEnvironment(gateway: ServerOptions['gateway'], caFile: string): NodeJS.ProcessEnv {
  if (gateway !== undefined) writeFileSync(caFile, gateway.ca);
  const uri = gateway?.uri ?? '';
  return {
    ...{ RITHMIC_PAPER_GATEWAY: uri, RITHMIC_LIVE_GATEWAY: uri },
    ...(gateway === undefined ? { RITHMIC_CA_FILE: '' } : {}),
  };
}

/** Resolves when the server answers ready; rejects with its output when it ends before. One instrument with a short history by default. */
export async function startServerProcess(options: ServerOptions): Promise<ServerProcess> {
  const { dataDir, gateway, env = {} } = options;
  const port = options.port ?? (await freePorts(1));
  const settings = readSandboxSettings(['--port', String(port), '--seed', '7'], {
    ...process.env,
    ...{ DATA_DIR: dataDir, SIM_INSTRUMENTS: 'ES', SIM_HISTORY_MINUTES: '10', ...env },
  });
  if (settings === null) throw new Error('no help was requested');
  const child = spawn(process.execPath, [...SERVER_FLAGS, MAIN], {
    env: {
      ...serverEnvironment(settings, readDevelopmentKeys(dataDir)),
      ...gatewayEnvironment(gateway, settings.gatewayCaFile),
      ...env,
    },
    // With a channel it ends with this process, however that ends
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  await untilReady(child, settings.publicOrigin, () => output);
  return {
    origin: settings.publicOrigin,
    port,
    process: child,
    output: () => output,
    async stop({ keepData = false } = {}) {
      await ended(child);
      if (!keepData) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function untilReady(child: ChildProcess, origin: string, output: () => string): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadline) {
    if (child.exitCode !== null)
      throw new Error(`expected the server to start, it ended with ${child.exitCode}:\n${output()}`);
    const isReady = await fetch(`${origin}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) return;
    await wait(100);
  }
  child.kill('SIGKILL');
  throw new Error(`expected the server to be ready within ${READY_WITHIN_MS / 1000} s:\n${output()}`);
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
}

/** Cookies of new people with a session each, made beside the server before it starts: sign-in is not what is tested. */
export async function signInBeside(
  settings: DatabaseSettings,
  count: number,
  tier: Tier,
): Promise<readonly string[]> {
  const database = await openDatabase(settings);
  const stores = createStores(database.orm);
  const clock = createClock();
  const bus = createInProcessBus((_topic, error) => {
    throw error;
  });
  const sessions = createSessions({ ...stores, store: stores.sessionStore, clock, bus, secure: false });
  const cookies: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const { id } = await stores.users.ensure('https://id.example', `person-${n}`, clock.nowMs());
    const grant = { userId: id, tier, actor: 'test', reason: 'test', expiresAtMs: null };
    await stores.tiers.grant(grant, clock.nowMs());
    cookies.push(`${sessions.cookieName}=${await sessions.start(id)}`);
  }
  await database.close();
  return cookies;
}
