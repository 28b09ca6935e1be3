/** Starts the cluster in its order and ends it in the reverse one. */
import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { endProcesses } from '#cluster/programs/end-processes.ts';
import { natsAddress, natsPrograms, requireNats } from '#cluster/programs/nats.ts';
import { openPostgres } from '#cluster/programs/postgres.ts';
import { identityOf, isRunning } from '#cluster/programs/process-identity.ts';
import { type Program, ProgramError, SupervisedProgram } from '#cluster/programs/supervised-program.ts';
import { startWatchdog } from '#cluster/programs/watchdog.ts';
import { type RunningProxy, startProxy } from '#cluster/proxy/start-proxy.ts';
import type { ClusterSettings } from '#config/cluster-settings.ts';
import { SandboxError } from '#config/config.ts';
import { readState, removeState, type StateEntry, writeState } from './cluster-state.ts';
import { clusterEnvironment, roleProgram, type ServerScript } from './role-programs.ts';

const runFile = promisify(execFile);

/** The order in which they end. */
const STAGES = { role: 0, nats: 1, postgres: 2 } as const;
/** A server process needs ten seconds at most to stop by itself, NATS and PostgreSQL less. */
const STOP_WITHIN_MS = 15_000;

export interface Closing {
  close(): Promise<void>;
}

/** What the cluster is made of beside its own programs. */
export interface ClusterParts {
  readonly server: ServerScript;
  /** Brings the database to the newest schema, before any server runs; null: nothing does. */
  readonly migrate: string | null;
  /** Environment of the sandbox for the server, and the services that it names. */
  readonly environment: NodeJS.ProcessEnv;
  openServices(environment: NodeJS.ProcessEnv): Promise<Closing>;
}

/** Ends what a launcher left that was killed together with its watchdog. */
async function endLeftovers(dataDir: string): Promise<void> {
  const state = readState(dataDir);
  if (state === null) return;
  if (isRunning(state.launcher))
    throw new SandboxError(
      `A cluster runs with the data folder ${dataDir} already (process ${state.launcher.pid}). Stop it, or choose another folder with --data-dir.`,
    );
  const left = await endProcesses(state.processes);
  if (left.length > 0) process.stderr.write(`Ended ${left.length} processes that an earlier cluster left.\n`);
  removeState(dataDir);
}

async function requireFree(port: number, what: string, host = '127.0.0.1'): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const text = `Port ${port} is in use: ${what} of the cluster takes it. Stop what runs there, or choose others with --port.`;
      reject(error.code === 'EADDRINUSE' ? new SandboxError(text) : error);
    });
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

async function requirePorts({ sandbox, nats, postgresPort, processes }: ClusterSettings): Promise<void> {
  await requireFree(sandbox.port, 'the proxy', sandbox.host);
  await requireFree(postgresPort, 'PostgreSQL');
  for (const [at, ports] of nats.entries())
    for (const port of Object.values(ports)) await requireFree(port, `nats-${at + 1}`);
  for (const { port, name } of processes) await requireFree(port, name);
}

interface Named {
  readonly role: string;
  readonly url: string;
  readonly program: SupervisedProgram;
}

/** Everything that was started, with its file for `--status` and its watchdog. */
class Running {
  readonly #dataDir: string;
  readonly #proxy: StateEntry;
  readonly #watchdog = startWatchdog();
  readonly #programs: Named[] = [];
  readonly #closing: (() => Promise<unknown>)[] = [];
  #stopped: Promise<void> | null = null;

  constructor(dataDir: string, publicOrigin: string) {
    const identity = identityOf(process.pid);
    if (identity === null) throw new Error('expected this process to be listed by the system');
    this.#dataDir = dataDir;
    this.#proxy = { ...identity, role: 'proxy', url: publicOrigin, stage: STAGES.role, signal: 'SIGTERM' };
    this.#record();
  }

  /** What is added later is closed earlier; once it is stopping, at once. */
  async add(close: () => Promise<unknown>): Promise<void> {
    if (this.#stopped === null) {
      this.#closing.unshift(close);
      return;
    }
    await close();
    throw new ProgramError('The cluster was stopped while it started.');
  }

  /** Starts them together; resolves when each is ready. They end together as well. */
  async start(programs: readonly { role: string; url: string; program: Program }[]): Promise<void> {
    const started = programs.map(({ program, ...named }) => ({
      ...named,
      program: new SupervisedProgram(program, () => this.#record()),
    }));
    this.#programs.push(...started);
    await this.add(() => Promise.all(started.map(({ program }) => program.stop(STOP_WITHIN_MS))));
    await Promise.all(started.map(({ program }) => program.start()));
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    for (const close of this.#closing) await close();
    this.#watchdog.close();
    removeState(this.#dataDir);
  }

  #record(): void {
    const processes = this.#programs.flatMap(({ role, url, program: { running } }): StateEntry[] =>
      running === null ? [] : [{ ...running, role, url }],
    );
    this.#watchdog.guard(processes);
    writeState(this.#dataDir, { launcher: this.#proxy, processes: [...processes, this.#proxy] });
  }
}

async function startAll(running: Running, settings: ClusterSettings, parts: ClusterParts): Promise<void> {
  const { sandbox, nats, processes, postgresPort } = settings;
  const { dataDir } = sandbox;
  const path = sandbox.environment['PATH'] ?? '';
  const nodes = natsPrograms(requireNats(path), join(dataDir, 'nats'), nats, STAGES.nats);
  const postgres = openPostgres(path, dataDir, postgresPort, STAGES.postgres);
  const hidden = postgres.address.replace(/\/\/[^@]*@/, '//');
  await running.start([{ role: 'postgres', url: hidden, program: postgres.program }]);
  const addresses = natsAddress(nats).split(',');
  await running.start(nodes.map((program, at) => ({ role: 'nats', url: addresses[at] ?? '', program })));
  await postgres.createDatabase();
  const environment = clusterEnvironment(settings, parts.environment, postgres.address);
  if (parts.migrate !== null) await runFile(process.execPath, [parts.migrate], { env: environment });
  const services = await parts.openServices(environment);
  await running.add(() => services.close());
  let proxy: RunningProxy | null = null;
  // Ends after the roles: what they send to their sockets in the end passes it
  await running.add(async () => proxy?.close());
  await running.start(
    processes.map((one) => ({
      role: one.role,
      url: `http://127.0.0.1:${one.port}`,
      program: roleProgram(one, parts.server, environment, dataDir, STAGES.role),
    })),
  );
  const upstreams = processes.flatMap(({ role, port }) => (role === 'web' ? [port] : []));
  proxy = await startProxy({ host: sandbox.host, port: sandbox.port, upstreams });
}

async function open(settings: ClusterSettings): Promise<Running> {
  const { dataDir, publicOrigin } = settings.sandbox;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  await endLeftovers(dataDir);
  await requirePorts(settings);
  return new Running(dataDir, publicOrigin);
}

export interface Cluster {
  /** Resolves when everything runs. Rejects with what prevents it, once nothing runs any more. */
  readonly ready: Promise<void>;
  /** Can be called at any time. */
  stop(): Promise<void>;
}

export function runCluster(settings: ClusterSettings, parts: ClusterParts): Cluster {
  const opened = open(settings);
  const start = async (): Promise<void> => {
    const running = await opened;
    try {
      await startAll(running, settings, parts);
    } catch (error) {
      await running.stop();
      throw error;
    }
  };
  return {
    ready: start(),
    async stop() {
      const running = await opened.catch(() => null);
      await running?.stop();
    },
  };
}
