/** Requests to the threads that load a journal: its trades are read once for concurrent requests. */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { READ_COLUMNS } from '#ports/journal.ts';
import { createJournalWork } from './journal-work.ts';

const work = createJournalWork();
afterAll(() => work.close());

/** One open trade: no figure comes of it, but it is counted. */
const OPEN = { id: 7, currency: 'USD', status: 'open', entry_known: true, tags: [], flags: [] };
const PAGE = JSON.stringify(READ_COLUMNS.map((name) => [(OPEN as Record<string, unknown>)[name] ?? null]));

function journalOf(userId: string, version: number) {
  const read = { times: 0 };
  async function* rows(): AsyncGenerator<string> {
    read.times += 1;
    yield PAGE;
  }
  return { read, journal: { userId, version, rows } };
}

test('two requests of one user at once load the trades once, and both see all of them', async () => {
  const { read, journal } = journalOf('one', 1);
  const responses = await Promise.all([
    work.compute(journal, { kind: 'analysis' }),
    work.compute(journal, { kind: 'analysis' }),
  ]);
  expect(responses.map(({ open }) => open)).toEqual([1, 1]);
  expect(read.times).toBe(1);
});

test('a page that cannot be read fails the request, and the next one loads again', async () => {
  const { read, journal } = journalOf('two', 1);
  async function* broken(): AsyncGenerator<string> {
    yield PAGE;
    throw new Error('the database went away');
  }
  const computing = work.compute({ ...journal, rows: broken }, { kind: 'analysis' });
  await expect(computing).rejects.toThrow('the database went away');
  expect((await work.compute(journal, { kind: 'analysis' })).open).toBe(1);
  expect(read.times).toBe(1);
});

test('while a journal is loaded, other work of the process runs between its pages', async () => {
  const { journal } = journalOf('three', 1);
  const pages = 30;
  async function* slow(): AsyncGenerator<string> {
    for (let page = 0; page < pages; page += 1) {
      // As the embedded database does: the thread has answered long before the statement is over
      const until = performance.now() + 15;
      while (performance.now() < until);
      yield PAGE;
    }
  }
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  await work.compute({ ...journal, rows: slow }, { kind: 'analysis' });
  clearInterval(timer);
  expect(turns).toBeGreaterThan(pages / 2);
});

/** Reads files of several people at once; returns the maximum number read at the same time. */
async function mostAtOnce(limits: { readonly largeBytes: number }, bytes: Uint8Array): Promise<number> {
  const reader = createJournalWork(limits);
  let now = 0;
  let most = 0;
  const use = async (): Promise<void> => {
    now += 1;
    most = Math.max(most, now);
    await wait(1_000);
    now -= 1;
  };
  const file = { name: 'a.csv', answers: {}, bytes: async () => new Uint8Array(bytes) };
  const left = new AbortController().signal;
  await Promise.all([
    reader.readFile('one', file, use),
    reader.readFile('two', file, use),
    reader.compareFile('three', file, left, use),
  ]);
  await reader.close();
  return most;
}

test('large files are read one at a time, of everybody together, imports and comparisons; small ones are not held up', async () => {
  const bytes = Buffer.from(
    'Symbol,Side,Quantity,Entry Price,Exit Price,Entry Time,Exit Time,PnL\nESZ6,Buy,1,4567.00,4568.00,2026-03-02 09:31:05,2026-03-02 09:32:05,50\n',
  );
  expect(await mostAtOnce({ largeBytes: bytes.length }, bytes)).toBe(1);
  expect(await mostAtOnce({ largeBytes: bytes.length + 1 }, bytes)).toBeGreaterThan(1);
});
