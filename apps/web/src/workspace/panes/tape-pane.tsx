/** The tape in a pane, linked by instant and price. */
import type { ReactNode } from 'react';
import { TapeView } from '#features/flow/tape/tape-view.tsx';
import { useSharedPoint } from '#workspace/links/use-shared-point.ts';
import { PaneFacts } from './pane-facts.tsx';
import type { PaneProps } from './pane-props.ts';
import { tapeChoices } from './tape-choices.ts';

export function TapePane({ paneId, instrumentId, link, settings, size }: PaneProps): ReactNode {
  const { linked, onPoint } = useSharedPoint(link.point, paneId);
  const choices = tapeChoices(settings);
  return (
    <div className="pane-fill">
      <PaneFacts>
        <span>{choices.minSize > 1 ? `from ${choices.minSize}` : 'all sizes'}</span>
      </PaneFacts>
      <TapeView
        {...choices}
        instrumentId={instrumentId}
        height={size.height}
        linked={linked}
        onPoint={onPoint}
        onEvent={link.eventId.set}
      />
    </div>
  );
}
