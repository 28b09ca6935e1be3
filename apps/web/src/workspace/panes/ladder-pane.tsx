/** The ladder in a pane, linked by price. */
import { instrumentById } from '@undertow/market';
import { type ReactNode, useCallback } from 'react';
import { LadderView } from '#features/flow/ladder/ladder-view.tsx';
import { useObservable } from '#lib/state/observable.ts';
import { minutesOf } from '#lib/words/timeframes.ts';
import { ladderChoices } from './ladder-choices.ts';
import { PaneFacts } from './pane-facts.tsx';
import type { PaneProps } from './pane-props.ts';

export function LadderPane(props: PaneProps): ReactNode {
  const { paneId, instrumentId, timeframe, link, settings, size, isFocused } = props;
  const point = useObservable(link.point);
  const onPoint = useCallback(
    (at: { readonly atMs: number; readonly priceTicks: number } | null): void => {
      if (at !== null) link.point.set({ ...at, paneId });
      else if (link.point.get()?.paneId === paneId) link.point.set(null);
    },
    [link, paneId],
  );
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
        linkedTicks={point?.priceTicks ?? null}
        isFocused={isFocused}
        onPoint={onPoint}
        onEvent={link.eventId.set}
      />
    </div>
  );
}
