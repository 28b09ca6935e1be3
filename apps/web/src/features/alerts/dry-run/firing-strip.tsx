/** On which days a rule would have fired: one column a day, its height the count. */
import type { AlertDryRun } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { countOf } from '#lib/format/formats.ts';
import { firingDays } from './dry-run-words.ts';

const BOX = { width: 400, height: 58, foot: 14 } as const;

export function FiringStrip({ run }: { readonly run: AlertDryRun }): ReactNode {
  const days = firingDays(run);
  const most = Math.max(1, ...days.map(({ count }) => count));
  const busiest = days.find(({ count }) => count === most);
  const step = BOX.width / days.length;
  const height = BOX.height - BOX.foot;
  return (
    <svg
      className="plot firing-strip"
      viewBox={`0 0 ${BOX.width} ${BOX.height}`}
      role="img"
      aria-label={`From ${days[0]?.label ?? ''} to ${days.at(-1)?.label ?? ''}: most on ${busiest?.label ?? ''}, ${countOf(most, 'time')}`}
    >
      <line className="plot-grid" x1={0} x2={BOX.width} y1={height + 0.5} y2={height + 0.5} />
      {days.map(({ dayMs, label, count }, at) => (
        <rect
          key={dayMs}
          className="firing-bar"
          x={at * step + Math.min(1.5, step / 6)}
          width={Math.min(28, Math.max(1, step - Math.min(3, step / 3)))}
          y={height - (count / most) * (height - 2)}
          height={(count / most) * (height - 2)}
        >
          <title>{`${label}: ${countOf(count, 'time')}`}</title>
        </rect>
      ))}
      <text x={0} y={BOX.height - 2}>
        {days[0]?.label}
      </text>
      <text x={BOX.width} y={BOX.height - 2} textAnchor="end">
        {days.at(-1)?.label}
      </text>
    </svg>
  );
}
