/** The heat map as an image of one pixel a cell, scaled onto the plot: a frame costs one call, a second one column. */
import { type DepthColumns, sizeStep } from '@undertow/market';

/** Red, green and blue of the steps, the first for nothing; and of a column without data. */
export interface HeatColours {
  readonly steps: readonly (readonly [number, number, number])[];
  readonly unknown: readonly [number, number, number];
}

/** Fills `pixels` (RGBA, the highest row first) for the columns of a grid. Pure. */
export function paintCells(
  pixels: Uint8ClampedArray,
  grid: DepthColumns,
  scale: readonly number[],
  colours: HeatColours,
): void {
  const { columns, rows, sizes, known } = grid;
  for (let row = 0; row < rows; row += 1) {
    const line = (rows - 1 - row) * columns;
    for (let column = 0; column < columns; column += 1) {
      const step = known[column] === 1 ? sizeStep(scale, sizes[column * rows + row]!) : null;
      const colour = step === null ? colours.unknown : (colours.steps[step] ?? colours.unknown);
      const at = (line + column) * 4;
      pixels[at] = colour[0];
      pixels[at + 1] = colour[1];
      pixels[at + 2] = colour[2];
      pixels[at + 3] = 255;
    }
  }
}

export class HeatImage {
  readonly canvas = document.createElement('canvas');
  #painted: { readonly grid: DepthColumns; readonly untilMs: number; readonly key: unknown } | null = null;

  /** `untilMs`: until when columns are known; `scale` and `colours` keep their identity while they are the same. */
  paint(grid: DepthColumns, untilMs: number, scale: readonly number[], colours: HeatColours): void {
    const known = this.#painted;
    const column = Math.floor((untilMs - grid.fromMs) / grid.everyMs);
    if (known?.grid === grid && known.untilMs === column && known.key === scale) return;
    const context = this.canvas.getContext('2d');
    if (context === null) return;
    if (this.canvas.width !== grid.columns || this.canvas.height !== grid.rows) {
      this.canvas.width = grid.columns;
      this.canvas.height = grid.rows;
    }
    const image = context.createImageData(grid.columns, grid.rows);
    paintCells(image.data, grid, scale, colours);
    context.putImageData(image, 0, 0);
    this.#painted = { grid, untilMs: column, key: scale };
  }

  /** The next frame paints all of it: the colours changed. */
  forget(): void {
    this.#painted = null;
  }
}
