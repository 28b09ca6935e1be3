/** What a key does, and the key it has until the user chooses another one. */
import { z } from 'zod';

/** In the order in which the sheet of keys lists them. */
export const DEFAULT_KEYS = {
  palette: 'Ctrl+k',
  keys: '?',
  previousInstrument: '[',
  nextInstrument: ']',
  timeframe1: '1',
  timeframe2: '2',
  timeframe3: '3',
  timeframe4: '4',
  timeframe5: '5',
  timeframe6: '6',
  timeframe7: '7',
  timeframe8: '8',
  timeframe9: '9',
  nextEvent: 'j',
  previousEvent: 'k',
  smallMarks: 'm',
  openEvidence: 'e',
  openTable: 'h',
  latestBars: 'z',
  lockCrosshair: 'c',
  nextPane: 'Tab',
  maximisePane: 'w',
  closePane: 'x',
  undoClose: 'u',
  paneWindow: 'o',
  openFootprint: 'f',
  openDepth: 'd',
  openLadder: 'l',
  openTape: 't',
  recentre: 'r',
  openReplay: 'g',
  replayPlay: 'Space',
  replayBack: ',',
  replayForward: '.',
  replayNextEvent: 'n',
  replayNextBar: 'b',
  replaySlower: '<',
  replayFaster: '>',
} as const;

export type KeyCommand = keyof typeof DEFAULT_KEYS;
export const KEY_COMMANDS = Object.keys(DEFAULT_KEYS) as [KeyCommand, ...KeyCommand[]];

/** A visible character or the name of a key, after the keys that are held with it: `w`, `?`, `Alt+1`, `Ctrl+k`, `Tab`. */
export const keyChord = z
  .string()
  .regex(
    /^(Ctrl\+)?(Alt\+)?([!-~]|F[1-79]|F1[0-2]|Tab|Space|Home|End|PageUp|PageDown|Insert|Delete|Backspace)$/,
    'expected a key such as w, Alt+1 or Ctrl+k',
  );

/** Chosen keys by command; null switches a key off. Commands that are left out have their default. */
export const keyChoices = z.partialRecord(z.enum(KEY_COMMANDS), keyChord.nullable());
export type KeyChoices = Readonly<z.infer<typeof keyChoices>>;

/** The key of a command; null where it has none. */
export function keyOf(command: KeyCommand, choices: KeyChoices): string | null {
  const chosen = choices[command];
  return chosen === undefined ? DEFAULT_KEYS[command] : chosen;
}

/** The choices with another key for a command; a command that had this key loses it. */
export function withKey(choices: KeyChoices, command: KeyCommand, chord: string | null): KeyChoices {
  const loser =
    chord === null ? undefined : KEY_COMMANDS.find((one) => one !== command && keyOf(one, choices) === chord);
  return { ...choices, ...(loser === undefined ? {} : { [loser]: null }), [command]: chord };
}
