/** Alerts, rules and dry runs as they are read, the lines that rules follow, and the words for an alert's market. */
import { FEED_SOURCES, FLOW_EVENT_TYPES } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { goldenOf } from '#testing/golden.ts';
import { acceptedAt, changed, faultsOf, messagesOf, partOf } from '#testing/schema-faults.ts';
import {
  COUNT,
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
import { kindAt, nullPaths, optionalPaths } from '#testing/wire-values.ts';
import { ALERT_TYPES, alertCondition, alertTypeOf, LEVEL_TESTS, SESSION_HOURS } from './alert-conditions.ts';
import {
  ALERT_MAIL_STATES,
  alertConfiguration,
  alertDryRun,
  alertTemplate,
  testAlertConfiguration,
} from './alert-rules.ts';
import { ALERT_ROUTES, alert, alertMarketWords, listAlerts, markAlertRead } from './alerts.ts';

const MARKETS = wordOf(['platform', 'own']);

describe('an alert', () => {
  const ALERT = {
    ...{
      id: 'al_1',
      instrumentId: 1,
      eventId: 'ev_1',
      ruleId: 'ru_1',
      rules: [{ id: 'ru_1', name: 'Large' }],
    },
    ...{ alertType: 'event', eventType: 'iceberg', eventSize: 1166, market: 'platform', source: 'simulated' },
    ...{ title: 'ES iceberg', message: 'Bid refilled', isRead: false, isQuiet: false, isTest: false },
    ...{ marketAt: '2026-11-20T16:51:55.000Z', createdAt: '2026-11-20T16:51:55.000Z' },
  };

  test.each<[string, ValueKind]>([
    ['id', ROW_ID],
    ['instrumentId', orNull(WHOLE)],
    ['eventId', orNull(ROW_ID)],
    ['ruleId', orNull(ROW_ID)],
    ['rules', listOf({ id: 'ru_1', name: 'Large' })],
    ['rules.0.id', ROW_ID],
    ['rules.0.name', TEXT],
    ['alertType', wordOf(ALERT_TYPES)],
    ['eventType', orNull(wordOf(FLOW_EVENT_TYPES))],
    ['eventSize', orNull(COUNT)],
    ['market', MARKETS],
    ['source', orNull(wordOf(FEED_SOURCES))],
    ['title', TEXT],
    ['message', TEXT],
    ['isRead', FLAG],
    ['isQuiet', FLAG],
    ['isTest', FLAG],
    ['marketAt', orNull(INSTANT)],
    ['createdAt', INSTANT],
  ])('has %s of its kind', (field, kind) => {
    expect(kindAt(alert, ALERT, field, kind)).toEqual(kind);
  });

  test('is whole, and is listed and read by its id', () => {
    expect(optionalPaths(alert, ALERT)).toEqual([]);
    expect(kindAt(partOf(markAlertRead.params), { id: 'al_1' }, 'id', ROW_ID)).toEqual(ROW_ID);
    expect(kindAt(partOf(listAlerts.query), {}, 'before', ROW_ID)).toEqual(ROW_ID);
    expect(ALERT_ROUTES.map(({ id, viewable }) => [id, viewable])).toEqual([
      ['listAlerts', true],
      ['markAllAlertsRead', false],
      ['markAlertRead', false],
    ]);
  });
});

test.each([
  ['own', 'simulated', 'Your own feed'],
  ['own', null, 'Your own feed'],
  ['own', 'rithmic', 'Your own feed'],
  ['platform', 'simulated', 'Undertow feed, simulated'],
  ['platform', 'databento-stand-in', 'Undertow feed, simulated'],
  ['platform', 'replay', 'Undertow feed, recorded'],
  ['platform', 'databento', 'Undertow feed'],
  ['platform', 'rithmic', 'Undertow feed'],
  ['platform', null, 'Undertow feed'],
] as const)('the market of an alert of %s and source %s is named %j', (market, source, words) => {
  expect(alertMarketWords({ market, source })).toBe(words);
});

describe('a condition on a drawn line', () => {
  const LINE = {
    kind: 'price_line',
    test: 'crosses',
    drawingId: 'd1',
    part: 'line',
    line: {
      name: 'Trend line',
      from: { at: '2026-11-20T15:00:00.000Z', price: '5000.00' },
      to: { at: '2026-11-20T15:01:00.000Z', price: '5010.00' },
      extent: 'right',
      contract: null,
    },
  } as const;

  test('is one of price, read as it was written', () => {
    expect(alertCondition.parse(LINE)).toEqual(LINE);
    expect(alertTypeOf(alertCondition.parse(LINE))).toBe('price');
  });

  test('names a drawing, one of its parts and how it is met', () => {
    const ids = ['d1', 'x'.repeat(24), '', 'x'.repeat(25), 'D1', null];
    expect(acceptedAt(alertCondition, LINE, 'drawingId', ids)).toEqual(ids.slice(0, 2));
    expect(kindAt(alertCondition, LINE, 'test', wordOf(LEVEL_TESTS))).toEqual(wordOf(LEVEL_TESTS));
    expect(acceptedAt(alertCondition, LINE, 'part', ['top', '0.618', 0.618, '0.7', 'middle'])).toEqual([
      'top',
      '0.618',
    ]);
    expect(kindAt(alertCondition, LINE, 'line.from.price', DECIMAL)).toEqual(DECIMAL);
    expect(optionalPaths(alertCondition, LINE)).toEqual([]);
    expect(faultsOf(alertCondition, { ...LINE, price: '1' })).toEqual(['unknown: price']);
  });
});

describe('a rule as it is read', () => {
  const RULE = goldenOf('routes', 'createAlertConfiguration')['response'];

  test.each<[string, ValueKind]>([
    ['id', ROW_ID],
    ['name', TEXT],
    ['alertType', wordOf(ALERT_TYPES)],
    ['isEnabled', FLAG],
    ['sessionHours', wordOf(SESSION_HOURS)],
    ['pausedText', orNull(TEXT)],
    ['warnings', listOf('It would fire on every trade.')],
    ['origin', orNull(TEXT)],
    ['createdAt', INSTANT],
    ['lastFiredAt', orNull(INSTANT)],
    ['firedToday', COUNT],
    ['expiresAt', orNull(INSTANT)],
  ])('has %s of its kind', (field, kind) => {
    expect(kindAt(alertConfiguration, RULE, field, kind)).toEqual(kind);
  });

  test('may have a name that an earlier release allowed', () => {
    for (const name of ['', 'x'.repeat(200), ' a '])
      expect(alertConfiguration.parse(changed(RULE, 'name', name)).name).toBe(name);
  });
});

describe('a dry run', () => {
  const RUN = goldenOf('routes', 'dryRunAlert')['response'] as { readonly firings: readonly unknown[] };
  const FIRING = {
    ...{
      at: '2026-11-20T16:51:55.000Z',
      instrumentId: 1,
      symbol: 'ES',
      price: '4566.50',
      title: 'ES iceberg',
    },
    ...{ eventId: 'ev_1', after: [{ minutes: 5, ticks: -3 }] },
  };
  const WHOLE_RUN = {
    ...RUN,
    firings: [FIRING],
    follow: [{ minutes: 5, count: 3, median: 1.5, low: -2, high: 4 }],
  };

  test.each<[string, ValueKind]>([
    ['market', MARKETS],
    ['source', wordOf(FEED_SOURCES)],
    ['from', INSTANT],
    ['to', INSTANT],
    ['tradingDays', COUNT],
    ['fires', COUNT],
    ['heldBack', COUNT],
    ['overnight', COUNT],
    ['firings', listOf(FIRING)],
    ['firings.0.at', INSTANT],
    ['firings.0.instrumentId', WHOLE],
    ['firings.0.price', DECIMAL],
    ['firings.0.eventId', orNull(ROW_ID)],
    ['firings.0.after.0.minutes', WHOLE],
    ['firings.0.after.0.ticks', orNull(WHOLE)],
    ['follow.0.minutes', WHOLE],
    ['follow.0.count', WHOLE],
    ['follow.0.median', orNull(REAL)],
    ['follow.0.low', orNull(REAL)],
    ['follow.0.high', orNull(REAL)],
    ['limits', listOf('20 November was not recorded.')],
    ['warnings', listOf('It would fire often.')],
  ])('has %s of its kind', (field, kind) => {
    expect(kindAt(alertDryRun, WHOLE_RUN, field, kind)).toEqual(kind);
  });

  test('that found nothing is whole', () => {
    const nothing = {
      tradingDays: 0,
      fires: 0,
      heldBack: 0,
      overnight: 0,
      firings: [],
      follow: [],
      limits: [],
    };
    const least = { ...RUN, ...nothing, warnings: [] };
    expect(alertDryRun.parse(least)).toEqual(least);
    expect(optionalPaths(alertDryRun, WHOLE_RUN)).toEqual([]);
    expect(nullPaths(alertDryRun, WHOLE_RUN)).toEqual([
      ...['firings.0.eventId', 'firings.0.after.0.ticks', 'follow.0.median', 'follow.0.low', 'follow.0.high'],
    ]);
  });
});

test('a template is one of three by number and by name, and marks the rules beyond the plan', () => {
  const template = {
    ...{ id: 1, name: 'Scalper', description: 'Fast' },
    rules: [{ name: 'Icebergs', alertType: 'event', inPlan: true }],
  };
  expect(acceptedAt(alertTemplate, template, 'id', [1, 3, 0, 4, 1.5, '1'])).toEqual([1, 3]);
  const names = wordOf(['Scalper', 'Swing Trader', 'Institutional Hunter']);
  expect(kindAt(alertTemplate, template, 'name', names)).toEqual(names);
  expect(kindAt(alertTemplate, template, 'rules.0.alertType', wordOf(ALERT_TYPES))).toEqual(
    wordOf(ALERT_TYPES),
  );
  expect(kindAt(alertTemplate, template, 'rules.0.inPlan', FLAG)).toEqual(FLAG);
});

test('a test of a rule answers with its alert, and what became of the mail', () => {
  const answer = goldenOf('routes', 'testAlertConfiguration')['response'];
  expect(kindAt(testAlertConfiguration.response, answer, 'mail', wordOf(ALERT_MAIL_STATES))).toEqual(
    wordOf(ALERT_MAIL_STATES),
  );
  expect(messagesOf(testAlertConfiguration.response, changed(answer, 'alert', undefined))).toHaveLength(1);
});
