/** Which process an id means: ids are used again, so the instant at which the process started belongs to it. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface ProcessIdentity {
  readonly pid: number;
  readonly started: string;
}

/** Null where this system has no /proc. */
function bootOf(): string | null {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return null;
  }
}

const BOOT = bootOf();

/** When it started; null where it does not run. A process that ended and that nobody collected does not run. */
function startOf(pid: number): string | null {
  try {
    if (BOOT === null)
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in field 2 may contain spaces: fields are counted from its closing bracket, the state is the next one
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
    // It still holds its files and ports while threads of it are left
    const hasEnded = fields[0] === 'Z' && Number(fields[17]) <= 1;
    return hasEnded ? null : `${BOOT}/${fields[19]}`;
  } catch {
    return null;
  }
}

/** Null where no such process runs. */
export function identityOf(pid: number): ProcessIdentity | null {
  const started = startOf(pid);
  return started === null ? null : { pid, started };
}

export function isRunning({ pid, started }: ProcessIdentity): boolean {
  return startOf(pid) === started;
}
