/** Statistics, rules and the market around a trade: figures in decimal text, each with its sample and interval. */
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
  WHOLE,
  wordOf,
} from '#testing/value-kinds.ts';
import { kindAt, optionalPaths } from '#testing/wire-values.ts';
import {
  getContextTable,
  getPropRules,
  getTradeContext,
  getTradeStatistics,
  ruleState,
  statistic,
  tradeGroup,
} from './trade-statistics.ts';
import { tradeFilter } from './trades.ts';

/** Both ends of an interval, as decimals. */
const INTERVAL: ValueKind = orNull({
  taken: [
    ['0.41', '0.70'],
    ['-83.00', '-18.00'],
  ],
  refused: [[], ['0.41'], ['0.41', '0.7', '1'], [0.41, 0.7], ['0.41', null], '0.41', null],
});
const STATISTIC = { unit: 'rate', value: '0.561', n: 41, ci95: ['0.41', '0.70'], reason: null, judged: true };

describe('a statistic', () => {
  test.each<[string, ValueKind]>([
    ['unit', wordOf(['money', 'rate', 'ratio', 'count', 'duration'])],
    ['value', orNull(DECIMAL)],
    ['n', COUNT],
    ['ci95', INTERVAL],
    ['reason', orNull(TEXT)],
    ['judged', FLAG],
  ])('has %s of its kind', (field, kind) => {
    expect(kindAt(statistic, STATISTIC, field, kind)).toEqual(kind);
  });

  test('without a value has a reason, and is whole', () => {
    const least = { unit: 'ratio', value: null, n: 0, ci95: null, reason: 'too-few-days', judged: false };
    expect(statistic.parse(least)).toEqual(least);
    expect(optionalPaths(statistic, STATISTIC)).toEqual([]);
  });
});

describe('the statistics of the journal', () => {
  const GROUPS = ['hour', 'weekday', 'symbol', 'strategy', 'side', 'holding'];
  const ANSWER = {
    ...{
      currency: 'USD',
      currencies: [{ currency: 'USD', trades: 41 }],
      view: 'positions',
      closed: 41,
      open: 1,
    },
    ...{ days: 18, firstDay: '2026-10-01', lastDay: '2026-11-20' },
    figures: [{ name: 'winRate', label: 'Win rate', statistic: STATISTIC }],
    equity: [{ day: '2026-10-01', equity: '120.00', drawdown: '0.00' }],
    calendar: [{ day: '2026-10-01', net: '120.00', trades: 3, wins: 2 }],
    groups: Object.fromEntries(GROUPS.map((name) => [name, []])),
    distribution: { edges: ['-200.00', '0.00', '100.00'], counts: [4, 14] },
    remarks: ['A day starts at 17:00 Chicago.'],
  };

  test.each<[string, ValueKind]>([
    ['currency', orNull(TEXT)],
    ['currencies.0.currency', TEXT],
    ['currencies.0.trades', WHOLE],
    ['view', wordOf(['positions', 'rows'])],
    ['closed', COUNT],
    ['open', COUNT],
    ['days', COUNT],
    ['firstDay', orNull(DAY)],
    ['lastDay', orNull(DAY)],
    ['figures', listOf({ name: 'winRate', label: 'Win rate', statistic: STATISTIC })],
    ['figures.0.name', TEXT],
    ['figures.0.statistic.value', orNull(DECIMAL)],
    ['equity.0.day', DAY],
    ['equity.0.equity', DECIMAL],
    ['equity.0.drawdown', DECIMAL],
    ['calendar.0.day', DAY],
    ['calendar.0.net', DECIMAL],
    ['calendar.0.trades', WHOLE],
    ['calendar.0.wins', WHOLE],
    ['distribution.edges', listOf('-200.00')],
    ['distribution.edges.0', DECIMAL],
    ['distribution.counts', listOf(4)],
    ['distribution.counts.0', WHOLE],
    ['remarks', listOf('A day starts at 17:00 Chicago.')],
  ])('have %s of its kind', (field, kind) => {
    expect(kindAt(getTradeStatistics.response, ANSWER, field, kind)).toEqual(kind);
  });

  test.each(GROUPS)('have groups by %s, each with its sample and its figures', (name) => {
    const group = {
      key: 'a',
      label: 'A',
      n: 9,
      days: 4,
      net: '-1',
      winRate: STATISTIC,
      expectancy: STATISTIC,
      shrunk: '2',
    };
    const path = `groups.${name}`;
    expect(kindAt(getTradeStatistics.response, ANSWER, path, listOf(group))).toEqual(listOf(group));
    expect(faultsOf(getTradeStatistics.response, changed(ANSWER, path, undefined))).toEqual([path]);
    for (const [field, kind] of [
      ['key', TEXT],
      ['label', TEXT],
      ['n', COUNT],
      ['days', COUNT],
      ['net', DECIMAL],
      ['shrunk', DECIMAL],
    ] as const)
      expect([field, kindAt(tradeGroup, group, field, kind)]).toEqual([field, kind]);
  });

  test('of no trades are empty', () => {
    const least = {
      ...{ currency: null, currencies: [], view: 'rows', closed: 0, open: 0, days: 0, firstDay: null },
      ...{ lastDay: null, figures: [], equity: [], calendar: [], distribution: { edges: [], counts: [] } },
      ...{ groups: Object.fromEntries(GROUPS.map((name) => [name, []])), remarks: [] },
    };
    expect(getTradeStatistics.response.parse(least)).toEqual(least);
  });

  test('are of the filters of the table, in one currency, of positions where nothing is said', () => {
    const query = partOf(getTradeStatistics.query);
    expect(query.parse({})).toEqual({ view: 'positions' });
    const filters = { id: '1', search: 'a', account: 'a', root: 'ES', strategy: 's', tag: 't', side: 'BUY' };
    const rest = {
      status: 'open',
      result: 'win',
      importId: '1',
      insightId: '1',
      from: '2026-01-01',
      to: '2026-01-01',
    };
    expect(Object.keys({ ...filters, ...rest }).toSorted()).toEqual(Object.keys(tradeFilter).toSorted());
    expect(faultsOf(query, { ...filters, ...rest, currency: 'USD', view: 'rows' })).toEqual([]);
    expect(faultsOf(query, { currency: 'usd', view: 'days', sort: 'net' })).toEqual([
      ...['currency', 'view', 'unknown: sort'],
    ]);
  });
});

describe('the state of a rule', () => {
  const RULE = {
    ...{
      rule: 'maxLoss',
      label: 'Maximum loss',
      state: 'breached',
      unit: 'money',
      value: '2600',
      limit: '2500',
    },
    ...{
      left: '-100',
      bound: 'exact',
      breachedAt: '2026-11-20T15:09:40.000Z',
      breachedBy: '41',
      text: 'Breached.',
    },
  };

  test.each<[string, ValueKind]>([
    ['rule', TEXT],
    ['label', TEXT],
    ['state', wordOf(['ok', 'warning', 'breached', 'unknown'])],
    ['unit', wordOf(['money', 'percent', 'days', 'contracts', 'trades'])],
    ['value', orNull(DECIMAL)],
    ['limit', orNull(DECIMAL)],
    ['left', orNull(DECIMAL)],
    ['bound', wordOf(['exact', 'at-least', 'at-most'])],
    ['breachedAt', orNull(INSTANT)],
    ['breachedBy', orNull(ROW_ID)],
    ['text', TEXT],
  ])('has %s of its kind', (field, kind) => {
    expect(kindAt(ruleState, RULE, field, kind)).toEqual(kind);
  });

  test('is one of an account’s, with the chance of a breach or none', () => {
    const chance = { value: 0.12, ci95: [0.08, 0.17], days: 18 };
    const answer = { account: 'Sim101', currency: 'USD', rules: [RULE], breachChance: chance };
    for (const [field, kind] of [
      ['account', TEXT],
      ['currency', TEXT],
      ['rules', listOf(RULE)],
      ['breachChance', orNull({ taken: [chance], refused: [{ value: 0.12, days: 18 }, {}, 0.12, null] })],
      ['breachChance.value', REAL],
      ['breachChance.days', WHOLE],
      ['breachChance.ci95', { taken: [[0, 1]], refused: [[0], [0, 1, 2], ['0', '1'], null] }],
    ] as const)
      expect([field, kindAt(getPropRules.response, answer, field, kind)]).toEqual([field, kind]);
    expect(optionalPaths(getPropRules.response, answer)).toEqual([]);
  });

  test('is requested for an account that is named, also by nothing', () => {
    const accounts: ValueKind = { taken: ['', 'x'.repeat(60)], refused: ['x'.repeat(61), 'a\0', null, 7] };
    expect(kindAt(partOf(getPropRules.query), { account: '' }, 'account', accounts)).toEqual(accounts);
    expect(faultsOf(partOf(getPropRules.query), {})).toEqual(['account']);
  });
});

describe('the market around a trade', () => {
  const CONTEXT = goldenOf('routes', 'getTradeContext')['response'] as {
    readonly atEntry: readonly unknown[];
  };
  const PRICES = ['bestPrice', 'worstPrice', 'mae', 'mfe', 'bestAfterExit'];
  const REASONS = ['no-record', 'unknown-instrument', 'not-entitled', 'no-times', 'not-yet', 'not-licensed'];

  test.each<[string, ValueKind]>([
    ['missing', orNull(wordOf(REASONS))],
    ['because', orNull(TEXT)],
    ['instrumentId', orNull(WHOLE)],
    ['source', orNull(TEXT)],
    ['market', wordOf(['platform', 'own'])],
    ['atEntry', listOf(CONTEXT.atEntry[0])],
    ['atExit', listOf(CONTEXT.atEntry[0])],
    ...PRICES.map((name): [string, ValueKind] => [name, orNull(DECIMAL)]),
  ])('has %s of its kind', (field, kind) => {
    expect(kindAt(getTradeContext.response, CONTEXT, field, kind)).toEqual(kind);
  });

  test('that is missing has a reason and nothing else', () => {
    const nothing = Object.fromEntries(
      ['because', 'instrumentId', 'source', ...PRICES].map((name) => [name, null]),
    );
    const least = { ...nothing, missing: 'no-record', market: 'platform', atEntry: [], atExit: [] };
    expect(getTradeContext.response.parse(least)).toEqual(least);
    for (const field of Object.keys(least))
      expect(faultsOf(getTradeContext.response, changed(CONTEXT, field, undefined))).toEqual([field]);
  });

  test('of all trades is a table with and without each kind of event', () => {
    const row = {
      eventType: 'iceberg',
      with: STATISTIC,
      without: STATISTIC,
      p: 0.01,
      q: 0.2,
      standing: 'to-watch',
    };
    const table = { market: 'own', currency: 'USD', covered: 30, trades: 41, rows: [row] };
    for (const [field, kind] of [
      ['market', wordOf(['platform', 'own'])],
      ['currency', orNull(TEXT)],
      ['covered', COUNT],
      ['trades', COUNT],
      ['rows', listOf(row)],
      ['rows.0.eventType', TEXT],
      ['rows.0.p', orNull(REAL)],
      ['rows.0.q', orNull(REAL)],
      ['rows.0.with.n', COUNT],
      ['rows.0.without.ci95', INTERVAL],
      ['rows.0.standing', wordOf(['proven', 'to-watch', 'not-enough-data', 'nothing'])],
    ] as const)
      expect([field, kindAt(getContextTable.response, table, field, kind)]).toEqual([field, kind]);
    expect(optionalPaths(getContextTable.response, table)).toEqual([]);
  });
});
