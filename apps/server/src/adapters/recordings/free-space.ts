/** Whether the disk of the recordings has room for more of them, asked of the system every ten seconds at most. */
import { existsSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';

/** The embedded database on the same disk stops below 64 MB: recordings leave it more than that. */
const MIN_FREE_BYTES = 256 * 1024 * 1024;
const CHECK_MS = 10_000;

export class FreeSpace {
  readonly #root: string;
  readonly #freeBytes: (root: string) => number;
  #checkedMs = Number.NEGATIVE_INFINITY;
  #shortage: string | null = null;

  constructor(root: string, freeBytes: (root: string) => number = systemFreeBytes) {
    this.#root = root;
    this.#freeBytes = freeBytes;
  }

  /** Why there is no space; null where there is. */
  shortage(): string | null {
    const nowMs = performance.now();
    if (nowMs < this.#checkedMs + CHECK_MS) return this.#shortage;
    this.#checkedMs = nowMs;
    const free = this.#freeBytes(this.#root);
    const mb = (bytes: number): number => Math.floor(bytes / 2 ** 20);
    this.#shortage =
      free >= MIN_FREE_BYTES
        ? null
        : `the disk of ${this.#root} has ${mb(free)} MB left, expected at least ${mb(MIN_FREE_BYTES)} MB`;
    return this.#shortage;
  }
}

/** Of the folder, or of the nearest one above it that exists. */
function systemFreeBytes(root: string): number {
  let folder = root;
  while (!existsSync(folder) && folder !== dirname(folder)) folder = dirname(folder);
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
