/** The crosshair of a pane in its link: what it shows the others, and what it sees of theirs. */
import { useEffect, useMemo } from 'react';
import type { Readable } from '#lib/state/observable.ts';
import type { LinkPoint, PaneLink } from './link-bus.ts';

type Point = Omit<LinkPoint, 'paneId'>;

export interface SharedPoint {
  /** Of another pane; null while there is none. Watched, not rendered: it changes with each movement of a pointer. */
  readonly linked: Readable<Point | null>;
  readonly onPoint: (point: Point | null) => void;
}

export function sharedPoint(point: PaneLink['point'], paneId: string): SharedPoint {
  const own = (): boolean => point.get()?.paneId === paneId;
  return {
    linked: { get: () => (own() ? null : point.get()), subscribe: point.subscribe },
    onPoint(at) {
      if (at !== null) point.set({ ...at, paneId });
      else if (own()) point.set(null);
    },
  };
}

/** What the pane set is withdrawn when it goes. */
export function useSharedPoint(point: PaneLink['point'], paneId: string): SharedPoint {
  const shared = useMemo(() => sharedPoint(point, paneId), [point, paneId]);
  useEffect(() => () => shared.onPoint(null), [shared]);
  return shared;
}
