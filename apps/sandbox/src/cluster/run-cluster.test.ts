/** The cluster as a launcher's process, with stand-ins for the server: what starts, comes back, ends, and is left behind. */
import { type ChildProcess, execFile, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROLES } from '#config/cluster-settings.ts';
import { readState, type StatusRow, statusOf, writeState } from './cluster-state.ts';
import { findProgram, postgresFolders } from './programs/find-program.ts';
import { identityOf, isRunning, type ProcessIdentity } from './programs/process-identity.ts';

const LAUNCHER = join(import.meta.dirname, '../../testing/cluster/start-stand-in-cluster.ts');
const COMMAND = join(import.meta.dirname, 'start-cluster.ts');
const path = process.env['PATH'] ?? '';
const isComplete = findProgram('nats-server', path) !== null && postgresFolders(path).length > 0;
if (!isComplete)
  process.stdout.write('nats-server or PostgreSQL is not on this machine: its tests are skipped.\n');

const run = promisify(execFile);

describe.runIf(isComplete)('a cluster', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'undertow-cluster-'));
  // High ports that nothing else of these tests uses
  const port = 62_000 + (process.pid % 50) * 60;
  const args = ['--data-dir', dataDir, '--port', String(port), '--instruments', 'ES,NQ'];
  let launcher: ChildProcess;
  let output = '';

  async function start(): Promise<void> {
    launcher = fork(LAUNCHER, args, { execArgv: [], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    for (const stream of [launcher.stdout, launcher.stderr])
      stream?.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    const early = once(launcher, 'exit').then(([code]) => {
      throw new Error(`expected the cluster to start, it ended with ${code}:\n${output}`);
    });
    await Promise.race([once(launcher, 'message'), early]);
    early.catch(() => undefined);
  }

  function status(all = false): readonly StatusRow[] {
    return statusOf(dataDir, all, ROLES) ?? [];
  }

  /** Of everything that runs, the launcher too. */
  function identities(): readonly ProcessIdentity[] {
    return readState(dataDir)?.processes ?? [];
  }

  async function environmentAt(url: string): Promise<Record<string, string>> {
    return (await (await fetch(url)).json()) as Record<string, string>;
  }

  beforeAll(start);
  afterAll(async () => {
    if (launcher.exitCode === null && launcher.signalCode === null) {
      launcher.kill('SIGTERM');
      await once(launcher, 'exit');
    }
    rmSync(dataDir, { recursive: true, force: true });
  });

  test('two processes of each role run, three nodes of NATS, PostgreSQL and the proxy', async () => {
    const roles = status().map(({ role }) => role);
    expect(roles).toEqual(['market', 'market', 'web', 'web', 'work', 'work']);
    const all = status(true);
    expect(all.map(({ role }) => role).filter((role) => !roles.includes(role))).toEqual([
      'postgres',
      'nats',
      'nats',
      'nats',
      'proxy',
    ]);
    const printed = await run(process.execPath, [COMMAND, '--status', '--all', '--data-dir', dataDir]);
    expect(JSON.parse(printed.stdout)).toEqual(all);
    expect(JSON.stringify(all)).not.toMatch(/:\/\/[^/"]*@/);
  });

  test('each process has its role and its folder, and all of them one market, one bus and one database', async () => {
    const environments = await Promise.all(status().map(({ url }) => environmentAt(url)));
    expect(environments.map(({ ROLES: role }) => role)).toEqual([
      'market',
      'market',
      'web',
      'web',
      'work',
      'work',
    ]);
    expect(new Set(environments.map(({ DATA_DIR: folder }) => folder)).size).toBe(6);
    const same = environments.map(
      ({ ROLES: _role, PORT: _port, DATA_DIR: _folder, pid: _pid, ...rest }) => rest,
    );
    for (const one of same) expect(one).toEqual(same[0]);
    expect(same[0]).toMatchObject({
      SIM_INSTRUMENTS: 'ES,NQ',
      NATS_URL: [10, 11, 12].map((step) => `nats://127.0.0.1:${port + step}`).join(','),
      NATS_REPLICAS: '3',
      TRUST_PROXY: '1',
      DATABASE_URL: expect.stringMatching(/^postgres:\/\/undertow:[0-9a-f]{48}@127\.0\.0\.1:\d+\/undertow$/),
    });
  });

  test('the proxy reaches both web processes', async () => {
    const roles = new Set<string>();
    for (let count = 0; count < 4; count += 1)
      roles.add((await environmentAt(`http://127.0.0.1:${port}/`))['PORT'] ?? '');
    expect(roles).toEqual(new Set([String(port + 30), String(port + 31)]));
  });

  test('a web process that is killed is started again, and requests do not notice', async () => {
    const [first] = status().filter(({ role }) => role === 'web');
    process.kill(first?.pid ?? 0, 'SIGKILL');
    for (let count = 0; count < 10; count += 1)
      expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
    await expect
      .poll(() =>
        environmentAt(first?.url ?? '').then(
          ({ pid }) => Number(pid),
          () => first?.pid,
        ),
      )
      .not.toBe(first?.pid);
    expect(status()).toHaveLength(6);
  });

  test('a node of NATS and PostgreSQL are started again', async () => {
    const before = status(true).filter(({ role }) => ['nats', 'postgres'].includes(role));
    const killed = [before[0]?.pid, before[1]?.pid];
    for (const pid of killed) process.kill(pid ?? 0, 'SIGKILL');
    await expect.poll(() => identities().filter(({ pid }) => killed.includes(pid))).toEqual([]);
    await expect.poll(() => identities().length).toBe(11);
  });

  test('a second start with the same folder is refused and harms nothing', async () => {
    const failure = await run(process.execPath, [LAUNCHER, ...args]).catch((error: unknown) => error);
    expect(String(failure)).toContain(`A cluster runs with the data folder ${dataDir} already`);
    expect(status()).toHaveLength(6);
  });

  test('a launcher that is killed leaves nothing running', async () => {
    const running = identities();
    expect(running).toHaveLength(11);
    launcher.kill('SIGKILL');
    await expect.poll(() => running.filter(isRunning)).toEqual([]);
    const failure = await run(process.execPath, [COMMAND, '--status', '--data-dir', dataDir]).catch(
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('No cluster runs'),
    });
  });

  test('the next start ends what even the watchdog left, and a stop leaves nothing', async () => {
    const stray = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    const identity = identityOf(stray.pid ?? 0);
    const state = readState(dataDir);
    if (identity === null || state === null) throw new Error('expected what a killed launcher leaves');
    const entry = { ...identity, role: 'nats', url: '', stage: 1, signal: 'SIGTERM' } as const;
    writeState(dataDir, { ...state, processes: [entry] });
    await start();
    expect(isRunning(identity)).toBe(false);
    const first = identities();
    launcher.kill('SIGTERM');
    const [code] = await once(launcher, 'exit');
    expect([code, first.filter(isRunning), readState(dataDir)]).toEqual([0, [], null]);
  });
});
