/** A backup on disk: a folder with a manifest and one file, written under another name until both are whole. */

import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DAY_MS } from '@undertow/market';
import { z } from 'zod';
import { BackupError } from './backup-error.ts';
import { manifestMac, requireAuthentic } from './manifest-mac.ts';
import { seal, unseal } from './sealed-stream.ts';

const FORMAT = 'undertow-backup-1';
const MANIFEST = 'manifest.json';
const NAME = /^undertow-\d{8}T\d{6}Z$/;
const PART = /^\.undertow-.*\.part$/;
const count = z.number().int().nonnegative();
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const head = z.strictObject({ count, hash: sha256 });

const manifestShape = z.strictObject({
  format: z.literal(FORMAT),
  /** The moment that the rows are of. */
  at: z.iso.datetime(),
  database: z.enum(['embedded', 'postgres']),
  version: z.string(),
  /** Newest migration that was applied. */
  migration: count,
  databaseBytes: count,
  file: z.strictObject({ name: z.string(), bytes: count, sha256, isSealed: z.boolean() }),
  tables: z.record(z.string(), z.strictObject({ rows: count, checksum: z.string() })),
  trackHeads: z.record(z.string(), head),
  /** End of the chain of the audit log. */
  auditHead: head,
  /** Present where there is a key; manifests of earlier builds have none. */
  mac: sha256.optional(),
});
export type Manifest = z.output<typeof manifestShape>;

/** What is known of a backup before its file is written. */
export type ManifestFacts = Omit<Manifest, 'format' | 'file' | 'mac'>;

async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes the bytes, sealed where there is a key; returns what was written. */
async function writeBytes(
  path: string,
  source: AsyncIterable<Uint8Array>,
  key: Buffer | null,
): Promise<Manifest['file']> {
  const hash = createHash('sha256');
  let bytes = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const part of key === null ? source : seal(source, key)) {
      hash.update(part);
      bytes += part.byteLength;
      yield part;
    }
  }
  await pipeline(counted, createWriteStream(path, { mode: 0o600, flags: 'wx' }));
  await syncPath(path);
  return { name: basename(path), bytes, sha256: hash.digest('hex'), isSealed: key !== null };
}

/** What a process that was killed left behind; a younger one may still be at work. */
async function removeOldParts(folder: string, nowMs: number): Promise<void> {
  for (const name of (await readdir(folder)).filter((one) => PART.test(one))) {
    const path = join(folder, name);
    if (nowMs - (await stat(path)).mtimeMs > DAY_MS) await rm(path, { recursive: true, force: true });
  }
}

/**
 * Writes a backup into `folder` and returns its path. `facts` is read after the bytes, and may be valid for
 * the same moment only. Killed at any time it leaves no folder of the right name.
 */
export async function writeBackup(
  folder: string,
  key: Buffer | null,
  {
    nowMs,
    source,
    facts,
  }: {
    readonly nowMs: number;
    readonly source: AsyncIterable<Uint8Array>;
    readonly facts: () => Promise<ManifestFacts>;
  },
): Promise<{ readonly path: string; readonly manifest: Manifest }> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeOldParts(folder, nowMs);
  const stamp = new Date(nowMs).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const path = join(folder, `undertow-${stamp}`);
  const part = join(folder, `.undertow-${stamp}-${process.pid}.part`);
  await mkdir(part, { mode: 0o700 });
  try {
    const file = await writeBytes(
      join(part, key === null ? 'database.dump' : 'database.sealed'),
      source,
      key,
    );
    const written = { format: FORMAT, ...(await facts()), file } as const;
    const manifest: Manifest = key === null ? written : { ...written, mac: manifestMac(written, key) };
    await writeFile(join(part, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
    await syncPath(join(part, MANIFEST));
    await syncPath(part);
    await rename(part, path);
    await syncPath(folder);
    return { path, manifest };
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    throw error;
  }
}

/** Names of the complete backups in a folder, oldest first. */
export function backupNames(names: readonly string[]): readonly string[] {
  return names.filter((name) => NAME.test(name)).toSorted();
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (cause) {
    throw new BackupError(`${folder}: expected a backup, or a folder of backups`, { cause });
  }
}

/** The folder of a backup: itself, the one of its manifest, or the newest one in a folder of backups. */
export async function findBackup(from: string): Promise<string> {
  const place = basename(from) === MANIFEST ? dirname(from) : from;
  const names = await namesIn(place);
  if (names.includes(MANIFEST)) return place;
  const newest = backupNames(names).at(-1);
  if (newest === undefined)
    throw new BackupError(`${from}: expected a backup, there is no complete one here`);
  return join(place, newest);
}

export async function readManifest(path: string): Promise<Manifest> {
  try {
    return manifestShape.parse(JSON.parse(await readFile(join(path, MANIFEST), 'utf8')));
  } catch (cause) {
    throw new BackupError(`${join(path, MANIFEST)}: expected the manifest of a backup (${FORMAT})`, {
      cause,
    });
  }
}

/** The plain bytes of the backup. */
export function readBytes(path: string, { file }: Manifest, key: Buffer | null): AsyncIterable<Uint8Array> {
  const stream = createReadStream(join(path, file.name), { highWaterMark: 1024 * 1024 });
  if (!file.isSealed) return stream;
  if (key === null)
    throw new BackupError('the backup is sealed: expected its key in BACKUP_KEY or BACKUP_KEY_FILE');
  return unseal(stream, key);
}

function nowhere(): Writable {
  return new Writable({ write: (_part, _encoding, done) => done() });
}

/**
 * Reads every byte once and compares: a restore begins only with a backup that is whole, authentic and opens. The manifest
 * comes first: what is compared with it proves nothing where it was changed.
 */
export async function checkBackup(
  path: string,
  manifest: Manifest,
  key: Buffer | null,
  allowsUnauthenticated = false,
): Promise<void> {
  requireAuthentic(manifest, key, allowsUnauthenticated);
  const { name, bytes, sha256: expected, isSealed } = manifest.file;
  const found = await stat(join(path, name)).catch(() => null);
  if (found === null) throw new BackupError(`${join(path, name)} is missing`);
  if (found.size !== bytes)
    throw new BackupError(
      `${join(path, name)} has ${found.size} bytes, expected ${bytes}: it was cut off or changed`,
    );
  const hash = createHash('sha256');
  for await (const part of createReadStream(join(path, name), { highWaterMark: 1024 * 1024 }))
    hash.update(part);
  if (hash.digest('hex') !== expected)
    throw new BackupError(`${join(path, name)} is not the file that was written: its SHA-256 differs`);
  if (isSealed) await pipeline(readBytes(path, manifest, key), nowhere());
}
