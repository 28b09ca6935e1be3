/** Frames and lines of a run in their order: each where its line says, and after the first failure nothing more. */
import { zstdDecompressSync } from 'node:zlib';
import { beforeEach, expect, test } from 'vitest';
import { frameAt } from '#recordings/files/frame-bounds.ts';
import { sealContext } from '#recordings/files/recorded-run.ts';
import { decodeTail } from '#recordings/files/tail-chunks.ts';
import { DISK_FILES, type DiskFile, MemoryDisk } from '#testing/memory-disk.ts';
import { RECORDED_HEADER } from '#testing/recorded-market.ts';
import { reversingSeal } from '#testing/reversing-seal.ts';
import { FrameAppender, type FrameAppenderInput, type Placed } from './frame-appender.ts';

let disk: MemoryDisk;
let failures: string[];
beforeEach(() => {
  disk = new MemoryDisk();
  failures = [];
});

function appenderOf(fields: Partial<FrameAppenderInput> = {}): FrameAppender {
  return new FrameAppender({
    ...{ header: RECORDED_HEADER, files: disk.files, seal: null, ...fields },
    onFailure: (error) => failures.push(error.message),
  });
}

const text = (name: DiskFile): string => disk.bytesOf(name).toString();

test('frames lie back to back where their lines say, and each is whole', async () => {
  const appender = appenderOf();
  const placed: Placed[] = [];
  for (const word of ['one', 'two two two', 'three'])
    appender.rows(Buffer.from(word), (place) => {
      placed.push(place);
      return `${word} ${place.at}-${place.to}\n`;
    });
  await appender.close();
  const rows = disk.bytesOf('rows');
  expect(placed.map(({ at }) => at)).toEqual([0, placed[0]?.to, placed[1]?.to]);
  expect(placed.at(-1)?.to).toBe(rows.length);
  expect(placed.map(({ at, to }) => zstdDecompressSync(rows.subarray(at, to)).toString())).toEqual([
    ...['one', 'two two two', 'three'],
  ]);
  expect(text('index')).toBe(
    placed.map(({ at, to }, n) => `${['one', 'two two two', 'three'][n]} ${at}-${to}\n`).join(''),
  );
  expect([appender.rowsBytes, appender.written]).toEqual([
    rows.length,
    rows.length + disk.bytesOf('index').length,
  ]);
});

test('rows and books are files of their own, and a line follows everything before it', async () => {
  const appender = appenderOf();
  appender.line(() => 'first\n');
  appender.rows(Buffer.from('rows'), ({ at }) => `rows ${at}\n`);
  appender.book(Buffer.from('book'), ({ at }) => `book ${at}\n`);
  appender.line(() => null);
  appender.line(() => `last ${appender.rowsBytes}\n`);
  await appender.close();
  const { length } = disk.bytesOf('rows');
  expect(text('index')).toBe(`first\nrows 0\nbook 0\nlast ${length}\n`);
  expect(disk.steps.map((step) => step.split(' ')[0]).slice(0, 5)).toEqual([
    ...['index', 'rows', 'index', 'books', 'index'],
  ]);
});

test('frames are sealed for their place, after their length', async () => {
  const appender = appenderOf({ seal: reversingSeal });
  appender.rows(Buffer.from('one'), () => null);
  appender.rows(Buffer.from('two'), () => null);
  appender.book(Buffer.from('book'), () => null);
  await appender.close();
  const rows = disk.bytesOf('rows');
  const first = frameAt(rows, 0, 0, true);
  const second = frameAt(rows, first?.end ?? 0, 0, true);
  expect(second?.end).toBe(rows.length);
  const opened = (bytes: Buffer, place: 'rows' | 'book', at: number): string =>
    zstdDecompressSync(reversingSeal.open(bytes, sealContext(RECORDED_HEADER, place, at))).toString();
  expect(opened(rows.subarray(4, first?.end), 'rows', 0)).toBe('one');
  expect(opened(rows.subarray(second?.start, second?.end), 'rows', first?.end ?? 0)).toBe('two');
  expect(opened(disk.bytesOf('books').subarray(4), 'book', 0)).toBe('book');
});

test('the tail has what waits for its frame, is emptied with it, and goes away at the end', async () => {
  const appender = appenderOf();
  const bytes = new Uint8Array(112).fill(3);
  appender.tail({ record: 5, bytes });
  appender.line(() => {
    const { chunks } = decodeTail(disk.bytesOf('tail'), RECORDED_HEADER, null);
    return `${chunks.map((chunk) => [chunk.record, chunk.bytes.length])}\n`;
  });
  appender.emptyTail();
  appender.line(() => `${disk.bytesOf('tail').length}\n`);
  await appender.close();
  expect(text('index')).toBe('5,112\n0\n');
  expect(disk.steps.slice(-5)).toEqual([
    ...['rows closed', 'index closed', 'books closed', 'tail closed', 'tail removed'],
  ]);
});

test('without a file for it nothing of a tail is written', async () => {
  const { rows, index, books } = disk.files;
  const appender = appenderOf({ files: { rows, index, books } });
  appender.tail({ record: 0, bytes: new Uint8Array(56) });
  appender.emptyTail();
  await appender.close();
  expect(disk.steps).toEqual(['rows closed', 'index closed', 'books closed']);
  expect(failures).toEqual([]);
});

test.each([
  ['append rows', 'rows'],
  ['append books', 'books'],
] as const)(
  'a failure to %s leaves whole frames, is reported once, and ends the writing',
  async (step, name) => {
    const appender = appenderOf();
    const place = name === 'rows' ? 'rows' : 'book';
    appender[place](Buffer.from('good'), () => 'good\n');
    appender.line(() => {
      disk.broken.add(step);
      return null;
    });
    appender[place](Buffer.from('bad'), () => 'bad\n');
    appender[place](Buffer.from('later'), () => 'later\n');
    await appender.close();
    expect(failures).toEqual([`cannot ${step}`]);
    expect(appender.error?.message).toBe(`cannot ${step}`);
    expect([zstdDecompressSync(disk.bytesOf(name)).toString(), text('index')]).toEqual(['good', 'good\n']);
    // Of the frame that failed nothing is left
    expect(frameAt(disk.bytesOf(name), 0, 0, false)?.end).toBe(disk.bytesOf(name).length);
    appender.line(() => 'after\n');
    expect([appender.waiting, text('index')]).toEqual([0, 'good\n']);
  },
);

test('a cut that fails too does not hide why the append failed', async () => {
  const appender = appenderOf();
  disk.broken.add('append rows').add('truncate rows');
  appender.rows(Buffer.from('bad'), () => null);
  await appender.close();
  expect(failures).toEqual(['cannot append rows']);
});

test('after a failure the tail stays: it may be all that there is of the last second', async () => {
  const appender = appenderOf();
  appender.tail({ record: 0, bytes: new Uint8Array(56) });
  disk.broken.add('append rows');
  appender.rows(Buffer.from('bad'), () => null);
  appender.emptyTail();
  await appender.close();
  expect(disk.bytesOf('tail').length).toBe(16 + 56);
});

test.each(DISK_FILES)(
  'a failure to close %s is reported, and the others are closed all the same',
  async (name) => {
    const appender = appenderOf();
    disk.broken.add(`close ${name}`);
    await appender.close();
    expect(failures).toEqual([`cannot close ${name}`]);
    expect(disk.steps).toEqual(DISK_FILES.filter((one) => one !== name).map((one) => `${one} closed`));
  },
);

test('of several failures the first one is reported', async () => {
  const appender = appenderOf();
  disk.broken.add('close rows').add('close tail');
  await appender.close();
  expect([failures, appender.error?.message]).toEqual([['cannot close rows'], 'cannot close rows']);
});

test('a tail that cannot be removed is a failure', async () => {
  disk.broken.add('remove tail');
  await appenderOf().close();
  expect(failures).toEqual(['cannot remove tail']);
});

test('a line that cannot be made ends the writing', async () => {
  const appender = appenderOf();
  appender.line(() => {
    throw new Error('no line');
  });
  appender.line(() => 'later\n');
  await appender.close();
  expect([failures, text('index')]).toEqual([['no line'], '']);
});

test('a failure that is no error becomes one', async () => {
  const index = { ...disk.files.index, append: () => Promise.reject('a text') };
  const appender = appenderOf({ files: { ...disk.files, index } });
  appender.line(() => 'one\n');
  await appender.close();
  expect(failures).toEqual(['a text']);
  expect(appender.error).toBeInstanceOf(Error);
});

test('as much may wait as the bound says, and a byte more is a disk that is too slow', async () => {
  const maxWaiting = 1024 * 1024;
  const appender = appenderOf({ maxWaiting });
  appender.rows(new Uint8Array(maxWaiting), () => null);
  expect([appender.waiting, failures]).toEqual([maxWaiting, []]);
  appender.rows(new Uint8Array(1), () => null);
  expect(failures).toEqual(['the disk is too slow: more than 1 MB wait to be written']);
  await appender.close();
  expect(appender.waiting).toBe(0);
});
