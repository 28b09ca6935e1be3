/** Releases and windows as the chart draws them, with their identity while nothing in them changed. */
import type { InstrumentNews, NewsRelease } from '@undertow/contracts';
import { useMemo } from 'react';
import { useInstrumentNews } from '#api/market/news.ts';
import { type ChartNews, type ChartRelease, NO_NEWS } from '#chart/data/chart-news.ts';
import { formatFigure } from '#lib/format/formats.ts';

function figuresOf({ actual, expected }: NewsRelease): string | null {
  const parts = [
    ...(actual === null ? [] : [formatFigure(actual)]),
    ...(expected === null ? [] : [`exp. ${formatFigure(expected)}`]),
  ];
  return parts.length === 0 ? null : parts.join(', ');
}

/** What is called off, or has no time, is in the list alone. */
export function chartNewsOf({ shows, sources, releases, windows }: InstrumentNews): ChartNews {
  if (!shows.calendar || sources.calendars === 0) return NO_NEWS;
  const timed = releases.flatMap((release): ChartRelease[] => {
    const { id, at, label, importance, calledOff } = release;
    if (at === null || calledOff) return [];
    return [{ id, timeMs: Date.parse(at), label, importance, figures: figuresOf(release) }];
  });
  return {
    hasLane: true,
    releases: timed,
    windows: windows.map(({ from, to }) => ({ fromMs: Date.parse(from), toMs: Date.parse(to) })),
  };
}

export function useChartNews(instrumentId: number): ChartNews {
  const { data } = useInstrumentNews(instrumentId);
  return useMemo(() => (data === undefined ? NO_NEWS : chartNewsOf(data)), [data]);
}
