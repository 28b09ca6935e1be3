/** Switches, the notice, licences and the audit log as they are read: who changed what, when and why, or nobody yet. */
import { FEED_SOURCES, FLOW_EVENT_TYPES } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { LICENCE_CHANNELS, LICENCE_DELAYS, LICENCE_KINDS, VENUES } from '#plans/licences.ts';
import { paidTierName } from '#plans/plans.ts';
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
import { AUDIT_ACTIONS, auditRow, searchAudit, verifyAudit } from './audit.ts';
import {
  controlSwitch,
  getSiteState,
  listControls,
  NOTICE_LEVELS,
  SWITCH_KEYS,
  SWITCH_KINDS,
  setNotice,
  setSwitch,
  siteNotice,
} from './controls.ts';
import { licenceTerm, listLicences, setLicence } from './licences.ts';

const PAID_TIERS = paidTierName.options;

const CHANGED = { at: '2026-11-20T16:52:07.000Z', by: 'us_9', reason: 'False alarms since the roll' };
/** Who changed something, when and why: all three, or null. */
const CHANGE: ValueKind = orNull({
  taken: [CHANGED],
  refused: [
    { at: CHANGED.at, by: 'us_9' },
    { ...CHANGED, at: 'today' },
    { ...CHANGED, by: null },
    {},
    [],
    null,
  ],
});

describe('a switch as it is read', () => {
  const SWITCH = { kind: 'detector', key: 'spoofing', off: true, changed: CHANGED };

  test.each<[string, ValueKind]>([
    ['kind', wordOf(SWITCH_KINDS)],
    ['key', TEXT],
    ['off', FLAG],
    ['changed', CHANGE],
  ])('has %s of its kind', (field, kind) => {
    expect(kindAt(controlSwitch, SWITCH, field, kind)).toEqual(kind);
  });

  test('is whole, and so is the list of all of them', () => {
    expect(optionalPaths(controlSwitch, SWITCH)).toEqual([]);
    const least = { switches: [], notice: null };
    expect(listControls.response.parse(least)).toEqual(least);
    expect(kindAt(listControls.response, least, 'switches', listOf(SWITCH))).toEqual(listOf(SWITCH));
  });
});

describe('a switch as it is set', () => {
  test('is off or on for a reason, by words of its kind', () => {
    expect(kindAt(partOf(setSwitch.body), { off: true, reason: CHANGED.reason }, 'off', FLAG)).toEqual(FLAG);
    expect(optionalPaths(partOf(setSwitch.body), { off: true, reason: CHANGED.reason })).toEqual([]);
    const params = { kind: 'feed', key: 'databento' };
    expect(kindAt(partOf(setSwitch.params), params, 'kind', wordOf(SWITCH_KINDS))).toEqual(
      wordOf(SWITCH_KINDS),
    );
  });

  test('has a key that fits in its address, for every kind', () => {
    for (const kind of SWITCH_KINDS)
      for (const key of SWITCH_KEYS[kind])
        expect([key, faultsOf(partOf(setSwitch.params), { kind, key })]).toEqual([key, []]);
    const keys: ValueKind = {
      taken: ['a', 'stop_run', 'databento-stand-in', 'x'.repeat(40)],
      refused: ['', 'x'.repeat(41), 'Stop', 'a b', 'a1', 'a/b', '..', 'ä', 'a\n', 1, null],
    };
    expect(kindAt(partOf(setSwitch.params), { kind: 'feed', key: 'a' }, 'key', keys)).toEqual(keys);
  });

  test('exists once for each thing that can be switched', () => {
    expect(SWITCH_KEYS.feed).toHaveLength(FEED_SOURCES.length - 1);
    expect(SWITCH_KEYS.registrations).toEqual(['new']);
    for (const kind of SWITCH_KINDS) expect(new Set(SWITCH_KEYS[kind]).size).toBe(SWITCH_KEYS[kind].length);
    expect(SWITCH_KEYS.detector).toContain(FLOW_EVENT_TYPES[0]);
  });
});

describe('the notice', () => {
  const NOTICE = { id: 'n_1', level: 'warning', text: 'CME closes early.', until: null };

  test.each<[string, ValueKind]>([
    ['id', TEXT],
    ['level', wordOf(NOTICE_LEVELS)],
    ['text', TEXT],
    ['until', orNull(INSTANT)],
  ])('has %s of its kind', (field, kind) => {
    expect(kindAt(siteNotice, NOTICE, field, kind)).toEqual(kind);
  });

  test('is set with an end or without one, its text of 1 to 300 characters and of any number of lines', () => {
    const notice = { notice: { level: 'info', text: 'Maintenance at noon', until: null } };
    const texts: ValueKind = {
      taken: ['x', 'x'.repeat(300), 'two\nlines', 'Wartung ab 12 Uhr – keine Daten'],
      refused: ['', ' \n ', 'x'.repeat(301), 'a\0b', '\ud800', 7, null],
    };
    expect(kindAt(partOf(setNotice.body), notice, 'notice.text', texts)).toEqual(texts);
    expect(kindAt(partOf(setNotice.body), notice, 'notice.until', orNull(INSTANT))).toEqual(orNull(INSTANT));
    expect(kindAt(partOf(setNotice.body), notice, 'notice.level', wordOf(NOTICE_LEVELS))).toEqual(
      wordOf(NOTICE_LEVELS),
    );
    expect(optionalPaths(partOf(setNotice.body), notice)).toEqual([]);
    expect(faultsOf(partOf(setNotice.body), changed(notice, 'notice.id', 'n_1'))).toEqual([
      'unknown: notice.id',
    ]);
  });

  test('is public, with the names of what is off and without the reasons', () => {
    const state = { notice: NOTICE, off: [{ kind: 'detector', key: 'spoofing', changed: CHANGED }] };
    expect(getSiteState.response.parse(state).off).toEqual([{ kind: 'detector', key: 'spoofing' }]);
    expect(getSiteState.response.parse({ notice: null, off: [] })).toEqual({ notice: null, off: [] });
    expect(getSiteState.access).toBe('public');
  });
});

describe('a licence term', () => {
  const TERM = {
    venue: 'CME',
    kind: 'delayed',
    plans: ['basic', 'pro', 'elite'],
    delaySeconds: 900,
    channels: ['screen'],
    changed: CHANGED,
  };
  const PLANS: ValueKind = {
    taken: [[], ...PAID_TIERS.map((tier) => [tier]), [...PAID_TIERS], PAID_TIERS.toReversed()],
    refused: [['pro', 'pro'], ['free'], [...PAID_TIERS, 'pro'], 'pro', [null], { 0: 'pro' }, null],
  };
  const CHANNELS: ValueKind = {
    taken: [[], ...LICENCE_CHANNELS.map((channel) => [channel]), [...LICENCE_CHANNELS]],
    refused: [['screen', 'screen'], ['fax'], [...LICENCE_CHANNELS, 'screen'], 'screen', [''], null],
  };
  const DELAYS: ValueKind = {
    taken: LICENCE_DELAYS,
    refused: [
      ...LICENCE_DELAYS.map((delay) => delay + 0.5),
      ...LICENCE_DELAYS.map(String),
      -1,
      Number.NaN,
      null,
    ],
  };

  test.each<[string, ValueKind]>([
    ['venue', wordOf(VENUES)],
    ['kind', wordOf(LICENCE_KINDS)],
    ['plans', PLANS],
    ['delaySeconds', DELAYS],
    ['channels', CHANNELS],
    ['changed', CHANGE],
  ])('has %s of its kind', (field, kind) => {
    expect(kindAt(licenceTerm, TERM, field, kind)).toEqual(kind);
  });

  test('is changed as a whole: plans, delay, channels and a reason', () => {
    const { changed: _, venue, kind, ...rest } = TERM;
    const body = { ...rest, reason: CHANGED.reason };
    expect(kindAt(partOf(setLicence.body), body, 'plans', PLANS)).toEqual(PLANS);
    expect(kindAt(partOf(setLicence.body), body, 'channels', CHANNELS)).toEqual(CHANNELS);
    expect(kindAt(partOf(setLicence.body), body, 'delaySeconds', DELAYS)).toEqual(DELAYS);
    expect(optionalPaths(partOf(setLicence.body), body)).toEqual([]);
    expect(faultsOf(partOf(setLicence.body), { ...body, venue })).toEqual(['unknown: venue']);
    expect(faultsOf(partOf(setLicence.params), { venue, kind })).toEqual([]);
  });

  test('of an exchange that is simulated is not needed', () => {
    const least = { isLicensed: false, terms: [] };
    expect(listLicences.response.parse(least)).toEqual(least);
    expect(kindAt(listLicences.response, least, 'terms', listOf(TERM))).toEqual(listOf(TERM));
    expect(kindAt(listLicences.response, least, 'isLicensed', FLAG)).toEqual(FLAG);
  });
});

describe('the audit log as it is read', () => {
  const ROW = {
    number: 7,
    at: '2026-11-20T16:51:55.000Z',
    actor: 'us_9',
    action: 'role.changed',
    subject: 'us_1',
    details: { from: 'user', count: 1, ok: true, note: null },
    requestId: 'rq_1',
    hash: 'ff',
  };

  test.each<[string, ValueKind]>([
    ['number', POSITIVE],
    ['at', INSTANT],
    ['actor', TEXT],
    ['action', TEXT],
    ['subject', TEXT],
    ['details', orNull({ taken: [{}, ROW.details], refused: [{ a: {} }, { a: [1] }, [], 'x', null] })],
    ['requestId', orNull(TEXT)],
    ['hash', TEXT],
  ])('has rows with %s of its kind', (field, kind) => {
    expect(kindAt(auditRow, ROW, field, kind)).toEqual(kind);
  });

  test.each<[string, ValueKind]>([
    ['rows', listOf(ROW)],
    ['next', orNull(POSITIVE)],
    ['chain.count', COUNT],
    ['chain.head', TEXT],
    ['chain.verified.at', INSTANT],
    ['chain.verified.count', WHOLE],
    ['chain.verified.fault', orNull(TEXT)],
  ])('has pages with %s of its kind', (field, kind) => {
    const verified = { at: ROW.at, count: 7, fault: null };
    const page = { rows: [ROW], next: 6, chain: { count: 7, head: 'ff', verified } };
    expect(kindAt(searchAudit.response, page, field, kind)).toEqual(kind);
    expect(
      kindAt(searchAudit.response, page, 'chain.verified', orNull({ taken: [verified], refused: [{}] })),
    ).toEqual({
      taken: [verified, null],
      refused: [{}],
    });
  });

  test('is verified with a count, and a fault or none', () => {
    const result = { at: ROW.at, count: 7, fault: 'row 3 does not follow row 2' };
    expect(kindAt(verifyAudit.response, result, 'fault', orNull(TEXT))).toEqual(orNull(TEXT));
    expect(kindAt(verifyAudit.response, result, 'at', INSTANT)).toEqual(INSTANT);
    expect(kindAt(verifyAudit.response, result, 'count', WHOLE)).toEqual(WHOLE);
    expect(optionalPaths(verifyAudit.response, result)).toEqual([]);
  });

  test('has actions that are a thing and what happened to it, each told in one sentence', () => {
    for (const [action, sentence] of Object.entries(AUDIT_ACTIONS)) {
      expect(action).toMatch(/^[a-z-]+\.[a-z-]+$/);
      expect(sentence).toMatch(/^[A-Z][^\n.]+$/);
    }
  });
});
