/** Scheduled releases and their windows as the chart is given them: a time and an importance, never a direction. */
import type { Importance } from '@undertow/market';

export interface ChartRelease {
  readonly id: string;
  readonly timeMs: number;
  /** Short words of the lane. */
  readonly label: string;
  readonly importance: Importance;
  /** `219k, exp. 228k`; null where the calendar has no figures. */
  readonly figures: string | null;
}

export interface ChartNews {
  /** The lane below the times is there: a calendar is followed and the plan shows it. */
  readonly hasLane: boolean;
  /** In the order of their times. */
  readonly releases: readonly ChartRelease[];
  readonly windows: readonly { readonly fromMs: number; readonly toMs: number }[];
}

export const NO_NEWS: ChartNews = { hasLane: false, releases: [], windows: [] };
