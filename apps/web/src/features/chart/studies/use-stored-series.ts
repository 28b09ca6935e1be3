/** Bars of a chart in a pane from stored ones, the newest from the socket; older ones are loaded as they are needed. */
import type { TimeframeName } from '@undertow/contracts';
import { backAdjusted, instrumentById, rollsOf } from '@undertow/market';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { usePreferences } from '#api/account/preferences.ts';
import { useBars } from '#api/market/market-data.ts';
import type { ChartBar } from '#chart/data/chart-input.ts';
import type { StudyMarket } from '#chart/studies/session-bars.ts';
import { chartBarOf, mergeBars, mergeMinutes } from '#features/chart/merge-bars.ts';
import { minutesOf } from '#lib/words/timeframes.ts';
import { useInstrumentLive } from '#live/live-context.tsx';
import { longerBars, ofSession, withKnown } from './join-bars.ts';
import { OlderBars } from './older-bars.ts';
import type { PaneSeries } from './pane-series.ts';

/** Newest bars that one-minute bars may bring up to date. */
const LIVE_TAIL = 100;

interface StoredPlan {
  readonly base: TimeframeName;
  readonly minutes: number;
}

/** Bars of the base timeframe up to now. */
function useBase(instrumentId: number, base: TimeframeName, older: OlderBars | null): readonly ChartBar[] {
  const { contractHistory } = usePreferences().value;
  const contracts = contractHistory === 'current' ? 'last' : 'all';
  const newest = useBars(instrumentId, base, contracts).data?.data;
  const minutes = useBars(instrumentId, '1m', contracts).data?.data;
  const liveBars = useInstrumentLive(instrumentId, (state) => state.liveBars);
  const stored = useSyncExternalStore(older?.listen ?? noListener, older?.get ?? noBars, noBars);
  useEffect(() => {
    if (newest !== undefined) older?.take(newest);
  }, [older, newest]);
  const before = useRef<readonly ChartBar[]>([]);
  return useMemo(() => {
    const instrument = instrumentById(instrumentId);
    if (instrument === undefined || stored.length === 0) return stored;
    const toChart = (list: typeof liveBars): ChartBar[] => list.map((bar) => chartBarOf(instrument, bar));
    const byMinute = mergeMinutes(toChart(minutes ?? []), toChart(liveBars));
    const tail = mergeBars(stored.slice(-LIVE_TAIL), byMinute, minutesOf(base));
    const bars = withKnown(before.current, [...stored.slice(0, -LIVE_TAIL), ...tail]);
    before.current = bars;
    return bars;
  }, [instrumentId, base, stored, minutes, liveBars]);
}

const NOTHING: readonly ChartBar[] = [];
const noBars = (): readonly ChartBar[] => NOTHING;
const noListener = (): (() => void) => () => undefined;

export function useStoredSeries(
  instrumentId: number,
  { base, minutes }: StoredPlan,
  market: StudyMarket | null,
): PaneSeries {
  const { contractHistory } = usePreferences().value;
  const contracts = contractHistory === 'current' ? 'last' : 'all';
  const isAdjusted = contractHistory === 'adjusted';
  const older = useMemo(() => {
    const instrument = instrumentById(instrumentId);
    return instrument === undefined ? null : new OlderBars({ instrument, timeframe: base, contracts });
  }, [instrumentId, base, contracts]);
  const query = useBars(instrumentId, base, contracts);
  const known = useBase(instrumentId, base, older);
  const before = useRef<readonly ChartBar[]>([]);
  const bars = useMemo(() => {
    if (market === null) return known;
    const inSession = ofSession(known, market);
    if (minutes === minutesOf(base)) return inSession;
    before.current = withKnown(before.current, longerBars(inSession, minutes, market));
    return before.current;
  }, [known, market, minutes, base]);
  return useMemo(() => {
    const rolls = rollsOf(bars.map((bar) => ({ ...bar, contract: bar.contract ?? '' })));
    return {
      bars: isAdjusted ? backAdjusted(bars, rolls) : bars,
      rolls,
      isAdjusted,
      minutes,
      error: query.error,
      retry: () => void query.refetch(),
      needOlder: () => void older?.load(),
      isComplete: older?.isComplete ?? true,
      note: null,
    };
  }, [bars, isAdjusted, minutes, older, query.error, query.refetch]);
}
