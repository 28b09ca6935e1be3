/** Mails of alerts that waited: which are still wanted when they could be sent. */
import { expect, test } from 'vitest';
import type { AlertMailPreferences, AlertMailRule, WaitingMail } from '#ports/mail.ts';
import { whyHeld } from './mail-hold.ts';

/** 12:00 in London. */
const NOON = Date.parse('2026-11-18T12:00:00Z');
const LUNCH = { from: '11:30', to: '13:00' };
const EVENING = { from: '20:00', to: '22:00' };
const mailing: AlertMailRule = { name: 'r', isMailed: true, quietHours: null };

function held(preferences: Partial<AlertMailPreferences> = {}, changes: object = {}): string | null {
  const mail = {
    template: 'alert_raised',
    facts: { ruleId: 'r1' },
    createdAtMs: NOON - 60_000,
    timeZone: 'Europe/London',
    alertPreferences: { isStopped: false, quietHours: null, rules: [mailing], ...preferences },
    ...changes,
  };
  return whyHeld(mail as unknown as WaitingMail, NOON);
}

test('a mail that its owner still wants is sent', () => {
  expect(held()).toBeNull();
});

test('a mail is not sent after its owner stopped mails of alerts', () => {
  expect(held({ isStopped: true })).toBe('mails of alerts were stopped');
});

test('a mail is not sent in the quiet hours of its owner, and is outside of them', () => {
  expect(held({ quietHours: LUNCH })).toBe('quiet hours began');
  expect(held({ quietHours: EVENING })).toBeNull();
});

test('quiet hours are on the clock of the owner', () => {
  // 21:00 in Tokyo
  expect(held({ quietHours: EVENING }, { timeZone: 'Asia/Tokyo' })).toBe('quiet hours began');
  expect(held({ quietHours: LUNCH }, { timeZone: 'Asia/Tokyo' })).toBeNull();
});

test('a mail is not sent when none of its rules mails any more', () => {
  expect(held({ rules: [] })).toBe('its rule mails no more');
  expect(held({ rules: [{ ...mailing, isMailed: false }] })).toBe('its rule mails no more');
  expect(held({ rules: [{ ...mailing, isMailed: false }, mailing] })).toBeNull();
});

test('one mailing rule outside of its quiet hours is enough', () => {
  const quiet = { ...mailing, quietHours: LUNCH };
  expect(held({ rules: [quiet] })).toBe('quiet hours began');
  expect(held({ rules: [quiet, mailing] })).toBeNull();
  expect(held({ rules: [quiet, { ...mailing, isMailed: false }] })).toBe('quiet hours began');
});

test('a mail that names no rule does not depend on rules', () => {
  expect(held({ rules: [] }, { facts: {} })).toBeNull();
  expect(held({ rules: [] }, { facts: { ruleId: null } })).toBeNull();
});

test('a mail of a day ago is sent, an older one is not', () => {
  const day = 86_400_000;
  expect(held({}, { createdAtMs: NOON - day })).toBeNull();
  expect(held({}, { createdAtMs: NOON - day - 1 })).toBe('too late to be of use');
});

test('the notice that alerts were limited is held like them, but not by rules', () => {
  const notice = { template: 'alerts_limited', facts: {} };
  expect(held({ isStopped: true }, notice)).toBe('mails of alerts were stopped');
  expect(held({ quietHours: LUNCH }, notice)).toBe('quiet hours began');
  expect(held({ rules: [] }, notice)).toBeNull();
});

test('mails that are not of alerts are always sent', () => {
  const old = { template: 'payment_failed', facts: {}, createdAtMs: 0 };
  expect(held({ isStopped: true, quietHours: LUNCH }, old)).toBeNull();
});
