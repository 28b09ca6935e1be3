/** Loads older bars as a chart is moved into the past, and as far as its studies need them. */
import { DAY_MS } from '@undertow/market';
import { useCallback, useEffect, useRef } from 'react';
import type { ChartStretch } from '#chart/data/chart-input.ts';
import type { StudyMarket } from '#chart/studies/session-bars.ts';
import type { StudyChoices } from '#chart/studies/study-choices.ts';
import type { PaneSeries } from './pane-series.ts';

/** Bars that a chart begins with, and bars that are loaded beyond the left edge. */
const FIRST_BARS = 100;
const AHEAD_BARS = 80;
/** Sessions before the present one whose profiles are shown without moving the chart. */
const PROFILE_DAYS = 4;

/** The instant from which the studies need bars, milliseconds since 1970 UTC. */
export function neededFromMs(choices: StudyChoices, market: StudyMarket, nowMs: number): number {
  const openMs = market.calendar.sessionBounds(market.calendar.tradingDayOf(nowMs)).openMs;
  const needs = [Number.POSITIVE_INFINITY];
  if (choices.vwapBands) needs.push(openMs);
  if (choices.sessionProfiles || choices.nakedPoints) needs.push(openMs - PROFILE_DAYS * DAY_MS);
  if (choices.fixedRange !== null) needs.push(choices.fixedRange.fromMs);
  return Math.min(...needs, ...choices.anchors);
}

/** True where bars are wanted before those that are there. */
export function wantsOlder({ bars }: Pick<PaneSeries, 'bars'>, leftMs: number, fromMs: number): boolean {
  const first = bars[0];
  if (first === undefined) return false;
  const ahead = bars[AHEAD_BARS];
  return bars.length < FIRST_BARS || first.startMs > fromMs || ahead === undefined || leftMs < ahead.startMs;
}

/** Receives the stretch on screen whenever it changes. */
export function useOlderBars(
  series: PaneSeries,
  choices: StudyChoices,
  market: StudyMarket | null,
): (stretch: ChartStretch) => void {
  const left = useRef(Number.POSITIVE_INFINITY);
  const newest = useRef(series);
  newest.current = series;
  const check = useCallback((): void => {
    const { bars, isComplete, needOlder } = newest.current;
    const last = bars.at(-1);
    if (last === undefined || isComplete) return;
    const fromMs = market === null ? Number.POSITIVE_INFINITY : neededFromMs(choices, market, last.startMs);
    if (wantsOlder({ bars }, left.current, fromMs)) needOlder();
  }, [choices, market]);
  const firstMs = series.bars[0]?.startMs;
  // A page that came may not be enough
  useEffect(check, [check, firstMs, series.needOlder]);
  return useCallback(
    ({ fromMs }) => {
      left.current = fromMs;
      check();
    },
    [check],
  );
}
