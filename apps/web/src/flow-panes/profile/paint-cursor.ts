/** Paints what moves with pointer and keys over a profile: the row of a crosshair, own or linked, and an end of a range. */
import type { FootprintBrush } from '#flow-panes/footprint/footprint-brush.ts';
import { paintCrossLine } from './paint-lines.ts';
import type { ProfileInput } from './profile-input.ts';
import type { ProfileScene } from './profile-scene.ts';
import { type RangeScene, xOfMs } from './range-scene.ts';

export interface ProfileCursor {
  readonly day: string;
  /** Start of the row. */
  readonly rowStart: number;
}

export interface RangeCursor {
  readonly atMs: number;
  readonly rowStart: number | null;
}

/** `linkedTicks`: price of the crosshair of another pane, drawn while there is no own one. */
export function paintCursor(
  brush: FootprintBrush,
  scene: ProfileScene | RangeScene,
  { market }: ProfileInput,
  cursor: { readonly rowStart: number | null } | null,
  linkedTicks: number | null,
): void {
  const own = cursor?.rowStart ?? null;
  const row = own ?? linkedTicks;
  if (row !== null) paintCrossLine(brush, scene, market.instrument, row, own === null);
}

export function paintRangeCursor(
  brush: FootprintBrush,
  scene: RangeScene,
  input: ProfileInput,
  cursor: RangeCursor | null,
  linkedTicks: number | null,
): void {
  const { layout } = scene;
  const x = cursor === null ? null : Math.round(xOfMs(scene, cursor.atMs));
  if (x !== null && x < layout.right && input.choices.view === 'range')
    brush.rect('crosshair', x, layout.top, 1, layout.bottom - layout.top);
  paintCursor(brush, scene, input, cursor, linkedTicks);
}
