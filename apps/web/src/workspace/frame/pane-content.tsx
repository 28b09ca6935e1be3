/** What is inside the frame of a pane: the pane itself, or a sentence why it is not there. */
import type { Pane, PaneSettings } from '@undertow/contracts';
import { memo, type ReactNode, Suspense } from 'react';
import { useInstrument } from '#api/market/instruments.ts';
import { useSize } from '#lib/hooks/use-size.ts';
import { EmptyBlock } from '#ui/layout/blocks.tsx';
import { Ring } from '#ui/marks/spinner.tsx';
import type { PaneLink } from '#workspace/links/link-bus.ts';
import { paneEntry } from '#workspace/panes/pane-registry.ts';
import { PaneBoundary } from './pane-boundary.tsx';

export interface PaneContentProps {
  readonly pane: Pane;
  readonly link: PaneLink;
  readonly isFocused: boolean;
  readonly mayShow: (instrumentId: number) => boolean;
  readonly onSettings: (settings: PaneSettings) => void;
}

function NotYours({ instrumentId }: { readonly instrumentId: number }): ReactNode {
  const symbol = useInstrument(instrumentId)?.symbol ?? 'This instrument';
  return (
    <EmptyBlock
      title={`${symbol} is not one of your active instruments`}
      text="Choose another one in the head of this pane, or add it to your instruments. The pane and its settings are kept."
    />
  );
}

function Loading(): ReactNode {
  return (
    <div className="grid grow place-items-center" role="status">
      <span className="sr-only">Loading the pane</span>
      <Ring />
    </div>
  );
}

export const PaneContent = memo(function PaneContent(props: PaneContentProps): ReactNode {
  const { pane, link, isFocused, mayShow, onSettings } = props;
  const [ref, size] = useSize();
  const entry = paneEntry(pane.kind);
  const isShown = entry !== undefined && mayShow(pane.instrumentId);
  return (
    <div ref={ref} className="pane-body">
      {entry === undefined ? (
        <EmptyBlock
          title="This pane needs a newer release"
          text="It is kept in the layout. Reload the page to show it."
        />
      ) : null}
      {entry !== undefined && !isShown ? <NotYours instrumentId={pane.instrumentId} /> : null}
      {isShown ? (
        <PaneBoundary title={entry.title}>
          <Suspense fallback={<Loading />}>
            <entry.Pane
              // Another instrument is another market: nothing of the one before may stay on screen
              key={pane.instrumentId}
              paneId={pane.id}
              instrumentId={pane.instrumentId}
              timeframe={pane.timeframe}
              link={link}
              settings={pane.settings}
              onSettings={(change) => onSettings({ ...pane.settings, ...change })}
              size={size}
              isFocused={isFocused}
            />
          </Suspense>
        </PaneBoundary>
      ) : null}
    </div>
  );
});
