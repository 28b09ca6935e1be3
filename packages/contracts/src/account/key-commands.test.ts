/** Keys of commands: defaults differ, and a key that is taken over leaves the command that had it. */
import { expect, test } from 'vitest';
import { DEFAULT_KEYS, KEY_COMMANDS, keyChoices, keyOf, withKey } from './key-commands.ts';

test('no two commands begin with the same key, and every default is one that may be chosen', () => {
  const defaults = Object.values(DEFAULT_KEYS);
  expect(new Set(defaults).size).toBe(defaults.length);
  expect(keyChoices.safeParse(DEFAULT_KEYS).success).toBe(true);
});

test('a command has its default until another key is chosen, and none once it is switched off', () => {
  expect(keyOf('maximisePane', {})).toBe('w');
  expect(keyOf('maximisePane', withKey({}, 'maximisePane', 'Alt+w'))).toBe('Alt+w');
  expect(keyOf('maximisePane', withKey({}, 'maximisePane', null))).toBeNull();
});

test('the command that had the key loses it', () => {
  const choices = withKey({}, 'maximisePane', 'x');
  expect(keyOf('maximisePane', choices)).toBe('x');
  expect(keyOf('closePane', choices)).toBeNull();
  const keys = KEY_COMMANDS.map((command) => keyOf(command, choices)).filter((key) => key !== null);
  expect(new Set(keys).size).toBe(keys.length);
});

test('what is no key is refused: words, Escape, the notifications key F8, an unknown command', () => {
  for (const key of ['ww', 'Escape', 'F8', '', 'Meta+k', ' '])
    expect(keyChoices.safeParse({ palette: key }).success, key).toBe(false);
  expect(keyChoices.safeParse({ launch: 'l' }).success).toBe(false);
});
