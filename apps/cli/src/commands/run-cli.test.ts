import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { captured, ES_RECORDING, HAS_RECORDED_DATA } from '#testing/recorded-data.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

let scratch = '';
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'undertow-cli-'));
});
afterAll(() => rmSync(scratch, { recursive: true }));

interface Spawned {
  code: number | null;
  stdout: string;
  stderr: string;
}

function spawned(...argv: string[]): Promise<Spawned> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [MAIN, ...argv], (_, stdout, stderr) => {
      resolve({ code: child.exitCode, stdout, stderr });
    });
  });
}

function fileOf(name: string, bytes: Uint8Array): string {
  const path = join(scratch, name);
  writeFileSync(path, bytes);
  return path;
}

const wrongVersion = Buffer.concat([Buffer.from('DBN\x04\x78\x00\x00\x00', 'latin1'), Buffer.alloc(200)]);
const hugeMetadata = Buffer.concat([Buffer.from('DBN\x03\xff\xff\xff\xff', 'latin1'), Buffer.alloc(200)]);
// A bare order record, then a header with length zero.
const zeroLength = Buffer.alloc(56 + 16);
zeroLength.writeUInt8(14, 0);
zeroLength.writeUInt8(0xa0, 1);

const HOSTILE: readonly [string, Uint8Array, RegExp][] = [
  ['an empty file', new Uint8Array(0), /expected a DBN header or zstd data, the file is empty/],
  [
    'random bytes',
    Buffer.concat([Buffer.from([9, 9, 9, 9]), randomBytes(500)]),
    /expected "DBN", zstd data or a bare/,
  ],
  [
    'a record of length zero',
    zeroLength,
    /byte 56 .*expected a record of at least 16 bytes, its length says 0/,
  ],
  ['truncated zstd', zstdCompressSync(randomBytes(5000)).subarray(0, 900), /it is truncated/],
  ['a huge metadata length', hugeMetadata, /the header claims 4294967295/],
  ['version 4', wrongVersion, /expected DBN version 1, 2 or 3, found version 4/],
];

test.each(HOSTILE)(
  '%s is refused by every reading command with what was expected',
  async (name, bytes, message) => {
    const path = fileOf(name.replaceAll(' ', '-'), bytes);
    for (const command of ['inspect', 'bars', 'book', 'detect']) {
      const { code, data, notes } = await captured(command, path);
      expect(code).toBe(1);
      expect(data).toEqual([]);
      expect(notes).toHaveLength(1);
      expect(notes[0]).toMatch(message);
      expect(notes[0]).toContain(path);
    }
  },
);

test('a folder and a missing file are named in the error', async () => {
  expect(await captured('inspect', scratch)).toEqual({
    code: 1,
    data: [],
    notes: [`undertow: ${scratch}: is a folder, expected a file`],
  });
  const missing = join(scratch, 'missing.dbn');
  expect((await captured('inspect', missing)).notes).toEqual([
    `undertow: ${missing}: no such file or folder`,
  ]);
});

test.each([
  [[], 'expected a command'],
  [['inspct'], 'unknown command inspct, expected one of inspect'],
  [['inspect'], 'Missing required positional argument: FILE'],
  [['inspect', 'a', 'b'], 'expected 1 argument, got 2'],
  [['book', 'a', '--deep', '3'], 'unknown option --deep'],
  [['book', 'a', '--depth'], 'expected a value after --depth'],
])('the command line %j is a usage error', async (argv, message) => {
  const { code, data, notes } = await captured(...argv);
  expect(code).toBe(2);
  expect(data).toEqual([]);
  expect(notes[0]).toContain(message);
});

test('help lists every command, and each command its options', async () => {
  const help = await captured('--help');
  expect(help.code).toBe(0);
  for (const command of ['inspect', 'bars', 'book', 'detect', 'simulate', 'bench'])
    expect(help.data.join('\n')).toContain(command);
  const book = await captured('book', '--help');
  expect(book.code).toBe(0);
  expect(book.data.join('\n')).toContain('--every');
  expect(book.notes).toEqual([]);
});

test('as a process: messages on standard error, no stack trace, exit codes 1 and 2', async () => {
  const bad = await spawned('inspect', fileOf('garbage', Buffer.from('time,price\n1,2\n')));
  expect(bad).toMatchObject({ code: 1, stdout: '' });
  expect(bad.stderr.trim().split('\n')).toHaveLength(1);
  const usage = await spawned('nonsense');
  expect(usage).toMatchObject({ code: 2, stdout: '' });
  expect(usage.stderr).not.toContain('    at ');
});

test.skipIf(!HAS_RECORDED_DATA)(
  'as a process: standard output is one JSON object and nothing else',
  async () => {
    const { code, stdout, stderr } = await spawned('inspect', ES_RECORDING);
    expect(code).toBe(0);
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toMatchObject({ symbol: 'ESH4', records: 44_371 });
  },
);
