/** Keys of commands: what a key press means by the user's choices, and listening for it on a page. */
import { DEFAULT_KEYS, type KeyChoices, type KeyCommand, keyOf } from '@undertow/contracts';
import { useEffect, useMemo, useRef } from 'react';
import { isBusy, isPressable, isWriting } from '#lib/browser/key-target.ts';
import { usePreferences } from './preferences.ts';

/** What each command of the chart is called there. */
const CHART_COMMANDS = {
  nextEvent: 'next-event',
  previousEvent: 'previous-event',
  openEvidence: 'open-evidence',
  latestBars: 'reset',
  lockCrosshair: 'toggle-lock',
  openTable: 'open-table',
  smallMarks: 'small-marks',
} as const satisfies Partial<Record<KeyCommand, string>>;

type ChartCommandName = (typeof CHART_COMMANDS)[keyof typeof CHART_COMMANDS];

/** The characters that act on the chart, as its input wants them. */
export function chartLetters(choices: KeyChoices): Readonly<Record<string, ChartCommandName>> {
  return Object.fromEntries(
    Object.entries(CHART_COMMANDS).flatMap(([command, name]) => {
      const key = keyOf(command as KeyCommand, choices);
      return key === null || key.length !== 1 ? [] : [[key.toLowerCase(), name] as const];
    }),
  );
}

export function useChartLetters(): Readonly<Record<string, ChartCommandName>> {
  const { keys } = usePreferences().value;
  return useMemo(() => chartLetters(keys), [keys]);
}

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** The chord of a key press as it is stored: `w`, `Alt+1`, `Ctrl+k`; the command key of a Mac counts as Ctrl. */
export function chordOf({ key, ctrlKey, metaKey, altKey }: Pressed): string {
  const held = `${ctrlKey || metaKey ? 'Ctrl+' : ''}${altKey ? 'Alt+' : ''}`;
  const name = key === ' ' ? 'Space' : key;
  return `${held}${name.length === 1 ? name.toLowerCase() : name}`;
}

export type CommandHandlers = { readonly [Command in KeyCommand]?: (event: KeyboardEvent) => void };

/** The command of a key press among those that are handled; null where it is text, or switched off. */
export function commandOf(
  event: Pressed & Pick<KeyboardEvent, 'target'>,
  { keys, shortcuts }: { readonly keys: KeyChoices; readonly shortcuts: boolean },
  handled: CommandHandlers,
): KeyCommand | null {
  const chord = chordOf(event);
  const isChord = chord.includes('+') && chord.length > 1;
  if (!isChord && (!shortcuts || isWriting(event.target))) return null;
  if (chord === 'Space' && isPressable(event.target)) return null;
  for (const command of Object.keys(handled) as KeyCommand[]) {
    if (keyOf(command, keys) === chord) return command;
  }
  return null;
}

/** Runs handlers at the keys of their commands, anywhere on the page but in dialogs and fields. */
export function useCommands(handlers: CommandHandlers, isOn = true): void {
  const { keys, shortcuts } = usePreferences().value;
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => {
    if (!isOn) return;
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented) return;
      const command = commandOf(event, { keys, shortcuts }, latest.current);
      if (command === null || (command !== 'palette' && isBusy(event.target))) return;
      event.preventDefault();
      latest.current[command]?.(event);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [keys, shortcuts, isOn]);
}

/** How a key is written in a sheet or beside a command: `Ctrl K`, `W`, `Tab`. */
export function keyText(chord: string): string {
  const parts = chord === '+' ? ['+'] : chord.split(/\+(?=.)/);
  return parts.map((part) => (part.length === 1 ? part.toUpperCase() : part)).join(' ');
}

/** The text of a command's key; null where it has none, or single keys are off. */
export function useKeyText(command: KeyCommand): string | null {
  const { keys, shortcuts } = usePreferences().value;
  const chord = keyOf(command, keys);
  if (chord === null || (!shortcuts && !chord.startsWith('Ctrl+') && !chord.startsWith('Alt+'))) return null;
  return keyText(chord);
}

/** True where a command has another key than the product gave it. */
export function isOwnKey(command: KeyCommand, choices: KeyChoices): boolean {
  return keyOf(command, choices) !== DEFAULT_KEYS[command];
}
