/** The chart with its frame: loading, failed, or drawn; H shows the same as a table. */
import { formatPrice } from '@undertow/market';
import { type ComponentType, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { usePreferences } from '#api/account/preferences.ts';
import type {
  ChartBar,
  ChartCrosshair,
  ChartHover,
  ChartInput,
  ChartMarks,
  ChartStretch,
} from '#chart/data/chart-input.ts';
import type { DrawnChart } from '#chart/drawn-chart.ts';
import type { ChartGuest } from '#chart/paint/chart-stage.ts';
import { certaintyText } from '#chart/scene/ai-tags.ts';
import { readableError } from '#lib/format/readable-error.ts';
import { useObservable, watch } from '#lib/state/observable.ts';
import { areSmallerShown } from '#lib/state/smaller-events.ts';
import { viewNowMs } from '#live/freshness.ts';
import { useInstrumentLive } from '#live/live-context.tsx';
import { ErrorBlock } from '#ui/layout/blocks.tsx';
import { MissingData } from '#ui/layout/missing-data.tsx';
import { Ring } from '#ui/marks/spinner.tsx';
import { ChartChips } from './chart-chips.tsx';
import { ChartTableDialog } from './chart-table-dialog.tsx';
import { ChartView } from './chart-view.tsx';
import { FrameText } from './frame-text.tsx';
import { MarkCard } from './mark-card.tsx';
import { type ChartData, type OwnChart, useChartInput } from './use-chart-input.ts';

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

/** What is put over the chart: tools that draw on it. */
export interface ChartToolsProps {
  readonly guest: ChartGuest;
  readonly input: ChartInput;
  readonly instrumentId: number;
}

export interface ChartPanelProps {
  readonly instrumentId: number;
  readonly selectedEventId: string | null;
  readonly onEventSelect: (eventId: string) => void;
  /** Loaded beside the chart: nothing of it is needed for the first paint. */
  readonly Tools: ComponentType<ChartToolsProps>;
  /** In a pane of its own, whose head has what the frame's text says; null, or left out, on the dashboard. */
  readonly own?: OwnChart | null;
  readonly onCrosshair?: (crosshair: ChartCrosshair | null) => void;
}

const NO_MARKS: ChartMarks = { shown: 0, active: 0, hidden: 0, texts: [] };

/** For screen readers: what the canvas shows of the past. */
function MarkList({ texts }: Pick<ChartMarks, 'texts'>): ReactNode {
  return (
    <ul className="sr-only" aria-label="Marks on the chart">
      {texts.map((text, index) => (
        <li key={`${index} ${text}`}>{text}</li>
      ))}
    </ul>
  );
}

/** The mark with the card, while it is known. */
function HoveredMark({ hover, known, feed, input, box }: HoveredMarkProps): ReactNode {
  if (hover === null) return null;
  const { source } = feed.state.status ?? { source: 'simulated' };
  return (
    <MarkCard
      hover={hover}
      known={known}
      isSimulated={source === 'simulated'}
      timeframeMinutes={input.timeframeMinutes}
      width={box?.clientWidth ?? 0}
      height={box?.clientHeight ?? 0}
    />
  );
}

interface HoveredMarkProps extends Pick<ChartData, 'known' | 'feed' | 'input'> {
  readonly hover: ChartHover | null;
  readonly box: HTMLElement | null;
}

/** `Support, lower edge 81% at 4562.00`. */
function aiTitles({
  instrument,
  aiLevels,
  layers,
}: ChartInput): readonly { readonly id: string; readonly title: string }[] {
  return instrument === null || !layers.aiLevels
    ? []
    : aiLevels.map((level) => ({
        id: level.id,
        title: `${level.label} ${certaintyText(level)} at ${formatPrice(instrument, level.priceTicks)}`,
      }));
}

/** The chart, or why there is none: of what is withheld no earlier bar stays on screen. */
export function ChartPanel(props: ChartPanelProps): ReactNode {
  const missing = useInstrumentLive(props.instrumentId, (state) => state.missingPrices);
  if (missing === null) return <LoadedChart {...props} />;
  return (
    <div className="chart-box">
      <div className="grid grow place-items-center text-center">
        <MissingData missing={missing} />
      </div>
    </div>
  );
}

function NotLoaded({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }): ReactNode {
  return (
    <div className="grid grow place-items-center">
      <ErrorBlock
        title="The chart could not be loaded"
        text={`${readableError(error)} Trying again in 4 s.`}
        onRetry={onRetry}
      />
    </div>
  );
}

/** The newest bar is not on screen. */
const isPast = (stretch: ChartStretch | null): boolean => stretch !== null && stretch.toMs !== null;

function useLinkedPoint(chart: DrawnChart | null, own: OwnChart | null): void {
  const linked = own?.linked;
  useEffect(() => {
    if (chart === null || linked === undefined) return undefined;
    return watch(linked, (point) => chart.setLinkedPoint(point));
  }, [chart, linked]);
}

function LoadedChart(props: ChartPanelProps): ReactNode {
  const { instrumentId, selectedEventId, onEventSelect, Tools, own = null, onCrosshair } = props;
  const [stretch, setStretch] = useState<ChartStretch | null>(null);
  const smallMarks = useObservable(areSmallerShown);
  const [marks, setMarks] = useState(NO_MARKS);
  const [hover, setHover] = useState<ChartHover | null>(null);
  const [bar, setBar] = useState<ChartBar | null>(null);
  const [isTableOpen, setTableOpen] = useState(false);
  const [guest, setGuest] = useState<ChartGuest | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<DrawnChart | null>(null);
  useLinkedPoint(chart, own);
  const { value, save } = usePreferences();
  const data = useChartInput(instrumentId, { selectedEventId, stretch, smallMarks, own });
  const { input, feed, error, retry } = data;
  const isEmpty = input.bars.length === 0;
  const onSmallMarks = (): void => areSmallerShown.set(!areSmallerShown.get());
  const toggleColumn = (): void => save({ signalsCollapsed: !value.signalsCollapsed });
  const column = { isOpen: input.signalsColumn, onToggle: toggleColumn };
  return (
    <div className="chart-box" ref={box}>
      <FrameText instrumentId={instrumentId} input={input} feed={feed} bar={bar} isPane={own !== null} />
      {isEmpty && error !== null ? (
        <NotLoaded error={error} onRetry={retry} />
      ) : (
        <ChartView
          input={input}
          onChart={setChart}
          onStage={setGuest}
          handlers={{
            onEventSelect,
            onEventHover: setHover,
            onMarks: setMarks,
            onStretch: (next) => {
              setStretch(next);
              own?.onStretch(next);
            },
            onSmallMarks,
            onCrosshair: (crosshair) => {
              setBar(crosshair?.bar ?? null);
              onCrosshair?.(crosshair);
            },
            onOpenTable: () => setTableOpen(true),
          }}
        />
      )}
      {isEmpty ? null : (
        <ChartChips
          hidden={marks.hidden + data.unloaded}
          areShown={smallMarks}
          letterKeys={input.letterKeys}
          onSmallMarks={onSmallMarks}
          aiLevels={aiTitles(input)}
          onLive={isPast(stretch) ? () => chart?.run('reset') : null}
          column={data.hasRoom && marks.active > 0 ? column : null}
        />
      )}
      {isEmpty || own === null ? null : own.addition({ chart, input, bar, box: box.current })}
      {isEmpty || guest === null ? null : (
        <Suspense fallback={null}>
          <Tools key={instrumentId} guest={guest} input={input} instrumentId={instrumentId} />
        </Suspense>
      )}
      <MarkList texts={marks.texts} />
      <HoveredMark hover={hover} known={data.known} feed={feed} input={input} box={box.current} />
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
