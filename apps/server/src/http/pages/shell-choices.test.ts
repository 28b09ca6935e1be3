/** The operator's settings reach the browser in the shell. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { withChoices } from './shell-choices.ts';

const INDEX = fileURLToPath(new URL('../../../../web/index.html', import.meta.url));

test('the shell of the web application carries each setting', () => {
  const shell = readFileSync(INDEX, 'utf8');
  const changed = withChoices(shell, { landing: 'bold', developerPages: false });
  expect(changed).toContain('<meta name="landing" content="bold" />');
  expect(changed).toContain('<meta name="developer-pages" content="off" />');
  expect(withChoices(changed, { landing: 'professional', developerPages: true })).toBe(shell);
});

test('without a shell, or without its placeholders, nothing is inserted', () => {
  const choices = { landing: 'bold', developerPages: true } as const;
  expect(withChoices(null, choices)).toBeNull();
  expect(withChoices('<html></html>', choices)).toBe('<html></html>');
});
