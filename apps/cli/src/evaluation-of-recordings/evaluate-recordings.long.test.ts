import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMboFile } from '@undertow/feeds';
import { ACTION_TRADE, FLAG_LAST, instrumentBySymbol, SIDE_ASK } from '@undertow/market';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventRow } from '#testing/event-row.ts';
import { captured } from '#testing/recorded-data.ts';
import { evaluateRecordings } from './evaluate-recordings.ts';

const PLAN = { seeds: [301], minutes: 1, threads: 0 };
const HEADING = '### ES on L2S: ';

let scratch = '';
let good = '';
beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'undertow-recordings-'));
  for (const tier of ['L3', 'L2S'])
    await captured(
      'simulate',
      ...['--out', join(scratch, 'good', tier), '--tier', tier],
      ...['--seed', '5', '--minutes', '8', '--scenario', 'dense'],
    );
  good = await report(join(scratch, 'good'));
});
afterAll(() => rmSync(scratch, { recursive: true }));

async function report(folder: string): Promise<string> {
  const data: string[] = [];
  await evaluateRecordings(folder, PLAN, { data: (line) => data.push(line), note: () => undefined });
  return data.join('\n');
}

test('every exact fact of a simulated market is the same by its messages', () => {
  const facts = good.split('\n').filter((line) => line.endsWith('| 1 of 1 |'));
  expect(facts).toHaveLength(8 + 6);
  expect(good).toContain('8 of 8 are the same by both counts');
  expect(good).toContain('6 of 6 are the same by both counts');
  const [, refills] = /refills of native icebergs \| (\d+) \|/.exec(good) ?? [];
  expect(Number(refills)).toBeGreaterThan(100);
});

/** What a report says of the market on L2S. */
const sectionOf = (text: string): string =>
  text
    .slice(text.indexOf(HEADING))
    .split(/\n### |\nNot read:/)[0]
    ?.replaceAll(/\S+\.dbn\.zst/g, 'file') ?? '';

test('a market is reported with its hours, rates, outcomes and distances', () => {
  expect(good).toContain('### ES on L3: 0.13 hours of open market');
  expect(good).toMatch(/\| iceberg\/native \| exact \| \d+ \| \d+ \(\d+–\d+\) \|/);
  expect(good).toMatch(
    /\| stop_run\/burst \| reversal \| \d+ \| \d+ of \d+ \| 0\.\d\d \(0\.\d\d–\d\.\d\d\) \|/,
  );
  expect(good).toMatch(/\| iceberg_synthetic \| \d+ \| \w+ 0\.\d\d \| \w+ 0\.\d\d \| \d+ of \d+ \|/);
});

test('the whole report is the same each time', async () => {
  expect(await report(join(scratch, 'good'))).toBe(good);
});

test('a file that breaks off is named with its reason, and the others are read, with the same result each time', async () => {
  const folder = mkdtempSync(join(scratch, 'broken-'));
  const bytes = readFileSync(join(scratch, 'good', 'L2S', 'market.dbn.zst'));
  writeFileSync(join(folder, 'a.dbn.zst'), bytes.subarray(0, bytes.length / 2));
  writeFileSync(join(folder, 'b.dbn'), 'no recording');
  writeFileSync(join(folder, 'c.dbn.zst'), bytes);
  const data: string[] = [];
  const terminal = { data: (line: string) => data.push(line), note: () => undefined };
  await expect(evaluateRecordings(folder, PLAN, terminal)).rejects.toThrow('2 of 3 files were not read');
  const text = data.join('\n');
  expect(text).toMatch(/- a\.dbn\.zst: \S+/);
  expect(text).toMatch(/- b\.dbn: \S+/);
  expect(text).toContain('| c.dbn.zst | ESH6 |');
  expect(sectionOf(good)).toContain('| iceberg/native |');
  expect(sectionOf(text)).toBe(sectionOf(good));
});

test('a fact that the messages do not show so is named', async () => {
  const instrument = instrumentBySymbol('ES');
  if (instrument === undefined) throw new Error('the catalogue has no ES');
  const startMs = Date.UTC(2026, 2, 2, 15);
  const folder = mkdtempSync(join(scratch, 'differing-'));
  const header = { dataset: 'UNDERTOW.SIM', symbol: 'ESH6', startMs, endMs: startMs + 1000 };
  const { id: instrumentId, tickNanos } = instrument;
  const file = createMboFile(join(folder, 'a.dbn.zst'), { ...header, instrumentId, tickNanos });
  const trade = { action: ACTION_TRADE, side: SIDE_ASK, timeMs: startMs };
  // By its id the second one has just arrived as well, which no match event has.
  for (const fields of [{ id: 90 }, { id: 95, flags: FLAG_LAST }])
    await file.write({ rows: eventRow({ ...trade, ...fields }), count: 1 });
  await file.close();
  const data: string[] = [];
  const terminal = { data: (line: string) => data.push(line), note: () => undefined };
  await expect(evaluateRecordings(folder, PLAN, terminal)).rejects.toThrow(
    'exact facts differ in 1 recordings',
  );
  expect(data.join('\n')).toMatch(
    /a\.dbn\.zst, ESH6: elections of stops: detectors 0, messages 1 \(- \d+: 1 sell stops, 1 contracts\)/,
  );
});
