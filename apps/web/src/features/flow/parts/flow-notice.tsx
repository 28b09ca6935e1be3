/** The sentence about the data of a pane where it is not the present market: old, interrupted or delayed. */
import type { ReactNode } from 'react';
import { formatClock, formatTenths } from '#lib/format/times.ts';
import type { FeedView } from '#live/live-context.tsx';
import './flow.css';

/** Null where nothing is wrong. */
export function flowNotice({ line, state }: FeedView): string | null {
  const gap = state.status?.lastGap ?? null;
  if (line.condition === 'gap' && gap !== null) {
    const from = formatTenths(Date.parse(gap.from));
    return gap.to === null
      ? `No data since ${from}. What was known before is grey.`
      : `No data from ${from} to ${formatTenths(Date.parse(gap.to))}.`;
  }
  if (!line.isOld) return null;
  return line.dataAtMs === null
    ? 'No data yet.'
    : `Last data of ${formatClock(line.dataAtMs)}. Nothing here is newer.`;
}

export function FlowNotice({ view }: { readonly view: FeedView }): ReactNode {
  const text = flowNotice(view);
  return text === null ? null : (
    <p className="flow-notice" role="status">
      {text}
    </p>
  );
}
