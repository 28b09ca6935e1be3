/** Memory and processor time of a process and its children, from /proc. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** Ticks a second of /proc/PID/stat: fixed by Linux for every program. */
const TICKS_PER_SECOND = 100;

interface ProcessFigures {
  /** Resident memory now, megabytes of 2^20 bytes. */
  readonly rssMb: number;
  /** The most that each of the processes ever held, added up. */
  readonly peakMb: number;
  readonly cpuSeconds: number;
}

/** False where the figures cannot be read: only Linux has /proc. */
export function hasProcessFigures(): boolean {
  return existsSync('/proc/self/stat');
}

/** Fields of /proc/PID/stat after the name, which may hold spaces; null when the process is gone. */
function statOf(pid: number): readonly string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

function megabytes(status: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) / 1024;
}

/** The process and everything it started that still runs. */
function familyOf(pid: number): readonly number[] {
  const parents = new Map<number, number>();
  for (const entry of readdirSync('/proc')) {
    const parent = /^\d+$/.test(entry) ? statOf(Number(entry))?.[1] : undefined;
    if (parent !== undefined) parents.set(Number(entry), Number(parent));
  }
  const family = [pid];
  for (const one of family) {
    for (const [child, parent] of parents) if (parent === one) family.push(child);
  }
  return family;
}

/** The figures of a process and its children, added up. */
export function processFigures(pid: number): ProcessFigures {
  let rssMb = 0;
  let peakMb = 0;
  let ticks = 0;
  for (const one of familyOf(pid)) {
    const stat = statOf(one);
    if (stat === null) continue;
    const status = readFileSync(`/proc/${one}/status`, 'utf8');
    rssMb += megabytes(status, 'VmRSS');
    peakMb += megabytes(status, 'VmHWM');
    // utime and stime of it, cutime and cstime of children that ended
    for (const field of stat.slice(11, 15)) ticks += Number(field);
  }
  return { rssMb, peakMb, cpuSeconds: ticks / TICKS_PER_SECOND };
}

/** The server among the processes that a product started. */
export function serverOf(pid: number): number {
  const server = familyOf(pid).find((one) => {
    const [, ...words] = readFileSync(`/proc/${one}/cmdline`, 'utf8').split('\0');
    return words.some((word) => word.endsWith('server/src/main.ts'));
  });
  if (server === undefined) throw new Error(`expected a server among the processes of ${pid}`);
  return server;
}

/** Memory of one process: now, and the most since `forgetPeak`. Megabytes of 2^20 bytes. */
export function memoryOf(pid: number): { readonly nowMb: number; readonly peakMb: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return { nowMb: megabytes(status, 'VmRSS'), peakMb: megabytes(status, 'VmHWM') };
}

/** From here on the most is that of what follows; without permission, that of the whole run. */
export function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/** Seconds that a process's main thread was ready and had no core: what of its delays is the machine's. */
export function coreWaitOf(pid: number): number {
  const [, waitNs] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ');
  return Number(waitNs ?? 0) / 1e9;
}
