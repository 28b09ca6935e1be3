/** Sessions of an earlier load in a file that only its owner reads, so that the next one does not sign everybody in again. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { UsageError } from '#terminal/terminal.ts';

export interface SavedSession {
  /** The product's cookies, as a header. */
  readonly cookie: string;
  /** What the product calls itself. */
  readonly publicOrigin: string;
}

const OWNER_ONLY = 0o600;

function isSaved(value: unknown): value is SavedSession {
  const { cookie, publicOrigin } = (value ?? {}) as Partial<Record<keyof SavedSession, unknown>>;
  return typeof cookie === 'string' && typeof publicOrigin === 'string' && URL.canParse(publicOrigin);
}

export class SavedSessions {
  readonly #path: string | null;
  readonly #byEmail = new Map<string, SavedSession>();

  /** Without a path nothing is kept. */
  constructor(path: string | null) {
    this.#path = path;
    if (path === null || !existsSync(path)) return;
    let value: unknown = null;
    try {
      value = JSON.parse(readFileSync(path, 'utf8'));
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
    if (typeof value !== 'object' || value === null || !Object.values(value).every(isSaved))
      throw new UsageError(`expected sessions of an earlier load in ${path}, found something else`);
    for (const [email, session] of Object.entries(value)) this.#byEmail.set(email, session as SavedSession);
  }

  find(email: string): SavedSession | undefined {
    return this.#byEmail.get(email);
  }

  put(email: string, session: SavedSession): void {
    this.#byEmail.set(email, session);
  }

  save(): void {
    if (this.#path === null) return;
    writeFileSync(this.#path, JSON.stringify(Object.fromEntries(this.#byEmail)), { mode: OWNER_ONLY });
  }
}
