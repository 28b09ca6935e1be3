/** What opening a pane will do, by the layout on screen and the plan. Pure. */
import { MAX_PANES } from '@undertow/contracts';

export interface PaneRoom {
  /** The layout on screen; null where there is none of the user's own. */
  readonly layoutName: string | null;
  readonly isOpen: boolean;
  readonly used: number;
  readonly limit: number;
}

/** `add to ES flow, 5m`, `open, go to it`, or the limit that stands in the way. */
export function paneNote({ layoutName, isOpen, used, limit }: PaneRoom, timeframe: string | null): string {
  if (limit === 0) return 'panes of your own need a plan';
  if (layoutName === null) return 'in a new layout';
  if (isOpen) return 'open, go to it';
  if (used < limit) return `add to ${layoutName}${timeframe === null ? '' : `, ${timeframe}`}`;
  return limit < MAX_PANES ? `your plan has ${limit} panes` : `${used} of ${limit} panes, close one first`;
}
