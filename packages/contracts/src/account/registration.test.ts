/** The form of a registration: who a person is, what they accept, and in which words a fault is named. */
import { describe, expect, test } from 'vitest';
import { acceptedAt, changed, faultsOf, messagesOf, partOf } from '#testing/schema-faults.ts';
import { FLAG, INSTANT, orNull, TEXT, type ValueKind, wordOf } from '#testing/value-kinds.ts';
import { kindAt, nullPaths, optionalPaths } from '#testing/wire-values.ts';
import {
  CONSENT_KINDS,
  MARKET_DATA_STATUSES,
  REGISTRATION_CONSENTS,
  REGISTRATION_ROUTES,
  register,
  registrationFacts,
  registrationForm,
  TRADING_EXPERIENCES,
} from './registration.ts';

const FORM = {
  firstName: 'Priya',
  lastName: 'Nair',
  email: 'priya@example.com',
  company: 'Tidewater Trading',
  phone: '+44 20 7946 0000',
  tradingExperience: 'advanced',
  marketDataStatus: 'non_professional',
  agreedToTerms: true,
  agreedToDisclaimer: true,
  agreedToRiskWarning: true,
};

/** Text of one line that the form cuts to what is between its blanks. */
const lineOf = (max: number): ValueKind => ({
  taken: ['a', 'x'.repeat(max), `  ${'x'.repeat(max)}  `, "O'Neill-García", '山田', 'علی\u200cرضا', 'Nº 7'],
  refused: ['x'.repeat(max + 1), 'a\nb', 'a\0b', 'a\u202eb', 'a\u2028b', 'a\ud83d', 7, ['a'], null],
});

describe('the form', () => {
  test.each<[string, ValueKind]>([
    ['firstName', lineOf(100)],
    ['lastName', lineOf(100)],
    ['company', lineOf(200)],
    ['phone', lineOf(50)],
    ['tradingExperience', wordOf(TRADING_EXPERIENCES)],
    ['marketDataStatus', wordOf(MARKET_DATA_STATUSES)],
    ['email', { taken: ['a@b.co'], refused: ['a', 'a@b', 'a b@c.co', '', `${'x'.repeat(65)}@b.co`, null] }],
  ])('has %s of its kind', (field, kind) => {
    expect(kindAt(registrationForm, FORM, field, kind)).toEqual(kind);
  });

  test('may lack company and phone, and may have them empty', () => {
    expect(optionalPaths(registrationForm, FORM)).toEqual(['company', 'phone']);
    expect(nullPaths(registrationForm, FORM)).toEqual([]);
    expect(acceptedAt(registrationForm, FORM, 'company', ['', '   '])).toEqual(['', '   ']);
  });

  test('has names with a letter or a digit in them', () => {
    for (const field of ['firstName', 'lastName'])
      for (const name of ['', '   ', '-', '...', '🙂', '\u200d'])
        expect([field, name, messagesOf(registrationForm, { ...FORM, [field]: name })]).toEqual([
          ...[field, name, ['expected a name']],
        ]);
    expect(acceptedAt(registrationForm, FORM, 'lastName', ['7', 'Ö', '李', 'ن'])).toHaveLength(4);
  });

  test('cuts the blanks about names, also those of other scripts', () => {
    const { firstName, company } = registrationForm.parse({
      ...FORM,
      firstName: '\t Priya\u00a0 ',
      company: '\u3000 A B ',
    });
    expect([firstName, company]).toEqual(['Priya', 'A B']);
  });

  test.each(['agreedToTerms', 'agreedToDisclaimer', 'agreedToRiskWarning'])(
    'is not complete without %s',
    (field) => {
      expect(acceptedAt(registrationForm, FORM, field, [true, false, 'true', 1, null, undefined])).toEqual([
        true,
      ]);
    },
  );

  test.each([
    ['tradingExperience', '', 'expected a choice'],
    ['marketDataStatus', '', 'expected a choice'],
    ['firstName', 'x'.repeat(101), 'expected at most 100 characters'],
    ['company', 'x'.repeat(201), 'expected at most 200 characters'],
    ['phone', 'x'.repeat(51), 'expected at most 50 characters'],
    ['phone', 'a\nb', 'expected one line of plain text'],
    ['email', 'priya', 'expected an e-mail address'],
  ])('with %s %j says %j', (field, value, message) => {
    expect(messagesOf(registrationForm, { ...FORM, [field]: value })).toEqual([message]);
  });

  test('has no field of its own making: neither role nor tier', () => {
    expect(faultsOf(registrationForm, { ...FORM, role: 'admin', tier: 'elite' })).toEqual([
      ...['unknown: role', 'unknown: tier'],
    ]);
    const hostile = JSON.parse(JSON.stringify(FORM).replace('{', '{"__proto__":{"role":"admin"},'));
    expect(faultsOf(registrationForm, hostile)).toEqual(['unknown: __proto__']);
  });
});

describe('a registration', () => {
  const versions = {
    terms: '2026-11-22.1',
    privacy: '2026-11-22.1',
    disclaimer: '2026-11-22.1',
    riskWarning: '2026-11-22.1',
  };
  const BODY = { ...FORM, versions };
  const body = partOf(register.body);

  test('names the version of each text that was shown', () => {
    expect(body.parse(BODY)).toEqual(BODY);
    for (const text of Object.keys(versions)) {
      expect(faultsOf(body, changed(BODY, `versions.${text}`, undefined))).toEqual([`versions.${text}`]);
      const names: ValueKind = {
        taken: ['2026-11-22.1', 'x'.repeat(20)],
        refused: ['x'.repeat(21), 20_261_122, null],
      };
      expect(kindAt(body, BODY, `versions.${text}`, names)).toEqual(names);
    }
    expect(faultsOf(body, changed(BODY, 'versions.immediateSupply', '1'))).toEqual([
      'unknown: versions.immediateSupply',
    ]);
  });

  test('has a version for each consent that it accepts', () => {
    expect(Object.keys(versions).toSorted()).toEqual(
      REGISTRATION_CONSENTS.map((kind) =>
        kind.replace(/_(\w)/, (_, letter: string) => letter.toUpperCase()),
      ).toSorted(),
    );
    for (const kind of REGISTRATION_CONSENTS) expect(CONSENT_KINDS).toContain(kind);
    expect(REGISTRATION_CONSENTS).not.toContain('immediate_supply');
  });

  test('is made once, by somebody who is signed in', () => {
    expect(REGISTRATION_ROUTES.map(({ id, method, access, status }) => [id, method, access, status])).toEqual(
      [
        ['register', 'POST', 'user', 201],
        ['getRegistration', 'GET', 'user', 200],
      ],
    );
  });
});

describe('the facts of a registration', () => {
  const FACTS = {
    complete: true,
    firstName: 'Priya',
    lastName: 'Nair',
    email: 'priya@example.com',
    company: 'Tidewater Trading',
    phone: '1',
    tradingExperience: 'intermediate',
    marketDataStatus: 'professional',
    consents: [{ kind: 'terms', version: '2026-11-22.1', at: '2026-11-20T09:00:00.000Z' }],
  };

  test.each<[string, ValueKind]>([
    ['complete', FLAG],
    ['firstName', orNull(TEXT)],
    ['lastName', orNull(TEXT)],
    ['email', orNull(TEXT)],
    ['company', orNull(TEXT)],
    ['phone', orNull(TEXT)],
    ['tradingExperience', orNull(wordOf(TRADING_EXPERIENCES))],
    ['marketDataStatus', orNull(wordOf(MARKET_DATA_STATUSES))],
    ['consents.0.kind', wordOf(CONSENT_KINDS)],
    ['consents.0.version', TEXT],
    ['consents.0.at', INSTANT],
  ])('have %s of its kind', (field, kind) => {
    expect(kindAt(registrationFacts, FACTS, field, kind)).toEqual(kind);
  });

  test('of somebody who has not registered are all null, and none is missing', () => {
    expect(optionalPaths(registrationFacts, FACTS)).toEqual([]);
    const nothing = Object.fromEntries(Object.keys(FACTS).map((field) => [field, null]));
    const least = { ...nothing, complete: false, consents: [] };
    expect(registrationFacts.parse(least)).toEqual(least);
  });
});
