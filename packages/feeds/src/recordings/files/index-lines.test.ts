/** The index of a run: lines that prove themselves, read up to the first that does not. */
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { RECORDED_HEADER } from '#testing/recorded-market.ts';
import { type IndexEntry, indexLine, parseIndex } from './index-lines.ts';
import { publisherOf, recordBytesOf, schemaOf, sealContext } from './recorded-run.ts';

const ENTRIES: readonly IndexEntry[] = [
  { kind: 'rows', at: 0, to: 900, record: 0, count: 50, latestMs: null, sequence: 4_294_967_295 },
  { kind: 'beside', record: 50, number: 0, rows: 'AAAA' },
  { kind: 'gap', record: 50, sinceMs: 1, noticedMs: 2 },
  { kind: 'book', record: 50, rowsAt: 900, at: 0, to: 40, latestMs: 5, sequence: 7, orders: 3 },
  { kind: 'end', reason: 'roll', records: 50, gaps: 1, firstMs: 1, latestMs: 5, bytes: 900 },
];
const LINES = [RECORDED_HEADER, ...ENTRIES].map(indexLine);
const TEXT = LINES.join('');

test('a line is a checksum of eight digits, a blank, and JSON', () => {
  const line = indexLine({ kind: 'gap', record: 1, sinceMs: 2, noticedMs: 3 });
  const json = '{"kind":"gap","record":1,"sinceMs":2,"noticedMs":3}';
  expect(line).toBe(`${crc32(json).toString(16).padStart(8, '0')} ${json}\n`);
});

test('what was written is read back, header first', () => {
  expect(parseIndex(TEXT)).toEqual({ header: RECORDED_HEADER, entries: ENTRIES, brokenAt: null });
  expect(parseIndex(LINES[0]!)).toEqual({ header: RECORDED_HEADER, entries: [], brokenAt: null });
});

test.each(['"', 'a\nb', '\\', 'é', '日本', '😀', '\u2028', '\0', ''])('the text %j survives', (run) => {
  const header = { ...RECORDED_HEADER, run };
  expect(parseIndex(indexLine(header) + LINES[1]).header).toEqual(header);
});

test('an index that is cut anywhere has the entries whose lines are whole, and says where they end', () => {
  const ends = LINES.map((_, count) => LINES.slice(0, count + 1).join('').length);
  for (let length = ends[0]!; length < TEXT.length; length += 1) {
    const whole = ends.filter((end) => end <= length);
    const { entries, brokenAt } = parseIndex(TEXT.slice(0, length));
    expect(entries).toEqual(ENTRIES.slice(0, whole.length - 1));
    expect(brokenAt).toBe(whole.at(-1) === length ? null : whole.at(-1));
  }
});

test('an entry with any letter changed is not believed, and neither is what follows it', () => {
  const start = LINES[0]!.length + LINES[1]!.length;
  const end = start + LINES[2]!.length;
  for (let at = start; at < end; at += 1) {
    const changed = `${TEXT.slice(0, at)}${TEXT[at] === '1' ? '2' : '1'}${TEXT.slice(at + 1)}`;
    const { entries, brokenAt } = parseIndex(changed);
    expect(entries).toEqual(ENTRIES.slice(0, 1));
    expect(brokenAt).toBe(start);
  }
});

test('entries of a kind that is not known yet are passed over, and nothing is broken', () => {
  const unknown = indexLine({ kind: 'weather', record: 1 } as unknown as IndexEntry);
  const { entries, brokenAt } = parseIndex(LINES[0] + unknown + LINES[1]);
  expect([entries, brokenAt]).toEqual([[ENTRIES[0]], null]);
});

test.each([
  ['nothing', ''],
  ['a line without its end', LINES[0]!.slice(0, -1)],
  ['no index at all', 'hello\n'],
  ['a first line that was changed', LINES[0]!.replace('ESH4', 'ESM4')],
  ['a line without a blank', `${LINES[0]!.slice(0, 8)}${LINES[0]!.slice(9)}`],
])('%s is no index', (_, text) => {
  expect(() => parseIndex(text)).toThrow('expected the index of a recording, found no whole first line');
});

test('a recording of a later version is refused by its number', () => {
  const later = indexLine({ ...RECORDED_HEADER, version: 2 } as unknown as IndexEntry);
  expect(() => parseIndex(later)).toThrow('expected a recording of version 1, found version 2');
  // An entry in place of the header has no version
  expect(() => parseIndex(LINES[1]!)).toThrow('found version undefined');
});

test.each([
  ['L3', 'mbo', 56],
  ['L2S', 'mbp-10', 368],
  ['L2C', 'mbp-10', 368],
  ['L1T', 'mbp-1', 80],
] as const)('rows of the tier %s are %s records of %i bytes', (tier, schema, bytes) => {
  expect([schemaOf(tier), recordBytesOf(tier)]).toEqual([schema, bytes]);
});

test('records carry the publisher of their dataset, and none where nobody gave it a number', () => {
  expect(publisherOf({ ...RECORDED_HEADER, dataset: 'GLBX.MDP3' })).toBe(1);
  expect(publisherOf({ ...RECORDED_HEADER, dataset: 'UNDERTOW.SIM' })).toBe(0);
});

test('a seal is bound to the run, the file and the place: no two frames share a context', () => {
  const headers = [
    RECORDED_HEADER,
    { ...RECORDED_HEADER, source: 'rithmic' as const },
    { ...RECORDED_HEADER, product: 'NQ' },
    { ...RECORDED_HEADER, tradingDay: '2024-01-03' },
    { ...RECORDED_HEADER, run: 'run-2' },
    { ...RECORDED_HEADER, startMs: RECORDED_HEADER.startMs + 1 },
  ];
  const places = ['rows', 'book', 'beside', 'tail'] as const;
  const contexts = headers.flatMap((header) =>
    places.flatMap((place) => [0, 1].map((at) => sealContext(header, place, at))),
  );
  expect(new Set(contexts).size).toBe(headers.length * places.length * 2);
  expect(sealContext(RECORDED_HEADER, 'rows', 5)).toBe(sealContext({ ...RECORDED_HEADER }, 'rows', 5));
});
