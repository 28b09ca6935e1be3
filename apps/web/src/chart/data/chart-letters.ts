/** Letters that act on the chart from anywhere on its page, unless others were chosen. */
import type { ChartCommand } from './chart-input.ts';

/** What each character does, lower case. */
export type ChartLetters = Readonly<Record<string, ChartCommand>>;

export const CHART_LETTERS: ChartLetters = {
  j: 'next-event',
  k: 'previous-event',
  e: 'open-evidence',
  z: 'reset',
  c: 'toggle-lock',
  h: 'open-table',
  m: 'small-marks',
};
