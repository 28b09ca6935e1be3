/** Sources that have not answered: since when, and when they are tried again. What they brought stays. */
import type { InstrumentNews } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { formatAge, formatClock } from '#lib/format/times.ts';
import { Badge } from '#ui/marks/badge.tsx';

const minute = (text: string): string => formatClock(Date.parse(text)).slice(0, 5);

export function StaleSources({
  stale,
  nowMs,
}: Pick<InstrumentNews, 'stale'> & { readonly nowMs: number }): ReactNode {
  return stale.map(({ source, since, nextTry }) => (
    <div key={source} className="stale-source">
      <div className="flex items-center gap-2">
        <Badge tone="warn">STALE {formatAge(nowMs - Date.parse(since))}</Badge>
        <span className="font-cond font-medium">{source}</span>
      </div>
      <p className="mt-1 text-text-2">
        No answer since {minute(since)}. Next try {minute(nextTry)}.
      </p>
    </div>
  ));
}
