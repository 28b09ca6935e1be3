/** The tape in a pane, linked by instant and price. */
import { type ReactNode, useCallback } from 'react';
import { TapeView } from '#features/flow/tape/tape-view.tsx';
import { useObservable } from '#lib/state/observable.ts';
import { PaneFacts } from './pane-facts.tsx';
import type { PaneProps } from './pane-props.ts';
import { tapeChoices } from './tape-choices.ts';

export function TapePane({ paneId, instrumentId, link, settings, size }: PaneProps): ReactNode {
  const point = useObservable(link.point);
  const choices = tapeChoices(settings);
  const onPoint = useCallback(
    (at: { readonly atMs: number; readonly priceTicks: number } | null): void => {
      if (at !== null) link.point.set({ ...at, paneId });
      else if (link.point.get()?.paneId === paneId) link.point.set(null);
    },
    [link, paneId],
  );
  return (
    <div className="pane-fill">
      <PaneFacts>
        <span>{choices.minSize > 1 ? `from ${choices.minSize}` : 'all sizes'}</span>
      </PaneFacts>
      <TapeView
        {...choices}
        instrumentId={instrumentId}
        height={size.height}
        point={point === null || point.paneId === paneId ? null : point}
        onPoint={onPoint}
        onEvent={link.eventId.set}
      />
    </div>
  );
}
