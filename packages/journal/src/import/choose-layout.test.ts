/** Which reader gets a file: the mapping, the platform, the template, or a refusal with what to do. */
import { expect, test } from 'vitest';
import type { ImportAnswers, PlatformId } from '#model/import-model.ts';
import { ImportRefusal } from '#model/import-refusal.ts';
import type { SourceFile } from '#model/source-file.ts';
import type { PlatformReader, PlatformRegistry } from '#platforms/reader/platform.ts';
import { platformRows } from '#testing/raw-trades.ts';
import { chooseLayout } from './choose-layout.ts';

const source = (...rows: readonly (readonly string[])[]): SourceFile => ({
  name: 'file.csv',
  encoding: 'utf-8',
  title: null,
  grids: [
    {
      origin: 'delimited',
      name: null,
      delimiter: ',',
      typed: false,
      rows: rows.map((cells, at) => ({ line: at + 1, cells })),
    },
  ],
  warnings: [],
});

const TABLE = source(['Market', 'Way', 'Result'], ['ES', 'long', '45.80']);

/** A reader that recognises every file with each of these confidences. */
const reader = (id: PlatformId, ...confidences: readonly number[]): PlatformReader => ({
  id,
  recognise: ({ grids }) =>
    confidences.flatMap((confidence) =>
      grids.slice(0, 1).map((grid) => ({
        platform: id,
        layout: `${id} ${confidence}`,
        kind: 'round-trips' as const,
        confidence,
        grid,
        headerRow: 0,
      })),
    ),
  read: () => platformRows(),
});

const registry = (more: Partial<PlatformRegistry> = {}): PlatformRegistry => ({
  platforms: [],
  refused: [],
  template: null,
  mapped: null,
  ...more,
});

const layoutOf = (of: PlatformRegistry, answers: ImportAnswers = {}, file = TABLE): string => {
  const chosen = chooseLayout(file, answers, of);
  return 'reader' in chosen ? chosen.found.layout : `unknown table at row ${chosen.headerRow}`;
};

const refusalOf = (of: PlatformRegistry, file = TABLE): ImportRefusal => {
  try {
    layoutOf(of, {}, file);
  } catch (error) {
    if (error instanceof ImportRefusal) return error;
    throw error;
  }
  throw new Error('it was not refused');
};

test('the most confident layout of all platforms is taken, the first of equal ones', () => {
  expect(layoutOf(registry({ platforms: [reader('mt4', 0.4, 0.6), reader('mt5', 0.7, 0.2)] }))).toBe(
    'mt5 0.7',
  );
  expect(layoutOf(registry({ platforms: [reader('mt4', 0.5), reader('mt5', 0.5)] }))).toBe('mt4 0.5');
});

test('the platform of the answer comes first, where it recognises the file at all', () => {
  const platforms = [reader('mt4', 0.9), reader('mt5', 0.1), reader('ctrader')];
  expect(layoutOf(registry({ platforms }), { platform: 'mt5' })).toBe('mt5 0.1');
  expect(layoutOf(registry({ platforms }), { platform: 'ctrader' })).toBe('mt4 0.9');
});

const MAPPING: ImportAnswers = { mapping: { columns: { symbol: 0 }, pnl: 'net' } };

test('a mapping made by hand comes before every platform', () => {
  const all = registry({ platforms: [reader('mt4', 1)], mapped: reader('mapped', 0.1) });
  expect(layoutOf(all, MAPPING)).toBe('mapped 0.1');
  expect(layoutOf(all)).toBe('mt4 1');
  expect(layoutOf(registry({ platforms: [reader('mt4', 1)], mapped: reader('mapped') }), MAPPING)).toBe(
    'mt4 1',
  );
});

test('a file that holds no trades is refused with what to export, unless a platform recognises trades in it', () => {
  const refused = [{ layout: 'journal', recognise: () => true, advice: 'Export the order history.' }];
  const refusal = refusalOf(registry({ refused, template: reader('template', 1) }));
  expect([refusal.code, refusal.message]).toEqual(['NOT_TRADES', 'Export the order history.']);
  expect(layoutOf(registry({ refused, platforms: [reader('mt4', 0.1)] }))).toBe('mt4 0.1');
});

test('the template is only for what no platform recognises', () => {
  const template = reader('template', 1);
  expect(layoutOf(registry({ template, platforms: [reader('mt4', 0.1)] }))).toBe('mt4 0.1');
  expect(layoutOf(registry({ template, platforms: [reader('mt4')], mapped: reader('mapped', 1) }))).toBe(
    'template 1',
  );
});

test('an unknown table is to be mapped by hand', () => {
  expect(layoutOf(registry({ mapped: reader('mapped', 0.1) }))).toBe('unknown table at row 0');
});

test('a table has a header of three names and a row of three cells with a number in it', () => {
  const mapped = registry({ mapped: reader('mapped', 0.1) });
  for (const number of ['45.80', '-1', '+1.234,5', '0'])
    expect(layoutOf(mapped, {}, source(['a', 'b', 'c'], ['x', 'y', number]))).toContain('unknown table');
  for (const rows of [
    [
      ['a', 'b', ''],
      ['x', 'y', '1'],
    ],
    [['a', 'b', 'c']],
    [
      ['a', 'b', 'c'],
      ['x', '', '1'],
    ],
    [
      ['a', 'b', 'c'],
      ['x', 'y', 'z'],
    ],
    [
      ['a', 'b', 'c'],
      ['x', 'y', '$5'],
    ],
  ])
    expect(refusalOf(mapped, source(...rows)).code, JSON.stringify(rows)).toBe('UNKNOWN_LAYOUT');
});

test('a file without a table is refused with how it begins', () => {
  const letter = refusalOf(registry(), source(['Dear Sir,', 'thank you']));
  expect(letter.message).toContain(
    'file.csv is not a known trade export. It begins with “Dear Sir, thank you”',
  );
  const long = refusalOf(registry(), source(['x'.repeat(100)]));
  expect(long.message).toContain(`“${'x'.repeat(60)}”`);
  expect(refusalOf(registry(), source(['', ''])).message).toContain('It contains no table.');
  expect(refusalOf(registry(), { ...TABLE, grids: [] }).message).toContain('It contains no table.');
});
