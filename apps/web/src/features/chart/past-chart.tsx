/**
 * The order-flow chart at a moment of the past, with marks of the reader's own and the events of that time. It does not
 * run.
 */
import type { OrderFlowEventDto } from '@undertow/contracts';
import {
  FEED_SOURCES,
  type FeedSource,
  type Instrument,
  instrumentById,
  NANOS_PER_POINT,
} from '@undertow/market';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useExchangeClock } from '#api/account/preferences.ts';
import { useBarsUntil, useFeedGaps } from '#api/market/market-data.ts';
import { createChart } from '#chart/create-chart.ts';
import {
  type ChartHandle,
  type ChartInput,
  type ChartStretch,
  EMPTY_CHART_INPUT,
} from '#chart/data/chart-input.ts';
import { USER_ZONE } from '#lib/format/times.ts';
import { minutesOf } from '#lib/words/timeframes.ts';
import { EmptyBlock, QueryState } from '#ui/layout/blocks.tsx';
import { chartEventOf, chartGaps } from './chart-facts.ts';
import { chartBarOf } from './merge-bars.ts';
import { pastWindow } from './past-moment.ts';

export interface PastMark {
  readonly id: string;
  readonly timeMs: number;
  readonly price: string;
  readonly side: 'buy' | 'sell';
  readonly text: string;
}

export interface PastChartProps {
  readonly instrumentId: number;
  readonly source: string | null;
  readonly fromMs: number;
  readonly toMs: number;
  readonly marks: readonly PastMark[];
  readonly events: readonly OrderFlowEventDto[];
  /** An instant to point at, over the bar that holds it. */
  readonly here?: { readonly timeMs: number; readonly text: string };
  /** Other bars came on screen; a stretch of the past ends. */
  readonly onStretch?: (stretch: ChartStretch & { readonly toMs: number }) => void;
}

/** Nothing of the present beside a moment of the past. */
const LAYERS = { ...EMPTY_CHART_INPUT.layers, profile: false, sessionLevels: false, aiLevels: false };

function hereMark(here: PastChartProps['here'], bars: ChartInput['bars']): ChartInput['marks'] {
  const bar = here === undefined ? undefined : bars.findLast(({ startMs }) => startMs <= here.timeMs);
  return here === undefined || bar === undefined
    ? []
    : [{ ...here, id: 'here', side: 'here', priceTicks: bar.highTicks }];
}

function inputOf(
  instrument: Instrument,
  { source, marks, events, here }: PastChartProps,
  window: ReturnType<typeof pastWindow>,
  { bars, exchangeClock, gaps }: Pick<ChartInput, 'bars' | 'exchangeClock' | 'gaps'>,
): ChartInput {
  // The watermark says that this is not the market of now
  const known: FeedSource = FEED_SOURCES.find((one) => one === source) ?? 'replay';
  return {
    ...EMPTY_CHART_INPUT,
    instrument,
    timeframeMinutes: minutesOf(window.timeframe),
    timeZone: USER_ZONE,
    exchangeClock,
    bars,
    gaps,
    lastPriceTicks: bars.at(-1)?.closeTicks ?? null,
    events: events.map((event) => chartEventOf(instrument, event)),
    marks: [
      ...marks.map(({ price, ...mark }) => ({
        ...mark,
        priceTicks: Math.round((Number(price) * NANOS_PER_POINT) / instrument.tickNanos),
      })),
      ...hereMark(here, bars),
    ],
    activeEvents: { most: 0, leastOpacity: 1 },
    feed: { isOld: false, source: known, delaySeconds: 0 },
    clock: { asOfMs: window.endMs, receivedAtMs: 0, rate: 0 },
    layers: LAYERS,
    letterKeys: false,
  };
}

interface StillProps {
  readonly input: ChartInput;
  readonly onStretch: (stretch: ChartStretch) => void;
}

function Still({ input, onStretch }: StillProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const handle = useRef<ChartHandle | null>(null);
  const report = useRef(onStretch);
  useEffect(() => {
    report.current = onStretch;
  });
  useEffect(() => {
    if (box.current === null) return;
    const chart = createChart(box.current, { onStretch: (stretch) => report.current(stretch) });
    handle.current = chart;
    return () => {
      handle.current = null;
      chart.dispose();
    };
  }, []);
  useEffect(() => handle.current?.update(input), [input]);
  return <div ref={box} className="past-chart" data-testid="past-chart" />;
}

function Drawn({ instrument, ...props }: PastChartProps & { readonly instrument: Instrument }): ReactNode {
  const { fromMs, toMs, onStretch } = props;
  const window = useMemo(() => pastWindow(fromMs, toMs, Date.now()), [fromMs, toMs]);
  const end = new Date(window.endMs).toISOString();
  const query = useBarsUntil(instrument.id, window.timeframe, end);
  const gaps = useFeedGaps(instrument.id, { end }).data?.data;
  const { data, error } = query;
  const exchangeClock = useExchangeClock();
  const input = useMemo(() => {
    const bars = (data?.data ?? []).map((bar) => chartBarOf(instrument, bar));
    return inputOf(instrument, props, window, { bars, exchangeClock, gaps: chartGaps(null, gaps ?? []) });
  }, [instrument, data, gaps, window, exchangeClock, props.source, props.events, props.marks, props.here]);
  if (error !== null || data === undefined)
    return <QueryState query={query} failed="The bars could not be loaded" rows={6} height={14} />;
  if (data.data.length === 0)
    return <EmptyBlock title="No bars for that time" text="The market was not recorded then." />;
  return (
    <Still
      input={input}
      onStretch={(stretch) => onStretch?.({ ...stretch, toMs: stretch.toMs ?? window.endMs })}
    />
  );
}

export function PastChart(props: PastChartProps): ReactNode {
  const instrument = instrumentById(props.instrumentId);
  return instrument === undefined ? null : <Drawn {...props} instrument={instrument} />;
}
