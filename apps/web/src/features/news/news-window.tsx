/** The window that is open, with what is left of it; else the one that comes next. */
import type { InstrumentNews } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { formatClock, formatDate, formatDayAndTime } from '#lib/format/times.ts';
import { Icon } from '#ui/marks/icon.tsx';
import { countdownText, nextWindow, openWindow } from './news-times.ts';

const minute = (timeMs: number): string => formatClock(timeMs).slice(0, 5);

interface NewsWindowProps {
  readonly news: InstrumentNews;
  readonly nowMs: number;
}

export function OpenWindow({ news, nowMs }: NewsWindowProps): ReactNode {
  const window = openWindow(news, nowMs);
  if (window === null) return null;
  const [fromMs, toMs] = [Date.parse(window.from), Date.parse(window.to)];
  return (
    <section className="news-window" aria-label="News window">
      <div className="flex items-center gap-2">
        <span className="font-semibold">News window</span>
        <span className="grow" />
        <span className="font-cond font-medium">{countdownText(toMs - nowMs)} left</span>
      </div>
      <p className="t-12 mt-0.5 font-cond text-text-2">
        {window.label}, to {minute(toMs)}. Detectors use other baselines
      </p>
      <svg className="news-window-share" aria-hidden="true">
        <rect className="news-window-whole" width="100%" height="3" />
        <rect width={`${((100 * (nowMs - fromMs)) / (toMs - fromMs)).toFixed(1)}%`} height="3" />
      </svg>
    </section>
  );
}

export function NextWindow({ news, nowMs }: NewsWindowProps): ReactNode {
  const window = nextWindow(news, nowMs);
  if (window === null || openWindow(news, nowMs) !== null) return null;
  const [fromMs, toMs] = [Date.parse(window.from), Date.parse(window.to)];
  const isToday = formatDate(fromMs) === formatDate(nowMs);
  const from = isToday ? minute(fromMs) : formatDayAndTime(fromMs);
  return (
    <p className="next-window">
      <Icon name="history" size={12} />
      <span>
        Next window {from} to {minute(toMs)}, in {countdownText(fromMs - nowMs)}
      </span>
    </p>
  );
}
