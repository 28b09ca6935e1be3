/** Which landing page is shown. */
import { expect, test } from 'vitest';
import { landingVariant } from './landing-variant.ts';

test('the address decides, then the setting, then the professional page', () => {
  expect(landingVariant('', null)).toBe('professional');
  expect(landingVariant('?variant=bold', null)).toBe('bold');
  expect(landingVariant('', 'bold')).toBe('bold');
  expect(landingVariant('?variant=professional', 'bold')).toBe('professional');
});

test('a variant that does not exist is ignored', () => {
  expect(landingVariant('?variant=loud', 'bold')).toBe('bold');
  expect(landingVariant('?variant=', 'loud')).toBe('professional');
});
