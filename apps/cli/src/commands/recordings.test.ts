import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newAppendFile, RunWriter, runPaths } from '@undertow/feeds';
import {
  ACTION_ADD,
  COL_ACTION,
  COL_FLAGS,
  COL_ORDER_LO,
  COL_PRICE_TICKS,
  COL_SIDE,
  COL_SIZE,
  COL_TIME_HI,
  COL_TIME_LO,
  FLAG_LAST,
  NS_PER_MS,
  nsHi,
  nsLo,
  ROW_LENGTH,
  SIDE_BID,
} from '@undertow/market';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { captured } from '#testing/recorded-data.ts';

let root = '';
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'undertow-recordings-'));
  for (const day of [1, 2, 3]) await record(day);
});
afterAll(() => rmSync(root, { recursive: true }));

const START_MS = Date.UTC(2024, 10, 1, 15);

/** Ten orders of ES on a day of November 2024. */
async function record(day: number): Promise<void> {
  const tradingDay = `2024-11-0${day}`;
  const paths = runPaths(join(root, 'simulated', 'ES', tradingDay), 'run', false);
  const files = {
    rows: newAppendFile(paths.rows),
    index: newAppendFile(paths.index),
    books: newAppendFile(paths.books),
    tail: newAppendFile(paths.tail),
  };
  const startMs = START_MS + (day - 1) * 86_400_000;
  const writer = new RunWriter({
    header: {
      ...{ version: 1, source: 'simulated', product: 'ES', instrumentId: 1, contract: 'ESZ6', tier: 'L3' },
      ...{ tickNanos: 250_000_000, tradingDay, run: 'run', dataset: 'UNDERTOW.SIM', startMs },
      ...{ continues: false, isSealed: false },
    },
    ...{ files, seal: null },
    onFailure: (error) => {
      throw error;
    },
  });
  const row = new Int32Array(ROW_LENGTH);
  for (let order = 0; order < 10; order += 1) {
    const timeNs = BigInt(startMs + order) * NS_PER_MS;
    row[COL_ACTION] = ACTION_ADD;
    row[COL_SIDE] = SIDE_BID;
    row[COL_PRICE_TICKS] = 20_000 - order;
    row[COL_SIZE] = 1;
    row[COL_ORDER_LO] = order + 1;
    row[COL_FLAGS] = FLAG_LAST;
    row[COL_TIME_HI] = nsHi(timeNs);
    row[COL_TIME_LO] = nsLo(timeNs);
    writer.push(row, 0);
  }
  await writer.end('closed');
  for (const path of [paths.rows, paths.index]) utimesSync(path, startMs / 1000, startMs / 1000);
}

test('recordings are listed with what they hold, the oldest first', async () => {
  const { code, data } = await captured('recordings', 'list', root);
  expect(code).toBe(0);
  expect(data.map((line) => JSON.parse(line))).toMatchObject([
    {
      source: 'simulated',
      product: 'ES',
      tradingDay: '2024-11-01',
      contract: 'ESZ6',
      state: 'ended',
      sealed: false,
      from: '2024-11-01T15:00:00.000Z',
      to: '2024-11-01T15:00:00.009Z',
      records: 10,
      gaps: 0,
    },
    { tradingDay: '2024-11-02' },
    { tradingDay: '2024-11-03' },
  ]);
  expect((await captured('recordings', 'list', root, '--day', '2024-11-02')).data).toHaveLength(1);
  expect((await captured('recordings', 'list', root, '--product', 'NQ')).notes).toEqual(['no recordings']);
});

test('a damaged recording is named with its byte and what to do; the others are checked too', async () => {
  const path = join(root, 'simulated', 'ES', '2024-11-02', 'run.dbn.zst');
  const bytes = readFileSync(path);
  const damaged = Buffer.from(bytes);
  damaged[bytes.length - 30] = 255 - damaged[bytes.length - 30]!;
  damaged.fill(0, bytes.length - 60, bytes.length - 40);
  writeFileSync(path, damaged);
  const { code, data, notes } = await captured('recordings', 'check', root);
  expect(code).toBe(1);
  expect(data.map((line) => JSON.parse(line).faults.length)).toEqual([0, 1, 0]);
  expect(notes[0]).toMatch(/2024-11-02\/run\.dbn\.zst: byte \d+ of the file: expected/);
  expect(notes.at(-1)).toContain('1 of 3 recordings damaged');
  expect(notes.at(-1)).toContain('Restore the file');
  writeFileSync(path, 'not a recording');
  expect((await captured('recordings', 'check', root, '--day', '2024-11-02')).code).toBe(1);
  writeFileSync(path, bytes);
  expect((await captured('recordings', 'check', root)).code).toBe(0);
  utimesSync(path, 1, 1);
});

test('the oldest go until the rest fits; a dry run only prints them', async () => {
  const days = () => readdirSync(join(root, 'simulated', 'ES')).sort();
  const dry = await captured('recordings', 'prune', root, '--max-gb', '0', '--dry-run');
  expect(dry.data.map((line) => JSON.parse(line))).toMatchObject([
    { tradingDay: '2024-11-01', reason: 'budget', removed: false },
    { tradingDay: '2024-11-02', removed: false },
    { tradingDay: '2024-11-03', removed: false },
  ]);
  expect(days()).toHaveLength(3);
  const { code, data } = await captured('recordings', 'prune', root, '--day', '2024-11-01', '--days', '1');
  expect([code, data.length]).toEqual([0, 1]);
  expect(days()).toEqual(['2024-11-02', '2024-11-03']);
  await captured('recordings', 'prune', root, '--max-gb', '0');
  expect(readdirSync(root)).toEqual([]);
});

test.each([
  [['remove'], 2, 'expected one of list, check, prune, got remove'],
  [['prune'], 2, 'expected --days, --max-gb or both'],
  [['prune', '--days', '0'], 2, 'expected a whole number from 1 to 36500 for --days'],
  [['list', '--days', '3'], 2, 'with prune only'],
  [['list', '--day', 'today'], 2, 'expected a day such as'],
])('%j is refused with what was expected', async (words, code, reason) => {
  const [action = '', ...options] = words;
  const refused = await captured('recordings', action, root, ...options);
  expect(refused.code).toBe(code);
  expect(refused.notes[0]).toContain(reason);
});

test('a folder that does not exist is reported', async () => {
  const refused = await captured('recordings', 'list', join(root, 'nowhere'));
  expect(refused.code).toBe(1);
  expect(refused.notes[0]).toContain('no such file or folder');
});
