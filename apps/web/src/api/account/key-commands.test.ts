/** Key presses as commands, by the keys that the user chose. */
import { DEFAULT_KEYS, type KeyCommand } from '@undertow/contracts';
import { expect, test } from 'vitest';
import { chartLetters, chordOf, commandOf, keyText } from './key-commands.ts';

const press = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey', boolean>> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  target: null,
  ...held,
});
const handled = Object.fromEntries(Object.keys(DEFAULT_KEYS).map((command) => [command, () => undefined]));
const commandAt = (
  event: ReturnType<typeof press>,
  keys: Partial<Record<KeyCommand, string | null>> = {},
  shortcuts = true,
) => commandOf(event, { keys, shortcuts }, handled);

test('a press is written as it is stored: lower case, with what is held; a Mac’s command key is Ctrl', () => {
  expect(chordOf(press('W'))).toBe('w');
  expect(chordOf(press('k', { metaKey: true }))).toBe('Ctrl+k');
  expect(chordOf(press('1', { ctrlKey: true, altKey: true }))).toBe('Ctrl+Alt+1');
  expect(chordOf(press('+'))).toBe('+');
});

test('each default runs its command, and a chosen key takes its place', () => {
  expect(commandAt(press('w'))).toBe('maximisePane');
  expect(commandAt(press(']'))).toBe('nextInstrument');
  expect(commandAt(press('w'), { maximisePane: 'q' })).toBeNull();
  expect(commandAt(press('q'), { maximisePane: 'q' })).toBe('maximisePane');
  expect(commandAt(press('x'), { closePane: null })).toBeNull();
});

test('single keys do nothing once they are switched off, combinations still do', () => {
  expect(commandAt(press('w'), {}, false)).toBeNull();
  expect(commandAt(press('k', { ctrlKey: true }), {}, false)).toBe('palette');
});

test('the browser’s own combinations are left alone', () => {
  expect(commandAt(press('w', { ctrlKey: true }))).toBeNull();
  expect(commandAt(press('1', { altKey: true }))).toBeNull();
});

test('the chart receives the characters that are chosen for it, and no combination', () => {
  expect(chartLetters({})).toMatchObject({ j: 'next-event', m: 'small-marks', h: 'open-table' });
  const letters = chartLetters({ nextEvent: 'N', previousEvent: 'Alt+p', smallMarks: null });
  expect(letters).toMatchObject({ n: 'next-event' });
  expect(Object.values(letters)).not.toContain('previous-event');
  expect(Object.values(letters)).not.toContain('small-marks');
});

test('keys are written for people', () => {
  expect(['Ctrl+k', 'w', '?', 'Tab', '+', 'Alt++'].map(keyText)).toEqual([
    'Ctrl K',
    'W',
    '?',
    'Tab',
    '+',
    'Alt +',
  ]);
});
