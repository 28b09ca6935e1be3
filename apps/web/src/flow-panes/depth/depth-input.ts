/** What a board of depth over time is given, and what it reports. */
import type { Instrument } from '@undertow/market';
import type { DepthMark } from './paint-marks.ts';

/** What is not in the timeline. */
export interface DepthInput {
  readonly width: number;
  readonly height: number;
  readonly marks: readonly DepthMark[];
  /** Orders from this size on have a bubble. */
  readonly minSize: number;
  readonly isOld: boolean;
  /** The view scrolls back to here at most: the open of the session. */
  readonly firstMs: number | null;
}

export interface DepthBoardOptions {
  readonly instrument: Instrument;
  readonly onPoint: (point: { readonly atMs: number; readonly priceTicks: number } | null) => void;
  readonly onEvent: (eventId: string) => void;
  /** What is visible: from, to, and whether it follows the present. */
  readonly onView: (view: {
    readonly fromMs: number;
    readonly toMs: number;
    readonly isLive: boolean;
  }) => void;
}
