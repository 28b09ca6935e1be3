/** What of a chart's bars one frame composes. */
import type { ChartBar } from '#chart/data/chart-input.ts';
import type { LevelScene, StudyLevel } from './level-lines.ts';

/** `from` bars lie before `bars`, and the newest of the chart may lie after them. */
export interface BarWindow {
  readonly bars: readonly ChartBar[];
  readonly from: number;
  readonly newest: ChartBar | undefined;
  /** Levels that studies add. */
  readonly levels?: (scene: LevelScene) => readonly StudyLevel[];
}
