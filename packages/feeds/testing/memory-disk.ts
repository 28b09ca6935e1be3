/** Files of a run in memory, which fail when a test wants them to. */
import type { AppendFile } from '#recordings/write/append-file.ts';

export const DISK_FILES = ['rows', 'index', 'books', 'tail'] as const;
export type DiskFile = (typeof DISK_FILES)[number];

export class MemoryDisk {
  readonly files: Readonly<Record<DiskFile, AppendFile>>;
  /** What was done, in order: `rows +12`, `rows =0`, `rows closed`, `tail removed`. */
  readonly steps: string[] = [];
  /** Steps that fail, by their word: `append rows`, `close index`, `remove tail`. */
  readonly broken = new Set<string>();
  readonly #bytes = new Map<DiskFile, Buffer>();

  constructor() {
    const [rows, index, books, tail] = DISK_FILES.map((name) => this.#file(name)) as [
      AppendFile,
      AppendFile,
      AppendFile,
      AppendFile,
    ];
    this.files = { rows, index, books, tail };
  }

  bytesOf(name: DiskFile): Buffer {
    return this.#bytes.get(name) ?? Buffer.alloc(0);
  }

  #file(name: DiskFile): AppendFile {
    return {
      append: async (bytes) => {
        // Half of a failed append is written, as on a full disk
        const isBroken = this.broken.has(`append ${name}`);
        const written = isBroken ? bytes.subarray(0, bytes.length >> 1) : bytes;
        this.#bytes.set(name, Buffer.concat([this.bytesOf(name), written]));
        this.steps.push(`${name} +${written.length}`);
        this.#mayFail(`append ${name}`);
      },
      truncate: async (bytes) => {
        this.#mayFail(`truncate ${name}`);
        this.#bytes.set(name, this.bytesOf(name).subarray(0, bytes));
        this.steps.push(`${name} =${bytes}`);
      },
      close: async () => {
        this.#mayFail(`close ${name}`);
        this.steps.push(`${name} closed`);
      },
      remove: async () => {
        this.#mayFail(`remove ${name}`);
        this.#bytes.delete(name);
        this.steps.push(`${name} removed`);
      },
    };
  }

  #mayFail(step: string): void {
    if (this.broken.has(step)) throw new Error(`cannot ${step}`);
  }
}
