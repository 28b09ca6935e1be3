/** A process that ends is started again, more slowly each time; a stop ends it for good. */
import { type ChildProcess, spawn } from 'node:child_process';
import { afterEach, expect, test } from 'vitest';
import { isRunning } from './process-identity.ts';
import { type Program, SupervisedProgram } from './supervised-program.ts';

const PAUSES = { firstMs: 20, longestMs: 80, steadyMs: 60_000 };

const started: SupervisedProgram[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((program) => program.stop(1_000)));
});

function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('message', () => resolve());
  });
}

/** The script runs in a process of its own; `starts` are the instants of its starts. */
function supervise(script: string, program: Partial<Program> = {}) {
  const starts: number[] = [];
  const supervised = new SupervisedProgram(
    {
      name: 'market-1',
      stage: 0,
      signal: 'SIGTERM',
      spawn() {
        starts.push(performance.now());
        return spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
      },
      untilReady,
      explain: () => 'the end of its log',
      ...program,
    },
    () => undefined,
    PAUSES,
  );
  started.push(supervised);
  return { supervised, starts };
}

const STAYS = "process.send('ready'); setInterval(() => {}, 1000)";

test('one that is killed is started again with another process id', async () => {
  const { supervised } = supervise(STAYS);
  await supervised.start();
  const first = supervised.running;
  process.kill(first?.pid ?? 0, 'SIGKILL');
  await expect.poll(() => supervised.running?.pid ?? first?.pid).not.toBe(first?.pid);
});

test('pauses between starts grow up to the longest', async () => {
  const { supervised, starts } = supervise("process.send('ready'); setTimeout(() => process.exit(3), 1)");
  await supervised.start();
  await expect.poll(() => starts.length).toBeGreaterThanOrEqual(5);
  await supervised.stop(1_000);
  const between = starts.slice(1).map((start, at) => start - (starts[at] ?? 0));
  for (const [at, leastMs] of [20, 40, 80, 80].entries())
    expect(between[at]).toBeGreaterThanOrEqual(leastMs - 1);
});

test('a first start that ends early is not repeated, and says why', async () => {
  const { supervised, starts } = supervise('process.exit(4)');
  await expect(supervised.start()).rejects.toThrow(
    'market-1 ended with 4 before it was ready:\nthe end of its log',
  );
  expect([supervised.running, starts.length]).toEqual([null, 1]);
});

test('a program that is not there is reported by its path', async () => {
  const { supervised } = supervise('', { spawn: () => spawn('/nowhere/nats-server', []) });
  await expect(supervised.start()).rejects.toThrow('spawn /nowhere/nats-server ENOENT');
});

test('one that ignores the signal is killed in the end', async () => {
  const { supervised } = supervise(`process.on('SIGTERM', () => {}); ${STAYS}`);
  await supervised.start();
  const first = supervised.running;
  await supervised.stop(50);
  expect([supervised.running, first !== null && isRunning(first)]).toEqual([null, false]);
});

test('one that is suspended is killed in the end', async () => {
  const { supervised } = supervise(STAYS);
  await supervised.start();
  const first = supervised.running;
  process.kill(first?.pid ?? 0, 'SIGSTOP');
  await supervised.stop(50);
  expect(first !== null && isRunning(first)).toBe(false);
});

test('a stop within a pause starts nothing more', async () => {
  const { supervised, starts } = supervise(STAYS);
  await supervised.start();
  process.kill(supervised.running?.pid ?? 0, 'SIGKILL');
  await expect.poll(() => supervised.running, { interval: 1 }).toBeNull();
  await supervised.stop(1_000);
  expect([supervised.running, starts.length]).toEqual([null, 1]);
});
