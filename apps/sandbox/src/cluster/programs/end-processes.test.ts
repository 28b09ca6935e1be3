/** Processes end in the order of their stages, and only those that are meant. */
import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { afterEach, expect, test } from 'vitest';
import { endProcesses, type Guarded } from './end-processes.ts';
import { identityOf, isRunning } from './process-identity.ts';

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

async function startChild(
  stage: number,
  script = '',
): Promise<Guarded & { readonly child: ChildProcessByStdio<null, Readable, null> }> {
  const child = spawn(process.execPath, ['-e', `${script}; console.log(1); setInterval(() => {}, 1000)`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  await once(child.stdout, 'data');
  const identity = identityOf(child.pid ?? 0);
  if (identity === null) throw new Error('expected the process to run');
  return { ...identity, stage, signal: 'SIGTERM', child };
}

/** Prints at its end when its signal came and when it ended, by the clock that all processes share. */
const endsAfter = (ms: number): string => `
  const now = () => process.hrtime.bigint();
  process.on('SIGTERM', () => {
    const signalled = now();
    setTimeout(() => {
      require('node:fs').writeSync(1, signalled + ' ' + now());
      process.exit();
    }, ${ms});
  })`;

test('a later stage has its signal once the earlier one has ended', async () => {
  const later = await startChild(2, endsAfter(0));
  const slow = await startChild(0, endsAfter(150));
  const middle = await startChild(1, endsAfter(0));
  const ended = [slow, middle, later].map(async ({ child }) => {
    const [text] = await once(child.stdout, 'data');
    return String(text).split(' ').map(BigInt);
  });
  await endProcesses([later, slow, middle]);
  const instants = (await Promise.all(ended)).flat();
  expect(instants).toEqual(instants.toSorted((a, b) => (a < b ? -1 : 1)));
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
