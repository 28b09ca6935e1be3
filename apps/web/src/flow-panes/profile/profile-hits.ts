/** What is under the pointer: a row of a session with its letter, or a bar of a range with its price. Pure. */
import { MINUTE_MS } from '@undertow/market';
import type { ProfileCursor, RangeCursor } from './paint-cursor.ts';
import { type RowsScene, rowAtY } from './price-rows.ts';
import type { ProfileInput, ProfilePoint } from './profile-input.ts';
import { columnAtX, type ProfileScene, periodAtX } from './profile-scene.ts';
import { msAtX, type RangeScene } from './range-scene.ts';

export interface SessionHit {
  readonly cursor: ProfileCursor;
  /** Where a letter is under the pointer: the start of its period. */
  readonly point: ProfilePoint | null;
}

const isInside = ({ layout }: RowsScene, x: number, y: number): boolean =>
  y >= layout.top && y <= layout.bottom && x >= layout.left && x <= layout.right;

export function sessionHit(
  scene: ProfileScene,
  { choices }: ProfileInput,
  x: number,
  y: number,
): SessionHit | null {
  const column = isInside(scene, x, y) ? columnAtX(scene, x) : null;
  if (column === null) return null;
  const { day, bounds } = column.session;
  const rowStart = rowAtY(scene, y);
  const cursor = { day, rowStart };
  const period = choices.view === 'tpo' ? periodAtX(column, x, rowStart, choices.isSplit) : null;
  if (period === null) return { cursor, point: null };
  const atMs = bounds.openMs + period * choices.periodMinutes * MINUTE_MS;
  return { cursor, point: { atMs, priceTicks: rowStart } };
}

export function rangeHit(scene: RangeScene, x: number, y: number): RangeCursor | null {
  const { layout } = scene;
  if (!isInside({ ...scene, layout: { ...layout, left: 0 } }, x, y)) return null;
  return { atMs: msAtX(scene, x), rowStart: rowAtY(scene, y) };
}

export function pointOfRange(cursor: RangeCursor | null): ProfilePoint | null {
  return cursor === null ? null : { atMs: cursor.atMs, priceTicks: cursor.rowStart };
}
