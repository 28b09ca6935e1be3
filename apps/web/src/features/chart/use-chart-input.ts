/**
 * Gathers what the chart draws from the live store and the polled answers; parts keep their identity while nothing in
 * them changed.
 */

import type { TimeframeName } from '@undertow/contracts';
import { backAdjusted, instrumentById, offsetAt, rollsOf } from '@undertow/market';
import { type ReactNode, useMemo } from 'react';
import { useChartLetters } from '#api/account/key-commands.ts';
import { useExchangeClock, usePreferences } from '#api/account/preferences.ts';
import { wantedPatterns } from '#api/market/event-filter.ts';
import { useBars, useFeedGaps, useSessionFacts } from '#api/market/market-data.ts';
import { useAiPatterns } from '#api/market/patterns.ts';
import {
  type ChartBar,
  type ChartInput,
  type ChartStretch,
  EMPTY_CHART_INPUT,
} from '#chart/data/chart-input.ts';
import type { ChartLinkedPoint } from '#chart/data/linked-point.ts';
import type { DrawnChart } from '#chart/drawn-chart.ts';
import { USER_ZONE } from '#lib/format/times.ts';
import { useMedia } from '#lib/hooks/use-media.ts';
import type { Readable } from '#lib/state/observable.ts';
import { minutesOf } from '#lib/words/timeframes.ts';
import { type FeedView, useFeedView, useInstrumentLive } from '#live/live-context.tsx';
import { chartAiLevels, chartGaps, chartProfile, chartSessionLevels } from './chart-facts.ts';
import { chartBarOf, mergeBars, mergeMinutes } from './merge-bars.ts';
import { useChartNews } from './news-on-chart.ts';
import { type ChartEvents, useChartEvents } from './use-chart-events.ts';

export interface ChartData {
  readonly input: ChartInput;
  readonly feed: FeedView;
  readonly known: ChartEvents['known'];
  readonly unloaded: number;
  /** There is space for the signals in a column. */
  readonly hasRoom: boolean;
  /** The bars could not be loaded. */
  readonly error: Error | null;
  readonly retry: () => void;
}

/** Candles of the chosen timeframe, the newest one from the socket, with the rolls between them. */
function useCandles(
  instrumentId: number,
  timeframe: TimeframeName,
  isWanted: boolean,
): Pick<ChartInput, 'bars' | 'rolls' | 'isAdjusted'> & {
  readonly error: Error | null;
  readonly retry: () => void;
} {
  const { contractHistory } = usePreferences().value;
  const contracts = contractHistory === 'current' ? 'last' : 'all';
  const isAdjusted = contractHistory === 'adjusted';
  const history = useBars(isWanted ? instrumentId : null, timeframe, contracts);
  const minutes = useBars(isWanted ? instrumentId : null, '1m', contracts);
  const liveBars = useInstrumentLive(instrumentId, (state) => state.liveBars);
  const bars = useMemo(() => {
    const instrument = instrumentById(instrumentId);
    if (instrument === undefined || history.data === undefined) return EMPTY_CHART_INPUT.bars;
    const toChart = (list: typeof liveBars): ChartInput['bars'] =>
      list.map((bar) => chartBarOf(instrument, bar));
    const byMinute = mergeMinutes(toChart(minutes.data?.data ?? []), toChart(liveBars));
    return mergeBars(toChart(history.data.data), byMinute, minutesOf(timeframe)).slice(-100);
  }, [instrumentId, history.data, minutes.data, liveBars, timeframe]);
  const { shown, rolls } = useMemo(() => {
    const found = rollsOf(bars.map((bar) => ({ ...bar, contract: bar.contract ?? '' })));
    return { shown: isAdjusted ? backAdjusted(bars, found) : bars, rolls: found };
  }, [bars, isAdjusted]);
  return { bars: shown, rolls, isAdjusted, error: history.error, retry: () => void history.refetch() };
}

function useFacts(instrumentId: number): Pick<ChartInput, 'sessionLevels' | 'profile' | 'aiLevels'> {
  const facts = useSessionFacts(instrumentId).data;
  const all = useAiPatterns(instrumentId).data;
  const { value } = usePreferences();
  const patterns = useMemo(() => (all === undefined ? undefined : wantedPatterns(all, value)), [all, value]);
  return useMemo(() => {
    const instrument = instrumentById(instrumentId);
    if (instrument === undefined) return { sessionLevels: null, profile: null, aiLevels: [] };
    return {
      sessionLevels: facts === undefined ? null : chartSessionLevels(instrument, facts.data),
      profile: facts === undefined ? null : chartProfile(instrument, facts.data),
      aiLevels: chartAiLevels(instrument, patterns ?? []),
    };
  }, [instrumentId, facts, patterns]);
}

function useFeedParts(
  instrumentId: number,
): Pick<ChartInput, 'feed' | 'clock' | 'gaps' | 'news'> & { view: FeedView } {
  const view = useFeedView(instrumentId);
  const { line, state } = view;
  const { asOfMs, receivedAtMs, delaySeconds, status } = state;
  const { isOld } = line;
  const isReplay = status?.isReplay === true;
  const source = status?.source ?? 'simulated';
  const rate = line.isOld || isReplay ? 0 : (status?.replaySpeed ?? 1);
  const feed = useMemo(
    () => ({ isOld, source, delaySeconds, isReplay }),
    [isOld, source, delaySeconds, isReplay],
  );
  // Until the view's clock is known the reader's own day is used: zones depend on the date.
  const clock = useMemo(
    () => ({ asOfMs: asOfMs ?? Date.now(), receivedAtMs, rate: asOfMs === null ? 0 : rate }),
    [asOfMs, receivedAtMs, rate],
  );
  const lastGap = status?.lastGap ?? null;
  const known = useFeedGaps(instrumentId, { lastGap }).data?.data;
  const gaps = useMemo(() => chartGaps(status, known ?? []), [status, known]);
  return { feed, clock, gaps, view, news: useChartNews(instrumentId) };
}

/** Events of earlier contracts at the prices that the adjusted chart shows. */
function shifted(events: ChartInput['events'], rolls: ChartInput['rolls']): ChartInput['events'] {
  if (rolls.length === 0) return events;
  return events.map((event) => ({
    ...event,
    priceTicks: event.priceTicks + offsetAt(rolls, event.startedMs),
  }));
}

/** What an addition to a chart works with. */
export interface ChartParts {
  /** Null before it is there. */
  readonly chart: DrawnChart | null;
  readonly input: ChartInput;
  /** Under the crosshair. */
  readonly bar: ChartBar | null;
  /** The chart with everything over it. */
  readonly box: HTMLElement | null;
}

/** The bars of a chart in a pane, of any length. */
export interface ChartSeries extends Pick<ChartInput, 'bars' | 'rolls' | 'isAdjusted'> {
  /** Of a bar; 0 for bars that no time ends. */
  readonly minutes: number;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** What a chart in a pane of its own has instead of the dashboard's choices. */
export interface OwnChart {
  readonly series: ChartSeries;
  readonly timeZone: string;
  /** Draws into the chart and beside it. */
  readonly addition: (parts: ChartParts) => ReactNode;
  /** Other bars came on screen. */
  readonly onStretch: (stretch: ChartStretch) => void;
  readonly layers: ChartInput['layers'];
  /** Its letters act. */
  readonly isFocused: boolean;
  /** The crosshair of another pane. */
  readonly linked: Readable<ChartLinkedPoint | null>;
}

export interface ChartChoices {
  readonly selectedEventId: string | null;
  /** The bars on screen; null before the first frame. */
  readonly stretch: ChartStretch | null;
  readonly smallMarks: boolean;
  /** Null: the chart of the dashboard. */
  readonly own: OwnChart | null;
}

/** From this width there is space for the signals in a column. */
const COLUMN_FROM = '(min-width: 1440px)';

/** Which letters act. */
function useChartKeys(own: OwnChart | null): Pick<ChartInput, 'letterKeys' | 'letters'> {
  const { shortcuts } = usePreferences().value;
  const letters = useChartLetters();
  const letterKeys = shortcuts && own?.isFocused !== false;
  return useMemo(() => ({ letterKeys, letters }), [letterKeys, letters]);
}

/** The bars of the dashboard's timeframe, or those of the pane. */
function useShownBars(instrumentId: number, own: OwnChart | null) {
  const { value } = usePreferences();
  const candles = useCandles(instrumentId, value.timeframe, own === null);
  return {
    ...(own?.series ?? candles),
    timeframeMinutes: own?.series.minutes ?? minutesOf(value.timeframe),
    timeZone: own?.timeZone ?? USER_ZONE,
    layers: (own ?? value).layers,
  };
}

/** Everything for the chart of an instrument. */
export function useChartInput(
  instrumentId: number,
  { selectedEventId, stretch, smallMarks, own }: ChartChoices,
): ChartData {
  const { value } = usePreferences();
  const keys = useChartKeys(own);
  const { bars, rolls, isAdjusted, error, retry, ...shown } = useShownBars(instrumentId, own);
  const { timeframeMinutes, timeZone, layers } = shown;
  const { events: found, known, unloaded } = useChartEvents(instrumentId, stretch);
  const events = useMemo(() => (isAdjusted ? shifted(found, rolls) : found), [found, rolls, isAdjusted]);
  // A pane has the gutter of glyphs: the column would take the place of its bars
  const hasRoom = useMedia(COLUMN_FROM) && own === null;
  const signalsColumn = hasRoom && !value.signalsCollapsed;
  const { sessionLevels, profile, aiLevels } = useFacts(instrumentId);
  const { feed, clock, gaps, view, news } = useFeedParts(instrumentId);
  const exchangeClock = useExchangeClock();
  const input = useMemo(
    () => ({
      instrument: instrumentById(instrumentId) ?? null,
      timeframeMinutes,
      timeZone,
      exchangeClock,
      bars,
      lastPriceTicks: bars.at(-1)?.closeTicks ?? null,
      events,
      activeEvents: EMPTY_CHART_INPUT.activeEvents,
      aiLevels,
      sessionLevels,
      profile,
      gaps,
      rolls,
      isAdjusted,
      ...{ marks: EMPTY_CHART_INPUT.marks, style: EMPTY_CHART_INPUT.style },
      news,
      feed,
      clock,
      layers,
      signalsColumn,
      smallMarks,
      selectedEventId,
      ...keys,
    }),
    [
      instrumentId,
      timeframeMinutes,
      timeZone,
      exchangeClock,
      bars,
      events,
      aiLevels,
      sessionLevels,
      profile,
      gaps,
      rolls,
      isAdjusted,
      news,
      feed,
      clock,
      layers,
      signalsColumn,
      smallMarks,
      selectedEventId,
      keys,
    ],
  );
  return { input, feed: view, known, unloaded, hasRoom, error, retry };
}
