/** Insights as they are read: figures in decimal text, probabilities up to one, and the run that they come of. */
import { SEVERITIES } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { goldenOf } from '#testing/golden.ts';
import { partOf } from '#testing/schema-faults.ts';
import {
  COUNT,
  DECIMAL,
  FLAG,
  INSTANT,
  orNull,
  PERCENT,
  ROW_ID,
  SHARE,
  TEXT,
  type ValueKind,
  wordOf,
} from '#testing/value-kinds.ts';
import { kindAt, nullPaths, optionalPaths } from '#testing/wire-values.ts';
import { getInsightRun, INSIGHT_ROUTES, insight, insightEffect, markInsightRead } from './insights.ts';

/** Both ends of an interval, as decimals. */
const INTERVAL: ValueKind = orNull({
  taken: [
    ['0.41', '0.70'],
    ['-83.00', '-18.00'],
  ],
  refused: [[], ['0.41'], ['0.41', '0.7', '1'], [0.41, 0.7], ['0.41', null], '0.41', null],
});
describe('an insight', () => {
  const [, INSIGHT] = goldenOf('routes', 'listInsights')['response'] as [
    unknown,
    { readonly effect: unknown },
  ];

  test.each<[string, ValueKind]>([
    ['id', ROW_ID],
    ['insightType', wordOf(['strength', 'weakness', 'recommendation', 'other'])],
    ...['title', 'description', 'actionable', 'settles', 'definition'].map((name): [string, ValueKind] => [
      name,
      TEXT,
    ]),
    ['priority', wordOf(SEVERITIES)],
    ['confidence', PERCENT],
    ['standing', wordOf(['proven', 'to-watch', 'fact', 'not-enough-data'])],
    ['currency', orNull(TEXT)],
    ['p', orNull(SHARE)],
    ['q', orNull(SHARE)],
    ['seenAgain', orNull(FLAG)],
    ['restsOnOneTrade', FLAG],
    ['impactPerMonth', orNull(DECIMAL)],
    [
      'tradeIds',
      { taken: [[], ['1'], Array(1000).fill('1')], refused: [Array(1001).fill('1'), [1], '1', null] },
    ],
    ['tradeIds.0', ROW_ID],
    ['firstSeenAt', INSTANT],
    ['isRead', FLAG],
    ['isImplemented', FLAG],
    ['effect.value', DECIMAL],
    ['effect.ci95', INTERVAL],
  ])('has %s of its kind', (field, kind) => {
    expect(kindAt(insight, INSIGHT, field, kind)).toEqual(kind);
  });

  test.each<[string, ValueKind]>([
    ['unit', wordOf(['money-per-trade', 'money', 'rate', 'ratio', 'count'])],
    ['value', DECIMAL],
    ['mean', DECIMAL],
    ['baseline', orNull(DECIMAL)],
    ['n', COUNT],
    ['days', COUNT],
  ])('has an effect with %s of its kind', (field, kind) => {
    expect(kindAt(insightEffect, INSIGHT.effect, field, kind)).toEqual(kind);
  });

  test('without figures is whole', () => {
    expect(optionalPaths(insight, INSIGHT)).toEqual([]);
    expect(nullPaths(insight, INSIGHT)).toEqual([
      ...['effect', 'effect.ci95', 'effect.baseline', 'currency', 'p', 'q', 'seenAgain', 'impactPerMonth'],
    ]);
  });

  test('comes of a run that says what it read, or that there was none', () => {
    const run = { state: 'never', generatedAt: null, trades: 0, days: 0, tested: 0, stale: false };
    expect(getInsightRun.response.parse(run)).toEqual(run);
    for (const [field, kind] of [
      ['state', wordOf(['never', 'running', 'done'])],
      ['generatedAt', orNull(INSTANT)],
      ['trades', COUNT],
      ['days', COUNT],
      ['tested', COUNT],
      ['stale', FLAG],
    ] as const)
      expect([field, kindAt(getInsightRun.response, run, field, kind)]).toEqual([field, kind]);
  });

  test('is read and marked at addresses that no other one shadows', () => {
    expect(kindAt(partOf(markInsightRead.params), { id: '1' }, 'id', ROW_ID)).toEqual(ROW_ID);
    const ids = INSIGHT_ROUTES.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
