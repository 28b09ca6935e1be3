/** What studies add to a chart: it gives them the frame and the canvas of each depth, and panes under its own. */
import type { Instrument } from '@undertow/market';
import type { LevelScene, StudyLevel } from '#chart/scene/level-lines.ts';
import type { Scene } from '#chart/scene/scene.ts';
import type { ChartTheme } from './chart-theme.ts';

/** `right` begins at the right edge of the plot, the others at its left. */
export type StudyDepth = 'back' | 'front' | 'right';

export interface ChartStudies {
  /** Panes of their own, below volume and delta. */
  readonly panes: number;
  /** Levels with a name; of no frame those that depend on none. */
  levels(scene: LevelScene | null): readonly StudyLevel[];
  paint(
    depth: StudyDepth,
    context: CanvasRenderingContext2D,
    scene: Scene,
    theme: ChartTheme,
    instrument: Instrument,
  ): void;
}
