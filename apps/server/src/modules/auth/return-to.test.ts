/** Sign-in leads back to this site only. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { safeReturnTo } from './return-to.ts';

const HOME = 'http://localhost:4999';

test.each(['/', '/settings', '/?instrumentId=1&at=2026-11-20T10:00:00Z', '/alerts#latest', '/%2e%2e/x'])(
  'the path %s is kept',
  (path) => {
    expect(new URL(safeReturnTo(path), HOME).href).toBe(new URL(path, HOME).href);
  },
);

test.each([
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '/\\/evil.example',
  '\\\\evil.example',
  '/x\\..\\\\evil.example',
  'https://evil.example',
  'http:evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'evil.example',
  '',
  ' /settings',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r\nSet-Cookie: x=1',
  '/./\\evil.example',
  '/..//evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  '/%0d%0a'.replace('%0d%0a', '\u2028'),
  '/api/logout',
  '/x/../api/logout',
  '/%61pi/logout',
  '/ap%69%2flogout',
  '/API/logout',
  '/api',
  '/%',
  '/%2e%2e/api/logout',
  '/%2e/api/logout',
  '//evil.example/%2e%2e',
  '/%5cevil.example/%',
  'https:/evil.example',
  'https:\\\\evil.example',
  'blob:http://localhost:4999/x',
  'about:blank',
  '?next=https://evil.example',
  '#https://evil.example',
  '@evil.example',
  '/\u0000//evil.example',
])('T26 %j leads to the dashboard', (text) => {
  expect(safeReturnTo(text)).toBe('/');
});

test('T26 whatever target is requested, the browser stays on this origin', () => {
  const piece = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    ':',
    '@',
    '?',
    '#',
    'evil.example',
    'http',
    '%2f',
    '\t',
    ' ',
    'a',
  );
  const text = fc.oneof(
    fc.string(),
    fc.webUrl(),
    fc.array(piece, { maxLength: 12 }).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(text, (requested) => {
      const target = safeReturnTo(requested);
      expect(new URL(target, HOME).origin).toBe(HOME);
      expect(target.startsWith('/')).toBe(true);
      expect(target.startsWith('//')).toBe(false);
      expect(/[\r\n\\]/.test(target)).toBe(false);
    }),
    { numRuns: 2000 },
  );
});
