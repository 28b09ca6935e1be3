/** The contact for reports of vulnerabilities is public. */
import { expect, test } from 'vitest';
import { openTestApp, TEST_COMPANY, TEST_ORIGIN } from '#testing/app.ts';

test('security.txt has the fields of RFC 9116: the contact of the settings, an expiry within a year, its own address', async () => {
  const app = await openTestApp();
  const response = await app.http.inject({ url: '/.well-known/security.txt' });
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  const fields = response.body
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/: (.*)/, 2));
  const { Contact, Expires = '', Canonical } = Object.fromEntries(fields) as Record<string, string>;
  expect(Contact).toBe(`mailto:${TEST_COMPANY.supportEmail}`);
  expect(Canonical).toBe(`${TEST_ORIGIN}/.well-known/security.txt`);
  const days = (Date.parse(Expires) - app.parts.clock.nowMs()) / 86_400_000;
  expect(days).toBeGreaterThan(90);
  expect(days).toBeLessThan(365);
  await app.close();
});
