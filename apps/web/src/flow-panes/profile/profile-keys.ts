/** Keys of a focused profile: arrows move the crosshair through rows and sessions, and scroll at the edge. Pure. */
import type { ProfileCursor } from './paint-cursor.ts';
import type { ProfileCommand } from './profile-input.ts';
import type { ProfileScene } from './profile-scene.ts';

const COMMANDS: { readonly [key: string]: ProfileCommand } = {
  '+': 'zoom-in',
  '=': 'zoom-in',
  '-': 'zoom-out',
  End: 'latest',
};

export const commandOfProfileKey = (key: string): ProfileCommand | null => COMMANDS[key] ?? null;

/** Sessions (or bars) and rows that a key moves the crosshair. */
export const PROFILE_STEPS: { readonly [key: string]: readonly [across: number, rows: number] } = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  PageUp: [0, 10],
  PageDown: [0, -10],
};

export interface SteppedCursor {
  readonly cursor: ProfileCursor;
  /** Sessions to scroll by: the step left the screen. Positive is older. */
  readonly scroll: number;
}

/** The first step is on the newest session on screen, at its point of control. */
export function steppedCursor(
  { columns, rows }: ProfileScene,
  from: ProfileCursor | null,
  [across, up]: readonly [number, number],
): SteppedCursor | null {
  const newest = columns.at(-1);
  if (newest === undefined) return null;
  if (from === null) {
    const { day, value } = newest.session;
    const rowStart = value?.pointOfControlTicks ?? 0;
    return { cursor: { day, rowStart }, scroll: 0 };
  }
  const known = columns.findIndex(({ session }) => session.day === from.day);
  const at = (known === -1 ? columns.length - 1 : known) + across;
  const column = columns[Math.min(columns.length - 1, Math.max(0, at))] ?? newest;
  const rowStart = Math.floor(from.rowStart / rows.rowTicks + up) * rows.rowTicks;
  const scroll = at < 0 ? 1 : at >= columns.length ? -1 : 0;
  return { cursor: { day: column.session.day, rowStart }, scroll };
}
