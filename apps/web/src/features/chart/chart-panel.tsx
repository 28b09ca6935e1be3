/** The chart with its frame: loading, failed, or drawn; H shows the same as a table. */
import { type ReactNode, useState } from 'react';
import { readableError } from '#api/api-error.ts';
import type { ChartBar } from '#chart/chart-input.ts';
import { viewNowMs } from '#live/freshness.ts';
import { ErrorBlock } from '#ui/blocks.tsx';
import { Ring } from '#ui/spinner.tsx';
import { ChartTableDialog } from './chart-table-dialog.tsx';
import { ChartView } from './chart-view.tsx';
import { FrameText } from './frame-text.tsx';
import { useChartInput } from './use-chart-input.ts';

/** Heights of the grey bars behind the spinner, in percent: a shape, no data. */
const GHOST_HEIGHTS = [30, 67, 51, 35, 72, 56, 40, 77, 61, 45, 82, 66, 50, 34, 71, 55, 39, 76, 60, 44];

function Loading(): ReactNode {
  return (
    <>
      <div className="ghost-bars" aria-hidden="true">
        {GHOST_HEIGHTS.map((height) => (
          <i key={height} className="skeleton" style={{ height: `${height}%` }} />
        ))}
      </div>
      <div className="absolute inset-0 grid place-items-center">
        <div className="rounded-lg bg-surface px-5 py-3" role="status">
          <div className="flex justify-center">
            <Ring />
          </div>
          <p className="t-14 mt-2.5 font-medium">Loading Market Data</p>
        </div>
      </div>
    </>
  );
}

export interface ChartPanelProps {
  readonly instrumentId: number;
  readonly selectedEventId: string | null;
  readonly onEventSelect: (eventId: string) => void;
}

export function ChartPanel({ instrumentId, selectedEventId, onEventSelect }: ChartPanelProps): ReactNode {
  const { input, feed, error, retry } = useChartInput(instrumentId, selectedEventId);
  const [bar, setBar] = useState<ChartBar | null>(null);
  const [isTableOpen, setTableOpen] = useState(false);
  const isEmpty = input.bars.length === 0;
  return (
    <div className="chart-box">
      <FrameText instrumentId={instrumentId} input={input} feed={feed} bar={bar} />
      {isEmpty && error !== null ? (
        <div className="grid grow place-items-center">
          <ErrorBlock
            title="The chart could not be loaded"
            text={`${readableError(error)} Trying again in 4 s.`}
            onRetry={retry}
          />
        </div>
      ) : null}
      {isEmpty && error !== null ? null : (
        <ChartView
          input={input}
          onEventSelect={onEventSelect}
          onCrosshair={(crosshair) => setBar(crosshair?.bar ?? null)}
          onOpenTable={() => setTableOpen(true)}
        />
      )}
      {isEmpty && error === null ? <Loading /> : null}
      <ChartTableDialog
        open={isTableOpen}
        input={input}
        nowMs={viewNowMs(feed.state, performance.now()) ?? 0}
        onClose={() => setTableOpen(false)}
      />
    </div>
  );
}
