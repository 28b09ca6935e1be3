import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openedRecordings } from '#testing/recordings/recorded-session.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'undertow-recordings-'));
});
afterEach(() => rmSync(root, { recursive: true }));

test('it is warned before the oldest recordings go for lack of space', async () => {
  for (const [day, size] of [
    ['2026-02-25', 400],
    ['2026-02-26', 400],
    ['2026-02-27', 400],
  ] as const) {
    const folder = join(root, 'databento', 'ES', day);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'r.dbn.zst'), Buffer.alloc(size));
  }
  const laterMs = Date.now() + 3_600_000;
  const { recordings, logged } = openedRecordings(root, { limits: { days: 36_500, maxBytes: 1150 } });
  const left = async () => (await recordings.list()).map(({ tradingDay }) => tradingDay);
  await recordings.prune(laterMs);
  expect(logged).toMatchObject([{ level: 'warn', message: expect.stringContaining('four fifths') }]);
  expect(await left()).toHaveLength(3);
  await recordings.prune(laterMs);
  expect(await left()).toEqual(['2026-02-26', '2026-02-27']);
  expect(logged[1]).toMatchObject({ level: 'warn', message: expect.stringContaining('the oldest first') });
  expect(recordings.status()).toMatchObject({ usedBytes: 800, maxBytes: 1150, prunedForBudget: 1 });
  await recordings.close();
});
