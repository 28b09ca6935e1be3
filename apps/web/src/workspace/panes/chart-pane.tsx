/** The chart of the dashboard in a pane: its own instrument, bars, layers and studies, linked by instant. */
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { useSignIn } from '#api/account/auth.ts';
import type { ChartCrosshair } from '#chart/data/chart-input.ts';
import { hasStudies, studyChoices } from '#chart/studies/study-choices.ts';
import { ChartPanel } from '#features/chart/chart-panel.tsx';
import { ChartHeadFacts } from '#features/chart/frame-text.tsx';
import type { ChartParts } from '#features/chart/use-chart-input.ts';
import { untilLoaded } from '#lib/browser/until-loaded.ts';
import { DrawingTools } from '#workspace/drawings/lazy-drawing-tools.ts';
import { useSharedPoint } from '#workspace/links/use-shared-point.ts';
import '#features/chart/studies/chart-studies.css';
import { type BarPlan, barChoice, barPlan, sessionTemplate } from '#features/chart/studies/bar-choice.ts';
import { zoneOf } from '#features/chart/studies/bar-settings.tsx';
import type { PaneSeries } from '#features/chart/studies/pane-series.ts';
import { PlaceStudy, type Placing } from '#features/chart/studies/place-study.tsx';
import { useOlderBars } from '#features/chart/studies/use-older-bars.ts';
import { useStoredSeries } from '#features/chart/studies/use-stored-series.ts';
import { useStudyMarket } from '#features/chart/studies/use-study-market.ts';
import { useObservable } from '#lib/state/observable.ts';
import { useChartLayers } from './chart-layers.ts';
import { PaneFacts } from './pane-facts.tsx';
import type { PaneProps } from './pane-props.ts';
import { useFlowSeries } from './use-flow-series.ts';

const StudyLayer = lazy(() =>
  untilLoaded(() => import('#features/chart/studies/study-layer.tsx')).then((file) => ({
    default: file.StudyLayer,
  })),
);

interface SeriesProps extends PaneProps {
  readonly plan: BarPlan;
}

/** The names of settings that studies are read from: others change without making them anew. */
function useStudyChoices(settings: PaneProps['settings']) {
  const key = JSON.stringify(studyChoices(settings));
  return useMemo(() => JSON.parse(key) as ReturnType<typeof studyChoices>, [key]);
}

const placingOf = ({ placing }: PaneProps['settings']): Placing | null =>
  placing === 'anchor' || placing === 'range' ? placing : null;

/** What the chosen bars change of the settings. */
function placed(
  placing: Placing,
  instants: readonly number[],
  anchors: readonly number[],
): PaneProps['settings'] {
  return placing === 'anchor'
    ? { placing: '', anchors: [...anchors, ...instants].join(',') }
    : { placing: '', profileRange: instants.join(',') };
}

/** Right of the last bar a crosshair is at no instant. */
function pointOf(crosshair: ChartCrosshair | null) {
  const bar = crosshair?.bar ?? null;
  return crosshair === null || bar === null ? null : { atMs: bar.startMs, priceTicks: crosshair.priceTicks };
}

function SeriesChart(props: SeriesProps & { readonly series: PaneSeries }): ReactNode {
  const { paneId, instrumentId, link, settings, isFocused, series, onSettings } = props;
  const eventId = useObservable(link.eventId);
  const layers = useChartLayers(settings);
  const choices = useStudyChoices(settings);
  const market = useStudyMarket(instrumentId, sessionTemplate(settings));
  const { linked, onPoint } = useSharedPoint(link.point, paneId);
  const onStretch = useOlderBars(series, choices, market);
  const placing = placingOf(settings);
  const addition = (parts: ChartParts): ReactNode => (
    <>
      {market !== null && hasStudies(choices) ? (
        <Suspense fallback={null}>
          <StudyLayer parts={parts} choices={choices} market={market} />
        </Suspense>
      ) : null}
      {placing === null ? null : (
        <PlaceStudy
          key={placing}
          parts={parts}
          placing={placing}
          onPlaced={(instants) => onSettings(placed(placing, instants, choices.anchors))}
          onCancel={() => onSettings({ placing: '' })}
        />
      )}
    </>
  );
  return (
    <>
      <PaneFacts>
        <ChartHeadFacts instrumentId={instrumentId} />
        {series.note === null ? null : <span>{series.note}</span>}
      </PaneFacts>
      <ChartPanel
        Tools={DrawingTools}
        instrumentId={instrumentId}
        selectedEventId={eventId}
        onEventSelect={link.eventId.set}
        own={{ series, timeZone: zoneOf(settings), layers, isFocused, linked, addition, onStretch }}
        onCrosshair={(crosshair) => onPoint(pointOf(crosshair))}
      />
    </>
  );
}

function StoredChart(props: SeriesProps & { readonly plan: Extract<BarPlan, { from: 'bars' }> }): ReactNode {
  const market = useStudyMarket(props.instrumentId, sessionTemplate(props.settings));
  return <SeriesChart {...props} series={useStoredSeries(props.instrumentId, props.plan, market)} />;
}

function FlowChart(
  props: SeriesProps & { readonly plan: Extract<BarPlan, { from: 'executions' }> },
): ReactNode {
  const { user } = useSignIn();
  const market = useStudyMarket(props.instrumentId, sessionTemplate(props.settings));
  const series = useFlowSeries(props.instrumentId, props.plan.rule, props.plan.minutes, {
    market,
    tier: user?.subscriptionTier ?? 'free',
  });
  return <SeriesChart {...props} series={series} />;
}

export function ChartPane(props: PaneProps): ReactNode {
  const { settings, timeframe } = props;
  const choice = barChoice(settings);
  const template = sessionTemplate(settings);
  const value = choice?.value ?? '';
  // The plan keeps its identity: another one makes other bars
  const plan = useMemo(() => barPlan(choice, timeframe, template), [value, timeframe, template]);
  // Other bars begin with a chart of their own
  const key = `${value} ${plan.from === 'bars' ? `${plan.base} ${plan.minutes}` : ''} ${template}`;
  return plan.from === 'bars' ? (
    <StoredChart key={key} {...props} plan={plan} />
  ) : (
    <FlowChart key={key} {...props} plan={plan} />
  );
}
