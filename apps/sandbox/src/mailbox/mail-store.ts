/** The mails that reached this machine: the last 500 as files in the data folder, their envelopes in memory. */
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';

export const MAX_MAILS = 500;

export interface MailEnvelope {
  readonly id: string;
  readonly receivedAtMs: number;
  /** As given to the SMTP server, not the mail's own headers. */
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly bytes: number;
}

/** An opened mail; a part that it lacks is null. */
export interface OpenedMail extends MailEnvelope {
  readonly text: string | null;
  readonly html: string | null;
}

async function readEnvelopes(folder: string): Promise<MailEnvelope[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  const read = names.map(
    async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as MailEnvelope,
  );
  return (await Promise.all(read)).sort((a, b) => a.receivedAtMs - b.receivedAtMs);
}

export class MailStore {
  readonly #folder: string;
  readonly #now: () => number;
  readonly #mails: Map<string, MailEnvelope>;

  private constructor(folder: string, now: () => number, mails: readonly MailEnvelope[]) {
    this.#folder = folder;
    this.#now = now;
    this.#mails = new Map(mails.map((mail) => [mail.id, mail]));
  }

  /** Opens the folder, created when missing; it contains mails of earlier runs. */
  static async inFolder(folder: string, now: () => number): Promise<MailStore> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return new MailStore(folder, now, await readEnvelopes(folder));
  }

  /** Newest first. */
  list(): readonly MailEnvelope[] {
    return [...this.#mails.values()].reverse();
  }

  async add({ from, to, raw }: { from: string; to: readonly string[]; raw: Buffer }): Promise<MailEnvelope> {
    const receivedAtMs = this.#now();
    const id = `${receivedAtMs.toString(36)}-${randomBytes(6).toString('hex')}`;
    const { subject = '' } = await PostalMime.parse(raw);
    const mail = { id, receivedAtMs, from, to: [...to], subject, bytes: raw.length };
    await writeFile(this.#pathOf(id, 'eml'), raw, { mode: 0o600 });
    await writeFile(`${this.#pathOf(id, 'json')}.new`, JSON.stringify(mail), { mode: 0o600 });
    await rename(`${this.#pathOf(id, 'json')}.new`, this.#pathOf(id, 'json'));
    this.#mails.set(id, mail);
    const [oldest] = this.#mails.keys();
    if (this.#mails.size > MAX_MAILS && oldest !== undefined) await this.#drop(oldest);
    return mail;
  }

  /** Undefined when there is none. */
  async open(id: string): Promise<OpenedMail | undefined> {
    const mail = this.#mails.get(id);
    const source = await this.raw(id);
    if (mail === undefined || source === undefined) return undefined;
    const { text = null, html = null } = await PostalMime.parse(source);
    return { ...mail, text, html };
  }

  async raw(id: string): Promise<Buffer | undefined> {
    if (!this.#mails.has(id)) return undefined;
    return readFile(this.#pathOf(id, 'eml')).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
  }

  async clear(): Promise<void> {
    for (const id of [...this.#mails.keys()]) await this.#drop(id);
  }

  #pathOf(id: string, kind: 'eml' | 'json'): string {
    return join(this.#folder, `${id}.${kind}`);
  }

  async #drop(id: string): Promise<void> {
    this.#mails.delete(id);
    // The envelope first: a mail without one is never listed
    await rm(this.#pathOf(id, 'json'), { force: true });
    await rm(this.#pathOf(id, 'eml'), { force: true });
  }
}
