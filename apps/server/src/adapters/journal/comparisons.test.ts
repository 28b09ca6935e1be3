/** Comparisons of files: the newest of a user counts, none blocks an import, and a cancelled one occupies no slot. */
import { afterAll, expect, test } from 'vitest';
import type { FileRead, GivenFile } from '#ports/journal-work.ts';
import { createJournalWork } from './journal-work.ts';

/** Each comparison beyond the first waits, one at a time. */
const work = createJournalWork({ files: 1, comparedFiles: 1, waiting: 1, comparers: 1 });
afterAll(() => work.close());

const ROWS = [
  'symbol,_priceFormat,_priceFormatType,_tickSize,buyFillId,sellFillId,qty,buyPrice,sellPrice,pnl,boughtTimestamp,soldTimestamp,duration',
  'MESM6,-2,0,0.25,1,2,1,6000.00,6010.00,$50.00,03/16/2026 05:01:05,03/16/2026 05:02:05,1min',
].join('\n');

const file = (): GivenFile => ({
  name: 'Performance.csv',
  answers: { zone: 'America/Chicago', account: 'DEMO-1' },
  bytes: () => Promise.resolve(new TextEncoder().encode(ROWS)),
});
const never = (): AbortSignal => new AbortController().signal;
const count = ({ trades }: FileRead) => Promise.resolve(trades);
const ENDED = { reason: 'ended' };

/** A file whose bytes do not arrive before the signal, and a promise of the moment they are read. */
function slow() {
  const opened = Promise.withResolvers<void>();
  const bytes = (signal?: AbortSignal): Promise<Uint8Array> =>
    new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new Error('cut')));
      opened.resolve();
    });
  return { given: { ...file(), bytes }, opened: opened.promise };
}

test('a newer comparison of a user takes the place of the one before', async () => {
  const { given, opened } = slow();
  const older = work.compareFile('one', given, never(), count);
  await opened;
  const newer = work.compareFile('one', file(), never(), count);
  await expect(older).rejects.toMatchObject(ENDED);
  expect(await newer).toBe(1);
});

test('an import is not refused because of a comparison of its person, and ends it', async () => {
  const { given, opened } = slow();
  const comparison = work.compareFile('two', given, never(), count);
  await opened;
  const imported = work.readFile('two', file(), count);
  await expect(comparison).rejects.toMatchObject(ENDED);
  expect(await imported).toBe(1);
});

test('a comparison of another user runs beside an import', async () => {
  const imported = await work.readFile('three', file(), () =>
    work.compareFile('four', file(), never(), count),
  );
  expect(imported).toBe(1);
});

test('a comparison whose client left ends in the middle and gives its place back', async () => {
  const left = new AbortController();
  const comparison = work.compareFile('five', file(), left.signal, async (read) => {
    left.abort();
    await read.settle([]);
  });
  await expect(comparison).rejects.toMatchObject(ENDED);
  expect(await work.compareFile('six', file(), never(), count)).toBe(1);
});

test('a comparison that is cancelled while it waits frees its place for the next one', async () => {
  const [holds, waits] = [slow(), new AbortController()];
  const first = work.compareFile('seven', holds.given, never(), count);
  await holds.opened;
  const second = work.compareFile('eight', file(), waits.signal, count);
  await expect(work.compareFile('nine', file(), never(), count)).rejects.toMatchObject({ reason: 'busy' });
  waits.abort();
  await expect(second).rejects.toMatchObject(ENDED);
  const third = work.compareFile('nine', file(), never(), count);
  const again = work.readFile('seven', file(), count);
  await expect(first).rejects.toMatchObject(ENDED);
  expect(await Promise.all([third, again])).toEqual([1, 1]);
});
