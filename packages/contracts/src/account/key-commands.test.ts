/** Keys of commands: defaults differ, and a key that is taken over leaves the command that had it. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { messagesOf } from '#testing/schema-faults.ts';
import type { ValueKind } from '#testing/value-kinds.ts';
import { kindAt } from '#testing/wire-values.ts';
import {
  DEFAULT_KEYS,
  KEY_COMMANDS,
  type KeyChoices,
  keyChoices,
  keyChord,
  keyOf,
  withKey,
} from './key-commands.ts';

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

test('a chord is a visible character or a named key, after Ctrl and Alt in this order', () => {
  const chords: ValueKind = {
    taken: [
      ...['w', '?', '~', '!', 'W', 'Ctrl+k', 'Alt+1', 'Ctrl+Alt+Delete', '+', 'Ctrl++'],
      ...['Tab', 'Space', 'Home', 'End', 'PageUp', 'PageDown', 'Insert', 'Delete', 'Backspace'],
      ...['F1', 'F7', 'F9', 'F10', 'F11', 'F12'],
    ],
    refused: [
      ...[
        '',
        ' ',
        'é',
        '€',
        'ww',
        'Alt+Ctrl+k',
        'Ctrl+',
        'Ctrl',
        'ctrl+k',
        'Ctrl+ctrl+k',
        'Shift+a',
        'Meta+k',
      ],
      ...['Escape', 'Enter', 'ArrowUp', 'F0', 'F8', 'F13', 'F20', 'f1', 'Ctrl k', 'a\n', 1, ['a'], null],
    ],
  };
  expect(kindAt(z.object({ key: keyChord }), {}, 'key', chords)).toEqual(chords);
  expect(messagesOf(keyChord, 'Escape')).toEqual(['expected a key such as w, Alt+1 or Ctrl+k']);
});

test('choices are of commands that there are, each a key or none', () => {
  for (const command of KEY_COMMANDS)
    for (const chord of ['q', null])
      expect([command, keyChoices.parse({ [command]: chord })]).toEqual([command, { [command]: chord }]);
  expect(keyChoices.parse({})).toEqual({});
  expect(keyChoices.safeParse([]).success).toBe(false);
});

const chord = fc.constantFrom<string | null>('a', 'q', 'j', 'k', 'Ctrl+k', 'Tab', 'F1', null);
const turns = fc.array(fc.tuple(fc.constantFrom(...KEY_COMMANDS), chord), { maxLength: 12 });

test('after any choices no two commands have one key, and the last command has the key that it was given', () => {
  fc.assert(
    fc.property(turns, (made) => {
      let choices: KeyChoices = {};
      for (const [command, key] of made) {
        const before = { ...choices };
        const next = withKey(choices, command, key);
        expect(keyOf(command, next)).toBe(key);
        expect(choices).toEqual(before);
        choices = next;
      }
      const keys = KEY_COMMANDS.map((command) => keyOf(command, choices)).filter((key) => key !== null);
      expect(new Set(keys).size).toBe(keys.length);
      expect(keyChoices.parse(choices)).toEqual(choices);
    }),
  );
});

test('a key that was stored for two commands is left to the one that is given it', () => {
  const stored: KeyChoices = { palette: 'q', keys: 'q' };
  expect(withKey(stored, 'palette', 'q')).toEqual({ palette: 'q', keys: null });
  expect(withKey(stored, 'keys', 'q')).toEqual({ palette: null, keys: 'q' });
});

test('a key that is given twice changes nothing the second time', () => {
  const once = withKey({}, 'maximisePane', 'x');
  expect(withKey(once, 'maximisePane', 'x')).toEqual(once);
  expect(withKey({}, 'maximisePane', null)).toEqual({ maximisePane: null });
});

test('every default can be chosen, and none is a key that a browser keeps for itself', () => {
  for (const key of Object.values(DEFAULT_KEYS))
    expect([key, keyChord.safeParse(key).success]).toEqual([key, true]);
  for (const taken of ['Ctrl+t', 'Ctrl+w', 'Ctrl+n', 'Ctrl+r', 'F5', 'F12'])
    expect(Object.values(DEFAULT_KEYS)).not.toContain(taken);
});
