/** Depth over time of an instrument, with what is loaded, missing or failed. */
import type { OrderFlowEventDto } from '@undertow/contracts';
import { calendarOf, type Instrument, parsePriceTicks } from '@undertow/market';
import { type ReactNode, useEffect, useMemo } from 'react';
import { useCommands, useKeyText } from '#api/account/key-commands.ts';
import { usePreferences } from '#api/account/preferences.ts';
import { wantedEvents } from '#api/market/event-filter.ts';
import { FlowNotice } from '#features/flow/parts/flow-notice.tsx';
import type { DepthMark, DepthPoint } from '#flow-panes/depth/paint-marks.ts';
import { readableError } from '#lib/format/readable-error.ts';
import { formatClock } from '#lib/format/times.ts';
import { type Readable, watch } from '#lib/state/observable.ts';
import { viewNowMs } from '#live/freshness.ts';
import { useFeedView } from '#live/live-context.tsx';
import { Button } from '#ui/controls/button.tsx';
import { SkeletonRows } from '#ui/layout/blocks.tsx';
import './depth.css';
import { DepthMirror } from './depth-mirror.tsx';
import { type PastState, useDepth, type VisibleStretch } from './use-depth.ts';

export interface DepthViewProps {
  readonly instrument: Instrument;
  readonly size: { readonly width: number; readonly height: number };
  readonly minSize: number;
  /** The crosshair of another pane. */
  readonly linked: Readable<DepthPoint | null>;
  readonly chosenId: string | null;
  readonly isFocused: boolean;
  readonly onPoint: (point: { readonly atMs: number; readonly priceTicks: number } | null) => void;
  readonly onEvent: (eventId: string) => void;
}

function depthMarks(
  instrument: Instrument,
  events: readonly OrderFlowEventDto[],
  chosenId: string | null,
): DepthMark[] {
  return events.map(({ id, eventType, price, size, metadata }) => ({
    eventId: id,
    type: eventType,
    atMs: Date.parse(metadata.updatedAt),
    priceTicks: parsePriceTicks(instrument, price),
    size,
    isChosen: id === chosenId,
  }));
}

function PastNotice({
  past,
  onRetry,
}: {
  readonly past: PastState;
  readonly onRetry: () => void;
}): ReactNode {
  if (past.kind === 'idle') return null;
  return (
    <p className="depth-past" role="status">
      {past.kind === 'loading' ? (
        'Loading what came before'
      ) : (
        <>
          {readableError(past.error)}
          <Button size="small" onClick={onRetry}>
            Try again
          </Button>
        </>
      )}
    </p>
  );
}

function BackToNow({
  visible,
  onClick,
}: {
  readonly visible: VisibleStretch | null;
  readonly onClick: () => void;
}) {
  const key = useKeyText('recentre');
  if (visible === null || visible.isLive) return null;
  return (
    <p className="depth-back">
      Until {formatClock(visible.toMs)}
      <Button size="small" onClick={onClick}>
        Back to now{key === null ? '' : ` (${key})`}
      </Button>
    </p>
  );
}

export function DepthView(props: DepthViewProps): ReactNode {
  const { instrument, size, minSize, linked, chosenId, isFocused } = props;
  const view = useFeedView(instrument.id);
  const { status, events } = view.state;
  const nowMs = viewNowMs(view.state, performance.now());
  const source = status?.source ?? null;
  const day = source === null || nowMs === null ? null : calendarOf(source).tradingDayOf(nowMs);
  const firstMs = source === null || day === null ? null : calendarOf(source).sessionBounds(day).openMs;
  const { host, board, isKnown, visible, past, retry } = useDepth(instrument, view, firstMs, props);
  const { value } = usePreferences();
  const marks = useMemo(
    () => depthMarks(instrument, wantedEvents(events, value), chosenId),
    [instrument, events, value, chosenId],
  );
  const { isOld } = view.line;
  const { width, height } = size;
  useEffect(() => {
    board?.update({ width, height, marks, minSize, isOld, firstMs });
  }, [board, width, height, marks, minSize, isOld, firstMs]);
  useEffect(
    () => (board === null ? undefined : watch(linked, (point) => board.setLinkedPoint(point))),
    [board, linked],
  );
  const toLive = (): void => board?.toLive();
  useCommands({ recentre: toLive, latestBars: toLive }, isFocused);
  return (
    <>
      <div className="depth-notices">
        <FlowNotice view={view} />
        <PastNotice past={past} onRetry={retry} />
      </div>
      {isKnown || board?.grid != null ? null : <SkeletonRows rows={12} height={12} />}
      <section
        ref={host}
        className="depth-place"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll what has the focus
        tabIndex={0}
        aria-label={`Depth over time of ${instrument.symbol}, arrow keys scroll, plus and minus zoom`}
      >
        {board === null || !isKnown ? null : <DepthMirror board={board} instrument={instrument} />}
      </section>
      <BackToNow visible={visible} onClick={toLive} />
    </>
  );
}
