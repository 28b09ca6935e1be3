/** A time zone is a name of the IANA database. */
import { expect, test } from 'vitest';
import { DEFAULT_PREFERENCES, isTimeZone, preferences } from './preferences.ts';

test.each([
  'Europe/London',
  'America/New_York',
  'America/Argentina/Buenos_Aires',
  'Asia/Kolkata',
  'Asia/Calcutta',
  'Etc/GMT+5',
  'UTC',
])('%s is one', (name) => {
  expect(isTimeZone(name)).toBe(true);
});

test.each([
  '',
  'Mars/Olympus',
  '+05:00',
  '-0800',
  'Europe/London\r\nBcc: x@evil.example',
  'Europe/../London',
  '<b>UTC</b>',
  'x'.repeat(10_000),
  'Europe/London/',
  ' UTC',
])('%j is none', (name) => {
  expect(isTimeZone(name)).toBe(false);
});

test('who has chosen nothing has no zone: screens show the browser’s', () => {
  expect(preferences.parse(DEFAULT_PREFERENCES).timeZone).toBeNull();
});
