/** Registration: what is stored, what is refused, and that it reveals nothing about others. */
import { LEGAL_VERSIONS, legalVersionOf, REGISTRATION_CONSENTS } from '@undertow/contracts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, TEST_ORIGIN, type TestApp, type TestUser } from '#testing/app.ts';

const URL = '/api/registration';
const { terms, privacy, disclaimer, riskWarning } = LEGAL_VERSIONS;
const VERSIONS = {
  terms: terms.version,
  privacy: privacy.version,
  disclaimer: disclaimer.version,
  riskWarning: riskWarning.version,
};
const FORM = {
  firstName: 'Priya',
  lastName: 'Nair',
  email: 'priya@example.com',
  tradingExperience: 'intermediate',
  marketDataStatus: 'non_professional',
  agreedToTerms: true,
  agreedToDisclaimer: true,
  agreedToRiskWarning: true,
  versions: VERSIONS,
};

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const post = (user: TestUser, body: object) =>
  app.http.inject({
    method: 'POST',
    url: URL,
    headers: { ...user.headers, origin: TEST_ORIGIN },
    payload: body,
  });
const factsOf = async (user: TestUser) => (await app.http.inject({ url: URL, headers: user.headers })).json();

test('an unregistered user has no facts and is not complete', async () => {
  const user = await app.newUser('free');
  expect(await factsOf(user)).toEqual({
    complete: false,
    firstName: null,
    lastName: null,
    email: null,
    company: null,
    phone: null,
    tradingExperience: null,
    marketDataStatus: null,
    consents: [],
  });
});

test('a registration is kept with one consent a text, its version and its time', async () => {
  const user = await app.newUser('free');
  const response = await post(user, { ...FORM, company: '', phone: ' +44 20 7946 0000 ' });
  expect([response.statusCode, response.json()]).toEqual([201, { ok: true }]);
  const facts = await factsOf(user);
  expect(facts).toMatchObject({ complete: true, company: null, phone: '+44 20 7946 0000' });
  expect(facts.consents.map(({ kind }: { kind: string }) => kind)).toEqual([...REGISTRATION_CONSENTS]);
  for (const one of facts.consents)
    expect(one).toMatchObject({ version: legalVersionOf(one.kind).version, at: '2026-11-20T15:00:00.000Z' });
});

test('the same form sent twice in parallel, or again, is one registration', async () => {
  const user = await app.newUser('free');
  const responses = await Promise.all(Array.from({ length: 8 }, () => post(user, FORM)));
  expect(responses.map((response) => response.statusCode)).toEqual(Array.from({ length: 8 }, () => 201));
  expect((await post(user, FORM)).statusCode).toBe(201);
  expect((await factsOf(user)).consents).toHaveLength(REGISTRATION_CONSENTS.length);
});

test('a changed registration replaces the old one and is consented to again', async () => {
  const user = await app.newUser('free');
  await post(user, FORM);
  await post(user, { ...FORM, marketDataStatus: 'professional', company: 'Tidewater Trading' });
  const facts = await factsOf(user);
  expect(facts).toMatchObject({ marketDataStatus: 'professional', company: 'Tidewater Trading' });
  expect(facts.consents).toHaveLength(2 * REGISTRATION_CONSENTS.length);
});

test('texts of another version are refused with the current ones, and nothing is stored', async () => {
  const user = await app.newUser('free');
  const response = await post(user, { ...FORM, versions: { ...VERSIONS, privacy: '2020-01-01.1' } });
  expect(response.statusCode).toBe(409);
  expect(response.json()).toMatchObject({
    code: 'LEGAL_TEXT_CHANGED',
    issues: [{ path: 'versions.privacy', message: `expected ${privacy.version}` }],
  });
  expect((await factsOf(user)).complete).toBe(false);
});

test('the e-mail of another user stays contact data: the account keeps the address of its sign-in', async () => {
  const victim = await app.stores.users.signIn(
    { issuer: 'https://id.example', sub: 'victim', email: 'victim@example.com', firstName: 'V' },
    0,
  );
  const user = await app.newUser('free');
  expect((await post(user, { ...FORM, email: 'victim@example.com' })).statusCode).toBe(201);
  expect((await app.stores.users.find(user.id))?.email).toBeNull();
  expect((await app.stores.users.find(victim.id))?.email).toBe('victim@example.com');
  expect(await app.parts.registrations.find(victim.id)).toBeUndefined();
});

test('T29 a known and an unknown e-mail address get the same response, byte for byte', async () => {
  const known = await post(await app.newUser('free'), { ...FORM, email: 'victim@example.com' });
  const unknown = await post(await app.newUser('free'), { ...FORM, email: 'nobody-yet@example.com' });
  expect(known.statusCode).toBe(unknown.statusCode);
  expect(known.body).toBe(unknown.body);
  const names = (response: typeof known) => Object.keys(response.headers).toSorted();
  expect(names(known)).toEqual(names(unknown));
});

test('T24 hostile names are kept as they were written, or refused, and never break the server', async () => {
  const user = await app.newUser('free');
  for (const name of [
    '<script>alert(1)</script>',
    "Robert'); DROP TABLE users;--",
    '{{7*7}}',
    '__proto__',
    '李',
    "O'Neill",
  ]) {
    expect((await post(user, { ...FORM, firstName: name })).statusCode, name).toBe(201);
    expect((await factsOf(user)).firstName).toBe(name);
  }
  for (const name of ['\u0000', 'a\nb', '\u202egpj.exe', '\ud800', '​', '...', 'x'.repeat(101)]) {
    expect((await post(user, { ...FORM, firstName: name })).statusCode, JSON.stringify(name)).toBe(400);
  }
});

test('whatever the fields contain, the response is 201 or 400', async () => {
  const user = await app.newUser('free');
  const words = fc.string({ unit: 'binary', maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(words, words, words, async (firstName, lastName, company) => {
      const { statusCode } = await post(user, { ...FORM, firstName, lastName, company });
      expect([201, 400]).toContain(statusCode);
    }),
    { numRuns: 200 },
  );
});

test('T07 unknown keys change nothing', async () => {
  const user = await app.newUser('free');
  for (const key of ['userId', 'role', 'subscriptionTier', 'constructor', 'consents']) {
    expect((await post(user, { ...FORM, [key]: 'admin' })).statusCode, key).toBe(400);
  }
  expect((await factsOf(user)).complete).toBe(false);
});
