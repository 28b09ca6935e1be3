/** Notes how many seconds of the processor every test file took, with the processes that it started, for the table of the areas. */
import { readFileSync } from 'node:fs';
import { afterAll } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** Seconds of the processor. */
    cpuSeconds?: number;
  }
}

/** Linux counts times of processes in hundredths of a second. */
const TICKS_PER_SECOND = 100;

interface ProcessTimes {
  readonly own: number;
  /** Of children that have ended and their descendants. */
  readonly ended: number;
}

function timesOf(pid: number): ProcessTimes {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in parentheses, may contain spaces
    const cells = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = cells.slice(11, 15).map(Number);
    return { own: user + system, ended: endedUser + endedSystem };
  } catch {
    // It has ended in this moment, or this is not Linux
    return { own: 0, ended: 0 };
  }
}

function childrenOf(pid: number): number[] {
  try {
    const tasks = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return tasks.trim().split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

function ticksBelow(pid: number): number {
  return childrenOf(pid).reduce((sum, child) => {
    const { own, ended } = timesOf(child);
    return sum + own + ended + ticksBelow(child);
  }, 0);
}

function secondsSoFar(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + (timesOf(process.pid).ended + ticksBelow(process.pid)) / TICKS_PER_SECOND;
}

const startSeconds = secondsSoFar();

// biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which fixtures are wanted
afterAll(({}, file) => {
  file.meta.cpuSeconds = secondsSoFar() - startSeconds;
});
