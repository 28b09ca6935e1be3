/** An archive of any size passes through little memory and opens anywhere. */
import { Buffer } from 'node:buffer';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { type ZipFile, zipStream } from './zip-stream.ts';

const AT = Date.UTC(2026, 10, 20, 15);

async function bytesOf(files: readonly ZipFile[]): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of zipStream(files, AT)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const text = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString('utf8');

const FILES: readonly ZipFile[] = [
  { name: 'README.txt', chunks: () => ['Grüße', ' £', '\n'] },
  { name: 'empty.json', chunks: () => [] },
  { name: 'rows.csv', chunks: () => ['a,b\r\n', '1,2\r\n'] },
];

test('every file is extracted unchanged, empty ones too', async () => {
  const opened = unzipSync(await bytesOf(FILES));
  expect(Object.keys(opened)).toEqual(['README.txt', 'empty.json', 'rows.csv']);
  expect(text(opened['README.txt'])).toBe('Grüße £\n');
  expect(text(opened['empty.json'])).toBe('');
  expect(text(opened['rows.csv'])).toBe('a,b\r\n1,2\r\n');
});

test('another zip tool can read the archive', async () => {
  const python = '/usr/bin/python3';
  if (!existsSync(python)) return;
  const folder = mkdtempSync(join(tmpdir(), 'undertow-zip-'));
  const path = join(folder, 'x.zip');
  writeFileSync(path, await bytesOf(FILES));
  const said = execFileSync(python, ['-m', 'zipfile', '-t', path], { encoding: 'utf8' });
  expect(said).toContain('Done testing');
  rmSync(folder, { recursive: true });
});

test('pieces are read on demand: a reader that stops also stops the source', async () => {
  let made = 0;
  let closed = false;
  async function* endless(): AsyncGenerator<string> {
    try {
      for (;;) {
        made += 1;
        // Does not compress: each piece fills what waits
        yield Array.from({ length: 4096 }, () => Math.random().toString(36)).join('');
      }
    } finally {
      closed = true;
    }
  }
  let read = 0;
  for await (const chunk of zipStream([{ name: 'endless', chunks: endless }], AT)) {
    read += chunk.length;
    if (read > 1_000_000) break;
  }
  await expect.poll(() => closed).toBe(true);
  expect(made).toBeLessThan(100);
});

test('an error of a source reaches the reader', async () => {
  async function* broken(): AsyncGenerator<string> {
    yield 'begin';
    throw new Error('the database went away');
  }
  await expect(bytesOf([{ name: 'x', chunks: broken }])).rejects.toThrow('the database went away');
});
