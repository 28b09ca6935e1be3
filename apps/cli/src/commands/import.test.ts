import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { captured } from '#testing/recorded-data.ts';

let scratch = '';
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'undertow-import-'));
});
afterAll(() => rmSync(scratch, { recursive: true }));

function fileOf(name: string, lines: readonly string[]): string {
  const path = join(scratch, name);
  writeFileSync(path, lines.join('\r\n'));
  return path;
}

const PERFORMANCE = [
  'symbol,_priceFormat,_priceFormatType,_tickSize,buyFillId,sellFillId,qty,buyPrice,sellPrice,pnl,boughtTimestamp,soldTimestamp,duration',
  'MNQH6,-2,0,0.25,7001,7003,2,20950.50,20958.00,$30.00,03/24/2026 10:02:05,03/24/2026 10:20:10,18min 5sec',
  'MNQH6,-2,0,0.25,7009,7006,1,20971.00,20963.50,$(15.00),03/24/2026 11:10:30,03/24/2026 11:02:00,8min 30sec',
  'MNQH6,-2,0,0.25,7011,,1,20971.00,abc,$(15.00),03/24/2026 11:10:30,03/24/2026 11:02:00,8min 30sec',
];

test('one JSON object a file, with the fields of the report', async () => {
  const path = fileOf('Performance.csv', PERFORMANCE);
  const { code, data, notes } = await captured('import', path, '--zone', 'America/Chicago', '--json');
  expect({ code, notes }).toEqual({ code: 0, notes: [] });
  expect(data).toHaveLength(1);
  expect(JSON.parse(data[0] ?? '')).toMatchObject({
    file: 'Performance.csv',
    platform: 'tradovate',
    currency: 'USD',
    trades: 2,
    open: 0,
    gross: '15.00',
    costs: null,
    net: '15.00',
    wins: 1,
    losses: 1,
    zero: 0,
    first: '2026-03-24T15:02:05.000Z',
    last: '2026-03-24T16:10:30.000Z',
    rejected: [{ line: 4 }],
    fileTotal: null,
  });
});

test('the default output is a table with assumptions and open questions', async () => {
  const { code, data } = await captured('import', fileOf('Performance.csv', PERFORMANCE));
  const text = data.join('\n');
  expect(code).toBe(0);
  expect(text).toContain('net         15.00 USD');
  expect(text).toContain('line 4 rejected');
  expect(text).toContain('times are read as UTC until the question is answered');
  expect(text).toContain('question: ');
});

test('several files at once: the good ones are reported, the refused ones with a reason, and the exit code is 1', async () => {
  const good = fileOf('Performance.csv', PERFORMANCE);
  const empty = fileOf('empty.csv', []);
  const foreign = fileOf('shopping.csv', [
    'item,price,shop,note',
    'bread,2.50,corner,fresh',
    'milk,1.10,corner,cold',
  ]);
  const { code, data, notes } = await captured('import', '--json', empty, good, foreign);
  expect(code).toBe(1);
  const [first, second, third] = data.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(first).toMatchObject({ file: 'empty.csv', code: 'EMPTY' });
  expect(second).toMatchObject({ trades: 2 });
  expect(third).toMatchObject({
    file: 'shopping.csv',
    code: 'UNKNOWN_LAYOUT',
    error: expect.any(String) as string,
  });
  expect(notes).toEqual(['undertow: 2 of 3 files refused']);
});

const OWN_LIST = [
  'Wo;Was;Viel;Rein;Raus;Ertrag;Los;Fertig',
  'ES 03-26;long;1;6000,25;6001,25;45,80;2026-03-05 10:00;2026-03-05 11:00',
  'NQ 03-26;short;2;21000,00;21010,00;-404,00;2026-03-06 10:00;2026-03-06 10:30',
  'ES 03-26;long;1;6000,25;6001,25;50,00;;',
];
const OWN_MAP =
  'symbol=Wo,side=2,quantity=viel,entryPrice=Rein,exitPrice=5,pnl=Ertrag,entryTime=Los,exitTime=8';

test('an unknown table is read by the columns that --map names or numbers', async () => {
  const path = fileOf('own.csv', OWN_LIST);
  const { code, data, notes } = await captured('import', path, '--map', OWN_MAP, '--zone', 'UTC', '--json');
  expect({ code, notes }).toEqual({ code: 0, notes: [] });
  expect(JSON.parse(data[0] ?? '')).toMatchObject({
    file: 'own.csv',
    platform: 'mapped',
    trades: 2,
    net: '-358.20',
    wins: 1,
    losses: 1,
    first: '2026-03-05T10:00:00.000Z',
    last: '2026-03-06T10:30:00.000Z',
    rejected: [{ line: 4, reason: expect.stringContaining('No date') as string }],
  });
});

test('without --map such a table is refused with its columns and a map to begin with', async () => {
  const { code, data } = await captured('import', fileOf('own.csv', OWN_LIST));
  expect(code).toBe(1);
  expect(data).toEqual([
    expect.stringMatching(
      /^own\.csv: refused \(UNKNOWN_LAYOUT\)\. .*Wo, Was, .*Name them with --map symbol=/,
    ),
  ]);
});

test('a map without a time, and one that names a column that is not there, are refused', async () => {
  const path = fileOf('own.csv', OWN_LIST);
  const timeless = await captured('import', path, '--map', 'symbol=Wo,pnl=Ertrag');
  expect([timeless.code, timeless.data[0]]).toEqual([1, expect.stringContaining('COLUMNS_MISSING')]);
  const wrong = await captured('import', path, '--map', 'symbol=Wo,pnl=Ertrag,exitTime=9');
  expect([wrong.code, wrong.notes[0]]).toEqual([2, expect.stringContaining('got 9')]);
});

test('a file of a known platform is read as such, regardless of --map', async () => {
  const path = fileOf('Performance.csv', PERFORMANCE);
  const { data } = await captured('import', path, '--map', 'symbol=nothing', '--json');
  expect(JSON.parse(data[0] ?? '')).toMatchObject({ platform: 'tradovate', trades: 2 });
});

test('a file above 64 MB is refused before it is read', async () => {
  const path = fileOf('huge.csv', PERFORMANCE);
  // A sparse file: two gigabytes that take no disk space and could never be read in time.
  truncateSync(path, 2 * 1024 ** 3);
  const { code, data } = await captured('import', path, '--json');
  expect(code).toBe(1);
  expect(JSON.parse(data[0] ?? '')).toMatchObject({ code: 'TOO_LARGE' });
});

test.each([
  [['--zone', 'Mars/Olympus'], /expected a zone such as America\/Chicago for --zone, got Mars\/Olympus/],
  [['--currency', 'dollars'], /expected a currency such as USD/],
  [['--date-order', 'ymd'], /expected --date-order out of dmy, mdy, got ymd/],
  [['--zones', 'UTC'], /unknown option --zones/],
])('%j is refused with what was expected', async (options, message) => {
  const { code, notes } = await captured('import', fileOf('Performance.csv', PERFORMANCE), ...options);
  expect(code).toBe(2);
  expect(notes[0]).toMatch(message);
});

test('a file that is not there is named', async () => {
  const { code, notes } = await captured('import', join(scratch, 'missing.csv'));
  expect(code).toBe(1);
  expect(notes[0]).toContain('missing.csv: no such file or folder');
});

test('import without a file is a usage error', async () => {
  expect((await captured('import')).code).toBe(2);
});
