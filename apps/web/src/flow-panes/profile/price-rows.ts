/** Where prices are: the range on screen, ticks of a row, and the round prices of the axis. Pure. */
import { axisPrices } from '#chart/geometry/axis-prices.ts';
import type { ProfileLayout } from './profile-layout.ts';
import type { ProfileView } from './profile-view.ts';

export interface PriceRows {
  readonly rowTicks: number;
  /** Pixels of a row. */
  readonly rowHeight: number;
  /** Price of the upper edge, with a fraction. */
  readonly topTicks: number;
  readonly centreTicks: number;
  readonly pixelsPerTick: number;
  /** Prices of the axis, in ticks. */
  readonly marks: readonly number[];
}

/** Ticks that rows may have. */
const STEPS = [1, 2, 4, 5, 8, 10, 16, 20, 25, 40, 50, 100, 200, 250, 400, 500, 1000, 2000, 4000, 8000];
/** Rows with letters are at least this high. */
const LETTER_ROW = 10.5;

function rowTicksFor(pixelsPerTick: number): number {
  return STEPS.find((ticks) => ticks * pixelsPerTick >= LETTER_ROW) ?? STEPS[STEPS.length - 1]!;
}

/** `rowTicks` 0: as many as make letters fit. */
export function priceRows(
  { lowTicks, highTicks }: { readonly lowTicks: number; readonly highTicks: number },
  { top, bottom }: Pick<ProfileLayout, 'top' | 'bottom'>,
  { zoom, centreTicks: centre }: ProfileView,
  rowTicks: number,
): PriceRows {
  const height = Math.max(1, bottom - top);
  const span = (highTicks - lowTicks + 1) * 1.04 + 2;
  const pixelsPerTick = (height / span) * zoom;
  const centreTicks = centre ?? (highTicks + lowTicks + 1) / 2;
  const topTicks = centreTicks + height / pixelsPerTick / 2;
  const bottomTicks = topTicks - height / pixelsPerTick;
  const marks = axisPrices({ low: bottomTicks, high: topTicks }, height);
  const used = rowTicks === 0 ? rowTicksFor(pixelsPerTick) : rowTicks;
  return { rowTicks: used, rowHeight: used * pixelsPerTick, topTicks, centreTicks, pixelsPerTick, marks };
}

export interface RowsScene {
  readonly layout: ProfileLayout;
  readonly rows: PriceRows;
}

/** Lower edge of a tick. */
export function yOfTicks({ layout, rows }: RowsScene, ticks: number): number {
  return layout.top + (rows.topTicks - ticks) * rows.pixelsPerTick;
}

/** Middle of the row that begins at a tick. */
export const middleOfRow = (scene: RowsScene, rowStart: number): number =>
  yOfTicks(scene, rowStart + scene.rows.rowTicks / 2);

/** Start of the row at a height. */
export function rowAtY({ layout, rows }: RowsScene, y: number): number {
  const ticks = rows.topTicks - (y - layout.top) / rows.pixelsPerTick;
  return Math.floor(ticks / rows.rowTicks) * rows.rowTicks;
}
