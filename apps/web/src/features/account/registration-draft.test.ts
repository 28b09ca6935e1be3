/** Editing the registration. */
import { LEGAL_VERSIONS, type RegistrationFacts } from '@undertow/contracts';
import { expect, test } from 'vitest';
import { agreedToTextsOfToday, draftOf, hasChanged, toRegistration } from './registration-draft.ts';

const AT = '2026-11-22T10:00:00Z';
const FACTS: RegistrationFacts = {
  complete: true,
  firstName: 'Priya',
  lastName: 'Nair',
  email: 'priya@mail.example',
  company: null,
  phone: null,
  tradingExperience: 'advanced',
  marketDataStatus: 'non_professional',
  consents: [
    { kind: 'terms', version: LEGAL_VERSIONS.terms.version, at: AT },
    { kind: 'disclaimer', version: LEGAL_VERSIONS.disclaimer.version, at: AT },
    { kind: 'risk_warning', version: LEGAL_VERSIONS.riskWarning.version, at: AT },
  ],
};

test('nothing changed until something is typed, and typing it back is no change', () => {
  const draft = draftOf(FACTS);
  expect(hasChanged(draft, FACTS)).toBe(false);
  expect(hasChanged({ ...draft, company: 'Nair Ltd' }, FACTS)).toBe(true);
  expect(hasChanged({ ...draft, company: '' }, FACTS)).toBe(false);
});

test('empty optional fields are not sent, required ones are reported', () => {
  const sent = toRegistration({ ...draftOf(FACTS), company: '  ' }, 'priya@mail.example');
  expect(sent).toMatchObject({ form: { firstName: 'Priya', agreedToTerms: true } });
  expect('form' in sent && 'company' in sent.form).toBe(false);
  expect(toRegistration({ ...draftOf(FACTS), lastName: ' ' }, 'priya@mail.example')).toEqual({
    problems: { lastName: 'Your last name, at most 100 characters.' },
  });
});

test('who agreed to an older text reads the new one before anything is sent in their name', () => {
  expect(agreedToTextsOfToday(FACTS)).toBe(true);
  const older = FACTS.consents.map((one) =>
    one.kind === 'terms' ? { ...one, version: '2020-01-01.1' } : one,
  );
  expect(agreedToTextsOfToday({ ...FACTS, consents: older })).toBe(false);
  expect(agreedToTextsOfToday({ ...FACTS, consents: [] })).toBe(false);
});
