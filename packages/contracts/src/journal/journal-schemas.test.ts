/** What requests about the journal accept, what they refuse, and what they say was expected. */
import { describe, expect, test } from 'vitest';
import { acceptedAt, faultsOf, messagesOf, partOf } from '#testing/schema-faults.ts';
import { insight, insightEffect } from './insights.ts';
import { importAnswers, importTrades, saveTradeMapping, tradeAccount } from './trade-imports.ts';
import {
  changeTrade,
  exportTrades,
  newTrade,
  searchTrades,
  UPLOAD_MAX_TRADES,
  uploadTrades,
} from './trades.ts';

const TRADE = {
  platform: 'NinjaTrader',
  instrumentSymbol: 'ESZ6',
  tradeType: 'BUY',
  entryPrice: '4567.25',
  quantity: '2',
  entryTime: '2026-11-20T16:51:55.000Z',
};
const INSTANTS = ['2026-11-20T16:51:55.000Z', '2026-11-20T16:51:55Z'];
const NO_INSTANTS = ['2026-11-20', '20.11.2026', '2026-11-20T16:51:55+01:00', 1_700_000_000_000, ''];
const DECIMALS = ['0', '-12.5', '999999999999999.123456789'];
const NO_DECIMALS = ['1e5', '1,5', '.5', '+1', '1.', '1234567890123456', '0.1234567890', 12.5, ''];

describe('a new trade', () => {
  test('needs six fields, and the others are open, nothing or empty', () => {
    expect(newTrade.parse(TRADE)).toEqual({
      ...TRADE,
      exitPrice: null,
      exitTime: null,
      pnl: null,
      commission: '0',
      strategy: null,
      notes: null,
      account: '',
      currency: 'USD',
      fees: null,
      plannedStop: null,
      tags: [],
    });
    for (const field of Object.keys(TRADE))
      expect(acceptedAt(newTrade, TRADE, field, [undefined])).toEqual([]);
  });

  test.each(['entryPrice', 'exitPrice', 'quantity', 'pnl', 'commission', 'fees', 'plannedStop'])(
    'has %s as a decimal in a string',
    (field) => {
      expect(acceptedAt(newTrade, TRADE, field, [...DECIMALS, ...NO_DECIMALS])).toEqual(DECIMALS);
    },
  );

  test('says what a decimal is', () => {
    expect(messagesOf(newTrade, { ...TRADE, entryPrice: '1e5' })).toEqual([
      'expected a decimal number in a string',
    ]);
  });

  test.each(['entryTime', 'exitTime'])('has %s as an instant of UTC', (field) => {
    expect(acceptedAt(newTrade, TRADE, field, [...INSTANTS, ...NO_INSTANTS])).toEqual(INSTANTS);
  });

  test.each([
    ['platform', ['x', 'x'.repeat(60)], ['', '   ', 'x'.repeat(61), 'a\nb', '\u202eabc']],
    ['instrumentSymbol', ['ES'], ['', ' ', 'x'.repeat(61)]],
    ['tradeType', ['BUY', 'SELL'], ['buy', 'LONG', '']],
    ['currency', ['USD', 'USDT', 'EUR'], ['usd', 'US', '$', 'TOOLONG']],
    ['strategy', [null, '', 'x'.repeat(200)], ['x'.repeat(201), 'a\0b']],
    ['notes', [null, 'two\nlines', 'x'.repeat(5000)], ['x'.repeat(5001), '\0', '\ud800']],
    ['account', ['', 'x'.repeat(60)], ['x'.repeat(61), null]],
    ['tags', [[], ['a'], Array(20).fill('x'.repeat(40))], [Array(21).fill('a'), ['x'.repeat(41)], [''], 'a']],
  ])('takes %s of %j and not of %j', (field, taken, refused) => {
    expect(acceptedAt(newTrade, TRADE, field, [...taken, ...refused])).toEqual(taken);
  });

  test('names a field that it does not know', () => {
    expect(faultsOf(newTrade, { ...TRADE, net: '5', id: 'x' })).toEqual(['unknown: net', 'unknown: id']);
  });
});

describe('a change of a trade', () => {
  test('leaves out what stays, and nothing is filled in', () => {
    expect(partOf(changeTrade.body).parse({ notes: 'x' })).toEqual({ notes: 'x' });
    expect(partOf(changeTrade.body).parse({})).toEqual({});
  });

  test('may make a field nothing where a trade may have none', () => {
    expect(faultsOf(partOf(changeTrade.body), { exitPrice: null, strategy: null })).toEqual([]);
    expect(faultsOf(partOf(changeTrade.body), { entryPrice: null, quantity: null })).toEqual([
      'entryPrice',
      'quantity',
    ]);
  });

  test('is of a trade named by visible ASCII', () => {
    const ids = ['a', 'x'.repeat(64), '', 'x'.repeat(65), 'a b', 'é', 'a\0'];
    expect(acceptedAt(partOf(changeTrade.params), { id: 'a' }, 'id', ids)).toEqual(ids.slice(0, 2));
  });
});

test('an upload has one trade at least, ten thousand at most, and names the trade that is wrong', () => {
  const body = partOf(uploadTrades.body);
  expect(faultsOf(body, { trades: [TRADE] })).toEqual([]);
  expect(faultsOf(body, { trades: [] })).toEqual(['trades']);
  expect(faultsOf(body, { trades: Array(UPLOAD_MAX_TRADES + 1).fill(TRADE) })).toContain('trades');
  expect(faultsOf(body, { trades: [TRADE, { ...TRADE, quantity: 2 }] })).toEqual(['trades.1.quantity']);
});

describe('a search of trades', () => {
  const query = partOf(searchTrades.query);

  test('without anything is the first fifty, newest entry first', () => {
    expect(query.parse({})).toEqual({ sort: 'entryTime', order: 'desc', page: 1, limit: 50 });
  });

  test.each([
    ['page', ['1', '10000'], ['0', '10001', '1.5', 'last']],
    ['limit', ['1', '200'], ['0', '201']],
    ['sort', ['entryTime', 'exitTime', 'symbol', 'quantity', 'net', 'strategy'], ['pnl', '']],
    ['order', ['asc', 'desc'], ['up']],
    ['side', ['BUY', 'SELL'], ['buy']],
    ['status', ['open', 'closed'], ['done']],
    ['result', ['win', 'loss', 'zero'], ['even']],
    ['from', ['2026-02-28'], ['2026-02-29', '28.2.2026']],
    ['search', ['', 'x'.repeat(80)], ['x'.repeat(81)]],
    ['tag', ['x'.repeat(40)], ['x'.repeat(41)]],
  ])('takes %s of %j and not of %j', (field, taken, refused) => {
    expect(acceptedAt(query, {}, field, [...taken, ...refused])).toEqual(taken);
  });

  test('has the filters of the export, which is not sorted and has no pages', () => {
    const filters = { account: 'a', root: 'ES', strategy: 's', tag: 't', side: 'BUY', from: '2026-01-01' };
    expect(faultsOf(query, filters)).toEqual([]);
    expect(faultsOf(partOf(exportTrades.query), filters)).toEqual([]);
    expect(faultsOf(partOf(exportTrades.query), { sort: 'net', page: '1' })).toEqual([
      'unknown: sort',
      'unknown: page',
    ]);
  });
});

describe('answers about a file', () => {
  test('are all optional, and of a known kind', () => {
    expect(faultsOf(importAnswers, {})).toEqual([]);
    expect(acceptedAt(importAnswers, {}, 'dateOrder', ['dmy', 'mdy', 'ymd'])).toEqual(['dmy', 'mdy']);
    expect(acceptedAt(importAnswers, {}, 'decimalMark', ['.', ',', ';'])).toEqual(['.', ',']);
    expect(acceptedAt(importAnswers, {}, 'pointValues', [{ ES: '50' }, { ES: 50 }, { '': '50' }])).toEqual([
      { ES: '50' },
    ]);
    expect(faultsOf(importAnswers, { guess: true })).toEqual(['unknown: guess']);
  });

  test('map columns by their place, up to the five hundredth', () => {
    const mapping = { columns: { price: 3 }, pnl: 'net' };
    expect(faultsOf(importAnswers, { mapping })).toEqual([]);
    const places = [0, 500, -1, 501, 1.5, '3'];
    expect(acceptedAt(importAnswers, { mapping }, 'mapping.columns.price', places)).toEqual([0, 500]);
    expect(acceptedAt(importAnswers, { mapping }, 'mapping.pnl', ['net', 'gross', 'both'])).toEqual([
      'net',
      'gross',
    ]);
  });

  test('come with a file name of one line, and with a layout key when they are stored', () => {
    const names = ['a.csv', 'x'.repeat(255), '', 'x'.repeat(256), 'a\nb.csv', '\u202ecsv.exe'];
    expect(acceptedAt(partOf(importTrades.query), { fileName: 'a' }, 'fileName', names)).toEqual(
      names.slice(0, 2),
    );
    expect(
      acceptedAt(partOf(importTrades.query), { fileName: 'a' }, 'answers', ['{}', 'x'.repeat(20_001)]),
    ).toEqual(['{}']);
    expect(faultsOf(partOf(saveTradeMapping.body), { layoutKey: '', answers: {} })).toEqual(['layoutKey']);
  });
});

describe('an account of the journal', () => {
  const ACCOUNT = {
    account: 'Sim101',
    zone: null,
    currency: 'USD',
    startBalance: '50000',
    rules: {
      dailyLossLimit: '1000',
      maxLoss: null,
      trailing: 'intraday',
      trailingCap: null,
      profitTarget: '3000',
      consistencyPercent: 30,
      minimumDays: 5,
      winningDays: null,
      winningDayAmount: null,
      maxContracts: 10,
      closingMinutes: 15,
    },
  };

  test('may have no rules, and rules without news', () => {
    expect(faultsOf(tradeAccount, { ...ACCOUNT, rules: null })).toEqual([]);
    expect(tradeAccount.parse(ACCOUNT).rules).toMatchObject({
      newsMinutes: null,
      newsTimes: [],
      countFrom: null,
    });
  });

  test.each([
    ['consistencyPercent', [1, 100, 33.3, null], [0.9, 100.1, '30']],
    ['minimumDays', [0, 365, null], [-1, 366, 1.5]],
    ['winningDays', [0, 365, null], [-1, 366]],
    ['maxContracts', [1, 10_000, null], [0, 10_001, 1.5]],
    ['closingMinutes', [0, 240, null], [-1, 241]],
    ['newsMinutes', [0, 240, null], [-1, 241]],
    ['newsTimes', [[], Array(500).fill(INSTANTS[0])], [Array(501).fill(INSTANTS[0]), ['noon'], null]],
    ['trailing', ['none', 'end-of-day', 'intraday'], ['daily', null]],
    ['maxLoss', ['2500', null], ['', 2500]],
    ['countFrom', ['2026-11-01', null], ['2026-13-01', 'today']],
  ])('takes the rule %s of %j and not of %j', (rule, taken, refused) => {
    expect(acceptedAt(tradeAccount, ACCOUNT, `rules.${rule}`, [...taken, ...refused])).toEqual(taken);
  });
});

describe('an insight', () => {
  const EFFECT = {
    unit: 'money',
    value: '12.5',
    ci95: ['-1', '26'],
    mean: '3',
    baseline: null,
    n: 40,
    days: 9,
  };

  test('has an effect whose figures are decimals in strings, with two ends of its interval', () => {
    expect(faultsOf(insightEffect, EFFECT)).toEqual([]);
    expect(
      acceptedAt(insightEffect, EFFECT, 'ci95', [null, ['1', '2'], ['1'], ['1', '2', '3'], [1, 2]]),
    ).toEqual([null, ['1', '2']]);
    expect(acceptedAt(insightEffect, EFFECT, 'n', [0, -1, 1.5])).toEqual([0]);
  });

  test('has a confidence in percent, probabilities up to one, and a thousand trades at most', () => {
    const { shape } = insight;
    const taken = (field: keyof typeof shape, values: readonly unknown[]) =>
      values.filter((value) => shape[field].safeParse(value).success);
    expect(taken('confidence', [0, 100, -1, 101])).toEqual([0, 100]);
    expect(taken('p', [0, 1, null, 1.01])).toEqual([0, 1, null]);
    expect(taken('q', [0, 1, null, -0.01])).toEqual([0, 1, null]);
    expect(taken('tradeIds', [Array(1001).fill('a')])).toEqual([]);
    expect(taken('standing', ['proven', 'to-watch', 'fact', 'not-enough-data', 'likely'])).toHaveLength(4);
  });
});
