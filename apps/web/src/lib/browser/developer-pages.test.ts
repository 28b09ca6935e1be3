/** The developer pages exist when the document enables them, and only then. */
import { afterEach, expect, test, vi } from 'vitest';
import { developerPagesOn } from './developer-pages.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['on', true],
  ['off', false],
  ['yes', false],
  [null, false],
])('a document that says %s', (content, expected) => {
  const meta = content === null ? null : { getAttribute: () => content };
  vi.stubGlobal('document', {
    querySelector: (selector: string) => (selector === 'meta[name="developer-pages"]' ? meta : null),
  });
  expect(developerPagesOn()).toBe(expected);
});
