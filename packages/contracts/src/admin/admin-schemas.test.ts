/** What administrators may send, what is refused, and the errors that state what was expected. */
import { FLOW_EVENT_TYPES, PATTERN_TYPES } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { LICENCE_CHANNELS, LICENCE_DELAYS, LICENCE_KINDS, VENUES } from '#plans/licences.ts';
import { TIER_RULES } from '#plans/plans.ts';
import { acceptedAt, faultsOf, messagesOf, partOf } from '#testing/schema-faults.ts';
import { AUDIT_ACTIONS, auditRow, searchAudit } from './audit.ts';
import { SWITCH_KEYS, SWITCH_KINDS, setNotice, setSwitch } from './controls.ts';
import { setLicence } from './licences.ts';
import { recoveryDrill, requeueAlert, retryMail } from './operations.ts';
import { exportEntitlementReport, listUsers, promoteSubscription, setUserRole } from './people.ts';
import { explainEntitlement, startView } from './user.ts';

const REASONS = ['12345678', `  ${'x'.repeat(200)}  `];
const NO_REASONS = ['1234567', '        ', '1234567     ', 'x'.repeat(201), 'a\nreason of two', null];

describe('a search of the audit log', () => {
  const query = partOf(searchAudit.query);

  test('without anything is the newest fifty', () => {
    expect(query.parse({})).toEqual({ limit: 50 });
  });

  test.each([
    ['action', ['role.changed', 'role', 'own-data.', 'a'], ['', 'Role', 'a b', 'x'.repeat(61), '%']],
    ['before', ['1', '99999'], ['0', '-1', '1.5', 'x']],
    ['limit', ['1', '200'], ['0', '201']],
    ['from', ['2026-11-30'], ['2026-11-31', 'today']],
    ['actor', ['a', 'x'.repeat(100)], ['x'.repeat(101), '\0']],
  ])('takes %s of %j and not of %j', (field, taken, refused) => {
    expect(acceptedAt(query, {}, field, [...taken, ...refused])).toEqual(taken);
  });

  test('says what an action looks like', () => {
    expect(messagesOf(query, { action: 'Role changed' })).toEqual([
      'expected the beginning of an action such as role.changed',
    ]);
  });

  test('finds every action by its name, and each has a sentence of its own', () => {
    const names = Object.keys(AUDIT_ACTIONS);
    expect(acceptedAt(query, {}, 'action', names)).toEqual(names);
    expect(new Set(Object.values(AUDIT_ACTIONS)).size).toBe(names.length);
  });
});

test('a row of the audit log is numbered from one, and its details are plain values', () => {
  const row = {
    number: 1,
    at: '2026-11-20T16:51:55.000Z',
    actor: 'a',
    action: 'role.changed',
    subject: 'b',
    details: { from: 'user', count: 1, ok: true, note: null },
    requestId: null,
    hash: 'ff',
  };
  expect(faultsOf(auditRow, row)).toEqual([]);
  expect(acceptedAt(auditRow, row, 'number', [1, 0, -1, 1.5])).toEqual([1]);
  expect(acceptedAt(auditRow, row, 'details', [null, {}, { a: { b: 1 } }, { a: [1] }])).toEqual([null, {}]);
});

describe('a switch', () => {
  test('has a kind, a key of small letters and a reason of eight characters', () => {
    expect(faultsOf(partOf(setSwitch.params), { kind: 'detector', key: 'stop_run' })).toEqual([]);
    const keys = ['a', 'x'.repeat(40), '', 'x'.repeat(41), 'Stop', 'a b', 'a1', '../x'];
    expect(acceptedAt(partOf(setSwitch.params), { kind: 'feed', key: 'a' }, 'key', keys)).toEqual(
      keys.slice(0, 2),
    );
    expect(faultsOf(partOf(setSwitch.params), { kind: 'page', key: 'a' })).toEqual(['kind']);
    expect(
      acceptedAt(partOf(setSwitch.body), { off: true, reason: '' }, 'reason', [...REASONS, ...NO_REASONS]),
    ).toEqual(REASONS);
    expect(messagesOf(partOf(setSwitch.body), { off: true, reason: 'short' })).toEqual([
      'expected a reason of at least 8 characters',
    ]);
  });

  test('of a feed whose name has a hyphen is set like any other', () => {
    expect(faultsOf(partOf(setSwitch.params), { kind: 'feed', key: 'databento-stand-in' })).toEqual([]);
  });

  test('exists for every event and pattern, and for every feed but none', () => {
    expect(SWITCH_KEYS.detector).toEqual(FLOW_EVENT_TYPES);
    expect(SWITCH_KEYS.pattern).toEqual(PATTERN_TYPES);
    expect(SWITCH_KEYS.feed).not.toContain('none');
    for (const kind of SWITCH_KINDS)
      expect(acceptedAt(partOf(setSwitch.params), { kind, key: 'a' }, 'key', SWITCH_KEYS[kind])).toEqual(
        SWITCH_KEYS[kind],
      );
  });
});

test('a notice has a level and up to three hundred characters, and may be removed', () => {
  const notice = { level: 'info', text: 'Maintenance at noon', until: null };
  expect(faultsOf(partOf(setNotice.body), { notice })).toEqual([]);
  expect(faultsOf(partOf(setNotice.body), { notice: null })).toEqual([]);
  const texts = ['x', 'x'.repeat(300), '', '  ', 'x'.repeat(301)];
  expect(acceptedAt(partOf(setNotice.body), { notice }, 'notice.text', texts)).toEqual(texts.slice(0, 2));
  expect(acceptedAt(partOf(setNotice.body), { notice }, 'notice.level', ['critical', 'urgent'])).toEqual([
    'critical',
  ]);
  expect(faultsOf(partOf(setNotice.body), {})).toEqual(['notice']);
});

describe('what a venue licenses', () => {
  const TERMS = {
    plans: ['pro'],
    delaySeconds: LICENCE_DELAYS[0],
    channels: [LICENCE_CHANNELS[0]],
    reason: 'New contract',
  };

  test('names paid plans and channels once each', () => {
    expect(faultsOf(partOf(setLicence.body), TERMS)).toEqual([]);
    expect(
      acceptedAt(partOf(setLicence.body), TERMS, 'plans', [
        [],
        ['basic', 'pro', 'elite'],
        ['pro', 'pro'],
        ['free'],
      ]),
    ).toEqual([[], ['basic', 'pro', 'elite']]);
    expect(messagesOf(partOf(setLicence.body), { ...TERMS, plans: ['pro', 'pro'] })).toEqual([
      'expected each plan once',
    ]);
    const twice = [LICENCE_CHANNELS[0], LICENCE_CHANNELS[0]];
    expect(messagesOf(partOf(setLicence.body), { ...TERMS, channels: twice })).toEqual([
      'expected each channel once',
    ]);
    expect(acceptedAt(partOf(setLicence.body), TERMS, 'channels', [[], [...LICENCE_CHANNELS]])).toHaveLength(
      2,
    );
  });

  test('has one of the delays, which are named where it has another', () => {
    expect(acceptedAt(partOf(setLicence.body), TERMS, 'delaySeconds', [...LICENCE_DELAYS, 1, -1])).toEqual([
      ...LICENCE_DELAYS,
    ]);
    expect(messagesOf(partOf(setLicence.body), { ...TERMS, delaySeconds: 1 })).toEqual([
      `expected one of ${LICENCE_DELAYS.join(', ')} seconds`,
    ]);
  });

  test('is of a known venue and kind of data, for a reason', () => {
    const params = { venue: VENUES[0], kind: LICENCE_KINDS[0] };
    expect(faultsOf(partOf(setLicence.params), params)).toEqual([]);
    expect(faultsOf(partOf(setLicence.params), { venue: 'LSE', kind: 'gossip' })).toEqual(['venue', 'kind']);
    expect(acceptedAt(partOf(setLicence.body), TERMS, 'reason', [...REASONS, ...NO_REASONS])).toEqual(
      REASONS,
    );
  });
});

describe('a step of a tier', () => {
  const body = partOf(promoteSubscription.body);

  test('states the limit of the plan that it leads to', () => {
    for (const [newTier, { instrumentsLimit }] of Object.entries(TIER_RULES))
      expect(faultsOf(body, { userId: 'a', newTier, instrumentsLimit })).toEqual([]);
    expect(faultsOf(body, { userId: 'a', newTier: 'pro', instrumentsLimit: -1 })).toEqual([
      'instrumentsLimit',
    ]);
  });

  test('says the limits of all plans as they are', () => {
    const [message = ''] = messagesOf(body, { userId: 'a', newTier: 'pro', instrumentsLimit: 2 });
    const limits = Object.entries(TIER_RULES).map(
      ([tier, { instrumentsLimit }]) => `${tier} ${instrumentsLimit}`,
    );
    for (const limit of limits) expect(message).toContain(limit);
  });

  test('is of a person and a known tier', () => {
    expect(faultsOf(body, { userId: '', newTier: 'gold', instrumentsLimit: 3 })).toEqual([
      'userId',
      'newTier',
    ]);
  });
});

test('a list of people is paged, searched and sorted, or none of these', () => {
  const query = partOf(listUsers.query);
  expect(query.parse({})).toEqual({});
  expect(acceptedAt(query, {}, 'page', ['1', '1000000', '0', '1000001'])).toEqual(['1', '1000000']);
  expect(acceptedAt(query, {}, 'sort', ['email', 'tier', 'name'])).toEqual(['email', 'tier']);
  expect(acceptedAt(query, {}, 'search', ['x'.repeat(200), 'x'.repeat(201)])).toHaveLength(1);
  expect(acceptedAt(partOf(setUserRole.body), { role: 'user' }, 'role', ['user', 'admin', 'owner'])).toEqual([
    'user',
    'admin',
  ]);
});

test('a month is written with two digits, and of this century', () => {
  const months = ['2026-11', '2026-01', '2026-13', '2026-00', '2026-1', '1999-12', '2026-11-01', ''];
  expect(acceptedAt(partOf(exportEntitlementReport.query), { month: '' }, 'month', months)).toEqual(
    months.slice(0, 2),
  );
  expect(messagesOf(partOf(exportEntitlementReport.query), { month: 'May' })).toEqual([
    'expected a month such as 2026-11',
  ]);
});

test('a view as a user needs a reason that the user can read', () => {
  expect(acceptedAt(partOf(startView.body), { reason: '' }, 'reason', [...REASONS, ...NO_REASONS])).toEqual(
    REASONS,
  );
  expect(messagesOf(partOf(startView.body), { reason: '   support call   ' })).toEqual([]);
  expect(partOf(startView.body).parse({ reason: '   support call   ' })).toEqual({ reason: 'support call' });
});

test('an explanation is of one subject and instrument, now or at an instant', () => {
  const query = { what: 'events', instrumentId: '4' };
  expect(partOf(explainEntitlement.query).parse(query)).toEqual({ what: 'events', instrumentId: 4 });
  expect(acceptedAt(partOf(explainEntitlement.query), query, 'what', ['live_data', 'alerts', 'all'])).toEqual(
    ['live_data', 'alerts'],
  );
  expect(faultsOf(partOf(explainEntitlement.query), { ...query, at: 'yesterday' })).toEqual(['at']);
});

test('a mail and a dead letter are named by visible ASCII, mails by up to two hundred characters', () => {
  const ids = ['a:b/c', 'x'.repeat(200), '', 'x'.repeat(201), 'a b', 'é'];
  expect(acceptedAt(partOf(retryMail.params), { id: '' }, 'id', ids)).toEqual(ids.slice(0, 2));
  expect(acceptedAt(partOf(requeueAlert.params), { id: '' }, 'id', ids)).toEqual(['a:b/c']);
});

test('a recovery drill took time and restored rows, of a database of a known kind', () => {
  const drill = {
    at: '2026-11-20T16:51:55.000Z',
    database: 'pglite',
    bytes: 0,
    rows: 5,
    backupSeconds: 0.5,
    restoreSeconds: 2,
  };
  expect(faultsOf(recoveryDrill, drill)).toEqual([]);
  expect(acceptedAt(recoveryDrill, drill, 'rows', [0, -1, 0.5])).toEqual([0]);
  expect(acceptedAt(recoveryDrill, drill, 'restoreSeconds', [0, 0.5, -0.1])).toEqual([0, 0.5]);
  expect(acceptedAt(recoveryDrill, drill, 'database', ['postgres', 'sqlite'])).toEqual(['postgres']);
});
