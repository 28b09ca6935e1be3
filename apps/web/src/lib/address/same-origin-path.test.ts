/** T26: a way back never leaves the site. */
import { expect, test } from 'vitest';
import { sameOriginPath } from './same-origin-path.ts';

test.each(['/', '/subscribe?plan=pro', '/terms#risk', '/settings'])('%s is a page of this site', (path) => {
  expect(sameOriginPath(path)).toBe(path);
});

test.each([
  null,
  '',
  'subscribe',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '\\\\evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  'data:text/html,x',
  '/%2f/evil.example',
  '/api/logout',
  '/API/logout',
  '/.//evil.example',
  '/a/..//evil.example',
  '/\u0000',
  ' /subscribe',
])('%j is refused', (path) => {
  expect(sameOriginPath(path)).toBeNull();
});
