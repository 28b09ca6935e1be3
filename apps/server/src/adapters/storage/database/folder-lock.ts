/** The lock of the data folder: the embedded database takes none itself, and two processes on one folder lose rows silently. */
import { readFileSync } from 'node:fs';
import { mkdir, open, readFile, rename, stat, unlink, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const HEARTBEAT_MS = 5_000;
/** A lock of another host (a container on the same volume) is dead when its heartbeat is this old. */
const FOREIGN_STALE_MS = 30_000;
/** A lock file without content is of a process between creating and writing it, or killed there. */
const EMPTY_STALE_MS = 2_000;

interface Holder {
  readonly pid: number;
  readonly host: string;
  /** Distinguishes two processes with the same process id. */
  readonly started: string;
}

export interface FolderLock {
  release(): Promise<void>;
}

/** Another process holds the data folder. */
export class FolderLocked extends Error {
  override readonly name = 'FolderLocked';
}

function startOf(pid: number): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Field 22; the name in field 2 may hold spaces, so count from its closing bracket
    const startTicks = line.slice(line.lastIndexOf(')') + 2).split(' ')[19];
    return `${boot}/${startTicks}`;
  } catch {
    // No /proc on this system, or no such process
    return null;
  }
}

function myself(): Holder {
  const started = startOf(process.pid) ?? `${Math.round(performance.timeOrigin)}`;
  return { pid: process.pid, host: hostname(), started };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function readHolder(path: string): Promise<{ holder: Holder | null; ageMs: number } | null> {
  try {
    const [text, { mtimeMs }] = await Promise.all([readFile(path, 'utf8'), stat(path)]);
    // Compared with a file time, so it must be the machine's own clock
    const ageMs = Date.now() - mtimeMs;
    try {
      return { holder: JSON.parse(text) as Holder, ageMs };
    } catch {
      return { holder: null, ageMs };
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function isStale(holder: Holder | null, ageMs: number): boolean {
  if (holder === null) return ageMs > EMPTY_STALE_MS;
  const self = myself();
  if (holder.host !== self.host) return ageMs > FOREIGN_STALE_MS;
  if (holder.pid === self.pid) return holder.started !== self.started;
  if (!isAlive(holder.pid)) return true;
  const started = startOf(holder.pid);
  return started !== null && started !== holder.started;
}

async function create(path: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx', 0o600);
    await file.writeFile(JSON.stringify(myself()));
    await file.close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes a stale lock. Only one process at a time may, or the second would remove the first one's fresh lock. */
async function removeStale(path: string): Promise<void> {
  const guard = `${path}.takeover`;
  const earlier = await readHolder(guard);
  if (earlier !== null && isStale(earlier.holder, earlier.ageMs)) await unlink(guard).catch(() => undefined);
  if (!(await create(guard))) return;
  try {
    const found = await readHolder(path);
    if (found !== null && isStale(found.holder, found.ageMs)) await rename(path, `${path}.stale`);
  } finally {
    await unlink(guard);
  }
}

/** Takes the lock of `folder` (made when missing). Throws `FolderLocked` while another process holds it. */
export async function lockFolder(folder: string): Promise<FolderLock> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'database.lock');
  for (let attempt = 0; attempt < 30; attempt += 1) {
    if (await create(path)) return hold(path);
    const found = await readHolder(path);
    if (found === null) continue;
    if (isStale(found.holder, found.ageMs)) await removeStale(path);
    else if (found.holder !== null) throw lockedError(folder, path, found.holder);
    await wait(100);
  }
  throw new FolderLocked(`The data folder ${folder} is being opened by another process (${path}).`);
}

function lockedError(folder: string, path: string, { pid, host }: Holder): FolderLocked {
  return new FolderLocked(
    `The data folder ${folder} is in use by process ${pid} on ${host}. Stop it, or set DATA_DIR to another folder (lock: ${path}).`,
  );
}

function hold(path: string): FolderLock {
  const heartbeat = setInterval(() => {
    const now = new Date();
    // A failed beat matters to other hosts only, and the next one repairs it
    utimes(path, now, now).catch(() => undefined);
  }, HEARTBEAT_MS);
  heartbeat.unref();
  return {
    async release() {
      clearInterval(heartbeat);
      await unlink(path);
    },
  };
}
