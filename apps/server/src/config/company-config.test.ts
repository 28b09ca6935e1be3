/** Who runs the product and how its mail leaves: what is not set is null, what cannot be used is refused. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { COMPANY_SHAPE, companyOf, mailOf } from './company-config.ts';

const schema = z.object(COMPANY_SHAPE);

test('without settings no company is named, and mails wait', () => {
  const settings = schema.parse({});
  expect(companyOf(settings)).toEqual({
    name: null,
    number: null,
    address: null,
    vatNumber: null,
    icoNumber: null,
    supportEmail: 'support@undertow.local',
  });
  expect(mailOf(settings)).toEqual({ smtpUrl: null, from: 'Undertow <support@undertow.local>' });
});

test('the settings of the operator are returned unchanged', () => {
  const settings = schema.parse({
    COMPANY_NAME: 'Undertow Data Ltd',
    COMPANY_ADDRESS: '1 Test Street, London',
    SMTP_URL: 'smtps://user:pass%40word@mail.example:465',
    MAIL_FROM: 'Undertow Data <mail@undertow.example>',
  });
  expect(companyOf(settings)).toMatchObject({ name: 'Undertow Data Ltd', address: '1 Test Street, London' });
  expect(mailOf(settings).from).toBe('Undertow Data <mail@undertow.example>');
});

test.each([
  ['COMPANY_NAME', 'Undertow\r\nBcc: all@example.com'],
  ['COMPANY_ADDRESS', 'London\u2028Bcc'.replace('\u2028', '\u0085')],
  ['SUPPORT_EMAIL', 'support'],
  ['SUPPORT_EMAIL', 'a@example.com, b@example.com'],
  ['SMTP_URL', 'http://mail.example'],
  ['SMTP_URL', 'smtp://'],
  ['SMTP_URL', 'smtp://mail.example?ignoreTLS=true'],
  ['MAIL_FROM', 'Undertow <mail@undertow.example>\r\nBcc: x@example.com'],
  ['MAIL_FROM', 'no address'],
])('%s %j is refused', (name, value) => {
  expect(schema.safeParse({ [name]: value }).success).toBe(false);
});
