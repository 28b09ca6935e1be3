/** An address is always the same person. */
import { expect, test } from 'vitest';
import { ADMIN_EMAIL, ADMIN_SUB, personOf } from './people.ts';

test('the same address, however written, is the same subject; another is another', () => {
  const jane = personOf('Jane.Doe@Example.com ');
  expect(jane).toEqual({ ...personOf('jane.doe@example.com') });
  expect(jane).toMatchObject({ email: 'jane.doe@example.com', givenName: 'Jane' });
  expect(jane?.sub).toMatch(/^[0-9a-f]{32}$/);
  expect(personOf('john@example.com')?.sub).not.toBe(jane?.sub);
});

test('the administrator has a fixed subject', () => {
  expect(personOf(ADMIN_EMAIL)?.sub).toBe(ADMIN_SUB);
  expect(personOf('Admin@Undertow.local')?.sub).toBe(ADMIN_SUB);
});

test.each([
  ['trader+es@example.com', 'Trader'],
  ['7up@example.com', 'Up'],
  ['42@example.com', 'Trader'],
])('the first name of %s is %s', (email, givenName) => {
  expect(personOf(email)?.givenName).toBe(givenName);
});

test.each([
  '',
  'jane',
  '@example.com',
  'jane@',
  'a b@example.com',
  '<x>@example.com',
  `${'a'.repeat(250)}@x.com`,
])('%j is no address', (text) => {
  expect(personOf(text)).toBeNull();
});
