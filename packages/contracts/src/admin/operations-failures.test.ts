/** What failed, what waits and which models drift: mails, jobs, dead letters, each with its id, its time and its error. */
import { FEED_SOURCES } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { goldenOf } from '#testing/golden.ts';
import { partOf } from '#testing/schema-faults.ts';
import {
  COUNT,
  INSTANT,
  listOf,
  orNull,
  ROW_ID,
  SHARE,
  TEXT,
  type ValueKind,
  wordOf,
} from '#testing/value-kinds.ts';
import { kindAt } from '#testing/wire-values.ts';
import {
  deadAlert,
  driftingModel,
  failedJob,
  failedMail,
  operationsFacts,
  requeueAlert,
  retryMail,
} from './operations.ts';

const FACTS = goldenOf('routes', 'getOperations')['response'];

/** Mails are named by person and subject: longer than other ids. */
const MAIL_ID: ValueKind = {
  taken: ['ml_1', 'us_1:alert/al_9', '!~', 'x'.repeat(200)],
  refused: ['', 'x'.repeat(201), 'a b', 'a\0', 'é', 'a\n', 7, null],
};

describe('what failed and waits', () => {
  const MAIL = {
    id: 'ml_1',
    template: 'welcome',
    createdAt: '2026-11-20T16:00:00.000Z',
    attempts: 3,
    error: 'connection refused',
    nextAttemptAt: '2026-11-20T17:00:00.000Z',
  };
  const JOB = { kind: 'import', id: 'im_1', since: '2026-11-20T16:00:00.000Z', attempts: 2, error: null };
  const DEAD = {
    id: 'al_1',
    userId: 'user-1',
    ruleId: 'rule-1',
    title: 'ES crossed above 5000.00',
    failedAt: '2026-11-20T16:00:00.000Z',
    refusals: 1,
    error: 'invalid input syntax for type bigint',
    sqlState: '22P02',
  };

  test.each<[string, ValueKind]>([
    ['id', MAIL_ID],
    ['template', TEXT],
    ['createdAt', INSTANT],
    ['attempts', COUNT],
    ['error', orNull(TEXT)],
    ['nextAttemptAt', orNull(INSTANT)],
  ])('is a mail with %s of its kind', (field, kind) => {
    expect(kindAt(failedMail, MAIL, field, kind)).toEqual(kind);
  });

  test.each<[string, ValueKind]>([
    ['kind', TEXT],
    ['id', TEXT],
    ['since', INSTANT],
    ['attempts', COUNT],
    ['error', orNull(TEXT)],
  ])('is a job with %s of its kind', (field, kind) => {
    expect(kindAt(failedJob, JOB, field, kind)).toEqual(kind);
  });

  test.each<[string, ValueKind]>([
    ['id', ROW_ID],
    ['userId', TEXT],
    ['ruleId', orNull(TEXT)],
    ['title', TEXT],
    ['failedAt', INSTANT],
    ['refusals', COUNT],
    ['error', TEXT],
    ['sqlState', orNull(TEXT)],
  ])('is a dead letter with %s of its kind', (field, kind) => {
    expect(kindAt(deadAlert, DEAD, field, kind)).toEqual(kind);
  });

  test('is counted beside its list, and lacks no field', () => {
    for (const path of [
      'mails.waiting',
      'mails.sentToday',
      'jobs.waiting',
      'alerts.waiting',
      'alerts.deadCount',
    ])
      expect([path, kindAt(operationsFacts, FACTS, path, COUNT)]).toEqual([path, COUNT]);
    for (const [path, one] of [
      ['mails.failed', MAIL],
      ['jobs.failed', JOB],
      ['alerts.dead', DEAD],
    ] as const)
      expect([path, kindAt(operationsFacts, FACTS, path, listOf(one))]).toEqual([path, listOf(one)]);
  });
});

describe('the record of the models', () => {
  const DRIFT = {
    source: 'simulated',
    symbol: 'ES',
    model: 'absorption_hold',
    since: '2026-11-20T23:00:00.000Z',
    session: { settled: 150, forecast: 0.71, observed: 0.48 },
  };

  test.each<[string, ValueKind]>([
    ['source', wordOf(FEED_SOURCES)],
    ['symbol', TEXT],
    ['model', TEXT],
    ['since', INSTANT],
    [
      'session',
      orNull({ taken: [DRIFT.session], refused: [{ settled: 150, forecast: 0.71 }, {}, [], null] }),
    ],
    ['session.settled', COUNT],
    ['session.forecast', SHARE],
    ['session.observed', SHARE],
  ])('has a model that drifts with %s of its kind', (field, kind) => {
    expect(kindAt(driftingModel, DRIFT, field, kind)).toEqual(kind);
  });

  test('counts chains and rows, and lists its faults', () => {
    expect(kindAt(operationsFacts, FACTS, 'trackRecord.chains', COUNT)).toEqual(COUNT);
    expect(kindAt(operationsFacts, FACTS, 'trackRecord.rows', COUNT)).toEqual(COUNT);
    expect(kindAt(operationsFacts, FACTS, 'trackRecord.faults', listOf('row 7 differs'))).toEqual(
      listOf('row 7 differs'),
    );
    expect(kindAt(operationsFacts, FACTS, 'trackRecord.drifting', listOf(DRIFT))).toEqual(listOf(DRIFT));
  });
});

test('a mail is retried by its long id, a dead letter by the id of its alert', () => {
  expect(kindAt(partOf(retryMail.params), { id: 'ml_1' }, 'id', MAIL_ID)).toEqual(MAIL_ID);
  expect(kindAt(partOf(requeueAlert.params), { id: 'al_1' }, 'id', ROW_ID)).toEqual(ROW_ID);
});
