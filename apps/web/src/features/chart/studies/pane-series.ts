/** The bars of a chart in a pane, whatever they are made of. */
import type { ChartSeries } from '#features/chart/use-chart-input.ts';

export interface PaneSeries extends ChartSeries {
  /** Loads older bars, if there are any. */
  readonly needOlder: () => void;
  readonly isComplete: boolean;
  /** How far back the bars go, where that is not as far as there are any. */
  readonly note: string | null;
}
