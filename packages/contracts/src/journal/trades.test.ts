/** Trades as they are given, read and searched: money in decimal text, what a file did not contain is null. */
import { describe, expect, test } from 'vitest';
import { goldenOf } from '#testing/golden.ts';
import { changed, faultsOf, partOf } from '#testing/schema-faults.ts';
import {
  COUNT,
  DAY,
  DECIMAL,
  FLAG,
  INSTANT,
  listOf,
  orNull,
  REAL,
  ROW_ID,
  TEXT,
  type ValueKind,
  wordOf,
} from '#testing/value-kinds.ts';
import { kindAt, optionalPaths } from '#testing/wire-values.ts';
import {
  addTrade,
  changeTrade,
  getTradeAnalysis,
  getTradeFacets,
  newTrade,
  searchTrades,
  TRADE_ROUTES,
  TRADE_SORTS,
  trade,
  tradeFilter,
  UPLOAD_MAX_TRADES,
  uploadTrades,
} from './trades.ts';

const LABEL = (max: number, least = 1): ValueKind => ({
  taken: ['x'.repeat(Math.max(1, least)), 'x'.repeat(max)],
  refused: ['x'.repeat(max + 1), 'a\nb', 'a\0', '\u202ea', '\ud83d', 7],
});
const CURRENCY: ValueKind = {
  taken: ['USD', 'USDT', 'X2Y', 'ABCDE'],
  refused: ['', 'US', 'usd', '1SD', 'ABCDEF', 'U D', '€€€', 1, null],
};
const TRADE = {
  ...{ id: '41', platform: 'NinjaTrader', instrumentSymbol: 'ESZ6', tradeType: 'BUY', entryPrice: '4566.50' },
  ...{ exitPrice: '4569.25', quantity: '2', entryTime: '2026-11-20T15:02:11.000Z' },
  ...{ exitTime: '2026-11-20T15:09:40.000Z', pnl: '275.00', commission: '8.40', strategy: 'Opening range' },
  ...{ notes: 'Two\nlines', status: 'closed', account: 'Sim101', root: 'ES', currency: 'USD' },
  ...{ entryTimeKnown: true, fees: '1.20', swap: '0', net: '266.60', mae: '4.50', mfe: '21.00' },
  ...{
    plannedStop: '4564.00',
    tags: ['opening'],
    tradeDay: '2026-11-20',
    flags: ['costs-unknown'],
    importId: '9',
  },
};

describe('a trade', () => {
  test.each<[string, ValueKind]>([
    ['id', ROW_ID],
    ['platform', LABEL(60)],
    ['instrumentSymbol', LABEL(60)],
    ['tradeType', wordOf(['BUY', 'SELL'])],
    ['entryPrice', orNull(DECIMAL)],
    ['exitPrice', orNull(DECIMAL)],
    ['quantity', DECIMAL],
    ['entryTime', INSTANT],
    ['exitTime', orNull(INSTANT)],
    ['pnl', orNull(DECIMAL)],
    ['commission', DECIMAL],
    ['strategy', orNull(LABEL(200))],
    [
      'notes',
      orNull({ taken: ['', 'two\nlines', 'x'.repeat(5000)], refused: ['x'.repeat(5001), 'a\0', 7, null] }),
    ],
    ['status', wordOf(['open', 'closed'])],
    ['account', TEXT],
    ['root', TEXT],
    ['currency', CURRENCY],
    ['entryTimeKnown', FLAG],
    ['fees', orNull(DECIMAL)],
    ['swap', orNull(DECIMAL)],
    ['net', orNull(DECIMAL)],
    ['mae', orNull(DECIMAL)],
    ['mfe', orNull(DECIMAL)],
    ['plannedStop', orNull(DECIMAL)],
    [
      'tags',
      {
        taken: [[], ['x'.repeat(40)], Array(20).fill('a')],
        refused: [[''], ['x'.repeat(41)], Array(21).fill('a'), 'a', null],
      },
    ],
    ['tradeDay', orNull(TEXT)],
    ['flags', listOf('costs-unknown')],
    ['importId', orNull(ROW_ID)],
  ])('has %s of its kind', (field, kind) => {
    expect(kindAt(trade, TRADE, field, kind)).toEqual(kind);
  });

  test('is whole: what a file did not contain is null, not absent', () => {
    expect(optionalPaths(trade, TRADE)).toEqual([]);
    const unknown = [
      ...[
        'entryPrice',
        'exitPrice',
        'exitTime',
        'pnl',
        'strategy',
        'notes',
        'fees',
        'swap',
        'net',
        'mae',
        'mfe',
      ],
      ...['plannedStop', 'tradeDay', 'importId'],
    ];
    const least = unknown.reduce<unknown>((row, field) => changed(row, field, null), {
      ...TRADE,
      tags: [],
      flags: [],
    });
    expect(trade.parse(least)).toEqual(least);
  });
});

describe('a trade that is given', () => {
  const GIVEN = {
    ...{ platform: 'By hand', instrumentSymbol: 'ESZ6', tradeType: 'SELL', entryPrice: '4567.25' },
    ...{
      quantity: '2',
      entryTime: '2026-11-20T16:51:55.000Z',
      account: 'Sim101',
      tags: ['a'],
      currency: 'EUR',
    },
  };

  test('loses the blanks about its names, and keeps those of its strategy and notes', () => {
    const blank = {
      ...GIVEN,
      platform: ' By hand ',
      account: ' Sim101 ',
      tags: [' a '],
      strategy: ' s ',
      notes: ' n ',
    };
    expect(newTrade.parse(blank)).toMatchObject({ ...GIVEN, strategy: ' s ', notes: ' n ' });
    expect(faultsOf(newTrade, { ...GIVEN, tags: ['  '] })).toEqual(['tags.0']);
  });

  test('has no figures that are worked out, and no owner', () => {
    for (const field of ['id', 'net', 'status', 'root', 'tradeDay', 'importId', 'flags', 'userId', 'swap'])
      expect([field, faultsOf(newTrade, { ...GIVEN, [field]: 'x' })]).toEqual([field, [`unknown: ${field}`]]);
    const hostile = JSON.parse(JSON.stringify(GIVEN).replace('{', '{"__proto__":{"net":"9"},'));
    expect(faultsOf(newTrade, hostile)).toEqual(['unknown: __proto__']);
  });

  test('is changed by the same fields, none of them required or filled in', () => {
    const body = partOf(changeTrade.body);
    const whole = newTrade.parse(GIVEN);
    expect(body.parse(whole)).toEqual(whole);
    expect(optionalPaths(body, { ...whole, tags: [] })).toEqual(Object.keys(whole));
    for (const [field, value] of Object.entries(whole))
      expect(body.parse({ [field]: value })).toEqual({ [field]: value });
    expect(faultsOf(body, { entryTime: null })).toEqual(['entryTime']);
    expect(faultsOf(body, { commission: null })).toEqual(['commission']);
  });

  test('of the longest texts fits in its body', () => {
    const longest = {
      ...GIVEN,
      strategy: '€'.repeat(200),
      notes: '€'.repeat(5000),
      tags: Array.from({ length: 20 }, () => '€'.repeat(40)),
      account: '€'.repeat(60),
      platform: '€'.repeat(60),
      instrumentSymbol: '€'.repeat(60),
    };
    expect(faultsOf(newTrade, longest)).toEqual([]);
    for (const { mostBytes } of [addTrade, changeTrade])
      expect(Buffer.byteLength(JSON.stringify(longest))).toBeLessThan(mostBytes);
  });

  test('is one of at most ten thousand of an upload', () => {
    const body = partOf(uploadTrades.body);
    expect(UPLOAD_MAX_TRADES).toBe(10_000);
    expect(faultsOf(body, { trades: { 0: GIVEN, length: 1 } })).toEqual(['trades']);
    expect(faultsOf(body, { trades: [GIVEN], account: 'x' })).toEqual(['unknown: account']);
    const answer = { imported: 3, duplicates: 0 };
    for (const field of ['imported', 'duplicates'])
      expect(kindAt(uploadTrades.response, answer, field, COUNT)).toEqual(COUNT);
  });
});

describe('a filter of trades', () => {
  const query = partOf(searchTrades.query);

  test.each<[string, ValueKind]>([
    ['id', ROW_ID],
    ['importId', ROW_ID],
    ['insightId', ROW_ID],
    ['account', { taken: ['', 'x'.repeat(60)], refused: ['x'.repeat(61), 'a\0', null] }],
    ['root', { taken: ['', 'x'.repeat(60)], refused: ['x'.repeat(61), 'a\0', null] }],
    ['strategy', { taken: ['', 'x'.repeat(200)], refused: ['x'.repeat(201), 'a\0', null] }],
    ['tag', { taken: ['', 'x'.repeat(40)], refused: ['x'.repeat(41), 'a\0', null] }],
    [
      'search',
      { taken: ['', 'x'.repeat(80), ` ${'x'.repeat(80)} `], refused: ['x'.repeat(81), 'a\0', null] },
    ],
    ['side', wordOf(['BUY', 'SELL'])],
    ['status', wordOf(['open', 'closed'])],
    ['result', wordOf(['win', 'loss', 'zero'])],
    ['from', DAY],
    ['to', DAY],
    ['sort', wordOf(TRADE_SORTS)],
    ['order', wordOf(['asc', 'desc'])],
  ])('takes a %s of its kind', (field, kind) => {
    expect(kindAt(query, {}, field, kind)).toEqual(kind);
  });

  test('has names that a page of the address keeps', () => {
    for (const name of Object.keys(tradeFilter)) expect(name).toMatch(/^[a-z][A-Za-z]+$/);
    expect(query.parse({ search: '  es  ' }).search).toBe('es');
  });

  test('finds a page of trades with their number', () => {
    const page = { trades: [TRADE], total: 41, next: null };
    expect(kindAt(searchTrades.response, page, 'trades', listOf(TRADE))).toEqual(listOf(TRADE));
    expect(kindAt(searchTrades.response, page, 'total', COUNT)).toEqual(COUNT);
  });

  test('has a fixed address, before the one of a single trade', () => {
    const paths = TRADE_ROUTES.map(({ path }) => path);
    for (const fixed of ['search', 'facets', 'export', 'analysis'])
      expect(paths.indexOf(`/api/trades/${fixed}`)).toBeLessThan(paths.indexOf('/api/trades/:id'));
  });
});

describe('the figures of the journal', () => {
  const ANALYSIS = goldenOf('routes', 'getTradeAnalysis')['response'];

  test.each<[string, ValueKind]>([
    ['totalTrades', COUNT],
    ['winRate', orNull(REAL)],
    ['profitFactor', orNull(REAL)],
    ['maxDrawdown', orNull(DECIMAL)],
    ['currency', orNull(TEXT)],
    ['otherCurrencies', listOf('EUR')],
    ['open', COUNT],
    ['wins', COUNT],
    ['losses', COUNT],
    ['zero', COUNT],
    [
      'winRateInterval',
      orNull({ taken: [[41, 70.1]], refused: [[], [41], [41, 70, 80], ['41', '70'], [null, 70], null] }),
    ],
    ['grossProfit', DECIMAL],
    ['grossLoss', DECIMAL],
    ['profitFactorReason', orNull(wordOf(['no-losses', 'no-trades']))],
    ['drawdown.peak', orNull(DAY)],
    ['drawdown.trough', DAY],
    ['drawdown.recovered', orNull(DAY)],
  ])('have %s of its kind', (field, kind) => {
    expect(kindAt(getTradeAnalysis.response, ANALYSIS, field, kind)).toEqual(kind);
  });

  test('of an empty journal say why there are none', () => {
    const least = {
      ...{ totalTrades: 0, winRate: null, profitFactor: null, maxDrawdown: null, currency: null },
      ...{ otherCurrencies: [], open: 0, wins: 0, losses: 0, zero: 0, winRateInterval: null },
      ...{ grossProfit: '0', grossLoss: '0', profitFactorReason: 'no-trades', drawdown: null },
    };
    expect(getTradeAnalysis.response.parse(least)).toEqual(least);
    expect(optionalPaths(getTradeAnalysis.response, ANALYSIS)).toEqual([]);
  });

  test('have lists of what is in the journal, and its first and last day', () => {
    const lists = ['accounts', 'roots', 'strategies', 'tags', 'platforms', 'currencies'];
    const empty = { ...Object.fromEntries(lists.map((name) => [name, []])), firstDay: null, lastDay: null };
    expect(getTradeFacets.response.parse(empty)).toEqual(empty);
    for (const name of lists)
      expect([name, kindAt(getTradeFacets.response, empty, name, listOf('a'))]).toEqual([name, listOf('a')]);
    for (const name of ['firstDay', 'lastDay'])
      expect([name, kindAt(getTradeFacets.response, empty, name, orNull(DAY))]).toEqual([name, orNull(DAY)]);
  });
});
