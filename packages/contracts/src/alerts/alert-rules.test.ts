/** Alert rules, their changes and dry runs on the wire. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { goldenOf } from '#testing/golden.ts';
import { acceptedAt, changed, faultsOf } from '#testing/schema-faults.ts';
import {
  ALERT_PAUSES,
  alertConfiguration,
  alertRuleInput,
  createAlertsFromTemplate,
  dryRunAlert,
  stopAlertMail,
  updateAlertConfiguration,
} from './alert-rules.ts';
import { alert, listAlerts } from './alerts.ts';

const RULE = goldenOf('routes', 'createAlertConfiguration')['body'];
const CONFIGURATION = goldenOf('routes', 'createAlertConfiguration')['response'];
const schemaOf = (schema: z.ZodType | undefined): z.ZodType => schema ?? z.never();

test('a name has one to 80 characters of one line, without spaces around them', () => {
  const names = ['x', 'x'.repeat(80), 'Ürün – №1', '', '   ', 'x'.repeat(81), 'two\nlines', 'a\0b', 7, null];
  expect(acceptedAt(alertRuleInput, RULE, 'name', names)).toEqual(names.slice(0, 3));
  expect(alertRuleInput.parse(changed(RULE, 'name', '  mine  '))).toMatchObject({ name: 'mine' });
});

test('a name that hides its direction is refused', () => {
  expect(faultsOf(alertRuleInput, changed(RULE, 'name', 'safe\u202egnp.exe'))).toEqual(['name']);
});

test('a cool-down is whole seconds of at most a day', () => {
  expect(
    acceptedAt(alertRuleInput, RULE, 'coolDownSeconds', [0, 60, 86_400, -1, 86_401, 0.5, '60', null]),
  ).toEqual([0, 60, 86_400]);
});

test('instruments are up to 64 positive numbers; none is every active one', () => {
  const many = Array.from({ length: 64 }, (_, n) => n + 1);
  expect(
    acceptedAt(alertRuleInput, RULE, 'instrumentIds', [
      [],
      [1, 2],
      many,
      [...many, 65],
      [0],
      [1.5],
      ['1'],
      null,
    ]),
  ).toEqual([[], [1, 2], many]);
});

test('hours, channels and expiry are those that exist', () => {
  expect(
    acceptedAt(alertRuleInput, RULE, 'sessionHours', ['any', 'regular', 'overnight', 'day']),
  ).toHaveLength(3);
  expect(
    acceptedAt(alertRuleInput, RULE, 'notificationMethod', ['in_app', 'email_in_app', 'sms']),
  ).toHaveLength(2);
  const times = ['2026-11-20T16:51:55.000Z', null, '2026-11-20', 1_795_000_000_000];
  expect(acceptedAt(alertRuleInput, RULE, 'expiresAt', times)).toEqual(times.slice(0, 2));
  expect(acceptedAt(alertRuleInput, RULE, 'isEnabled', [true, false, 'true', 1])).toEqual([true, false]);
});

test('a new rule names every field but the one that clients of earlier releases do not know', () => {
  for (const key of Object.keys(RULE as object))
    expect(faultsOf(alertRuleInput, changed(RULE, key, undefined))).toEqual(
      key === 'newsWindow' ? [] : [key],
    );
});

test('what the server decides of a rule cannot be sent', () => {
  for (const key of ['id', 'userId', 'origin', 'paused', 'createdAt', 'warnings'])
    expect(faultsOf(alertRuleInput, { ...(RULE as object), [key]: 'x' })).toEqual([`unknown: ${key}`]);
});

test('a change has at least one field, and only those of a rule', () => {
  const body = schemaOf(updateAlertConfiguration.body);
  expect(faultsOf(body, { isEnabled: false })).toEqual([]);
  expect(faultsOf(body, { quietHours: null })).toEqual([]);
  expect(body.safeParse({}).error?.issues[0]?.message).toBe('expected at least one field');
  expect(faultsOf(body, { isEnabled: 'no' })).toEqual(['isEnabled']);
  expect(faultsOf(body, { isEnabled: false, userId: 'x' })).toContain('unknown: userId');
});

test('a dry run is of one to 60 trading days, by default of 20', () => {
  const body = schemaOf(dryRunAlert.body);
  expect(acceptedAt(body, { rule: RULE }, 'tradingDays', [1, 60, undefined, 0, 61, 2.5, '20'])).toEqual([
    1,
    60,
    undefined,
  ]);
  expect(body.parse({ rule: RULE })).toMatchObject({ tradingDays: 20 });
  expect(faultsOf(body, { rule: changed(RULE, 'condition.kind', 'time') })).toEqual(['rule.condition.kind']);
});

test('a template is one of three, for at least one instrument', () => {
  const body = schemaOf(createAlertsFromTemplate.body);
  const base = { templateId: 1, instrumentIds: [1] };
  expect(acceptedAt(body, base, 'templateId', [1, 2, 3, 0, 4, '1'])).toEqual([1, 2, 3]);
  expect(acceptedAt(body, base, 'instrumentIds', [[1], [], [0], undefined])).toEqual([[1]]);
});

test('a link that stops mails has a token of bounded length', () => {
  const tokens = ['x', 'x'.repeat(256), '', 'x'.repeat(257), undefined];
  expect(acceptedAt(schemaOf(stopAlertMail.query), {}, 'token', tokens)).toEqual(tokens.slice(0, 2));
});

test('a configuration is paused for one of the known reasons, or not', () => {
  expect(acceptedAt(alertConfiguration, CONFIGURATION, 'paused', [...ALERT_PAUSES, null, 'other'])).toEqual([
    ...ALERT_PAUSES,
    null,
  ]);
  expect(acceptedAt(alertConfiguration, CONFIGURATION, 'firedToday', [0, 7, -1, 0.5])).toEqual([0, 7]);
});

test('alerts are listed for all instruments or one, before an alert or from the newest', () => {
  const query = schemaOf(listAlerts.query);
  for (const value of [{}, { instrumentId: '4' }, { before: 'a1' }, { instrumentId: '4', before: 'a1' }])
    expect(faultsOf(query, value)).toEqual([]);
  expect(faultsOf(query, { instrumentId: 'ES' })).toEqual(['instrumentId']);
  expect(faultsOf(query, { before: 'a b' })).toEqual(['before']);
});

test('an alert without an event has neither type nor size, and one of zero contracts has a size', () => {
  const [golden] = goldenOf('routes', 'listAlerts')['response'] as unknown[];
  for (const key of ['eventId', 'eventType', 'eventSize', 'instrumentId', 'marketAt', 'ruleId'])
    expect(faultsOf(alert, changed(golden, key, null))).toEqual([]);
  expect(acceptedAt(alert, golden, 'eventSize', [0, 45, -1, 0.5])).toEqual([0, 45]);
  expect(faultsOf(alert, changed(golden, 'title', null))).toEqual(['title']);
});
