/** The log file of a program whose own lines would push the addresses out of sight. */
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

const SHOWN_LINES = 12;

export class LogFile {
  readonly #path: string;

  constructor(path: string) {
    mkdirSync(dirname(path), { recursive: true });
    this.#path = path;
  }

  /** Calls `use` with the file open for a child process, which keeps it open by itself. */
  lend<T>(use: (file: number) => T): T {
    const file = openSync(this.#path, 'a', 0o600);
    try {
      return use(file);
    } finally {
      closeSync(file);
    }
  }

  /** Its last lines, and where the others are. */
  tail(): string {
    const lines = readFileSync(this.#path, 'utf8').trimEnd().split('\n');
    return [...lines.slice(-SHOWN_LINES), `(from ${this.#path})`].join('\n');
  }
}
