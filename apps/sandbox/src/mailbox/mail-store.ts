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

export interface MailStore {
  /** Newest first. */
  list(): readonly MailEnvelope[];
  add(mail: { from: string; to: readonly string[]; raw: Buffer }): Promise<MailEnvelope>;
  /** Undefined when there is none. */
  open(id: string): Promise<OpenedMail | undefined>;
  raw(id: string): Promise<Buffer | undefined>;
  clear(): Promise<void>;
}

async function readEnvelopes(folder: string): Promise<MailEnvelope[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  const read = names.map(
    async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as MailEnvelope,
  );
  return (await Promise.all(read)).sort((a, b) => a.receivedAtMs - b.receivedAtMs);
}

/** Opens the folder, created when missing; it contains mails of earlier runs. */
export async function openMailStore(folder: string, now: () => number): Promise<MailStore> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const mails = new Map((await readEnvelopes(folder)).map((mail) => [mail.id, mail]));
  const pathOf = (id: string, kind: 'eml' | 'json') => join(folder, `${id}.${kind}`);

  async function drop(id: string): Promise<void> {
    mails.delete(id);
    // The envelope first: a mail without one is never listed
    await rm(pathOf(id, 'json'), { force: true });
    await rm(pathOf(id, 'eml'), { force: true });
  }

  async function raw(id: string): Promise<Buffer | undefined> {
    if (!mails.has(id)) return undefined;
    return readFile(pathOf(id, 'eml')).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
  }

  return {
    list: () => [...mails.values()].reverse(),
    raw,
    async add({ from, to, raw: source }) {
      const receivedAtMs = now();
      const id = `${receivedAtMs.toString(36)}-${randomBytes(6).toString('hex')}`;
      const { subject = '' } = await PostalMime.parse(source);
      const mail = { id, receivedAtMs, from, to: [...to], subject, bytes: source.length };
      await writeFile(pathOf(id, 'eml'), source, { mode: 0o600 });
      await writeFile(`${pathOf(id, 'json')}.new`, JSON.stringify(mail), { mode: 0o600 });
      await rename(`${pathOf(id, 'json')}.new`, pathOf(id, 'json'));
      mails.set(id, mail);
      const [oldest] = mails.keys();
      if (mails.size > MAX_MAILS && oldest !== undefined) await drop(oldest);
      return mail;
    },
    async open(id) {
      const mail = mails.get(id);
      const source = await raw(id);
      if (mail === undefined || source === undefined) return undefined;
      const { text = null, html = null } = await PostalMime.parse(source);
      return { ...mail, text, html };
    },
    async clear() {
      for (const id of [...mails.keys()]) await drop(id);
    },
  };
}
