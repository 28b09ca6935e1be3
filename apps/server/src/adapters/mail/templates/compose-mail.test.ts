/** Mails contain what the law requires, in the user's time zone, and no text from strangers. */

import { DISCLAIMER, RISK_LINE } from '@undertow/contracts';
import { DAY_MS } from '@undertow/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MailContent, WaitingMail } from '#ports/mail.ts';
import { createComposer } from './compose-mail.ts';

const NOW = Date.UTC(2026, 10, 20, 15);
const company = {
  name: 'Undertow Data Ltd',
  number: '01234567',
  address: '1 Test Street, London',
  vatNumber: 'GB123456789',
  icoNumber: 'ZA000001',
  supportEmail: 'support@undertow.example',
};
const compose = createComposer({
  company,
  publicOrigin: 'https://undertow.example',
  alertMailToken: (userId) => `token-of-${userId}`,
});

const DRIFTING: MailContent = {
  template: 'model_drifting',
  facts: {
    ...{ source: 'simulated', symbol: 'ES', model: 'absorption_hold', day: '2026-11-21' },
    session: { settled: 150, forecast: 0.714, observed: 0.48 },
  },
};

const CONTENTS: readonly MailContent[] = [
  { template: 'welcome', facts: { tier: 'pro', trialEndsAtMs: NOW + 14 * DAY_MS, pricePence: 9900 } },
  { template: 'welcome', facts: { tier: 'elite', trialEndsAtMs: null, pricePence: 19_900 } },
  { template: 'trial_ending', facts: { tier: 'pro', atMs: NOW + 3 * DAY_MS, pricePence: 9900 } },
  { template: 'payment_failed', facts: { tier: 'pro', graceEndsAtMs: NOW + 7 * DAY_MS, url: null } },
  { template: 'action_required', facts: { tier: 'basic', url: 'https://pay.example/i/1' } },
  { template: 'plan_changed', facts: { from: 'basic', to: 'pro', atMs: NOW } },
  { template: 'plan_changed', facts: { from: 'elite', to: 'basic', atMs: NOW + 9 * DAY_MS } },
  { template: 'cancelled', facts: { tier: 'pro', endsAtMs: NOW, refundPence: 4290 } },
  { template: 'cancelled', facts: { tier: 'pro', endsAtMs: NOW + 5 * DAY_MS, refundPence: 0 } },
  { template: 'refunded', facts: { amountPence: 123_456, card: 'visa 4242' } },
  {
    template: 'api_key_expiring',
    facts: { name: 'Notebook', lastFour: 'Js5U', expiresAtMs: NOW + 7 * DAY_MS, lastUsedAtMs: null },
  },
  { template: 'erasure_requested', facts: { dueAtMs: NOW + 7 * DAY_MS } },
  {
    template: 'role_changed',
    facts: { by: 'us_1', of: 'us_2', role: 'admin', atMs: NOW },
  },
  DRIFTING,
  {
    template: 'model_drifting',
    facts: { source: 'rithmic', symbol: 'NQ', model: 'level_bounce', day: '2026-11-21', session: null },
  },
  {
    template: 'alert_raised',
    facts: {
      ...{ title: 'ES crossed above 4567.25', message: 'Last price 4567.50 · Round number', marketAtMs: NOW },
      ...{ instrumentId: 1, delaySeconds: 900, isTest: false, ruleId: 'rule' },
    },
  },
  {
    template: 'alert_raised',
    facts: {
      ...{ title: 'Iceberg at 4566.50', message: 'ES · bid refilled 9 times, exact', marketAtMs: NOW },
      ...{ instrumentId: 1, delaySeconds: 0, isTest: false, ruleId: 'rule', eventId: 'event' },
    },
  },
  { template: 'alerts_limited', facts: { atMs: NOW } },
];

/** The rules of whatever event an alert is about. */
const MATCHED = ['Largest events of the day', '<b>Near my levels</b>'].map((name) => ({
  name,
  isMailed: true,
  quietHours: null,
}));

function mailOf(content: MailContent, person: Partial<WaitingMail> = {}): WaitingMail {
  const facts = {
    id: 'u/k',
    userId: 'u',
    createdAtMs: NOW,
    attempts: 1,
    email: 'jane@example.com',
    timeZone: null,
  };
  const alertPreferences = { isStopped: false, quietHours: null, rules: MATCHED };
  return { ...content, ...facts, alertPreferences, firstName: 'Jane', ...person } as WaitingMail;
}

describe.each(CONTENTS)('$template', (content) => {
  const { subject, text, html } = compose(mailOf(content));

  test('greets, names its sender, and carries the risk line in text and in HTML', () => {
    expect(text).toMatch(/^Hello Jane,\n/);
    for (const words of [
      DISCLAIMER,
      RISK_LINE,
      'Undertow is a service of Undertow Data Ltd',
      'company number 01234567',
      'VAT GB123456789',
      '1 Test Street, London',
      'support@undertow.example',
    ]) {
      expect(text.replaceAll(/\s+/g, ' ')).toContain(words);
      expect(html).toContain(words);
    }
  });

  test('has a subject of one short line, and careful wording', () => {
    expect(subject).toMatch(/^[\p{L}\p{N}£,.: ]{10,90}$/u);
    expect(text).not.toMatch(/[!]|undefined|null|NaN|Invalid|unlock|powerful|exciting|hurry/i);
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(110);
  });

  test('loads nothing and runs nothing', () => {
    expect(html).not.toMatch(/<(img|script|link|iframe|object|form|style)|url\(|@import|javascript:/i);
    expect(html).toContain('<html lang="en-GB">');
    expect(html.match(/<h1/g)).toHaveLength(1);
  });
});

function textOf(content: MailContent, person: Partial<WaitingMail> = {}): string {
  return compose(mailOf(content, person)).text.replaceAll(/\s+/g, ' ');
}

test('the welcome mail explains the right to cancel: until when, how, and what is refunded', () => {
  const text = textOf(CONTENTS[0]!);
  expect(text).toContain('cancel within 14 days, until Friday 4 December 2026 at 15:00 (Europe/London)');
  expect(text).toContain('Everything you paid is then refunded to your card.');
  expect(text).toContain('open Settings, then Account, and choose Cancel');
  expect(text).toContain('The first charge after the trial gives you another 14 days');
  expect(text).toContain('First charge: Friday 4 December 2026 at 15:00');
});

test('the reminder before the first charge has the amount, the day and how to cancel', () => {
  const { subject } = compose(mailOf(CONTENTS[2]!));
  expect(subject).toBe('Your trial ends on Monday 23 November 2026: £99.00 will be charged');
  const text = textOf(CONTENTS[2]!);
  expect(text).toContain('On: Monday 23 November 2026 at 15:00 (Europe/London)');
  expect(text).toContain('nothing is charged. To cancel, open Settings');
  expect(text).toContain('£99.00 every month until you cancel');
});

test('the mail about a drifting model has what was forecast, what came true and where to look', () => {
  expect(compose(mailOf(DRIFTING)).subject).toBe('Model drift: absorption hold on ES');
  const text = textOf(DRIFTING);
  expect(text).toContain('Instrument: ES, simulated Trading day: 2026-11-21 Forecasts settled: 150');
  expect(text).toContain('Forecast on average: 71% Came true: 48%');
  expect(text).toContain('https://undertow.example/admin?tab=operations');
});

test('instants are in the user’s time zone and name it; an unknown zone falls back to London', () => {
  const facts: MailContent = {
    template: 'erasure_requested',
    facts: { dueAtMs: Date.UTC(2026, 6, 1, 3, 5) },
  };
  expect(textOf(facts, { timeZone: 'America/New_York' })).toContain(
    'Tuesday 30 June 2026 at 23:05 (America/New York)',
  );
  expect(textOf(facts, { timeZone: 'Asia/Tokyo' })).toContain('Wednesday 1 July 2026 at 12:05 (Asia/Tokyo)');
  for (const timeZone of [null, 'Mars/Olympus', '+05:00', '\r\nBcc: x@evil.example']) {
    expect(textOf(facts, { timeZone })).toContain('Wednesday 1 July 2026 at 04:05 (Europe/London)');
  }
});

test('amounts have pence, and thousands a comma', () => {
  expect(textOf(CONTENTS[9]!)).toContain('Amount: £1,234.56');
  expect(textOf({ template: 'refunded', facts: { amountPence: 5, card: null } })).toContain('Amount: £0.05');
});

test.each([
  ['Jane', 'Hello Jane,'],
  ['Mary-Jane', 'Hello Mary-Jane,'],
  ['Siobhán O’Neill', 'Hello Siobhán O’Neill,'],
  ['李明', 'Hello 李明,'],
  [null, 'Hello,'],
  ['', 'Hello,'],
  ['<b>Jane</b>', 'Hello,'],
  ['Jane\r\nBcc: all@example.com', 'Hello,'],
  ['visit evil.example now', 'Hello,'],
  ['https://evil.example', 'Hello,'],
  ['You won £1,000!', 'Hello,'],
  ['x'.repeat(200), 'Hello,'],
  ['\u202eenaJ', 'Hello,'],
])('%j is greeted with %j', (firstName, line) => {
  expect(compose(mailOf(CONTENTS[0]!, { firstName })).text.split('\n')[0]).toBe(line);
});

test('T24 no first name becomes markup, another line or a header', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (firstName) => {
      const { subject, text, html } = compose(mailOf(CONTENTS[0]!, { firstName }));
      const plain = compose(mailOf(CONTENTS[0]!, { firstName: null }));
      expect(subject).toBe(plain.subject);
      expect(text.split('\n').slice(1)).toEqual(plain.text.split('\n').slice(1));
      expect(html.replace(/<p[^>]*>Hello[^<]*<\/p>/, '')).toBe(plain.html.replace(/<p[^>]*>Hello,<\/p>/, ''));
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['https://pay.example/i/1?a=1&b=2', 'https://pay.example/i/1?a=1&amp;b=2'],
  ['http://localhost:3002/i/1', 'http://localhost:3002/i/1'],
  ['javascript:alert(1)', 'https://undertow.example/settings?tab=account'],
  ['http://pay.example/i/1', 'https://undertow.example/settings?tab=account'],
  ['data:text/html,x', 'https://undertow.example/settings?tab=account'],
  ['not an address', 'https://undertow.example/settings?tab=account'],
])('T25 the address %s leads to %s', (url, shown) => {
  const { html } = compose(mailOf({ template: 'action_required', facts: { tier: 'pro', url } }));
  expect(html).toContain(`href="${shown}"`);
});

test('missing company details are left out', () => {
  const nobody = createComposer({
    company: { ...company, name: null, number: null, address: null, vatNumber: null },
    publicOrigin: 'https://undertow.example',
    alertMailToken: () => '',
  });
  const { text } = nobody(mailOf(CONTENTS[1]!));
  expect(text).toContain('Undertow.\n\nQuestions: support@undertow.example');
  expect(text).not.toMatch(/company number|VAT GB|null/);
});

test('a mail of an alert says when in the zone of its person, how late, and how to end such mails; others have no such end', () => {
  const alert = CONTENTS.find(({ template }) => template === 'alert_raised') as MailContent;
  const { text, stopUrl } = compose(mailOf(alert, { userId: 'jane', timeZone: 'America/Chicago' }));
  expect(text).toContain('(America/Chicago)');
  expect(text).toContain('15 minutes delayed');
  expect(text).toContain('https://undertow.example/alert-mail/stop?token=token-of-jane');
  expect(stopUrl).toBe('https://undertow.example/api/alert-mail/stop?token=token-of-jane');
  expect(compose(mailOf(CONTENTS[0]!)).stopUrl).toBeUndefined();
});

test('a mail of an event names every rule that matched it, in its text and never in its subject', () => {
  const ofEvent = CONTENTS.find(
    ({ template, facts }) =>
      template === 'alert_raised' && (facts as { eventId?: string }).eventId !== undefined,
  ) as MailContent;
  const { subject, text, html } = compose(mailOf(ofEvent));
  expect(subject).toBe('Iceberg at 4566.50');
  expect(text).toContain('\nRule: Largest events of the day\nRule: <b>Near my levels</b>\n');
  expect(html).toContain('&lt;b&gt;Near my levels&lt;/b&gt;');
});
