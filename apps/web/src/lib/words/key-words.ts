/** What each command that a key runs is called, in groups as the sheet of keys lists them. */
import { KEY_COMMANDS, type KeyCommand } from '@undertow/contracts';
import { TIMEFRAMES } from './timeframes.ts';

/** As many as there are timeframes and digits. */
const TIMEFRAME_COMMANDS = KEY_COMMANDS.filter((command) => command.startsWith('timeframe')).flatMap(
  (command, at) => {
    const timeframe = TIMEFRAMES[at];
    return timeframe === undefined ? [] : [[command, timeframe.label] as const];
  },
);

export interface KeyGroup {
  readonly title: string;
  readonly commands: readonly (readonly [KeyCommand, string])[];
  /** Keys that stay as they are. */
  readonly fixed: readonly (readonly [string, string])[];
}

export const KEY_GROUPS: readonly KeyGroup[] = [
  {
    title: 'Everywhere',
    commands: [
      ['palette', 'Find a pane, instrument, event or setting'],
      ['keys', 'Show these shortcuts'],
      ['openReplay', 'Replay an instant of the past'],
    ],
    fixed: [
      ['F8', 'Go to notifications'],
      ['Esc', 'Close the open dialog'],
    ],
  },
  {
    title: 'Live Analysis',
    commands: [
      ['nextEvent', 'Next event'],
      ['previousEvent', 'Previous event'],
      ['smallMarks', 'Show or hide smaller events'],
      ['openEvidence', 'Open the evidence of the event'],
      ['openTable', 'Show the chart as a table'],
      ['latestBars', 'Back to the latest bars'],
      ['lockCrosshair', 'Lock the crosshair'],
      ['previousInstrument', 'Previous instrument'],
      ['nextInstrument', 'Next instrument'],
    ],
    fixed: [],
  },
  {
    title: 'Layouts of panes',
    commands: [
      ['nextPane', 'Next pane, from a pane'],
      ['maximisePane', 'Maximise or restore the pane'],
      ['closePane', 'Close the pane'],
      ['undoClose', 'Bring the closed pane back'],
      ['paneWindow', 'Open the pane in a window'],
      ['openFootprint', 'Footprint'],
      ['openDepth', 'Depth over time'],
      ['openLadder', 'Ladder'],
      ['openTape', 'Tape'],
      ['recentre', 'Recentre the prices, or back to now'],
    ],
    fixed: [
      ['Enter', 'Into the pane'],
      ['Esc', 'Back to the pane itself'],
    ],
  },
  {
    title: 'Replay',
    commands: [
      ['replayPlay', 'Play or pause'],
      ['replayForward', 'A step forward'],
      ['replayBack', 'A step back'],
      ['replayNextEvent', 'To the next event'],
      ['replayNextBar', 'To the next bar'],
      ['replaySlower', 'Slower'],
      ['replayFaster', 'Faster'],
    ],
    fixed: [],
  },
  {
    title: 'Timeframe',
    commands: TIMEFRAME_COMMANDS,
    fixed: [],
  },
  {
    title: 'Chart, when focused',
    commands: [],
    fixed: [
      ['+ / −', 'Zoom in / out'],
      ['Arrows', 'Move the crosshair by a bar or a tick'],
    ],
  },
  {
    title: 'Dividers between panes',
    commands: [],
    fixed: [
      ['Arrows', 'Move it'],
      ['Home / End', 'Move it to its ends'],
    ],
  },
];
