/** The client of history against the sandbox's stand-in: costs, files that are whole or not there, and what passes by itself. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabentoHistory, downloadRange, type HistoryRange } from '@undertow/feeds';
import { DAY_MS } from '@undertow/market';
import type { Databento } from '@undertow/sandbox/src/databento/gateway/start-databento.ts';
import { NO_FAULTS } from '@undertow/sandbox/src/databento/session/faults.ts';
import { KEY, openDatabento } from '@undertow/sandbox/testing/databento/open-databento.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { isWeekday, pastDayMs } from '#tests/databento/stand-in-rig.ts';

const DAY_START_MS = pastDayMs(isWeekday);

let standIn: Databento;
let folder: string;
beforeAll(async () => {
  standIn = await openDatabento({ pastDays: 9, historyMinutes: 2, scale: 1 });
});
afterAll(() => standIn.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'undertow-fetch-'));
  standIn.setFaults(NO_FAULTS);
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const history = (key = KEY, waitScale = 0.02) =>
  new DatabentoHistory({
    ...{ key, dataset: 'GLBX.MDP3', url: standIn.historyUrl, nowMs: Date.now, waitScale },
  });

const tradesOfDay = (): HistoryRange => ({
  ...{ schema: 'trades', symbols: ['ES.v.0'], stypeIn: 'continuous' },
  ...{ fromMs: DAY_START_MS, toMs: DAY_START_MS + DAY_MS },
});

test('a download is the file of the vendor, as many records as announced', async () => {
  const range = tradesOfDay();
  const records = await history().recordCount(range);
  expect(records).toBeGreaterThan(500);
  expect(await history().billableBytes(range)).toBe(records * 48);
  expect(await history().costMicrodollars(range)).toBe(Math.ceil((records * 48 * 28e6) / 1024 ** 3));
  const path = join(folder, 'es.dbn.zst');
  const file = await downloadRange(history(), { ...range, path, records });
  expect(file).toMatchObject({ records, isPartial: false, warnings: [] });
  expect(readFileSync(path)).toHaveLength(file.bytes);
  expect(readdirSync(folder)).toEqual(['es.dbn.zst']);
});

test.each([
  ['cut', /was cut after \d+ bytes: /],
  ['short', /was cut: 500 of \d+ records came/],
  ['silent', /was cut after \d+ bytes: nothing came for 30 s/],
] as const)('a download that is %s leaves no file, and says where the rest is', async (downloads, text) => {
  const range = tradesOfDay();
  const records = await history().recordCount(range);
  standIn.setFaults({ downloads });
  const path = join(folder, 'es.dbn.zst');
  const download = downloadRange(history(), { ...range, path, records, waitScale: 0.02 });
  await expect(download).rejects.toMatchObject({ message: expect.stringMatching(text), mayBeCharged: true });
  expect([existsSync(path), existsSync(`${path}.part`)]).toEqual([false, true]);
});

test('symbols that do not resolve are named (206)', async () => {
  const range = { ...tradesOfDay(), symbols: ['ES.v.0', 'XX.v.0'] };
  const path = join(folder, 'es.dbn.zst');
  const file = await downloadRange(history(), { ...range, path, records: 1 });
  expect(file).toMatchObject({ isPartial: true, warnings: ['Not resolved: XX.v.0'] });
});

test('429, 500 and 504 pass by themselves; what lasts is reported', async () => {
  for (const busyStatus of [429, 500, 504] as const) {
    standIn.setFaults({ busyRequests: 2, busyStatus });
    expect(await history().recordCount(tradesOfDay())).toBeGreaterThan(0);
  }
  standIn.setFaults({ busyRequests: 99, busyStatus: 429 });
  await expect(history().recordCount(tradesOfDay())).rejects.toMatchObject({
    fault: 'rate_limited',
    retryAfterMs: 1000,
    message: expect.stringContaining('try again later'),
  });
});
