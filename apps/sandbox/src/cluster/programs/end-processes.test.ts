/** Processes end in the order of their stages, and only those that are meant. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { endProcesses, type Guarded } from './end-processes.ts';
import { identityOf, isRunning } from './process-identity.ts';

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

async function startChild(stage: number, script = ''): Promise<Guarded & { readonly child: ChildProcess }> {
  const child = spawn(process.execPath, ['-e', `${script}; console.log(1); setInterval(() => {}, 1000)`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  await once(child.stdout, 'data');
  const identity = identityOf(child.pid ?? 0);
  if (identity === null) throw new Error('expected the process to run');
  return { ...identity, stage, signal: 'SIGTERM', child };
}

test('a later stage ends once the earlier one has ended', async () => {
  const postgres = await startChild(2);
  const slow = await startChild(0, "process.on('SIGTERM', () => setTimeout(() => process.exit(), 150))");
  const nats = await startChild(1);
  const order: number[] = [];
  for (const { child, stage } of [postgres, slow, nats]) child.once('exit', () => order.push(stage));
  await endProcesses([postgres, slow, nats]);
  await expect.poll(() => order).toEqual([0, 1, 2]);
});

test('what ignores its signal is killed', async () => {
  const deaf = await startChild(0, "process.on('SIGTERM', () => {})");
  await endProcesses([deaf], 100);
  expect(isRunning(deaf)).toBe(false);
});

test('a process that has the id of an earlier one is left alone', async () => {
  const other = await startChild(0);
  expect(await endProcesses([{ ...other, started: 'an earlier boot/1' }])).toEqual([]);
  expect(isRunning(other)).toBe(true);
});

test('a process that ended does not run, collected or not', async () => {
  const ended = await startChild(0);
  ended.child.kill('SIGKILL');
  await once(ended.child, 'exit');
  expect([isRunning(ended), identityOf(ended.pid)]).toEqual([false, null]);
});
