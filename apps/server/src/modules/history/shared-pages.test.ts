/** What readers of one page share, and what they never do. */
import type { FlowEvent } from '@undertow/market';
import { expect, test } from 'vitest';
import type { HistoryQuery } from '#ports/history.ts';
import { sharePages } from './shared-pages.ts';

const AT_MS = 1_800_000_000_000;
const DELAY_MS = 900_000;

interface Changes extends Partial<Omit<HistoryQuery, 'spans'>> {
  readonly instrumentId?: number;
  readonly atMs?: number;
}

function query({ instrumentId = 1, atMs = AT_MS, ...changes }: Changes = {}): HistoryQuery {
  return {
    ...{ source: 'databento', types: ['iceberg'], sides: ['bid', 'ask'], minConfidence: 0, perDay: null },
    ...{ words: null, sort: 'newest', after: null, limit: 51 },
    ...changes,
    spans: [{ instrumentId, fromMs: atMs - 7 * 86_400_000, toMs: atMs, settledMs: atMs - 1 }],
  };
}

/** A store that counts what it reads. */
function countedStore(fail: (read: number) => boolean = () => false) {
  const read: HistoryQuery[] = [];
  return {
    read,
    page: async (wanted: HistoryQuery): Promise<readonly FlowEvent[]> => {
      read.push(wanted);
      if (fail(read.length)) throw new Error('the storage is away');
      return [];
    },
  };
}

test('a page is read once a second, however many request it meanwhile', async () => {
  const store = countedStore();
  const { page } = sharePages(store);
  for (let ms = 0; ms < 1000; ms += 50) await page(query({ atMs: AT_MS + ms + 1 }));
  expect(store.read).toEqual([query({ atMs: AT_MS + 1 })]);
  await page(query({ atMs: AT_MS + 1001 }));
  expect(store.read).toHaveLength(2);
});

test.each([
  ['another instrument', { instrumentId: 2 }],
  ['another source', { source: 'simulated' }],
  ['other types', { types: ['iceberg', 'spoofing'] }],
  ['another side', { sides: ['bid'] }],
  ['another confidence', { minConfidence: 0.5 }],
  ['another size', { perDay: 10 }],
  ['other words', { words: ['hidden'] }],
  ['another order', { sort: 'oldest' }],
  ['another place', { after: { figure: 0, detectedMs: AT_MS, id: 'a' } }],
  ['another length', { limit: 21 }],
  ['another delay', { atMs: AT_MS - DELAY_MS }],
] as const satisfies readonly (readonly [string, Changes])[])(
  '%s is another page',
  async (_name, changes) => {
    const store = countedStore();
    const { page } = sharePages(store);
    await page(query());
    await page(query(changes));
    expect(store.read).toEqual([query(), query(changes)]);
  },
);

test('a reader whose instant is earlier gets no page that was read for a later one', async () => {
  const store = countedStore();
  const { page } = sharePages(store);
  await page(query({ atMs: AT_MS + 600 }));
  await page(query({ atMs: AT_MS + 500 }));
  expect(store.read.map(({ spans }) => spans[0]?.toMs)).toEqual([AT_MS + 600, AT_MS + 500]);
});

test('a failed read is tried again by the next reader', async () => {
  const store = countedStore((read) => read === 1);
  const { page } = sharePages(store);
  const both = await Promise.allSettled([page(query()), page(query())]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await page(query())).toEqual([]);
  expect(store.read).toHaveLength(2);
});

test('the pages of an export are not kept', async () => {
  const store = countedStore();
  const { page } = sharePages(store);
  await page(query({ limit: 1001 }));
  await page(query({ limit: 1001 }));
  expect(store.read).toHaveLength(2);
});
