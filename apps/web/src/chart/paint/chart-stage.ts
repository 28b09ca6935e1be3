/** Where a part that is loaded later takes place on a chart: it paints on the plot and the axis, and sees pointer and keys first. */
import type { ChartInput, ChartOptions } from '#chart/data/chart-input.ts';
import type { CrosshairPlace } from '#chart/geometry/frame.ts';
import type { Scene } from '#chart/scene/scene.ts';
import type { ChartTheme } from './chart-theme.ts';

export interface ChartStage {
  readonly root: HTMLElement;
  /** The chart's own state, read whenever it is needed. */
  readonly model: {
    readonly input: ChartInput;
    readonly scene: Scene | null;
    /** Where the crosshair is. */
    readonly place: CrosshairPlace | null;
  };
  readonly repaint: () => void;
}

export type StagePaint = (context: CanvasRenderingContext2D, scene: Scene, theme: ChartTheme) => void;

/** Made by who may want to add something; the chart fills in the stage. */
export class ChartGuest {
  stage: ChartStage | null = null;
  /** Over candles and marks, in coordinates of the plot. */
  plot: StagePaint | null = null;
  /** Over the axis, in its coordinates. */
  axis: StagePaint | null = null;

  /** Called by the chart. */
  invite(root: HTMLElement, model: ChartStage['model'], repaint: () => void): void {
    this.stage = { root, model, repaint };
  }
}

/** Options of a chart that may have a guest. */
export interface HostedOptions extends ChartOptions {
  readonly guest?: ChartGuest;
}
