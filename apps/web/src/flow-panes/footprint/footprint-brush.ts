/** The canvas with what every painter of the footprint needs: tokens, fonts by pixels, and tints in steps. */
import type { ChartTheme, ColorToken } from '#chart/paint/chart-theme.ts';

/** Steps of a tint: cells of one step are painted together. */
export const TINT_STEPS = 16;
const LEAST_TINT = 0.05;
const MOST_TINT = 0.55;

/** Step of a share of the largest; small sizes stay faint. */
export function tintStep(share: number): number {
  return Math.round(Math.min(1, Math.max(0, share)) ** 1.2 * (TINT_STEPS - 1));
}

export class FootprintBrush {
  readonly context: CanvasRenderingContext2D;
  readonly theme: ChartTheme;

  constructor(context: CanvasRenderingContext2D, theme: ChartTheme) {
    this.context = context;
    this.theme = theme;
  }

  color(token: ColorToken): string {
    return this.theme.color[token];
  }

  /** Condensed figures. */
  setFont(weight: 400 | 500 | 600, pixels: number): void {
    this.context.font = `${weight} ${pixels}px ${this.theme.font.condensed}`;
  }

  rect(token: ColorToken, x: number, y: number, width: number, height: number, alpha = 1): void {
    this.context.globalAlpha = alpha;
    this.context.fillStyle = this.color(token);
    this.context.fillRect(x, y, width, height);
    this.context.globalAlpha = 1;
  }

  text(words: string, x: number, y: number, token: ColorToken, align: CanvasTextAlign): void {
    this.context.textAlign = align;
    this.context.fillStyle = this.color(token);
    this.context.fillText(words, x, y);
  }

  /** Paints inside a rectangle only. */
  within(x: number, y: number, width: number, height: number, paint: () => void): void {
    this.context.save();
    this.context.beginPath();
    this.context.rect(x, y, width, height);
    this.context.clip();
    paint();
    this.context.restore();
  }
}

/** Rectangles by step of one tint: a style is set once a step, not once a cell. */
export class TintedCells {
  readonly #steps: number[][] = Array.from({ length: TINT_STEPS }, () => []);

  add(share: number, x: number, y: number, width: number, height: number): void {
    this.#steps[tintStep(share)]?.push(x, y, width, height);
  }

  paint({ context }: FootprintBrush, color: string): void {
    context.fillStyle = color;
    this.#steps.forEach((places, step) => {
      if (places.length === 0) return;
      context.globalAlpha = LEAST_TINT + (step / (TINT_STEPS - 1)) * (MOST_TINT - LEAST_TINT);
      for (let at = 0; at < places.length; at += 4)
        context.fillRect(places[at]!, places[at + 1]!, places[at + 2]!, places[at + 3]!);
    });
    context.globalAlpha = 1;
  }
}
