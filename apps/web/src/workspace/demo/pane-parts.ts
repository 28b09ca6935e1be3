/** What every pane of the demo's workspace is given: the played market, its events, and the crosshair that they share. */
import type { RecordedFinding } from '@undertow/market';
import type { Size } from '#lib/hooks/use-size.ts';
import type { SharedPoint } from '#workspace/links/use-shared-point.ts';
import type { ExcerptPlayer } from './excerpt-player.ts';

export const PANES = ['Footprint', 'Depth', 'Ladder', 'Tape'] as const;
export type PaneName = (typeof PANES)[number];

/** Prices in ticks, times in milliseconds since 1970 UTC. */
export interface DemoPaneParts extends SharedPoint {
  readonly player: ExcerptPlayer;
  /** Newest first, as they are known now. */
  readonly findings: readonly RecordedFinding[];
  /** The played instant, whole seconds as milliseconds since 1970 UTC. */
  readonly nowMs: number;
  readonly chosenId: string | null;
  readonly size: Size;
  readonly onEvent: (findingId: string) => void;
}
