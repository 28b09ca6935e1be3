/** Depth over time in a pane, linked by instant and price. */
import { instrumentById } from '@undertow/market';
import type { ReactNode } from 'react';
import { DepthView } from '#features/flow/depth/depth-view.tsx';
import { HEAT_TOKENS } from '#flow-panes/depth/depth-theme.ts';
import { useObservable } from '#lib/state/observable.ts';
import { useSharedPoint } from '#workspace/links/use-shared-point.ts';
import { depthMinSize } from './depth-choices.ts';
import { PaneFacts } from './pane-facts.tsx';
import type { PaneProps } from './pane-props.ts';

function Legend({ minSize }: { readonly minSize: number }): ReactNode {
  return (
    <>
      <span
        className="heat-legend"
        title="Each step has as many resting sizes as the quantiles of what is visible"
      >
        resting size, small
        <span aria-hidden="true">
          {HEAT_TOKENS.map((token) => (
            <i key={token} style={{ background: `var(${token})` }} />
          ))}
        </span>
        large
      </span>
      <span>{minSize > 1 ? `orders from ${minSize}` : 'all orders'}, area by contracts</span>
      <span>
        <b className="text-up-text">●</b> bought <b className="text-down-text">●</b> sold
      </span>
    </>
  );
}

export function DepthPane(props: PaneProps): ReactNode {
  const { paneId, instrumentId, link, settings, size, isFocused } = props;
  const { linked, onPoint } = useSharedPoint(link.point, paneId);
  const chosenId = useObservable(link.eventId);
  const instrument = instrumentById(instrumentId);
  if (instrument === undefined) return null;
  const minSize = depthMinSize(settings);
  return (
    <div className="pane-fill relative">
      <PaneFacts>
        <Legend minSize={minSize} />
      </PaneFacts>
      <DepthView
        instrument={instrument}
        size={size}
        minSize={minSize}
        linked={linked}
        chosenId={chosenId}
        isFocused={isFocused}
        onPoint={onPoint}
        onEvent={link.eventId.set}
      />
    </div>
  );
}
