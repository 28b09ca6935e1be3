/** The state of the operation: amounts are never negative, what is unknown is null, and lists may be empty. */
import { FEED_SOURCES, FEED_STATES } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { goldenOf } from '#testing/golden.ts';
import { changed, faultsOf } from '#testing/schema-faults.ts';
import {
  AMOUNT,
  COUNT,
  FLAG,
  INSTANT,
  listOf,
  orNull,
  REAL,
  TEXT,
  type ValueKind,
  WHOLE,
  wordOf,
} from '#testing/value-kinds.ts';
import { kindAt, nullPaths, optionalPaths } from '#testing/wire-values.ts';
import {
  ADMIN_OPERATION_ROUTES,
  feedSession,
  getRecoveryDrill,
  operationsFacts,
  recordingFacts,
  recoveryDrill,
  spendingOfPeriod,
} from './operations.ts';

const FACTS = goldenOf('routes', 'getOperations')['response'];
const CUT = { from: '2026-11-20T03:12:44.000Z', to: '2026-11-20T03:12:50.200Z' };

describe('the process', () => {
  test.each<[string, ValueKind]>([
    ['startedAt', INSTANT],
    ['node', TEXT],
    ['residentBytes', COUNT],
    ['heapBytes', COUNT],
    ['cpuShare', AMOUNT],
    ['loopDelayP99Ms', AMOUNT],
    ['sockets', COUNT],
  ])('has %s of its kind', (field, kind) => {
    expect(kindAt(operationsFacts, FACTS, `process.${field}`, kind)).toEqual(kind);
  });
});

describe('the database', () => {
  test.each<[string, ValueKind]>([
    ['kind', wordOf(['pglite', 'postgres'])],
    ['version', TEXT],
    ['pingMs', AMOUNT],
    ['bytes', COUNT],
    ['roleWarning', orNull(TEXT)],
    ['tables', listOf({ name: 'bars', rows: 1, bytes: 2 })],
    ['tables.0.name', TEXT],
    ['tables.0.rows', orNull(COUNT)],
    ['tables.0.bytes', COUNT],
  ])('has %s of its kind', (field, kind) => {
    expect(kindAt(operationsFacts, FACTS, `database.${field}`, kind)).toEqual(kind);
  });
});

describe('the feed', () => {
  test.each<[string, ValueKind]>([
    ['source', wordOf(FEED_SOURCES)],
    ['recorderWaiting', COUNT],
    ['alertsWaiting', COUNT],
    ['instruments.0.instrumentId', WHOLE],
    ['instruments.0.symbol', TEXT],
    ['instruments.0.state', wordOf(FEED_STATES)],
    ['instruments.0.lastMessageAt', orNull(INSTANT)],
    ['instruments.0.tradesPerSecond', AMOUNT],
    ['instruments.0.gapsToday', COUNT],
    ['instruments.0.resyncsToday', COUNT],
  ])('has %s of its kind', (field, kind) => {
    expect(kindAt(operationsFacts, FACTS, `feed.${field}`, kind)).toEqual(kind);
  });

  test.each<[string, ValueKind]>([
    ['state', wordOf(['connecting', 'running', 'waiting', 'ended'])],
    ['reason', orNull(TEXT)],
    ['exchangeToVendorMs', orNull(REAL)],
    ['vendorToGatewayMs', orNull(REAL)],
    ['gatewayToUsMs', orNull(REAL)],
    ['silentMs', orNull(AMOUNT)],
    ['records', COUNT],
    ['recordsPerSecond', orNull(AMOUNT)],
    ['backlogBytes', COUNT],
    ['reconnects', COUNT],
    ['gaps', COUNT],
    ['lastCut', orNull({ taken: [CUT], refused: [{ ...CUT, to: null }, { from: CUT.from }, {}, [], null] })],
    ['unserved', listOf({ symbol: 'PL', reason: 'Symbol did not resolve: PL.v.0' })],
  ])('has a session with %s of its kind', (field, kind) => {
    expect(kindAt(operationsFacts, FACTS, `feed.session.${field}`, kind)).toEqual(kind);
  });

  test('that has just begun knows no stage, no rate and no cut', () => {
    const least = {
      ...{ state: 'connecting', reason: null, exchangeToVendorMs: null, vendorToGatewayMs: null },
      ...{ gatewayToUsMs: null, silentMs: null, records: 0, recordsPerSecond: null, backlogBytes: 0 },
      ...{ reconnects: 0, gaps: 0, lastCut: null, unserved: [] },
    };
    expect(feedSession.parse(least)).toEqual(least);
    expect(optionalPaths(feedSession, least)).toEqual([]);
  });

  test('may run ahead of the clock of the vendor, so that a stage is negative', () => {
    expect(faultsOf(operationsFacts, changed(FACTS, 'feed.session.exchangeToVendorMs', -0.2))).toEqual([]);
  });
});

describe('the money spent on history', () => {
  const PERIOD = {
    period: 'day',
    name: '2026-11-20',
    spentDollars: 3.84,
    budgetDollars: 10,
    state: 'within',
  };

  test.each<[string, ValueKind]>([
    ['period', wordOf(['day', 'month'])],
    ['name', TEXT],
    ['spentDollars', AMOUNT],
    ['budgetDollars', AMOUNT],
    ['state', wordOf(['within', 'warned', 'exhausted', 'none'])],
  ])('has %s of its kind', (field, kind) => {
    expect(kindAt(spendingOfPeriod, PERIOD, field, kind)).toEqual(kind);
    expect(kindAt(operationsFacts, FACTS, `spending.1.${field}`, kind)).toEqual(kind);
  });
});

describe('the recordings', () => {
  const { recordings } = FACTS as { readonly recordings: unknown };

  test.each<[string, ValueKind]>([
    ['isOn', FLAG],
    ['usedBytes', orNull(COUNT)],
    ['maxBytes', COUNT],
    ['failures', COUNT],
    ['failed', listOf({ product: 'GC', error: 'no space left on device' })],
    ['failed.0.product', TEXT],
    ['failed.0.error', TEXT],
    ['days.0.source', TEXT],
    ['days.0.product', TEXT],
    ['days.0.tradingDay', TEXT],
    ['days.0.bytes', COUNT],
    ['days.0.gaps', COUNT],
    ['days.0.isOpen', FLAG],
  ])('have %s of its kind', (field, kind) => {
    expect(kindAt(recordingFacts, recordings, field, kind)).toEqual(kind);
  });

  test('that are off and have never been on are whole', () => {
    const least = { isOn: false, usedBytes: null, maxBytes: 0, failures: 0, failed: [], days: [] };
    expect(recordingFacts.parse(least)).toEqual(least);
    expect(optionalPaths(recordingFacts, least)).toEqual([]);
  });
});

test('facts of an installation that has done nothing yet are null or empty, never absent', () => {
  expect(optionalPaths(operationsFacts, FACTS)).toEqual([]);
  const nothing = {
    processes: null,
    processFindings: null,
    'feed.session': null,
    'feed.instruments': [],
    spending: null,
    'backup.last': null,
    'backup.drill': null,
    'backup.drillFault': null,
  };
  const least = Object.entries(nothing).reduce<unknown>(
    (facts, [path, value]) => changed(facts, path, value),
    FACTS,
  );
  expect(operationsFacts.parse(least)).toEqual(least);
  expect(nullPaths(operationsFacts, FACTS).filter((path) => !path.includes('.'))).toEqual([
    ...['processes', 'processesFault', 'processFindings', 'spending'],
  ]);
});

test('a backup has a time and a size, and a drill its times and its database', () => {
  const DRILL = (FACTS as { readonly backup: { readonly drill: unknown } }).backup.drill;
  for (const [path, kind] of [
    ['at', INSTANT],
    ['database', wordOf(['pglite', 'postgres'])],
    ['bytes', COUNT],
    ['rows', COUNT],
    ['backupSeconds', AMOUNT],
    ['restoreSeconds', AMOUNT],
  ] as const) {
    expect([path, kindAt(recoveryDrill, DRILL, path, kind)]).toEqual([path, kind]);
    expect([path, kindAt(getRecoveryDrill.response, { drill: DRILL }, `drill.${path}`, kind)]).toEqual([
      path,
      kind,
    ]);
  }
  for (const [path, kind] of [
    ['backup.last.at', INSTANT],
    ['backup.last.bytes', COUNT],
    ['backup.last.seconds', AMOUNT],
  ] as const)
    expect([path, kindAt(operationsFacts, FACTS, path, kind)]).toEqual([path, kind]);
  expect(getRecoveryDrill.response.parse({ drill: null })).toEqual({ drill: null });
  const fault = { at: CUT.from, fault: 'bars: 4 rows differ' };
  expect(faultsOf(operationsFacts, changed(FACTS, 'backup.drillFault', fault))).toEqual([]);
  expect(faultsOf(operationsFacts, changed(FACTS, 'backup.drillFault', { at: 'now' }))).toEqual([
    ...['backup.drillFault.at', 'backup.drillFault.fault'],
  ]);
});

test('only the drill is public, and no administrator’s route is part of a view as a user', () => {
  for (const { id, access, viewable } of ADMIN_OPERATION_ROUTES)
    expect([id, access, viewable]).toEqual(
      id === 'getRecoveryDrill' ? [id, 'public', true] : [id, 'admin', false],
    );
});
