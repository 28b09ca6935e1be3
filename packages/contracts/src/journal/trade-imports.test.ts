/** Imports, the answers about their files and the accounts of the journal: counts, keys and bounds. */
import { describe, expect, test } from 'vitest';
import { changed, faultsOf, messagesOf, partOf } from '#testing/schema-faults.ts';
import {
  COUNT,
  DECIMAL,
  INSTANT,
  orNull,
  ROW_ID,
  TEXT,
  type ValueKind,
  wordOf,
} from '#testing/value-kinds.ts';
import { kindAt, optionalPaths } from '#testing/wire-values.ts';
import {
  compareTrades,
  IMPORT_MAX_BYTES,
  importAnswers,
  importTrades,
  listTradeMappings,
  saveTradeAccount,
  saveTradeMapping,
  tradeAccount,
  tradeImport,
  undoTradeImport,
} from './trade-imports.ts';

const LABEL = (max: number, least = 1): ValueKind => ({
  taken: ['x'.repeat(Math.max(1, least)), 'x'.repeat(max)],
  refused: ['x'.repeat(max + 1), 'a\nb', 'a\0', '\u202ea', '\ud83d', 7],
});
const CURRENCY: ValueKind = {
  taken: ['USD', 'USDT', 'X2Y', 'ABCDE'],
  refused: ['', 'US', 'usd', '1SD', 'ABCDEF', 'U D', '€€€', 1, null],
};
describe('an import', () => {
  const IMPORT = {
    ...{ id: '9', fileName: 'Performance.csv', platform: 'tradovate', layout: 'Tradovate, performance' },
    ...{ importedAt: '2026-11-20T16:20:04.512Z', imported: 41, duplicates: 3, rejected: 1, completed: 0 },
    ...{ net: '1006.06', currency: 'USD', undoneAt: null },
  };

  test.each<[string, ValueKind]>([
    ['id', ROW_ID],
    ['fileName', TEXT],
    ['platform', TEXT],
    ['layout', TEXT],
    ['importedAt', INSTANT],
    ['imported', COUNT],
    ['duplicates', COUNT],
    ['rejected', COUNT],
    ['completed', COUNT],
    ['net', DECIMAL],
    ['currency', TEXT],
    ['undoneAt', orNull(INSTANT)],
  ])('has %s of its kind', (field, kind) => {
    expect(kindAt(tradeImport, IMPORT, field, kind)).toEqual(kind);
  });

  test('is whole, as are a comparison and an undoing', () => {
    expect(optionalPaths(tradeImport, IMPORT)).toEqual([]);
    const comparison = { known: ['a'], completing: ['b'], fresh: 2 };
    expect(optionalPaths(compareTrades.response, comparison)).toEqual([]);
    expect(kindAt(compareTrades.response, comparison, 'fresh', COUNT)).toEqual(COUNT);
    expect(kindAt(undoTradeImport.response, { removed: 4 }, 'removed', COUNT)).toEqual(COUNT);
  });

  test('is of a file of at most 64 MB, which a comparison may have as well', () => {
    expect([IMPORT_MAX_BYTES, importTrades.mostBytes, compareTrades.mostBytes]).toEqual(
      Array(3).fill(67_108_864),
    );
    for (const { body, query } of [importTrades, compareTrades]) {
      expect(body).toBeUndefined();
      const answers: ValueKind = {
        taken: ['', '{}', 'x'.repeat(20_000)],
        refused: ['x'.repeat(20_001), {}, null],
      };
      expect(kindAt(partOf(query), { fileName: 'a.csv' }, 'answers', answers)).toEqual(answers);
      expect(optionalPaths(partOf(query), { fileName: 'a.csv', answers: '{}' })).toEqual(['answers']);
    }
  });
});

describe('answers about a file', () => {
  const SHORT: ValueKind = { ...LABEL(80), taken: ['x', 'x'.repeat(80), ` ${'x'.repeat(80)} `] };

  test.each<[string, ValueKind]>([
    ...(['platform', 'zone', 'account', 'symbol', 'encoding'] as const).map((name): [string, ValueKind] => [
      name,
      SHORT,
    ]),
    ['currency', CURRENCY],
    ['dateOrder', wordOf(['dmy', 'mdy'])],
    ['decimalMark', { taken: ['.', ','], refused: ['', ';', '..', ' ', null] }],
  ])('have %s of its kind', (field, kind) => {
    expect(kindAt(importAnswers, {}, field, kind)).toEqual(kind);
  });

  test('name columns and symbols as the file does, never the prototype', () => {
    const answers = { pointValues: { ES: '50' }, mapping: { columns: { 'Entry price': 3 }, pnl: 'gross' } };
    expect(importAnswers.parse(answers)).toEqual(answers);
    expect(faultsOf(importAnswers, changed(answers, 'mapping.pnl', undefined))).toEqual(['mapping.pnl']);
    expect(faultsOf(importAnswers, changed(answers, 'mapping.rows', 1))).toEqual(['unknown: mapping.rows']);
    const read = importAnswers.safeParse(JSON.parse('{"pointValues":{"__proto__":"50","ES":"50"}}'));
    expect(Object.getPrototypeOf(read.data?.pointValues ?? {})).toBe(Object.prototype);
  });

  test('are stored under a key of the layout, within the bytes of the body', () => {
    const stored = { layoutKey: 'a;b', answers: {} };
    const keys: ValueKind = {
      taken: ['k', 'x'.repeat(200), 'a\tb'],
      refused: ['', 'x'.repeat(201), 'a\0', 7, null],
    };
    expect(kindAt(partOf(saveTradeMapping.body), stored, 'layoutKey', keys)).toEqual(keys);
    expect(listTradeMappings.response.parse([stored])).toEqual([stored]);
    expect(saveTradeMapping.mostBytes).toBe(20_480);
  });
});

test('an account with five hundred times of news fits in its body', () => {
  const rules = {
    ...{
      dailyLossLimit: '1000',
      maxLoss: '2500',
      trailing: 'intraday',
      trailingCap: '50000',
      profitTarget: '3000',
    },
    ...{ consistencyPercent: 30, minimumDays: 5, winningDays: 5, winningDayAmount: '200', maxContracts: 10 },
    ...{ closingMinutes: 15, newsMinutes: 2, countFrom: '2026-11-01' },
    newsTimes: Array(500).fill('2026-11-20T16:51:55.000Z'),
  };
  const account = {
    account: 'Sim101',
    zone: 'America/Chicago',
    currency: 'USD',
    startBalance: '50000',
    rules,
  };
  expect(tradeAccount.parse(account)).toEqual(account);
  expect(Buffer.byteLength(JSON.stringify(account))).toBeLessThan(saveTradeAccount.mostBytes);
  expect(faultsOf(tradeAccount, changed(account, 'rules.weekends', true))).toEqual([
    'unknown: rules.weekends',
  ]);
  expect(messagesOf(tradeAccount, { ...account, currency: 'dollars' })).toEqual([
    'expected a currency such as USD',
  ]);
  expect(optionalPaths(tradeAccount, { ...account, rules: { ...rules, newsTimes: [] } })).toEqual([
    ...['rules.newsMinutes', 'rules.countFrom', 'rules.newsTimes'],
  ]);
});
