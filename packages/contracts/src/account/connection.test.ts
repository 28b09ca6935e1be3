/** The trading-platform connection: what is saved of it, what is shown, and that no password ever comes back. */
import { FEED_TIERS } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { changed, faultsOf, partOf } from '#testing/schema-faults.ts';
import {
  COUNT,
  FLAG,
  INSTANT,
  listOf,
  orNull,
  POSITIVE,
  TEXT,
  type ValueKind,
  WHOLE,
  wordOf,
} from '#testing/value-kinds.ts';
import { kindAt, optionalPaths } from '#testing/wire-values.ts';
import {
  CONNECTION_FAULTS,
  CONNECTION_LOG_KEPT,
  CONNECTION_LOG_SHOWN,
  CONNECTION_ROUTES,
  CONNECTION_STEPS,
  deleteOwnData,
  listConnectionLog,
  listRithmicSystems,
  RITHMIC_DOMAINS,
  RITHMIC_SERVERS,
  RITHMIC_STATUSES,
  rithmicConnection,
  saveRithmicConnection,
  testRithmicConnection,
} from './connection.ts';

describe('a login that is saved', () => {
  const LOGIN = {
    username: 'trader7',
    password: ' pass word ',
    server: 'rithmic_live_server',
    domain: 'rithmic_live_domain',
    system: 'Rithmic 01',
  };
  const body = partOf(saveRithmicConnection.body);
  const USERS: ValueKind = {
    taken: ['t', 'x'.repeat(200), '  t  ', 'ünïcode'],
    refused: ['', '   ', 'x'.repeat(201), 'a\0', '\ud800', 7, null],
  };
  const PASSWORDS: ValueKind = {
    taken: ['p', 'x'.repeat(200), ' ', '  spaces kept  ', '\t'],
    refused: ['', 'x'.repeat(201), 'a\0', '\udc00', 7, null],
  };
  const SYSTEMS: ValueKind = orNull({
    taken: ['Rithmic 01', 'x'.repeat(100), ' TopstepTrader '],
    refused: ['', ' ', 'x'.repeat(101), 'a\0', 1, null],
  });

  test.each<[string, ValueKind]>([
    ['username', USERS],
    ['password', PASSWORDS],
    ['server', wordOf(RITHMIC_SERVERS)],
    ['domain', wordOf(RITHMIC_DOMAINS)],
    ['system', SYSTEMS],
  ])('has a %s of its kind', (field, kind) => {
    expect(kindAt(body, LOGIN, field, kind)).toEqual(kind);
  });

  test('of name and password alone is one of paper trading, on the system of its domain', () => {
    expect(body.parse({ username: 'trader7', password: 'p' })).toEqual({
      username: 'trader7',
      password: 'p',
      server: 'rithmic_paper_server',
      domain: 'rithmic_paper_domain',
      system: null,
    });
    expect(optionalPaths(body, LOGIN)).toEqual(['server', 'domain', 'system']);
  });

  test('loses the blanks of the clipboard about name and system, and none of the password', () => {
    expect(body.parse({ ...LOGIN, username: ' trader7\n', system: ' Rithmic 01 ' })).toEqual(LOGIN);
  });

  test('has no field that the platform would not know', () => {
    expect(faultsOf(body, { ...LOGIN, userId: 'us_2', status: 'connected' })).toEqual([
      ...['unknown: userId', 'unknown: status'],
    ]);
  });
});

describe('the state of a connection', () => {
  const ACCOUNT = { unsignedAgreements: ['CME Non-Professional'], sessions: { inUse: 1, most: 2 } };
  const STATE = {
    status: 'connected',
    username: 'trader7',
    server: 'rithmic_paper_server',
    domain: 'rithmic_paper_domain',
    system: 'Rithmic Paper Trading',
    account: ACCOUNT,
    canResume: false,
    isDataStored: true,
    lastConnected: '2026-11-20T16:51:55.000Z',
    errorMessage: 'The platform does not answer.',
  };

  test.each<[string, ValueKind]>([
    ['status', wordOf(RITHMIC_STATUSES)],
    ['username', TEXT],
    ['server', wordOf(RITHMIC_SERVERS)],
    ['domain', wordOf(RITHMIC_DOMAINS)],
    ['system', orNull({ taken: ['a', 'x'.repeat(100)], refused: ['', 'x'.repeat(101), 'a\0', 1, null] })],
    ['account', orNull({ taken: [ACCOUNT], refused: [{}, { sessions: ACCOUNT.sessions }, [], 'a', null] })],
    ['account.unsignedAgreements', orNull(listOf('CME Non-Professional'))],
    ['account.sessions.inUse', WHOLE],
    ['account.sessions.most', orNull(WHOLE)],
    ['canResume', FLAG],
    ['isDataStored', FLAG],
    ['lastConnected', orNull(INSTANT)],
    ['errorMessage', orNull(TEXT)],
  ])('has %s of its kind', (field, kind) => {
    expect(kindAt(rithmicConnection, STATE, field, kind)).toEqual(kind);
  });

  test('that was never set is empty', () => {
    expect(rithmicConnection.parse({})).toEqual({});
    expect(optionalPaths(rithmicConnection, STATE)).toEqual(Object.keys(STATE));
  });

  test('never has a password: one that a server would send is dropped', () => {
    expect(rithmicConnection.parse({ ...STATE, password: 'p', sealedPassword: 'x' })).toEqual(STATE);
    for (const { id, response } of CONNECTION_ROUTES)
      expect([
        id,
        JSON.stringify(response.safeParse({ ok: true, message: '', password: 'p0' }).data ?? {}),
      ]).toEqual([id, expect.not.stringContaining('p0')]);
  });
});

describe('an entry of the log', () => {
  const ENTRY = {
    step: 'connected',
    at: '2026-11-19T15:14:40.412Z',
    since: '2026-11-19T15:14:40.309Z',
    times: 2,
    fault: null,
    server: 'rithmic_paper_server',
    tier: 'L3',
    withoutDataMs: 412,
  };

  test.each<[string, ValueKind]>([
    ['step', wordOf(CONNECTION_STEPS)],
    ['at', INSTANT],
    ['since', INSTANT],
    ['times', POSITIVE],
    ['fault', orNull(wordOf(CONNECTION_FAULTS))],
    ['server', orNull(wordOf(RITHMIC_SERVERS))],
    ['tier', orNull(wordOf(FEED_TIERS))],
    ['withoutDataMs', orNull(COUNT)],
  ])('has %s of its kind', (field, kind) => {
    expect(kindAt(listConnectionLog.response, [ENTRY], `0.${field}`, kind)).toEqual(kind);
  });

  test('is whole, and there may be none', () => {
    expect(optionalPaths(listConnectionLog.response, [ENTRY])).toEqual([]);
    expect(listConnectionLog.response.parse([])).toEqual([]);
  });

  test('is kept longer than it is shown, and the summary states how many are', () => {
    expect(CONNECTION_LOG_SHOWN).toBeLessThan(CONNECTION_LOG_KEPT);
    expect(listConnectionLog.summary).toContain(`at most ${CONNECTION_LOG_SHOWN}`);
  });
});

test('the systems of a gateway name the one behind each domain', () => {
  const query = partOf(listRithmicSystems.query);
  expect(query.parse({})).toEqual({ server: 'rithmic_paper_server' });
  expect(kindAt(query, {}, 'server', wordOf(RITHMIC_SERVERS))).toEqual(wordOf(RITHMIC_SERVERS));
  const ofDomain = Object.fromEntries(RITHMIC_DOMAINS.map((domain) => [domain, 'Rithmic 01']));
  const answer = { systems: ['Rithmic 01', 'Rithmic Test'], ofDomain };
  expect(listRithmicSystems.response.parse(answer)).toEqual(answer);
  for (const domain of RITHMIC_DOMAINS)
    expect(faultsOf(listRithmicSystems.response, changed(answer, `ofDomain.${domain}`, undefined))).toEqual([
      `ofDomain.${domain}`,
    ]);
  expect(faultsOf(listRithmicSystems.response, changed(answer, 'ofDomain.other', 'x'))).toEqual([
    'unknown: ofDomain.other',
  ]);
});

test('what was deleted of own data is counted by kind, all of it', () => {
  const deleted = {
    ...{ events: 4, patterns: 1, bars: 600, windows: 3, outcomes: 2, alerts: 5, recordings: 1 },
    recordingBytes: 1_030_000_000,
  };
  for (const field of Object.keys(deleted))
    expect([field, kindAt(deleteOwnData.response, deleted, field, WHOLE)]).toEqual([field, WHOLE]);
  expect(optionalPaths(deleteOwnData.response, deleted)).toEqual([]);
});

test('a test of the login says in words what came of it', () => {
  const answer = { ok: true, message: 'Logged in to Rithmic Paper Trading.' };
  expect(kindAt(testRithmicConnection.response, answer, 'message', TEXT)).toEqual(TEXT);
  expect(faultsOf(testRithmicConnection.response, { ...answer, ok: false })).toEqual(['ok']);
});
