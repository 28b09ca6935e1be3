/** Keeps the store over a restart: one line a change, written before the call is answered; compacted at start. */
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { Change } from './store.ts';

export class Journal {
  readonly #path: string;
  #file: number | null = null;
  #lines: string[] = [];

  constructor(path: string) {
    this.#path = path;
  }

  /** The stored changes. A last line truncated by a kill is ignored. */
  read(): readonly Change[] {
    if (!existsSync(this.#path)) return [];
    const changes: Change[] = [];
    for (const line of readFileSync(this.#path, 'utf8').split('\n')) {
      if (line === '') continue;
      try {
        changes.push(JSON.parse(line) as Change);
      } catch (error) {
        if (error instanceof SyntaxError) break;
        throw error;
      }
    }
    return changes;
  }

  /** Writes the present state in place of the history, and opens the file for what follows. */
  open(present: Iterable<Change>): void {
    mkdirSync(dirname(this.#path), { recursive: true });
    const fresh = `${this.#path}.new`;
    writeFileSync(fresh, [...present].map((change) => `${JSON.stringify(change)}\n`).join(''), {
      mode: 0o600,
    });
    renameSync(fresh, this.#path);
    this.#file = openSync(this.#path, 'a', 0o600);
    this.#lines = [];
  }

  note(change: Change): void {
    this.#lines.push(JSON.stringify(change));
  }

  /** Writes the buffered changes to the file. */
  flush(): void {
    if (this.#file === null || this.#lines.length === 0) return;
    writeSync(this.#file, `${this.#lines.join('\n')}\n`);
    this.#lines = [];
  }

  close(): void {
    this.flush();
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }
}
