/** The draft opens for the support address only, whatever the setting is. */
import { expect, test } from 'vitest';
import { enterpriseMail } from './enterprise-mail.ts';

test('the draft is an enterprise inquiry to the support address, with lines to fill in', () => {
  const url = new URL(enterpriseMail('support@undertow.example'));
  expect(url.protocol).toBe('mailto:');
  expect(url.pathname).toBe('support@undertow.example');
  expect(url.searchParams.get('subject')).toBe('Enterprise inquiry');
  expect(url.searchParams.get('body')).toContain('\r\nCompany:\r\n');
});

test('an address with a question mark adds no field to the draft', () => {
  const url = new URL(enterpriseMail('a?bcc=other@undertow.example&x=1@undertow.example'));
  expect(url.searchParams.get('bcc')).toBeNull();
});
