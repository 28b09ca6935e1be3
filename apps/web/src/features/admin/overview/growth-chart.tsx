/** User Growth as two curves: who is registered, and who of them has a tier; the same as a table below. */
import { type ReactNode, useMemo } from 'react';
import { formatDay } from '#lib/format/exchange-days.ts';
import { countOf, formatSize } from '#lib/format/formats.ts';
import { PHONE, useMedia } from '#lib/hooks/use-media.ts';
import { ScrollRegion } from '#ui/layout/scroll-region.tsx';
import { TableHead } from '#ui/layout/table-head.tsx';
import { GROWTH_BOX, type GrowthDay, type GrowthLine, growthLine } from './growth-line.ts';

function summary(days: readonly GrowthDay[]): string {
  const first = days[0];
  const last = days.at(-1);
  if (first === undefined || last === undefined) return 'No data yet.';
  return `From ${formatDay(first.day)} to ${formatDay(last.day)}: registered from ${formatSize(first.registered)} to ${formatSize(last.registered)}, with a plan from ${formatSize(first.withTier)} to ${formatSize(last.withTier)}.`;
}

function Axes({ line, width }: { readonly line: GrowthLine; readonly width: number }): ReactNode {
  const { height, left, right } = GROWTH_BOX;
  return (
    <>
      {line.values.map(({ value, y }) => (
        <g key={value}>
          <line
            className={value === 0 ? 'plot-zero' : 'plot-grid'}
            x1={left}
            x2={width - right}
            y1={y}
            y2={y}
          />
          <text x={left - 6} y={y + 4} textAnchor="end">
            {formatSize(value)}
          </text>
        </g>
      ))}
      {line.days.map(({ day, x }, at) => (
        <text key={day} x={x} y={height - 5} textAnchor={at === 0 ? 'start' : 'middle'}>
          {formatDay(day)}
        </text>
      ))}
    </>
  );
}

function DayTable({ days }: { readonly days: readonly GrowthDay[] }): ReactNode {
  return (
    <details className="growth-table">
      <summary>Show as a table</summary>
      <ScrollRegion label="User growth, table" className="max-h-72 overflow-auto">
        <table className="table">
          <TableHead columns={['Day, London', ['Registered', 'num'], ['With a plan', 'num']]} />
          <tbody>
            {days.toReversed().map(({ day, registered, withTier }) => (
              <tr key={day}>
                <th scope="row">{formatDay(day)}</th>
                <td className="num">{formatSize(registered)}</td>
                <td className="num">{formatSize(withTier)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </details>
  );
}

export function GrowthChart({ days }: { readonly days: readonly GrowthDay[] }): ReactNode {
  // Drawn in the width it has, so that its words keep their size
  const width = useMedia(PHONE) ? GROWTH_BOX.narrow : GROWTH_BOX.wide;
  const line = useMemo(() => growthLine(days, width), [days, width]);
  return (
    <>
      <figure className="plot-figure">
        <figcaption>
          <span className="growth-keys">
            <i data-line="registered" /> Registered <i data-line="tier" /> With a plan
          </span>
          <span>{countOf(days.length, 'day')}</span>
        </figcaption>
        <svg
          className="plot"
          viewBox={`0 0 ${width} ${GROWTH_BOX.height}`}
          role="img"
          aria-label={summary(days)}
        >
          <Axes line={line} width={width} />
          <path className="plot-curve" data-line="registered" d={line.registered} />
          <path className="plot-curve" data-line="tier" d={line.withTier} />
          {line.end === null ? null : (
            <g className="growth-end">
              <circle cx={line.end.x} cy={line.end.registeredY} r="3" />
              <circle data-line="tier" cx={line.end.x} cy={line.end.withTierY} r="3" />
            </g>
          )}
        </svg>
      </figure>
      <DayTable days={days} />
    </>
  );
}
