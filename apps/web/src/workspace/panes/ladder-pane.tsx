/** The ladder in a pane, linked by price. */
import { instrumentById } from '@undertow/market';
import type { ReactNode } from 'react';
import { LadderView } from '#features/flow/ladder/ladder-view.tsx';
import { minutesOf } from '#lib/words/timeframes.ts';
import { useSharedPoint } from '#workspace/links/use-shared-point.ts';
import { ladderChoices } from './ladder-choices.ts';
import { PaneFacts } from './pane-facts.tsx';
import type { PaneProps } from './pane-props.ts';

export function LadderPane(props: PaneProps): ReactNode {
  const { paneId, instrumentId, timeframe, link, settings, size, isFocused } = props;
  const { linked, onPoint } = useSharedPoint(link.point, paneId);
  const instrument = instrumentById(instrumentId);
  if (instrument === undefined) return null;
  return (
    <div className="pane-fill">
      <PaneFacts>
        <span>
          5 s: <b className="font-medium text-accent">+ stacked</b>{' '}
          <b className="font-medium text-warn">− pulled</b>
        </span>
      </PaneFacts>
      <LadderView
        {...ladderChoices(settings)}
        instrument={instrument}
        size={size}
        minutes={minutesOf(timeframe)}
        linked={linked}
        isFocused={isFocused}
        onPoint={onPoint}
        onEvent={link.eventId.set}
      />
    </div>
  );
}
