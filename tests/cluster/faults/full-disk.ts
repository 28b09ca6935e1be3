/** A small file system in memory under one node of NATS, which can be filled. Only for root. */
import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { StartedCluster } from '#tests/cluster/started-cluster.ts';

/** More than the minutes of a test take. */
const SIZE = '192m';
const PIECE = Buffer.alloc(1 << 20);
const SMALLEST = 4_096;

export const canMount = (): boolean => process.getuid?.() === 0;

export interface SmallDisk {
  /** Leaves not a single block. */
  fill(): void;
  empty(): void;
  remove(): void;
}

/** The node begins anew on it, with what the others send it. */
export async function mountSmallDisk(cluster: StartedCluster, node: string): Promise<SmallDisk> {
  const folder = join(cluster.dataDir, 'nats', node);
  const killed = cluster.signal(node, 'SIGKILL');
  // Before the node is started again
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', folder]);
  await cluster.untilBack(killed);
  const ballast = join(folder, 'ballast');
  return {
    fill() {
      const file = openSync(ballast, 'w');
      try {
        for (let bytes = PIECE.length; bytes >= SMALLEST; bytes /= 2)
          writeAll(file, PIECE.subarray(0, bytes));
      } finally {
        closeSync(file);
      }
    },
    empty: () => rmSync(ballast, { force: true }),
    remove: () => execFileSync('umount', ['--lazy', folder]),
  };
}

/** Until there is no space for one more. */
function writeAll(file: number, piece: Buffer): void {
  try {
    while (writeSync(file, piece) === piece.length);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}
