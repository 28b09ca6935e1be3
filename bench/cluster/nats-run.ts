/** Three nats-servers for a driver, and what they take of the machine. */
import { readFileSync } from 'node:fs';
import { startNatsCluster } from '@undertow/server/testing/nats/nats-cluster.ts';
import type { GuardedRun } from './guarded-run.ts';

/** Fixed by Linux for every program. */
const TICKS_PER_SECOND = 100;

/** Processor seconds of a process so far. */
function cpuSecondsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** Bytes that a process wrote so far, to sockets and files. */
function writtenBytesOf(pid: number): number {
  return Number(/^wchar: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1] ?? Number.NaN);
}

export interface NatsReading {
  readonly cpuSeconds: number;
  readonly writtenBytes: number;
}

export interface NatsRun {
  readonly servers: string;
  /** All three together. */
  read(): NatsReading;
  stop(): Promise<void>;
}

export async function startNats(run: GuardedRun): Promise<NatsRun> {
  const { nodes, servers, stop } = await startNatsCluster();
  const pids = [...nodes.values()].map((node) => node.pid() ?? 0);
  for (const pid of pids) run.guard(pid);
  run.onInterrupt(stop);
  const sum = (of: (pid: number) => number): number => pids.reduce((total, pid) => total + of(pid), 0);
  return {
    ...{ servers, stop },
    read: () => ({ cpuSeconds: sum(cpuSecondsOf), writtenBytes: sum(writtenBytesOf) }),
  };
}
