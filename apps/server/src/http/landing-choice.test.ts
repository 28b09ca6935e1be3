/** The choice of the landing page reaches the browser in the shell. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { withLanding } from './landing-choice.ts';

const INDEX = fileURLToPath(new URL('../../../web/index.html', import.meta.url));

test('the shell of the web application carries the setting', () => {
  const shell = readFileSync(INDEX, 'utf8');
  expect(shell).toContain('<meta name="landing" content="professional" />');
  expect(withLanding(shell, 'bold')).toContain('<meta name="landing" content="bold" />');
  expect(withLanding(shell, 'professional')).toBe(shell);
});

test('without a shell, or without the place for it, nothing is made up', () => {
  expect(withLanding(null, 'bold')).toBeNull();
  expect(withLanding('<html></html>', 'bold')).toBe('<html></html>');
});
