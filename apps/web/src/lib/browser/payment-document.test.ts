/** The payment page is a document of its own, in both directions. */
import { expect, test } from 'vitest';
import { needsOtherDocument } from './payment-document.ts';

test.each([
  ['/subscribe', '/', true],
  ['/', '/subscribe', true],
  ['/settings', '/subscribe/', true],
  ['/subscribe', '/subscribe', false],
  ['/subscribe/', '/subscribe', false],
  ['/settings', '/', false],
])('%s in a document loaded at %s needs another one: %s', (path, loaded, expected) => {
  expect(needsOtherDocument(path, loaded)).toBe(expected);
});
