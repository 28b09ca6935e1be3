/** One user as support sees them: the decision of the gate with its grounds, and no secret. */
import { describe, expect, test } from 'vitest';
import { TIERS } from '#plans/plans.ts';
import { goldenOf } from '#testing/golden.ts';
import { changed, faultsOf, partOf } from '#testing/schema-faults.ts';
import {
  COUNT,
  FLAG,
  INSTANT,
  listOf,
  orNull,
  ROW_ID,
  TEXT,
  type ValueKind,
  WHOLE,
  wordOf,
} from '#testing/value-kinds.ts';
import { kindAt, optionalPaths } from '#testing/wire-values.ts';
import {
  ADMIN_USER_ROUTES,
  adminUserPageFacts,
  ENTITLEMENT_SUBJECTS,
  entitlementAnswer,
  explainEntitlement,
  getAdminUser,
  listViews,
  revokeUserDevice,
  startView,
  VIEW_MINUTES,
} from './user.ts';

const FACTS = goldenOf('routes', 'getAdminUser')['response'];
const ANSWER = {
  question: 'ES in real time',
  allowed: true,
  because: 'Pro has no delay',
  restsOn: 'Subscription sub_9f2c, to 2 Dec 2026',
};
const GRANT = { tier: 'elite', actor: 'us_9', reason: 'Partner', until: null };

describe('the gate’s decision about a user', () => {
  test.each<[string, ValueKind]>([
    ['tier', wordOf(TIERS)],
    ['source', wordOf(['grant', 'subscription', 'trial', 'none'])],
    ['until', orNull(INSTANT)],
    ['grant', orNull({ taken: [GRANT], refused: [{}, { ...GRANT, tier: 'gold' }, [GRANT], null] })],
    ['subscription.id', TEXT],
    ['subscription.tier', wordOf(TIERS)],
    ['subscription.status', TEXT],
    ['subscription.periodEndsAt', orNull(INSTANT)],
    ['trialUsed', FLAG],
    ['delaySeconds', COUNT],
    ['activeSymbols', listOf('ES')],
    ['pausedSymbols', listOf('NQ')],
    ['instrumentsLimit', WHOLE],
    ['watchlistSymbols', listOf('CL')],
    ['watchlistLimit', WHOLE],
    ['answers', listOf(ANSWER)],
  ])('has %s of its kind', (field, kind) => {
    expect(kindAt(adminUserPageFacts, FACTS, `entitlement.${field}`, kind)).toEqual(kind);
  });

  test('answers in sentences, with yes or no', () => {
    for (const [field, kind] of [
      ['question', TEXT],
      ['allowed', FLAG],
      ['because', TEXT],
      ['restsOn', TEXT],
    ] as const)
      expect([field, kindAt(entitlementAnswer, ANSWER, field, kind)]).toEqual([field, kind]);
    expect(optionalPaths(entitlementAnswer, ANSWER)).toEqual([]);
  });
});

describe('the page of a user', () => {
  test.each<[string, ValueKind]>([
    ['devices.liveLimit', COUNT],
    ['devices.list.0.id', ROW_ID],
    ['devices.list.0.live', FLAG],
    ['consents.0.text', TEXT],
    ['consents.0.version', TEXT],
    ['consents.0.at', INSTANT],
    ['consents.0.current', FLAG],
    ['alerts.rules', COUNT],
    ['alerts.disabled', COUNT],
    ['alerts.lastSevenDays', COUNT],
    ['alerts.lastSevenDaysRead', COUNT],
    ['imports.0.id', TEXT],
    ['imports.0.platform', TEXT],
    ['imports.0.at', INSTANT],
    ['imports.0.trades', COUNT],
    ['imports.0.state', TEXT],
    ['payments.0.number', orNull(TEXT)],
    ['payments.0.at', INSTANT],
    ['payments.0.text', TEXT],
    ['payments.0.amountPence', WHOLE],
    ['payments.0.refundedPence', COUNT],
    ['payments.0.status', TEXT],
    ['erasureDueAt', orNull(INSTANT)],
  ])('has %s of its kind', (field, kind) => {
    expect(kindAt(adminUserPageFacts, FACTS, field, kind)).toEqual(kind);
  });

  test('lacks nothing', () => {
    expect(optionalPaths(adminUserPageFacts, FACTS)).toEqual([]);
  });

  test('does not say which device the reader is signed in on, nor a password that a connection has', () => {
    const told = changed(
      changed(FACTS, 'connection', { status: 'connected', username: 'trader7', password: 'secret' }),
      'devices.list.0.current',
      true,
    );
    const read = adminUserPageFacts.parse(told);
    expect(read.connection).toEqual({ status: 'connected', username: 'trader7' });
    expect(read.devices.list[0]).not.toHaveProperty('current');
    expect(JSON.stringify(read)).not.toContain('secret');
  });

  test('of somebody who has never used anything is empty lists and nulls', () => {
    const least = [
      ...[
        'entitlement.activeSymbols',
        'entitlement.answers',
        'devices.list',
        'consents',
        'imports',
        'payments',
      ],
    ].reduce<unknown>(
      (facts, path) => changed(facts, path, []),
      changed(FACTS, 'entitlement.subscription', null),
    );
    expect(adminUserPageFacts.parse(least)).toEqual(least);
  });
});

describe('an explanation', () => {
  test('is of one of the subjects, for an instrument of the catalogue', () => {
    const query = partOf(explainEntitlement.query);
    const asked = { what: 'events', instrumentId: '4', at: '2026-11-20T16:51:55.000Z' };
    expect(kindAt(query, asked, 'what', wordOf(ENTITLEMENT_SUBJECTS))).toEqual(wordOf(ENTITLEMENT_SUBJECTS));
    expect(kindAt(query, asked, 'at', INSTANT)).toEqual(INSTANT);
    expect(optionalPaths(query, asked)).toEqual(['at']);
    expect(faultsOf(query, { ...asked, instrumentId: '0' })).toEqual(['instrumentId']);
    expect(faultsOf(query, { ...asked, userId: 'us_2' })).toEqual(['unknown: userId']);
  });

  test('has the instant of its decision, and a delay where there is one', () => {
    const answer = { decidedAt: '2026-11-20T16:51:55.000Z', answer: ANSWER, delaySeconds: 600 };
    for (const [field, kind] of [
      ['decidedAt', INSTANT],
      ['delaySeconds', orNull(COUNT)],
    ] as const)
      expect([field, kindAt(explainEntitlement.response, answer, field, kind)]).toEqual([field, kind]);
    expect(optionalPaths(explainEntitlement.response, answer)).toEqual([]);
  });
});

test('a device of a user is signed out by two ids, and a page by one', () => {
  const params = { userId: 'us_1', id: '5c0c' };
  expect(kindAt(partOf(revokeUserDevice.params), params, 'userId', ROW_ID)).toEqual(ROW_ID);
  expect(kindAt(partOf(revokeUserDevice.params), params, 'id', ROW_ID)).toEqual(ROW_ID);
  expect(kindAt(partOf(getAdminUser.params), { userId: 'us_1' }, 'userId', ROW_ID)).toEqual(ROW_ID);
  expect(optionalPaths(partOf(revokeUserDevice.params), params)).toEqual([]);
});

describe('a view as a user', () => {
  test('says how long it lasts, and until when', () => {
    expect(startView.summary).toContain(`${VIEW_MINUTES} minutes`);
    const until = { until: '2026-11-20T17:06:55.000Z' };
    expect(kindAt(startView.response, until, 'until', INSTANT)).toEqual(INSTANT);
  });

  test('is for a reason of 8 to 200 characters of one line, without the blanks about it', () => {
    const reasons: ValueKind = {
      taken: ['12345678', 'x'.repeat(200), 'Payment for October was taken twice'],
      refused: [
        '1234567',
        '       1       ',
        'x'.repeat(201),
        'two\nlines of text',
        '\u202etxet fo enil',
        'half \ud83d of one',
        8,
        null,
      ],
    };
    expect(kindAt(partOf(startView.body), { reason: '' }, 'reason', reasons)).toEqual(reasons);
    expect(partOf(startView.body).parse({ reason: '   12345678   ' })).toEqual({ reason: '12345678' });
    expect(faultsOf(partOf(startView.body), { reason: '12345678', minutes: 60 })).toEqual([
      'unknown: minutes',
    ]);
  });

  test('is listed for the user, with its reason', () => {
    const views = [
      { from: '2026-11-20T16:51:55.000Z', until: '2026-11-20T17:06:55.000Z', reason: 'Support' },
    ];
    expect(listViews.response.parse(views)).toEqual(views);
    expect(kindAt(listViews.response, views, '0.from', INSTANT)).toEqual(INSTANT);
    expect(kindAt(listViews.response, views, '0.until', INSTANT)).toEqual(INSTANT);
    expect(kindAt(listViews.response, views, '0.reason', TEXT)).toEqual(TEXT);
  });

  test('has the routes of the user’s own side without rights of an administrator', () => {
    const ofUsers = ADMIN_USER_ROUTES.filter(({ access }) => access === 'user').map(({ id }) => id);
    expect(ofUsers).toEqual(['endView', 'listViews']);
  });
});
